import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { jsonToClues } from '../../../solver/core/puzzle/clues-json.js';
import {
  coloursOf,
  heightOf,
  pack,
  widthOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import { readCells } from '../../../solver/core/puzzle/text.js';
import {
  UNKNOWN,
  filledCells,
  type Cells,
  type Puzzle,
} from '../../../solver/core/puzzle/types.js';
import { ANY_SIZE, validate } from '../../../solver/core/puzzle/validate.js';
import {
  type Kind,
  kindReason,
  type NamedColumn,
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../../solver/core/result/result-columns.js';
import { brokenRule } from '../../../solver/core/result/result-rules.js';
import { readPacked } from '../packed/packed-picture.js';
import type { ColumnValue } from './row-inserter.js';

/** The columns of a puzzle that are looked at. */
const PUZZLE = [
  ...(['width', 'height', 'colours', 'palette', 'clues', 'start', 'goal'] as const),
  ...(['name', 'title', 'filled', 'fingerprint'] as const),
] as const;

/** The names of the columns of both tables, in the order in which rows have them. */
export interface RowColumns {
  readonly puzzles: readonly string[];
  readonly results: readonly string[];
}

/**
 * Looks whether rows of a database hold what a run writes: each value is one of its column, the
 * clues are those of the fingerprint, the columns fit each other, and pictures fit the clues. Only
 * solving could show whether a verdict is true.
 */
export class RowDamage {
  /** Where in a row of `puzzles` each of PUZZLE is. */
  private readonly puzzleAt: Readonly<Record<(typeof PUZZLE)[number], number>>;
  private readonly resultColumns: readonly (NamedColumn & { readonly at: number })[];
  /** Where in a row of `results` each column is. */
  private readonly resultAt: Readonly<Record<ResultColumnName, number>>;

  constructor({ puzzles, results }: RowColumns) {
    this.puzzleAt = Object.fromEntries(
      PUZZLE.map((name) => [name, puzzles.indexOf(name)]),
    ) as RowDamage['puzzleAt'];
    this.resultColumns = RESULT_COLUMN_LIST.map((column) => ({
      ...column,
      at: results.indexOf(column.name),
    }));
    this.resultAt = Object.fromEntries(
      RESULT_COLUMN_LIST.map(({ name }) => [name, results.indexOf(name)]),
    ) as RowDamage['resultAt'];
  }

  /**
   * Why a result cannot be shown: its puzzle cannot be read, or its column has no such value. Null
   * if it can.
   */
  reasonOfValues(puzzle: readonly ColumnValue[], result: readonly ColumnValue[]): string | null {
    const read = this.readPuzzle(puzzle);
    return typeof read === 'string' ? read : this.valueReason(result, read.width * read.height);
  }

  /** Why a puzzle and its result cannot be what a run has written, or null. */
  reasonOf(puzzle: readonly ColumnValue[], result: readonly ColumnValue[]): string | null {
    const words = this.soundPuzzle(puzzle);
    if (typeof words === 'string') return words;
    return this.reasonOfResult(result, words, 0);
  }

  /**
   * Why a result, its pictures packed or not, cannot be what a run has written of the puzzle at
   * `offset` of `words`, or null.
   */
  reasonOfResult(
    result: readonly ColumnValue[],
    words: PackedWords,
    offset: number,
  ): string | null {
    return (
      this.valueReason(result, widthOf(words, offset) * heightOf(words, offset)) ??
      brokenRule((column) => result[this.resultAt[column]]) ??
      this.pictureReason(result, words, offset)
    );
  }

  /** The puzzle, packed, or why it is not the one that was stored. */
  private soundPuzzle(row: readonly ColumnValue[]): PackedWords | string {
    const puzzle = this.readPuzzle(row);
    if (typeof puzzle === 'string') return puzzle;
    const words = pack(puzzle);
    if (fingerprint(words, 0, puzzle.palette) !== row[this.puzzleAt.fingerprint]) {
      return 'its clues are not those of its fingerprint';
    }
    const [given, filled] = [row[this.puzzleAt.filled], filledCells(puzzle)];
    return given === null || given === filled
      ? words
      : `filled is ${shown(given)}, but its clues fill ${filled} cells`;
  }

  /** The puzzle that a row holds, or why it holds none. */
  private readPuzzle(row: readonly ColumnValue[]): Puzzle | string {
    const of = (name: (typeof PUZZLE)[number]): ColumnValue => row[this.puzzleAt[name]];
    const [width, height, colours] = [of('width'), of('height'), of('colours')];
    const [palette, clues, start, goal] = [of('palette'), of('clues'), of('start'), of('goal')];
    const texts = [palette, start, goal, of('name'), of('title')];
    const areTexts = texts.every((value) => isTextOrNull(value));
    if (typeof width !== 'number' || typeof height !== 'number' || typeof colours !== 'number') {
      return 'the size of the puzzle is not one';
    }
    if (typeof clues !== 'string' || !areTexts) return 'the texts of the puzzle are not ones';
    let sides: ReturnType<typeof jsonToClues>;
    try {
      sides = jsonToClues(clues);
    } catch {
      return 'its clues cannot be read';
    }
    const given = start === null ? null : readCells(String(start), width, height);
    if (start !== null && given === null) return 'its start position cannot be read';
    const drawn = goal === null ? null : readCells(String(goal), width, height);
    if (goal !== null && drawn === null) return "the author's picture cannot be read";
    const named = palette === null ? null : String(palette).split(' ');
    const draft = { width, height, ...sides, palette: named, start: given, goal: drawn };
    const { puzzle: sound, reason } = validate(draft, ANY_SIZE);
    if (sound === undefined) return `it is not a puzzle: ${reason}`;
    if (sound.colours !== colours) return `its colours are ${colours}, but its palette has others`;
    return sound;
  }

  private valueReason(row: readonly ColumnValue[], cells: number): string | null {
    for (const { name, kind, isNull, at } of this.resultColumns) {
      const value = row[at];
      if (value === null && isNull !== undefined) continue;
      if (kind.is === 'cells' && value instanceof Uint8Array) continue;
      const expected = kindReason(kind, valueOf(kind, value), cells);
      if (expected !== null) return `${name} is ${shown(value)}, expected ${expected}`;
    }
    return null;
  }

  private pictureReason(
    row: readonly ColumnValue[],
    words: PackedWords,
    offset: number,
  ): string | null {
    const { solution, second_solution: second } = this.resultAt;
    const [width, height] = [widthOf(words, offset), heightOf(words, offset)];
    const colours = coloursOf(words, offset);
    let first: Cells | null = null;
    for (const place of [solution, second]) {
      const picture = row[place];
      if (picture === null) continue;
      const cells = readPacked(
        picture instanceof Uint8Array ? picture : String(picture),
        width,
        height,
      );
      const reason = cells === null ? '' : checkPacked(words, offset, cells, first);
      // An unknown cell breaks a clue, too.
      if (cells === null || (reason !== null && !areKnown(cells, colours))) {
        return 'a picture of it is not one of known cells';
      }
      if (reason !== null) return `a solution is none: ${reason}`;
      // Texts may differ where pictures do not: a filled cell is # or 1.
      if (first?.every((cell, i) => cell === cells[i]) === true) {
        return 'its two solutions are the same';
      }
      first = cells;
    }
    return null;
  }
}

function areKnown(cells: Cells, colours: number): boolean {
  for (const cell of cells) if (cell === UNKNOWN || cell > colours) return false;
  return true;
}

/** A value of SQLite as the column's kind has it; what cannot be one stays what it is. */
function valueOf({ is }: Kind, value: ColumnValue): unknown {
  if (is === 'flag') return value === 1 ? true : value === 0 ? false : value;
  return is === 'time' && typeof value === 'string' ? Date.parse(value) : value;
}

/** A value in a message; also a blob, which no column has. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

function isTextOrNull(value: ColumnValue): boolean {
  return value === null || typeof value === 'string';
}
