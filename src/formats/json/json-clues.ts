import { MAX_COLOURS, block } from '../../core/puzzle/types.js';
import { parseClueText, parseSideText } from '../parse/clue-text.js';
import { Unreadable, shown } from '../contract/draft-of.js';

/** One side's clues; null is a clue that the entry calls unknown. */
export type DraftClues = readonly (readonly number[] | null)[];

/**
 * The clues of one side, as lists, as texts, or as one text; `lines` is how many there should
 * be, or null.
 * @throws Unreadable
 */
export function sideOf(found: unknown, kind: 'row' | 'column', lines: number | null): DraftClues {
  const value = unfolded(found, `${kind}s`);
  if (typeof value === 'string') {
    const clues = parseSideText(value, lines);
    if (typeof clues === 'string') throw new Unreadable(`the ${kind}s: ${clues}`);
    return clues;
  }
  if (!Array.isArray(value)) {
    throw new Unreadable(`expected the ${kind} clues as a list, found ${shown(value)}`);
  }
  const side = value as unknown[];
  const clues = new Array<readonly number[] | null>(side.length);
  for (let line = 0; line < side.length; line++) clues[line] = clueOf(side[line], kind, line);
  return clues;
}

/**
 * Clues that are JSON within a text, as tables have them: `"{\"rows\":[[1]],...}"`. Whatever else
 * it is comes back as it is.
 * @throws Unreadable
 */
export function unfolded(value: unknown, what: string): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    throw new Unreadable(`${what}: not valid JSON: ${(error as Error).message}`);
  }
}

function clueOf(value: unknown, kind: string, line: number): readonly number[] | null {
  if (value === null) return null;
  if (typeof value === 'string') {
    const clue = parseClueText(value);
    if (typeof clue === 'string') throw new Unreadable(`${kind} ${line + 1}: ${clue}`);
    return clue;
  }
  if (!Array.isArray(value)) {
    throw new Unreadable(`${kind} ${line + 1}: expected a list of blocks, found ${shown(value)}`);
  }
  const blocks = value as unknown[];
  for (let i = 0; i < blocks.length; i++) {
    // The usual case: plain numbers up to the last; then the parsed list is used as it is.
    if (!isPlainBlock(blocks[i])) return blocks.map((found) => blockOf(found, kind, line));
  }
  return blocks as number[];
}

/** Numbers that validation judges by their own value, not as a length with a colour. */
function isPlainBlock(value: unknown): boolean {
  return typeof value === 'number' && value <= 0xffff;
}

function blockOf(value: unknown, kind: string, line: number): number {
  if (typeof value === 'number') return block(value);
  if (typeof value === 'string') {
    const number = wholeNumber(value);
    if (number !== null) return block(number);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { n, c } = value as { n?: unknown; c?: unknown };
    if (typeof n === 'number' && typeof c === 'number' && Number.isInteger(c)) {
      if (c >= 1 && c <= MAX_COLOURS) return block(n, c);
      throw new Unreadable(
        `${kind} ${line + 1}: a block of colour ${c}, expected 1 to ${MAX_COLOURS} (0 is the background)`,
      );
    }
  }
  throw new Unreadable(`${kind} ${line + 1}: expected a block, found ${shown(value)}`);
}

/** The whole number that a text spells, or null. */
export function wholeNumber(text: string): number | null {
  // Nearly always it has a digit or two.
  if (text.length <= 2) {
    const tens = text.length === 2 ? digitAt(text, 0) : 0;
    const ones = digitAt(text, text.length - 1);
    if (tens >= 0 && ones >= 0) return 10 * tens + ones;
  }
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : null;
}

/** The digit there; -1 if there is another character, or none. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57 ? code - 48 : -1;
}
