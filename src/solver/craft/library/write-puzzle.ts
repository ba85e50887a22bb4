import { losses } from '../../formats/losses.js';
import type { Format, NamedPuzzle } from '../../formats/contract/format.js';
import type { Cells } from '../../core/puzzle/types.js';
import { FormatError } from './errors.js';
import { namedFormat } from './named-format.js';
import { cells, checkOptions, orNull, text } from './options.js';
import { cellsOf, puzzleOf, type PuzzleInput } from './puzzle-input.js';

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
  const writer = namedFormat(format, isWritten, 'written');
  const named = Array.from(puzzles, (written) => namedPuzzle(written, writer));
  if (named.length > 1 && !writer.holds.many) {
    throw new FormatError(
      'NM_FORMAT_CANNOT_HOLD',
      `a file of the format ${writer.name} holds one puzzle, and there are ${named.length}`,
    );
  }
  return [...writer.write(named)].join('');
}

const WRITE_OPTIONS = { name: orNull(text), title: orNull(text), goal: orNull(cells) };

function namedPuzzle(
  { puzzle: input, name = null, title = null, goal = null }: WrittenPuzzle,
  format: Format,
): NamedPuzzle {
  const puzzle = puzzleOf(input);
  const picture = goal === null ? null : cellsOf(puzzle, goal, 'goal');
  const named: NamedPuzzle = { name, title, puzzle, goal: picture };
  const { errors } = losses(named, format);
  if (errors.length > 0) throw new FormatError('NM_FORMAT_CANNOT_HOLD', errors.join('; '));
  return named;
}

type WritingFormat = Format & { readonly write: NonNullable<Format['write']> };

function isWritten(format: Format): format is WritingFormat {
  return format.write !== null;
}
