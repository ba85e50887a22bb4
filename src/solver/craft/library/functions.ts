import type { Cells, GridSize, Puzzle } from '../../core/puzzle/types.js';
import { DEFAULT_LIMITS, type Reject, validate } from '../../core/puzzle/validate.js';
import { didYouMean } from '../../core/text/plain-text.js';
import {
  type EntrySink,
  type Format,
  losses,
  type NamedPuzzle,
} from '../../formats/contract/format.js';
import {
  canReadText,
  detectFormat,
  DETECTION_LENGTH,
  formatByName,
  FORMATS,
  formatsLike,
  inOrder,
  readWhole,
} from '../../formats/registry.js';
import {
  ambiguityFields,
  type AmbiguityMap,
  type AmbiguityOptions,
  findAmbiguity as ambiguityOf,
} from '../advice/ambiguity.js';
import { findHint as hintFor, type Hint } from '../advice/hint.js';
import { checkCells, type Checked } from '../advice/mistake.js';
import { RejectionReasons } from '../advice/mistyped.js';
import { findFix as fixPictured, type Fixed, type FixOptions, type NotFixed } from '../fix/fix.js';
import {
  gridsOfSize as allGrids,
  type Keep,
  keepOnly,
  MAX_EVERY_CELLS,
  NO_WISH,
  drawnPuzzles as withoutEnd,
} from '../random-puzzles.js';
import { ArgumentError, FormatError } from './errors.js';
import {
  cells,
  cellsOf,
  checkOptions,
  type Expectation,
  text as isText,
  oneOf,
  orNull,
  positiveNumber,
  type PuzzleInput,
  puzzleOf,
  shownValue,
  truth,
  wholeNumber,
} from './options.js';

export interface ReadOptions {
  /** A format: `csv`, or `csv:rows,columns` without a header. By default it is recognised. */
  readonly format?: string | undefined;
  /** The name of the file that the text is from, whose extension tells the format. */
  readonly name?: string | undefined;
  /** Whether the columns come first where only custom says that the rows do; by default not. */
  readonly columnsFirst?: boolean | undefined;
}

export interface ReadPuzzle {
  /** Counts the entries of the text from 0, rejects included. */
  readonly ordinal: number;
  /** The entry's id, or null. */
  readonly name: string | null;
  readonly title: string | null;
  /** What people said of its difficulty, or null. */
  readonly label: string | null;
  readonly puzzle: Puzzle;
  /** The author's picture, or null. It may not be a solution. */
  readonly goal: Cells | null;
}

/** One entry of a text that is not a puzzle, and why; the excerpt has 120 characters at most. */
export type ReadReject = Omit<Reject, 'kind'>;

export interface ReadPuzzles {
  /** The name of the format that it was read with. */
  readonly format: string;
  readonly puzzles: readonly ReadPuzzle[];
  readonly rejects: readonly ReadReject[];
}

/**
 * Reads a text in any format. An entry that is not a puzzle becomes a reject, never an error.
 *
 * If neither `format` nor `name` tells the format, those that the text looks like are tried, the
 * likeliest first, until one finds a puzzle.
 * @throws FormatError with UNKNOWN_FORMAT if there is no format of that name, or none fits.
 */
export function readPuzzles(text: string, options: ReadOptions = {}): ReadPuzzles {
  if (typeof text !== 'string') {
    throw new ArgumentError(`readPuzzles: expected a text, got ${shownValue(text)}`);
  }
  checkOptions('readPuzzles', options, { format: isText, name: isText, columnsFirst: truth });
  let first: ReadPuzzles | null = null;
  // A byte order mark, which some editors add.
  const marked = text.replace(/^\ufeff/, '');
  for (const format of formatsFor(marked, options)) {
    const read = readAs(format, marked);
    if (read.puzzles.length > 0) return read;
    first ??= read;
  }
  return first!;
}

/** At least one format. */
function formatsFor(text: string, { format, name, columnsFirst = false }: ReadOptions) {
  const ordered = (one: Format): Format => inOrder(one, columnsFirst);
  if (format !== undefined) return [ordered(namedFormat(format, canReadText, 'read'))];
  const head = text.slice(0, DETECTION_LENGTH);
  const byName = name === undefined ? null : detectFormat(name, head, columnsFirst);
  if (byName !== null) return [byName];
  const like = formatsLike(head, READABLE.map(ordered));
  if (like.length > 0) return like;
  const names = READABLE.map((readable) => readable.name).join(', ');
  throw new FormatError(
    'NM_FORMAT_UNKNOWN',
    `the text is in none of the formats that can be read: ${names}`,
  );
}

/** A binary format cannot be recognised in a text, but can be named. */
const READABLE = FORMATS.filter((format) => canReadText(format) && format.binary !== true);

function readAs(format: Format, text: string): ReadPuzzles {
  const puzzles: ReadPuzzle[] = [];
  const rejects: ReadReject[] = [];
  const reasons = new RejectionReasons();
  let ordinal = 0;
  const sink: EntrySink = {
    entry: (found) => {
      const { line, name, title, label = null, draft } = found;
      const validated = validate(draft);
      const { puzzle } = validated;
      if (puzzle === undefined) {
        const reason = reasons.for(validated);
        rejects.push({ ordinal: ordinal++, line, name, reason, excerpt: found.excerpt() });
      } else {
        puzzles.push({ ordinal: ordinal++, name, title, label, puzzle, goal: draft.goal });
      }
    },
    reject: (reject) => rejects.push({ ordinal: ordinal++, ...reject }),
  };
  readWhole(format, text, sink);
  return { format: format.name, puzzles, rejects };
}

/** What may be written besides the clues; a format leaves out what it cannot hold. */
export interface WriteOptions {
  readonly name?: string | null | undefined;
  readonly title?: string | null | undefined;
  /** The author's picture: cells row by row, or text. */
  readonly goal?: Cells | string | null | undefined;
}

/** One of several puzzles, with its names. */
export interface WrittenPuzzle extends WriteOptions {
  readonly puzzle: PuzzleInput;
}

/**
 * The text of a file with one puzzle, in the format with this name.
 * @throws FormatError with UNKNOWN_FORMAT, or with CANNOT_HOLD if it would become another puzzle;
 *   PuzzleError if it is not a puzzle.
 */
export function writePuzzle(
  puzzle: PuzzleInput,
  format: string,
  options: WriteOptions = {},
): string {
  checkOptions('writePuzzle', options, WRITE_OPTIONS);
  return writePuzzles([{ ...options, puzzle }], format);
}

/** As `writePuzzle`, for several puzzles in one file. */
export function writePuzzles(puzzles: Iterable<WrittenPuzzle>, format: string): string {
  const writer = namedFormat(format, ({ write }) => write !== null, 'written');
  const named = Array.from(puzzles, (written) => namedPuzzle(written, writer));
  if (named.length > 1 && !writer.holds.has('many')) {
    throw new FormatError(
      'NM_FORMAT_CANNOT_HOLD',
      `a file of the format ${writer.name} holds one puzzle, and there are ${named.length}`,
    );
  }
  return [...writer.write!(named)].join('');
}

const WRITE_OPTIONS = { name: orNull(isText), title: orNull(isText), goal: orNull(cells) };

function namedPuzzle(
  { puzzle: input, name = null, title = null, goal = null }: WrittenPuzzle,
  format: Format,
): NamedPuzzle {
  const puzzle = puzzleOf(input);
  const picture = goal === null ? null : cellsOf(puzzle, goal, 'goal');
  const named = { name, title, puzzle, goal: picture };
  const { errors } = losses(named, format);
  if (errors.length > 0) throw new FormatError('NM_FORMAT_CANNOT_HOLD', errors.join('; '));
  return named;
}

/**
 * The format with this name, if it `fits`; `done` says what such formats can be: `read` or
 * `written`.
 * @throws ArgumentError if the name is not a text; FormatError with UNKNOWN_FORMAT, which lists the
 *   names of those that fit, if it is not one of them.
 */
function namedFormat(name: unknown, fits: (format: Format) => boolean, done: string): Format {
  if (typeof name !== 'string') {
    throw new ArgumentError(`expected the name of a format, got ${shownValue(name)}`);
  }
  const format = formatByName(name);
  if (format !== null && fits(format)) return format;
  const names = FORMATS.filter(fits).map((fitting) => fitting.name);
  const problem =
    format === null ? `there is no format "${name}"` : `the format "${name}" cannot be ${done}`;
  throw new FormatError(
    'NM_FORMAT_UNKNOWN',
    `${problem}${didYouMean(name, names)}; there are ${names.join(', ')}`,
  );
}

export interface MadePuzzle {
  readonly name: string;
  readonly puzzle: Puzzle;
  /** The picture: one solution of the puzzle, and perhaps not the only one. */
  readonly goal: Cells;
}

export interface RandomOptions {
  readonly width: number;
  readonly height: number;
  /** The probability that a cell is filled, from 0 to 1. Default: 0.5. */
  readonly density?: number | undefined;
  /** The same seed makes the same puzzles, on every machine. Default: 1. */
  readonly seed?: number | undefined;
  /** Only puzzles with one solution, or only those of one technique among them. */
  readonly only?: 'unique' | 'line' | 'probe' | 'search' | undefined;
}

/**
 * The clues of random pictures, without end, as `nonomill generate` makes them.
 * @throws ArgumentError if an option is not valid; NothingKept if no puzzle that fits `only` turns
 * up for long.
 */
export function randomPuzzles(options: RandomOptions): IterableIterator<MadePuzzle> {
  checkOptions('randomPuzzles', options ?? null, RANDOM_OPTIONS);
  const { width, height, density = 0.5, seed = 1, only } = options;
  requireSize('randomPuzzles', width, height);
  return made(
    withoutEnd({ sizes: [{ width, height }], density: { from: density, to: density }, seed }),
    only,
  );
}

/**
 * Every black and white grid of a size as a puzzle, 2^(width * height) of them, in the order of
 * their pictures' text with `.` before `#`.
 * @throws ArgumentError for more than 30 cells.
 */
export function everyGrid(size: GridSize): IterableIterator<MadePuzzle> {
  checkOptions('everyGrid', size ?? null, { width: side, height: side });
  const { width, height } = size;
  requireSize('everyGrid', width, height);
  if (width * height > MAX_EVERY_CELLS) {
    throw new ArgumentError(`everyGrid: at most ${MAX_EVERY_CELLS} cells, got ${width * height}`);
  }
  return made(allGrids({ width, height }, { withGoal: true }));
}

const side = wholeNumber(1, DEFAULT_LIMITS.maxSide);

const share: Expectation = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : 'a number from 0 to 1';

const RANDOM_OPTIONS: Readonly<Record<keyof RandomOptions, Expectation>> = {
  width: side,
  height: side,
  density: share,
  seed: wholeNumber(0),
  only: oneOf(['unique', 'line', 'probe', 'search']),
};

function requireSize(name: string, width: unknown, height: unknown): void {
  if (width !== undefined && height !== undefined) return;
  throw new ArgumentError(`${name}: expected width and height, got ${shownValue(width ?? height)}`);
}

function* made(puzzles: ReturnType<typeof allGrids> | ReturnType<typeof withoutEnd>, only?: Keep) {
  for (const named of only === undefined
    ? puzzles
    : keepOnly({ ...NO_WISH, keep: only }, puzzles)) {
    if (named === null) continue;
    // Both generators give each puzzle a name and a picture.
    yield { name: named.name!, puzzle: named.puzzle, goal: named.goal! };
  }
}

export interface AdviceOptions {
  /** Milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

const ADVICE_OPTIONS = { timeoutMs: positiveNumber };
const AMBIGUITY_OPTIONS = { ...ADVICE_OPTIONS, listed: wholeNumber(1) };

/**
 * Whether cells are a solution of the puzzle, on the way to one, or wrong, and where. Cells are a
 * Uint8Array, with UNKNOWN for those not filled in yet, or text with `?` for them.
 * @throws ArgumentError or PuzzleError if the puzzle, its cells or an option are not valid.
 */
export function check(
  puzzle: PuzzleInput,
  cells: Cells | string,
  options: AdviceOptions = {},
): Checked {
  checkOptions('check', options, ADVICE_OPTIONS);
  const checked = puzzleOf(puzzle);
  return checkCells(checked, cellsOf(checked, cells), options.timeoutMs);
}

/**
 * The easiest next step from a half-filled grid, with the reason, or the first mistake in it. Cells
 * are given as for `check`.
 * @throws ArgumentError or PuzzleError if the puzzle, its cells or an option are not valid.
 */
export function hint(
  puzzle: PuzzleInput,
  cells: Cells | string,
  options: AdviceOptions = {},
): Hint {
  checkOptions('hint', options, ADVICE_OPTIONS);
  const checked = puzzleOf(puzzle);
  return hintFor(checked, cellsOf(checked, cells), options.timeoutMs);
}

/**
 * Why a puzzle has several solutions: the cells that all of them share, and the places that vary,
 * each by itself, with the ways to fill each. Without places, the puzzle has one solution. Null if
 * it has none, or if none was found in time.
 * @throws ArgumentError or PuzzleError if the puzzle or an option is not valid.
 */
export function ambiguity(
  puzzle: PuzzleInput,
  options: AmbiguityOptions = {},
): AmbiguityMap | null {
  checkOptions('ambiguity', options, AMBIGUITY_OPTIONS);
  const checked = puzzleOf(puzzle);
  const map = ambiguityOf(checked, options);
  return map === null ? null : ambiguityFields(checked, map);
}

/** What `fix` is to reach, by which changes, and what it may spend. */
export interface FixPuzzleOptions extends FixOptions {
  /** The picture to change: cells row by row, or text; null or undefined if there is none. */
  readonly goal?: Cells | string | null | undefined;
}

/**
 * The fewest changes that make a puzzle good: to its picture, or to the cells given at the start.
 * @throws ArgumentError or PuzzleError if the puzzle, its cells or an option are not valid.
 */
export function fix(puzzle: PuzzleInput, options: FixPuzzleOptions = {}): Fixed | NotFixed {
  checkOptions('fix', options, FIX_OPTIONS);
  const checked = puzzleOf(puzzle);
  const { goal = null, ...rest } = options;
  const picture = goal === null ? null : cellsOf(checked, goal, 'goal');
  const size = checked.width * checked.height;
  if (rest.keep && rest.keep.length !== size) {
    throw new ArgumentError(`fix: keep: expected ${size} cells, got ${rest.keep.length}`);
  }
  return fixPictured({ puzzle: checked, goal: picture }, rest);
}

const FIX_OPTIONS: Readonly<Record<keyof FixPuzzleOptions, Expectation>> = {
  goal: orNull(cells),
  for: oneOf(['unique', 'line']),
  by: oneOf(['pixels', 'givens']),
  keep: orNull((value) => (value instanceof Uint8Array ? null : 'a Uint8Array')),
  maxChanges: wholeNumber(0),
  alternatives: wholeNumber(0),
  prefer: oneOf(['looks', 'opening', 'symmetry']),
  timeoutMs: positiveNumber,
};
