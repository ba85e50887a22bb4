import {
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Draft,
  MAX_BLOCK_LENGTH,
  MAX_COLOURS,
  overlongLength,
  type Palette,
  type Puzzle,
  UNKNOWN,
} from './types.js';

/** What validation refuses because of its size alone: a side of more cells. */
export const DEFAULT_LIMITS = { maxSide: 1000 };

type ValidationLimits = typeof DEFAULT_LIMITS;

/** For puzzles that were read before: what a reader accepts is its own matter. */
export const ANY_SIZE: ValidationLimits = { maxSide: Number.MAX_SAFE_INTEGER };

/** A puzzle, or why the draft is not one: what was expected, what was found, and where. */
export type Validation =
  | { readonly puzzle: Puzzle; readonly reason?: undefined }
  | {
      readonly puzzle?: undefined;
      readonly reason: string;
      readonly kind: RejectKind;
      /** Set if the only fault is that rows and columns hold different numbers of cells. */
      readonly sides?: Pick<Puzzle, 'rows' | 'columns' | 'colours'>;
    };

/**
 * The only gate between a reader and the solver: sizes agree with the clues, blocks are whole,
 * positive and fit their line, and rows and columns fill as many cells of each colour. A puzzle can
 * still have no solution. Zeros around a clue's blocks are padding and dropped; one between blocks
 * is refused, as such a clue is usually a list of cells.
 */
export function validate(draft: Draft, limits: ValidationLimits = DEFAULT_LIMITS): Validation {
  const { palette, start, goal } = draft;
  const width = draft.columns.length;
  const height = draft.rows.length;
  const colours = palette === null ? 1 : palette.length - 1;
  const reason =
    sizeReason(draft, limits) ??
    paletteReason(palette) ??
    cellsReason('the start position', start, width, height, colours, true) ??
    cellsReason('the goal picture', goal, width, height, colours, false);
  if (reason !== null) return { reason, kind: kindOf(draft) };

  const filled = new Array<number>(colours + 1).fill(0);
  const rows = checkedClues('row', draft.rows, width, filled, 1);
  if (typeof rows === 'string') return { reason: rows, kind: kindOf(draft) };
  const columns = checkedClues('column', draft.columns, height, filled, -1);
  if (typeof columns === 'string') return { reason: columns, kind: kindOf(draft) };

  if (filled.some((difference) => difference !== 0)) {
    return {
      kind: kindOf(draft),
      reason: sumsReason(rows, columns, filled, colours),
      sides: { rows, columns, colours },
    };
  }
  return { puzzle: { width, height, rows, columns, colours, palette, start } };
}

/** What a draft is if it is not a puzzle: without any clue, there is nothing to mend. */
function kindOf({ rows, columns, start, goal }: Draft): RejectKind {
  if (rows.length + columns.length === 0) return 'text';
  return start === null && goal === null ? 'clues' : 'cells';
}

function sizeReason(draft: Draft, limits: ValidationLimits): string | null {
  const { width, height, rows, columns } = draft;
  if (height !== null && height !== rows.length) {
    return `the height is ${height}, but there are ${rows.length} row clues`;
  }
  if (width !== null && width !== columns.length) {
    return `the width is ${width}, but there are ${columns.length} column clues`;
  }
  if (rows.length === 0) return 'there are no row clues';
  if (columns.length === 0) return 'there are no column clues';
  const most = Math.min(limits.maxSide, MAX_BLOCK_LENGTH);
  if (rows.length > most || columns.length > most) {
    return `the grid is ${columns.length}x${rows.length}; at most ${most}x${most} is read`;
  }
  return null;
}

function paletteReason(palette: Palette | null): string | null {
  if (palette === null) return null;
  if (palette.length < 2) return 'the palette has no colour besides the background';
  if (palette.length - 1 > MAX_COLOURS) {
    return `the palette has ${palette.length - 1} colours besides the background; at most ${MAX_COLOURS} are read`;
  }
  const wrong = palette.findIndex((colour) => !/^#[0-9a-f]{6}$/i.test(colour));
  if (wrong < 0) return null;
  return `colour ${wrong} of the palette is "${palette[wrong]}", expected #rrggbb`;
}

function cellsReason(
  what: string,
  cells: Cells | null,
  width: number,
  height: number,
  colours: number,
  unknownAllowed: boolean,
): string | null {
  if (cells === null) return null;
  if (cells.length !== width * height) {
    return `${what} has ${cells.length} cells, but the grid is ${width}x${height}`;
  }
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] <= colours || (unknownAllowed && cells[i] === UNKNOWN)) continue;
    const place = `row ${Math.floor(i / width) + 1}, cell ${(i % width) + 1}`;
    return cells[i] === UNKNOWN
      ? `${what}: ${place} is unknown`
      : `${what}: ${place} has colour ${cells[i]}, but there are ${colours}`;
  }
  return null;
}

/** The clues without padding, or what is wrong; adds `sign` to `filled[colour]` for each cell. */
function checkedClues(
  kind: 'row' | 'column',
  drafts: readonly (readonly number[] | null)[],
  lineLength: number,
  filled: number[],
  sign: 1 | -1,
): Clue[] | string {
  const clues = new Array<Clue>(drafts.length);
  const colours = filled.length - 1;
  for (let line = 0; line < drafts.length; line++) {
    const draft = drafts[line];
    if (draft === null) return `${kind} ${line + 1}: the clue is unknown (null)`;
    // Padding is at an end, and a zero elsewhere is refused.
    const clue = draft[0] === 0 || draft[draft.length - 1] === 0 ? withoutPadding(draft) : draft;
    let needed = 0;
    let previousColour = 0;
    for (let i = 0; i < clue.length; i++) {
      const value = clue[i];
      // Nearly always it is a small whole number, and then nothing can be wrong.
      const isPlain = (value | 0) === value && value > 0 && value <= MAX_BLOCK_LENGTH;
      if (!isPlain) {
        const reason = blockReason(value, colours);
        if (reason !== null) return `${kind} ${line + 1}: ${reason}`;
      }
      const colour = blockColour(value);
      const length = blockLength(value);
      needed += length + (colour === previousColour ? 1 : 0);
      previousColour = colour;
      filled[colour] += sign * length;
    }
    if (needed > lineLength) {
      return `${kind} ${line + 1}: the blocks ${clue.map(blockLength).join(' ')} need ${needed} cells, but the ${kind} has ${lineLength}`;
    }
    clues[line] = clue;
  }
  return clues;
}

function blockReason(value: number, colours: number): string | null {
  if (Number.isNaN(value)) return 'a block is not a number';
  const overlong = overlongLength(value);
  if (overlong !== null) {
    const cells = overlong === Infinity ? 'more than 10^308' : String(overlong);
    return `a block of ${cells} cells, expected at most ${MAX_BLOCK_LENGTH}`;
  }
  if (value === -Infinity) return 'a block of less than -10^308 cells, expected a positive number';
  if (!Number.isInteger(value)) return `a block of ${value} cells, expected a whole number`;
  if (value === 0) return 'a zero between blocks; are these cells instead of a clue?';
  if (value < 0) return `a block of ${value} cells, expected a positive number`;
  if (blockLength(value) === 0) return 'a block of no cells';
  if (blockColour(value) > colours) {
    return `a block of colour ${blockColour(value)}, but the palette has ${colours}`;
  }
  return null;
}

function withoutPadding(clue: readonly number[]): readonly number[] {
  let first = 0;
  let end = clue.length;
  while (first < end && clue[first] === 0) first++;
  while (end > first && clue[end - 1] === 0) end--;
  return clue.slice(first, end);
}

/** `store/queries/rejects.ts` knows this sentence, those of `checkedClues` and `cellsReason`. */
function sumsReason(
  rows: readonly Clue[],
  columns: readonly Clue[],
  differences: readonly number[],
  colours: number,
): string {
  const colour = differences.findIndex((difference) => difference !== 0);
  const sum = (clues: readonly Clue[]): number => {
    let cells = 0;
    for (const clue of clues) {
      for (const value of clue) if (blockColour(value) === colour) cells += blockLength(value);
    }
    return cells;
  };
  const kind = colours === 1 ? 'filled cells' : `cells of colour ${colour}`;
  return `the rows hold ${sum(rows)} ${kind}, the columns ${sum(columns)}`;
}

/**
 * What a reject is:
 *
 *   text   no puzzle at all: it cannot be read, or holds no clues
 *   clues  a puzzle whose clues cannot hold: sums that differ, blocks too long for their line
 *   cells  the same of one that comes with a start position or an author's picture
 */
export const REJECT_KINDS = ['text', 'clues', 'cells'] as const;
export type RejectKind = (typeof REJECT_KINDS)[number];

/** One entry that is not a puzzle, with its place and the reason. */
export interface Reject {
  readonly ordinal: number;
  /** 1-based, where the entry starts, header lines included; null if line numbers do not help. */
  readonly line: number | null;
  readonly name: string | null;
  readonly kind: RejectKind;
  readonly reason: string;
  /** The beginning of the entry's text. */
  readonly excerpt: string;
}
