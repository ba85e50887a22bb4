import { parseClueText } from './clue-text.js';

/** The clues of lines of numbers, or the reason why they are none. */
export function cluesOfLines(
  lines: readonly string[],
  kind: 'row' | 'column',
): (readonly number[])[] | string {
  const clues: (readonly number[])[] = [];
  for (const [index, line] of lines.entries()) {
    const clue = parseClueText(line);
    if (typeof clue === 'string') return `${kind} ${index + 1}: ${clue}`;
    clues.push(clue);
  }
  return clues;
}

/**
 * The lines of `height` rows and `width` columns without what only parts them: blank lines at
 * the end, one between the sides, or one behind each line. Blank lines can be empty clues, so
 * none is dropped where the number of lines is right with it.
 */
export function clueLines(lines: readonly string[], width: number, height: number): string[] {
  const wanted = width + height;
  let end = lines.length;
  while (end > wanted && lines[end - 1].trim() === '') end--;
  const kept = lines.slice(0, end);
  if (kept.length === wanted + 1 && kept[height].trim() === '') kept.splice(height, 1);
  if (kept.length > wanted) {
    const written = kept.filter((line) => line.trim() !== '');
    if (written.length === wanted) return written;
  }
  return kept;
}
