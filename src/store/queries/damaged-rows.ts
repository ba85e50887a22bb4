import { mostOf, type Bounds } from '../../result/column.js';
import { ordinalOf } from '../../result/puzzle-id.js';
import { RESULT_COLUMNS } from '../../result/result-columns.js';
import { valueSql } from '../layout/result-layout.js';
import { StoreError, explainedError } from '../open/errors.js';
import type { Store } from '../open/open.js';
import { RowDamage } from '../rows/row-damage.js';
import type { ColumnValue } from '../rows/row-inserter.js';
import { JUDGED_COLUMNS } from '../runs/part-rows.js';

/** Errors that values cause which no code expects; all others say themselves what is wrong. */
const UNEXPECTED = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError']);

/**
 * An error that occurred while the rows of a database were shown. If it is one that nobody expected, and a row holds
 * what no run has written, the answer is a StoreError of the kind `damaged` that names the row. So nobody who reads sound rows pays
 * for looking at each of them.
 */
export function explainedByRows(thrown: unknown, store: Store): unknown {
  const error = explainedError(thrown, store.path);
  if (!(error instanceof Error) || !UNEXPECTED.has(error.name) || 'syscall' in error) return error;
  const damage = damagedRow(store);
  if (damage === null) return error;
  return new StoreError(
    'damaged',
    `${store.path} is damaged: ${damage}. Restore it from a copy, or solve the puzzle again.`,
    { cause: error },
  );
}

/** What is wrong with the first row of a database that no run has written so, or null. */
function damagedRow(store: Store): string | null {
  for (const { place, reason } of looks(store, 'ORDER BY results.run_id, puzzle_id')) {
    if (reason !== null) return `the result of ${place} cannot be one: ${reason}`;
  }
  return null;
}

/** Rows of the database, each with its place, and why no run has written it so, or null. */
function* looks(
  store: Store,
  where: string,
  ...parameters: readonly (number | string)[]
): Generator<{ readonly place: string; readonly reason: string | null }> {
  const damage = new RowDamage(JUDGED_COLUMNS);
  const names = (table: 'puzzles' | 'results'): string[] =>
    JUDGED_COLUMNS[table].map((name) => `${table}.${name}`);
  const rows = store.db
    .prepare<(number | string)[], [number, number, ColumnValue, ...ColumnValue[]]>(
      `SELECT results.run_id, puzzle_id, puzzles.name, ${[...names('puzzles'), ...names('results')].join(', ')}
       FROM results JOIN puzzles USING (puzzle_id) ${where}`,
    )
    .raw()
    .iterate(...parameters);
  for (const [runId, puzzleId, name, ...values] of rows) {
    const place = `${String(name)} in run ${runId} (entry ${ordinalOf(puzzleId)})`;
    const puzzle = values.slice(0, JUDGED_COLUMNS.puzzles.length);
    yield { place, reason: damage.reasonOf(puzzle, values.slice(JUDGED_COLUMNS.puzzles.length)) };
  }
}

/** The numbers of a result that go into figures. */
export interface FigureValues {
  readonly cells: number;
  readonly depth: number | null;
  readonly depthMin: number | null;
  readonly ms: number;
  readonly score: number | null;
  readonly stars: number | null;
}

const { guess_depth, guess_depth_min, solve_ms, difficulty, stars } = RESULT_COLUMNS;

const FIGURE_COLUMNS = [
  'guess_depth',
  'guess_depth_min',
  'solve_ms',
  'difficulty',
  'stars',
] as const;

/** Whether all of them are numbers of their columns: asked of every result that is counted, so it must be cheap. */
export function areFigures(values: FigureValues): boolean {
  const { cells } = values;
  return (
    isFigure(guess_depth.kind, values.depth, cells) &&
    isFigure(guess_depth_min.kind, values.depthMin, cells) &&
    isFigure(solve_ms.kind, values.ms, cells) &&
    isFigure(difficulty.kind, values.score, cells) &&
    isFigure(stars.kind, values.stars, cells)
  );
}

function isFigure(
  kind: Bounds & { readonly is: 'count' | 'real' },
  value: number | null,
  cells: number,
): boolean {
  if (value === null) return true;
  // A damaged database may hold texts.
  const isNumber = typeof value === 'number' && (kind.is === 'real' || Number.isInteger(value));
  return isNumber && value >= kind.least && value <= mostOf(kind, cells);
}

/** Results of a run that are left out of its figures, since a number of theirs cannot be one. */
export interface DamagedResults {
  readonly rows: number;
  /** The first ones: each with its place and the reason. */
  readonly first: readonly string[];
}

/** How many of them are named. */
const NAMED = 10;

/** Names damaged results of a run by the ids of their puzzles. */
export function namedDamage(
  store: Store,
  runId: number,
  puzzleIds: readonly number[],
): DamagedResults {
  const where = `WHERE results.run_id = ? AND puzzle_id IN (SELECT value FROM json_each(?)) ORDER BY puzzle_id`;
  const named = JSON.stringify(puzzleIds.slice(0, NAMED));
  const first =
    puzzleIds.length === 0
      ? []
      : Array.from(looks(store, where, runId, named), ({ place, reason }) =>
          reason === null ? place : `${place}: ${reason}`,
        );
  return { rows: puzzleIds.length, first };
}

/** The same of a run whose results are not gone over anyway. */
export function damagedResults(store: Store, runId: number): DamagedResults {
  const outside = FIGURE_COLUMNS.map((name) => {
    const { least, most, perCell } = RESULT_COLUMNS[name].kind;
    const value = valueSql(name, 'r');
    const cells = '(SELECT p.width * p.height FROM puzzle_rows p WHERE p.puzzle_id = r.puzzle_id)';
    return perCell === Infinity
      ? `${value} NOT BETWEEN ${least} AND ${most}`
      : `(${value} <> 0 AND ${value} NOT BETWEEN ${least} AND ${perCell} * ${cells})`;
  });
  const ids = store.db
    .prepare<[number], number>(
      `SELECT puzzle_id FROM result_rows r WHERE run_id = ? AND (${outside.join(' OR ')})
       ORDER BY puzzle_id`,
    )
    .pluck()
    .all(runId);
  return namedDamage(store, runId, ids);
}
