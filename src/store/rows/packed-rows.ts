import {
  FIELDS as PUZZLE_WORDS,
  FIELD_AT,
  viewsOf,
  type PackedColumns,
} from '../../packed/packed-columns.js';
import {
  FIELDS as RESULT_WORDS,
  HEADER,
  LENGTH_PLACES,
  compileRead,
  viewResults,
  type PackedResults,
} from '../../packed/packed-results.js';
import { FIRST_TRY, STORED_TEXTS, addPackedResult, storedValues } from '../layout/result-layout.js';
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
    if (name < 0) image.string(own);
    else image.text(text, nameAt, name);
    image.text(text, titleAt, fields[at + FIELD_AT.titles]);
    image.number(fields[at + FIELD_AT.widths]);
    image.number(fields[at + FIELD_AT.heights]);
    image.number(fields[at + FIELD_AT.colours]);
    image.text(text, paletteAt, fields[at + FIELD_AT.palettes]);
    image.number(fields[at + FIELD_AT.filled]);
    image.text(text, cluesAt, fields[at + FIELD_AT.clues]);
    image.cells(text, startAt, fields[at + FIELD_AT.starts]);
    image.cells(text, goalAt, fields[at + FIELD_AT.goals]);
    image.blob(text, printAt, fields[at + FIELD_AT.fingerprints]);
    image.blob(text, shapeAt, fields[at + FIELD_AT.shapes]);
    image.end();
  }
  return true;
}

/** Reads a result that has something rare in it, as an object. */
const readResult = compileRead();
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Adds rows of results, the run, the puzzle and the values of STORED_COLUMNS, to a table in the same way. Returns false
 * if a row is too long for a page.
 */
export function addResultRows(
  image: RowImage,
  table: number,
  { runId, sourceId }: { readonly runId: number; readonly sourceId: number },
  { columns, first, results }: PackedEntries,
): boolean {
  const { ordinals, fields } = viewsOf(columns);
  const { count, words, text } = viewResults(results);
  let [id, textAt, textEnd] = [0, 0, 0];
  const begin = (): boolean => {
    if (!image.begin(table, STORED_TEXTS, textEnd - textAt)) return false;
    image.number(runId);
    image.number(id);
    return true;
  };
  for (let i = 0, at = HEADER; i < count; i++, at += RESULT_WORDS) {
    for (const place of LENGTH_PLACES) textEnd += Math.max(0, words[at + place]);
    id = puzzleId(sourceId, ordinals[first + i]);
    const goal = fields[(first + i) * PUZZLE_WORDS + FIELD_AT.goalMatches];
    if (addPackedResult(image, words, at, text, textAt, goal, begin)) {
      image.end();
    } else {
      const result = readResult(words, at, (length) => {
        if (length < 0) return null;
        textAt += length;
        return TEXT.decode(text.subarray(textAt - length, textAt));
      });
      const unsolved = { goalMatches: goal < 0 ? null : goal === 1, ...FIRST_TRY };
      if (!image.add(table, [runId, id, ...storedValues(result, unsolved)])) return false;
    }
    textAt = textEnd;
  }
  return true;
}
