import {
  FIELDS as PUZZLE_WORDS,
  FIELD_AT,
  viewsOf,
  type PackedColumns,
} from '../../packed/packed-columns.js';
import {
  FIELDS as RESULT_WORDS,
  HEADER,
  LENGTH_AT,
  LENGTH_PLACES,
  VALUE_AT,
  viewResults,
  type PackedResults,
  type SolvedField,
} from '../../packed/packed-results.js';
import { RESULT_COLUMN_LIST, isSolved } from '../../result/result-columns.js';
import type { StoredResult } from '../../result/result.js';
import type { Unsolved } from '../layout/result-layout.js';
import { puzzleId } from './stored-puzzle-id.js';
import type { RowImage } from './row-image.js';

/** Puzzles and their results as they came from threads, all of one source. */
export interface PackedEntries {
  readonly columns: PackedColumns;
  /** The index in `columns` of the puzzle that the first result belongs to. */
  readonly first: number;
  readonly results: PackedResults;
}

/** How many of the columns of a puzzle are texts or bytes. */
const PUZZLE_TEXTS = 8;

/**
 * Adds rows of puzzles, the values of PUZZLE_COLUMNS, to a table: bytes become bytes, without a string for any of them.
 * `label` names those without a name. Returns false if one is too long for a page.
 */
export function addPuzzleRows(
  image: RowImage,
  table: number,
  { sourceId, label }: { readonly sourceId: number; readonly label: string },
  { columns, first, results }: PackedEntries,
): boolean {
  const { ordinals, fields, ends } = viewsOf(columns);
  const text = new Uint8Array(columns.text);
  const end = first + viewResults(results).count;
  for (let i = first; i < end; i++) {
    const at = i * PUZZLE_WORDS;
    const nameAt = i === 0 ? 0 : ends[i - 1];
    const name = fields[at + FIELD_AT.names];
    const own = name < 0 ? `${label}#${ordinals[i]}` : '';
    const bytes = ends[i] - nameAt + 3 * own.length;
    if (!image.begin(table, PUZZLE_TEXTS, bytes)) return false;
    const length = (place: number): number => Math.max(0, fields[at + place]);
    const titleAt = nameAt + length(FIELD_AT.names);
    const paletteAt = titleAt + length(FIELD_AT.titles);
    const cluesAt = paletteAt + length(FIELD_AT.palettes);
    const startAt = cluesAt + length(FIELD_AT.clues);
    const goalAt = startAt + length(FIELD_AT.starts);
    const printAt = goalAt + length(FIELD_AT.goals);
    const shapeAt = printAt + length(FIELD_AT.fingerprints);
    image.number(puzzleId(sourceId, ordinals[i]));
    image.number(sourceId);
    image.number(ordinals[i]);
    if (name < 0) image.string(own);
    else image.text(text, nameAt, name);
    image.text(text, titleAt, fields[at + FIELD_AT.titles]);
    image.number(fields[at + FIELD_AT.widths]);
    image.number(fields[at + FIELD_AT.heights]);
    image.number(fields[at + FIELD_AT.colours]);
    image.text(text, paletteAt, fields[at + FIELD_AT.palettes]);
    image.text(text, cluesAt, fields[at + FIELD_AT.clues]);
    image.text(text, startAt, fields[at + FIELD_AT.starts]);
    image.text(text, goalAt, fields[at + FIELD_AT.goals]);
    image.text(text, printAt, fields[at + FIELD_AT.fingerprints]);
    image.text(text, shapeAt, fields[at + FIELD_AT.shapes]);
    image.number(fields[at + FIELD_AT.filled]);
    image.end();
  }
  return true;
}

/** A column of results, and where in packed results its value is. */
interface Place {
  readonly is: 'number' | 'time' | 'choice' | 'decimal' | 'text' | 'cells' | 'unsolved';
  readonly field: keyof StoredResult;
  /** The place of its value among the words of a result, and of the length of its text; -1 if there is none. */
  readonly value: number;
  readonly length: number;
  readonly words: readonly Uint8Array[];
}

const UTF8 = new TextEncoder();

const PLACES = RESULT_COLUMN_LIST.map((column): Place => {
  const { kind } = column;
  if (!isSolved(column)) {
    return { is: 'unsolved', field: column.field, value: -1, length: -1, words: [] };
  }
  const field = column.field as SolvedField;
  const is = kind.is === 'count' || kind.is === 'real' || kind.is === 'flag' ? 'number' : kind.is;
  const words = kind.is === 'choice' ? kind.choices.map((word) => UTF8.encode(word)) : [];
  return { is, field, value: VALUE_AT[field], length: LENGTH_AT[field], words };
});

/** How many of the columns are texts. */
const RESULT_TEXTS = PLACES.filter(({ is }) =>
  ['choice', 'decimal', 'text', 'cells'].includes(is),
).length;

/** The most bytes of the words of a row, and of decimals that are numbers on their way. */
const WORD_BYTES = 200;

const NO_TEXT = new Uint8Array();

/** What all rows of some results have. */
export interface OfRun {
  readonly runId: number;
  readonly sourceId: number;
  /** The time limit that they were found under; null for none. */
  readonly limitMs: number | null;
}

/**
 * Adds rows of results, the values of RESULT_ROW_COLUMNS, to a table in the same way. Returns false if a row is too long
 * for a page.
 */
export function addResultRows(
  image: RowImage,
  table: number,
  { runId, sourceId, limitMs }: OfRun,
  { columns, first, results }: PackedEntries,
): boolean {
  const { ordinals, fields } = viewsOf(columns);
  const { count, words, text } = viewResults(results);
  const unsolved = { goalMatches: null as number | null, attempts: 1, limitMs };
  let textAt = 0;
  for (let i = 0, at = HEADER; i < count; i++, at += RESULT_WORDS) {
    let bytes = WORD_BYTES;
    for (const place of LENGTH_PLACES) bytes += Math.max(0, words[at + place]);
    if (!image.begin(table, RESULT_TEXTS, bytes)) return false;
    image.number(runId);
    image.number(puzzleId(sourceId, ordinals[first + i]));
    const goal = fields[(first + i) * PUZZLE_WORDS + FIELD_AT.goalMatches];
    unsolved.goalMatches = goal < 0 ? null : goal;
    for (const place of PLACES) {
      const value = words[at + place.value];
      const length = place.length < 0 ? -1 : words[at + place.length];
      switch (place.is) {
        case 'number':
          image.number(value < 0 ? null : value);
          break;
        case 'time':
          image.number(Math.floor(value));
          break;
        case 'choice':
          if (value < 0) image.text(NO_TEXT, 0, -1);
          else image.text(place.words[value], 0, place.words[value].length);
          break;
        case 'cells':
          image.cells(text, textAt, length);
          break;
        case 'decimal':
          if (length < 0) image.string(String(value));
          else image.text(text, textAt, length);
          break;
        case 'text':
          image.text(text, textAt, length);
          break;
        case 'unsolved':
          image.number(unsolved[place.field as keyof Unsolved]);
      }
      if (length > 0) textAt += length;
    }
    image.end();
  }
  return true;
}
