import { parseClueText } from './clue-text.js';

/** The clues of lines of numbers, or the reason why the lines are not clues. */
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
 * The lines of `height` rows and `width` columns without blank lines that only separate: at the
 * end, between the sides, or after each line. Blank lines can be empty clues, so none is dropped if
 * the number of lines is right with them.
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
