import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { validate } from '../../core/puzzle/validate.js';
import { didYouMean } from '../../core/text/typed.js';
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
import { RejectionReasons } from '../advice/mistyped.js';
import { ArgumentError, FormatError } from './errors.js';
import {
  cells,
  cellsOf,
  checkOptions,
  text as isText,
  orNull,
  type PuzzleInput,
  puzzleOf,
  shownValue,
  truth,
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

/** One entry of a text that is not a puzzle, and why. */
export interface ReadReject {
  readonly ordinal: number;
  /** 1-based, where the entry starts; null if line numbers do not help. */
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
  /** The beginning of the entry, at most 120 characters. */
  readonly excerpt: string;
}

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
