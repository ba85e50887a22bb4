import { cluesOfLines, clueLines, plainDraft, type TextEntry } from './draft-of.js';
import type { NamedPuzzle } from './format.js';

/** The two numbers of a header line, or null. */
export function twoNumbers(line: string): readonly [number, number] | null {
  const found = /^\s*(\d{1,6})[\s,]+(\d{1,6})\s*$/.exec(line);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** The puzzle of `height` row lines and `width` column lines, or the reason against it. */
export function readSides(
  lines: readonly string[],
  width: number,
  height: number,
): TextEntry | string {
  const kept = clueLines(lines, width, height);
  if (kept.length !== width + height) {
    return `expected ${height} lines for the rows and ${width} for the columns, found ${kept.length}`;
  }
  const rows = cluesOfLines(kept.slice(0, height), 'row');
  const columns = cluesOfLines(kept.slice(height), 'column');
  if (typeof rows === 'string') return rows;
  if (typeof columns === 'string') return columns;
  return { name: null, title: null, draft: plainDraft(width, height, rows, columns) };
}

/** A side's clues, a line each, `0` for an empty one; `end` closes every line. */
export function sideLines(clues: readonly (readonly number[])[], between = ' ', end = ''): string {
  return clues.map((clue) => `${clue.length === 0 ? '0' : clue.join(between)}${end}\n`).join('');
}

/** The one puzzle that a format of one puzzle a file can write. */
export function onlyOne(puzzles: Iterable<NamedPuzzle>, format: string): NamedPuzzle {
  let first: NamedPuzzle | null = null;
  for (const puzzle of puzzles) {
    if (first !== null) throw new Error(`${format} holds one puzzle a file, and there are several`);
    first = puzzle;
  }
  if (first === null) throw new Error(`${format} holds one puzzle a file, and there is none`);
  return first;
}

/**
 * How well lines of numbers behind `headers` lines fit as `height` rows and `width` columns: 0
 * where they do not, 0.6 where the sums of both sides agree, 0.5 where the head is cut off.
 */
export function fitOfSides(head: string, width: number, height: number, headers = 1): number {
  const lines = head.split(/\r\n|[\r\n]/).slice(headers);
  if (lines.slice(0, -1).some((line) => !/^[\d\s,]*$/.test(line))) return 0;
  const kept = clueLines(lines, width, height);
  if (kept.length < width + height) return head.length > 32768 ? 0.5 : 0;
  if (kept.length > width + height) return 0;
  const sum = (side: readonly string[]): number =>
    side
      .join(' ')
      .match(/\d+/g)
      ?.reduce((total, digits) => total + Number(digits), 0) ?? 0;
  return sum(kept.slice(0, height)) === sum(kept.slice(height)) ? 0.6 : 0;
}

const PLAIN = { colour: false, name: false, many: false, title: false, start: false, goal: false };

/** What a format holds that has nothing but the clues of one puzzle in black and white. */
export const CLUES_ALONE = PLAIN;
