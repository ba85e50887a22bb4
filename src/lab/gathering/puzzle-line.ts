import { fingerprint, SHAPE_LENGTH, shapeOf } from '../../solver/core/puzzle/fingerprint.js';
import { cluesToJson, type JsonClues } from '../../solver/core/puzzle/clues-json.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import { filledCells, type Puzzle } from '../../solver/core/puzzle/types.js';
import { RESULT_COLUMN_LIST, type NamedColumn } from '../../solver/core/result/result-columns.js';
import type { StoredResult } from '../../solver/core/result/result.js';

/** The columns of results that are the same on every machine, whenever they are worked out. */
export const FOUND_COLUMNS: readonly NamedColumn[] = RESULT_COLUMN_LIST.filter(
  ({ from }) => from === 'outcome' || from === 'counters' || from === 'rating',
);

/** What was found out about a puzzle, by the fields of results. */
export type FoundFields = Readonly<Partial<Record<keyof StoredResult, unknown>>>;

/** A puzzle of a data set while that is made: a line of JSON, its shape first. */
export interface PuzzleLine {
  readonly shape: string;
  readonly fingerprint: string;
  readonly id: string | null;
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly palette: string | null;
  /** The share of filled cells. */
  readonly density: number;
  readonly clues: JsonClues;
  readonly start: string | null;
  /** By the fields of FOUND_COLUMNS. */
  readonly found: Readonly<Record<string, string | number | boolean | null>>;
}

/** The line of a puzzle, without its end. */
export function puzzleLine(
  id: string | null,
  title: string | null,
  puzzle: Puzzle,
  found: FoundFields,
): string {
  const { width, height, colours, palette, start, rows, columns } = puzzle;
  const words = pack(puzzle);
  const fields: Omit<PuzzleLine, 'clues'> = {
    shape: shapeOf(words, 0),
    fingerprint: fingerprint(words, 0, palette),
    id,
    title,
    width,
    height,
    colours,
    palette: palette === null ? null : palette.join(' '),
    density: filledCells(puzzle) / (width * height),
    start: start === null ? null : cellsToText(start, width, height, colours),
    found: Object.fromEntries(FOUND_COLUMNS.map(({ field }) => [field, found[field]])) as never,
  };
  return `${JSON.stringify(fields).slice(0, -1)},"clues":${cluesToJson(rows, columns, colours)}}`;
}

const SHAPE_FROM = '{"shape":"'.length;

export function shapeOfLine(line: string): string {
  return line.slice(SHAPE_FROM, SHAPE_FROM + SHAPE_LENGTH);
}
