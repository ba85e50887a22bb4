import { quoted, unreadable } from '../contract/format.js';
import { MAX_BLOCK_LENGTH, block, type Clue } from '../../core/puzzle/types.js';
import {
  COLON,
  COMMA,
  LINE_FEED,
  NINE,
  POINT,
  RETURN,
  SLASH,
  SPACE,
  TAB,
  ZERO,
} from '../../core/text/codes.js';

/**
 * Clues in one piece of text, as CSV cells hold them.
 *
 *   side    line, then ( separator line )*    separator: ; or / or : or a line break, or
 *                                             | or a comma where there is none of these
 *   line    nothing, or block ( gap block )*  gap: blanks, comma, dot, or - between two digits
 *   block   a whole number
 */

const MINUS = 45;

const SEMICOLON = 59;

const BAR = 124;

/** More lines than this are refused: a side cannot be longer than a block can be. */
const MAX_LINES = MAX_BLOCK_LENGTH;

/**
 * One side's clues. `lines` is how many there should be, or null: it tells an empty side of one
 * line from none, `2,1` as one line from two, and drops a closing separator.
 *
 * Returns the reason, in words, if the text is not clues.
 */
export function parseSideText(text: string, lines: number | null): Clue[] | string {
  if (text.length === 0) return lines === 1 ? [[]] : [];
  const clues: number[][] = [];
  const commaSplits = lines !== 1 && !hasLineSeparator(text);
  // One list for the blocks of each clue in turn: a new list that grows would reserve room for 17.
  const scratch: number[] = [];
  let blocks = 0;
  let value = -1;
  let negative = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ZERO && code <= NINE) {
      value = value < 0 ? code - ZERO : value * 10 + code - ZERO;
      continue;
    }
    if (code === MINUS && !isGapMinus(text, i)) {
      if (value >= 0 || negative || !isDigit(text, i + 1)) return badCharacter(text, i);
      negative = true;
      continue;
    }
    if (value >= 0) {
      scratch[blocks++] = blockOf(value, negative);
      value = -1;
      negative = false;
    }
    if (code === SPACE) continue;
    switch (code) {
      case TAB:
      case POINT:
      case MINUS:
        break;
      case RETURN:
        if (text.charCodeAt(i + 1) === LINE_FEED) i++;
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        break;
      case COMMA:
        if (!commaSplits) break;
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        break;
      case SEMICOLON:
      case SLASH:
      case COLON:
      case LINE_FEED:
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        if (clues.length > MAX_LINES) return `there are more than ${MAX_LINES} clues`;
        break;
      case BAR:
        // Beside other separators it may as well part blocks.
        if (/[;/:\n\r]/.test(text)) return badCharacter(text, i);
        clues.push(firstOf(scratch, blocks));
        blocks = 0;
        break;
      default:
        return badCharacter(text, i);
    }
  }
  if (value >= 0) scratch[blocks++] = blockOf(value, negative);
  if (blocks > 0 || lines === null || clues.length !== lines) clues.push(firstOf(scratch, blocks));
  return clues;
}

/**
 * A list of the first numbers of another, in two thirds of the time that `slice` takes for the few
 * of a clue.
 */
function firstOf(list: readonly number[], count: number): number[] {
  const first = new Array<number>(count);
  for (let i = 0; i < count; i++) first[i] = list[i];
  return first;
}

function blockOf(value: number, negative: boolean): number {
  if (negative) return -value;
  return value > MAX_BLOCK_LENGTH ? block(value) : value;
}

/** One line's clue: commas and everything else between its blocks only separate them. */
export function parseClueText(text: string): Clue | string {
  if (hasLineSeparator(text)) return `${quoted(text)} is more than one clue`;
  const clues = parseSideText(text, 1);
  return typeof clues === 'string' ? clues : clues[0];
}

function hasLineSeparator(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > SEMICOLON && code !== BAR) continue;
    if (code === BAR || code === SEMICOLON || code === COLON || code === SLASH) return true;
    if (code === LINE_FEED || code === RETURN) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}

function isGapMinus(text: string, at: number): boolean {
  return at > 0 && isDigit(text, at - 1) && isDigit(text, at + 1);
}

function badCharacter(text: string, at: number): string {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return `expected block lengths such as "1 2;3", found "${text[at]}" in "${shown}"`;
}

/** The clues of lines of numbers. @throws Unreadable */
export function cluesOfLines(lines: readonly string[], kind: 'row' | 'column'): Clue[] {
  return lines.map((line, index) => {
    const clue = parseClueText(line);
    if (typeof clue === 'string') unreadable(`${kind} ${index + 1}: ${clue}`);
    return clue;
  });
}

/** Lines without those at their end that are blank, of which `least` stay in any case. */
export function withoutBlankEnd(
  lines: readonly string[],
  least = 0,
  isBlank = (line: string): boolean => line.trim() === '',
): string[] {
  let end = lines.length;
  while (end > least && isBlank(lines[end - 1])) end--;
  return lines.slice(0, end);
}

/** A side's clues, one a line, `0` for an empty one. */
export function sideLines(clues: readonly Clue[], between = ' '): string {
  return clues.map((clue) => `${clue.length === 0 ? '0' : clue.join(between)}\n`).join('');
}
