import { textLength, writeCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import type { RowValue } from '../../record/result-rules.js';
import {
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../../solver/core/result/result-columns.js';
import {
  solvedOnce,
  type EntryPart,
  type PictureSize,
  type RowParts,
} from '../../../solver/core/result/result.js';
import { isPackable, packPicture, packPictureCells, packedPictureBytes } from './packed-picture.js';
import type { RowPages } from './row-pages.js';

type AddValue = (to: RowPages, parts: RowParts, size: PictureSize) => void;

/**
 * Adds the value of each column to a row; null if its part is missing, or has none. It is what the
 * table of columns says (`from`, `field` and `kind`), written out: reading fields by their names
 * takes three times as long, a sixth of solving a 5x5, rating it and making its rows. A test holds
 * it to the table.
 */
const ADD: Readonly<Record<ResultColumnName, AddValue>> = {
  status: (to, { outcome }) => addText(to, outcome?.status),
  stopped_by: (to, { outcome }) => addText(to, outcome?.stoppedBy),
  technique: (to, { outcome }) => addText(to, outcome?.technique),
  guess_depth: (to, { outcome }) => addNumber(to, outcome?.guessDepth),
  guess_depth_min: (to, { outcome }) => addNumber(to, outcome?.guessDepthMin),
  search_depth: (to, { outcome }) => addNumber(to, outcome?.searchDepth),
  solutions: (to, { outcome }) => addDecimal(to, outcome?.solutions),
  solutions_exact: (to, { outcome }) => addFlag(to, outcome?.solutionsExact),
  sweeps: (to, { outcome }) => addNumber(to, outcome?.sweeps),
  line_solves: (to, { counters }) => addNumber(to, counters?.lineSolves),
  probes: (to, { counters }) => addNumber(to, counters?.probes),
  decisions: (to, { counters }) => addNumber(to, counters?.decisions),
  conflicts: (to, { counters }) => addNumber(to, counters?.conflicts),
  solve_ms: (to, { thread }) => addNumber(to, thread?.solveMs),
  difficulty: (to, { rating }) => addNumber(to, rating?.difficulty),
  difficulty_bound: (to, { rating }) => addFlag(to, rating?.difficultyBound),
  effort_line: (to, { rating }) => addNumber(to, rating?.effortLine),
  effort_probe: (to, { rating }) => addNumber(to, rating?.effortProbe),
  tries: (to, { rating }) => addNumber(to, rating?.tries),
  stars: (to, { rating }) => addNumber(to, rating?.stars),
  needs: (to, { rating }) => addText(to, rating?.needs),
  look_ahead: (to, { rating }) => addNumber(to, rating?.lookAhead),
  difficulty_version: (to, { rating }) => addNumber(to, rating?.difficultyVersion),
  opening: (to, { rating }) => addNumber(to, rating?.opening),
  narrowest: (to, { rating }) => addNumber(to, rating?.narrowest),
  inner_look_ahead: (to, { rating }) => addNumber(to, rating?.innerLookAhead),
  proof: (to, { thread }) => addNumber(to, thread?.proof),
  solution: (to, { outcome }, size) => addPicture(to, outcome?.solution, size),
  second_solution: (to, { outcome }, size) => addPicture(to, outcome?.secondSolution, size),
  goal_matches: (to, { entry }) => addFlag(to, entry.goalMatches),
  cross_check: (to, { thread }) => addText(to, thread?.crossCheck),
  attempts: (to, { run }) => addNumber(to, run.attempts),
  limit_ms: (to, { run }) => addNumber(to, run.limitMs),
  reused_run: (to, { run }) => addNumber(to, run.reusedRun),
  reused_from: (to, { run }) => addText(to, run.reusedFrom),
  error: (to, { thread }) => addText(to, thread?.error),
  finished_at: (to, { thread }) => addTime(to, thread?.finishedAt),
};

const COLUMNS = RESULT_COLUMN_LIST.map(({ name, from }) => ({ add: ADD[name], from }));

/** Adds the values of a result to a row. */
export function addResultValues(to: RowPages, parts: RowParts, size: PictureSize): void {
  for (let i = 0; i < COLUMNS.length; i++) COLUMNS[i].add(to, parts, size);
}

/**
 * Adds the values of a result that is taken over, as its row held them, but for what is said of the
 * entry.
 */
export function addReusedValues(
  to: RowPages,
  values: readonly RowValue[],
  entry: EntryPart,
  size: PictureSize,
): void {
  const parts = { ...NO_PARTS, entry };
  for (const [i, { add, from }] of COLUMNS.entries()) {
    const value = values[i];
    if (from === 'entry') add(to, parts, size);
    else if (value instanceof Uint8Array) to.bytesOf(value, 0, value.length, false);
    else if (typeof value === 'number') to.number(value);
    else addText(to, value);
  }
}

const NO_PARTS = {
  outcome: null,
  counters: null,
  rating: null,
  thread: null,
  run: solvedOnce(null),
};

function addNumber(pages: RowPages, value: unknown): void {
  if (typeof value === 'number') pages.number(value);
  else pages.null();
}

function addText(pages: RowPages, value: unknown): void {
  if (typeof value === 'string') pages.text(value);
  else pages.null();
}

function addFlag(pages: RowPages, value: unknown): void {
  if (typeof value === 'boolean') pages.number(value ? 1 : 0);
  else pages.null();
}

/** Milliseconds since 1970, without the fraction that a clock may give them. */
function addTime(pages: RowPages, value: unknown): void {
  addNumber(pages, typeof value === 'number' ? Math.floor(value) : null);
}

function addDecimal(pages: RowPages, value: unknown): void {
  addText(pages, typeof value === 'bigint' ? String(value) : value);
}

/** Adds a picture, as cells or as text, packed if it can be. */
function addPicture(pages: RowPages, value: unknown, size: PictureSize): void {
  if (value instanceof Uint8Array) addCells(pages, value, size, true);
  else if (typeof value === 'string') addPictureText(pages, value);
  else pages.null();
}

function addPictureText(pages: RowPages, picture: string): void {
  const packed = packPicture(picture);
  if (typeof packed === 'string') pages.text(packed);
  else pages.bytesOf(packed, 0, packed.length, false);
}

/** Adds cells, or null: packed as columns of results hold them if it `isPacked`, else as text. */
export function addCells(
  pages: RowPages,
  cells: Cells | null,
  { width, height, colours }: PictureSize,
  isPacked: boolean,
): void {
  if (cells === null) {
    pages.null();
  } else if (isPacked && colours === 1 && isPackable(cells)) {
    const length = packedPictureBytes(width, height);
    packPictureCells(cells, width, height, pages.room(length), pages.place);
    pages.endBlob(pages.place + length);
  } else {
    const row = pages.room(textLength(width, height));
    pages.endText(writeCells(row, pages.place, cells, width, height, colours));
  }
}
