import type { RejectKind } from '../../core/puzzle/reject.js';
import type { Cells, Draft, Palette } from '../../core/puzzle/types.js';
import { faultReason } from '../../core/text/error-codes.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';

/** A puzzle as a text format describes it, before validation. */
export interface TextEntry {
  readonly name: string | null;
  readonly title: string | null;
  readonly draft: Draft;
}

/** Which side's clues come first in a text that does not say so. */
export type FirstSide = 'rows' | 'columns';

/** Rows and columns of two lists, of which the first is that of the side that comes first. */
export function sidesOf<List>(
  first: FirstSide,
  one: List,
  other: List,
): { readonly rows: List; readonly columns: List } {
  return first === 'rows' ? { rows: one, columns: other } : { rows: other, columns: one };
}

/** Why an entry cannot be read that is a puzzle all the same: a clue or a cell is mistyped. */
export interface Mistyped {
  readonly kind: Exclude<RejectKind, 'text'>;
  readonly reason: string;
}

export function mistyped(reason: string, kind: Mistyped['kind'] = 'clues'): Mistyped {
  return { kind, reason };
}

/** What a format reads in the text of one entry; an unexpected error costs that entry alone. */
export function readSoundly<Text, Read>(read: (text: Text) => Read, text: Text): Read | string {
  try {
    return read(text);
  } catch (error) {
    return faultReason(error);
  }
}

/** A draft in black and white, without a start position. */
export function plainDraft(
  width: number | null,
  height: number | null,
  rows: Draft['rows'],
  columns: Draft['columns'],
  goal: Cells | null = null,
): Draft {
  return { width, height, rows, columns, palette: null, start: null, goal };
}

/**
 * The entry of a draft in black and white, from clues that were read for each side: of a side that
 * could not be read, the reason comes instead of its clues, and is returned.
 */
export function plainEntry(
  title: string | null,
  width: number | null,
  height: number | null,
  rows: Draft['rows'] | string,
  columns: Draft['columns'] | string,
  goal: Cells | null = null,
): TextEntry | Mistyped {
  const kind = goal === null ? 'clues' : 'cells';
  if (typeof rows === 'string') return mistyped(rows, kind);
  if (typeof columns === 'string') return mistyped(columns, kind);
  return { name: null, title, draft: plainDraft(width, height, rows, columns, goal) };
}

/** A draft whose clues are those of a finished picture. */
export function draftOfPicture(
  cells: Cells,
  width: number,
  height: number,
  palette: Palette | null = null,
): Draft {
  return {
    width,
    height,
    ...cluesOfPicture(cells, width, height),
    palette,
    start: null,
    goal: cells,
  };
}

const MOST = 120;

/** The beginning of an entry's text, made fit for one line of a report. */
export function excerptOf(text: string): string {
  // It is cut first, as the entry may be millions of characters long, and copied, as a part of a
  // string keeps the whole in memory.
  const short = text
    .slice(0, MOST * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return short.length > MOST ? `${short.slice(0, MOST - 3)}...` : short;
}

/** A few characters of a file in quotes, as a reason shows them. */
export function quoted(text: string): string {
  return `"${text.slice(0, 40)}"`;
}

/** Thrown within a reader only, on the way to a reject; the message says why. */
export class Unreadable extends Error {}

/** A JSON value, shortened, for a message. */
export function shown(value: unknown): string {
  // Only flat values are spelled out: values can nest deeper than can be spelled.
  if (Array.isArray(value)) {
    return value.every((item) => typeof item !== 'object') ? short(value) : 'a list of lists';
  }
  if (typeof value === 'object' && value !== null) {
    return `an object of ${Object.keys(value).slice(0, 5).join(', ') || 'nothing'}`;
  }
  return short(value);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 'nothing' : text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

/** Why a text is refused that is longer than the most characters that it may have. */
export function tooLong(what: string, most: number): string {
  return `${what} is longer than ${most} characters`;
}
