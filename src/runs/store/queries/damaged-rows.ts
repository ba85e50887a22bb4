import { MAX_BLOCK_LENGTH } from '../../../core/puzzle/types.js';
import { mostOf, type Bounds } from '../../../core/result/column.js';
import { ordinalOf } from '../../../core/result/puzzle-id.js';
import type { Needs } from '../../../core/result/difficulty.js';
import type { Status, Technique } from '../../../core/result/outcome.js';
import type { PuzzleResult } from '../../../core/result/result.js';
import { RESULT_COLUMNS } from '../../../core/result/result-columns.js';
import { StoreError, explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { RowDamage } from '../rows/row-damage.js';
import type { ColumnValue } from '../rows/row-inserter.js';
import { COPIED_COLUMNS } from '../stored-runs/part-rows.js';

/** Errors that values cause which no code expects; all others say themselves what is wrong. */
const UNEXPECTED = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError']);

/**
 * An error that occurred while the rows of a database were shown. If it is one that nobody
 * expected, and a row holds what no run has written, the answer is a StoreError of the kind
 * `damaged` that names the row. So nobody who reads sound rows pays for looking at each of them.
 */
export function explainedByRows(thrown: unknown, store: Store): unknown {
  const error = explainedError(thrown, store.path);
  if (!(error instanceof Error) || !UNEXPECTED.has(error.name) || 'syscall' in error) return error;
  const damage = damagedRow(store);
  if (damage === null) return error;
  return damagedError(store, damage, { cause: error });
}

function damagedError(store: Store, damage: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    'NM_DATABASE_DAMAGED',
    `${store.path} is damaged: ${damage}. Restore it from a copy, or solve the puzzle again.`,
    options,
  );
}

/** What is wrong with the first row of a database that no run has written so, or null. */
function damagedRow(store: Store): string | null {
  for (const { place, reason } of looks(store, 'ORDER BY results.run_id, puzzle_id')) {
    if (reason !== null) return resultCannotBe(place, reason);
  }
  return null;
}

function resultCannotBe(place: string, reason: string): string {
  return `the result of ${place} cannot be one: ${reason}`;
}

/** A row of the database: where it is, and why no run has written it, or its puzzle, so. */
interface Look {
  readonly place: string;
  readonly reason: string | null;
  readonly puzzle: string | null;
}

function* looks(
  store: Store,
  where: string,
  ...parameters: readonly (number | string)[]
): Generator<Look> {
  const damage = new RowDamage(COPIED_COLUMNS);
  const names = (table: 'puzzles' | 'results'): string[] =>
    COPIED_COLUMNS[table].map((name) => `${table}.${name}`);
  const rows = store.db
    .prepare<(number | string)[], [number, number, ColumnValue, ...ColumnValue[]]>(
      `SELECT results.run_id, puzzle_id, puzzles.name, ${[...names('puzzles'), ...names('results')].join(', ')}
       FROM results JOIN puzzles USING (puzzle_id) ${where}`,
    )
    .raw()
    .iterate(...parameters);
  for (const [runId, puzzleId, name, ...values] of rows) {
    const place = `${String(name)} in run ${runId} (entry ${ordinalOf(puzzleId)})`;
    const puzzle = values.slice(0, COPIED_COLUMNS.puzzles.length);
    const result = values.slice(COPIED_COLUMNS.puzzles.length);
    yield { place, reason: damage.reasonOf(puzzle, result), puzzle: damage.reasonOfPuzzle(puzzle) };
  }
}

/**
 * The values of a result that go into figures: a word that its column does not have is undefined.
 */
export interface FigureValues {
  readonly width: number;
  readonly height: number;
  readonly filled: number;
  readonly status: Status | null | undefined;
  readonly technique: Technique | null | undefined;
  readonly needs: Needs | null | undefined;
  readonly crossCheck: PuzzleResult['crossCheck'] | undefined;
  readonly depth: number | null;
  readonly depthMin: number | null;
  readonly ms: number;
  readonly limitMs: number | null;
  readonly score: number | null;
  readonly stars: number | null;
}

const { guess_depth, guess_depth_min, solve_ms, limit_ms, difficulty, stars } = RESULT_COLUMNS;

const FIGURE_COLUMNS = [
  'guess_depth',
  'guess_depth_min',
  'solve_ms',
  'limit_ms',
  'difficulty',
  'stars',
] as const;

/** The columns of words that go into figures. */
const WORD_COLUMNS = ['status', 'technique', 'needs', 'cross_check'] as const;

/** The longest side of a puzzle. */
const MOST_SIDE = MAX_BLOCK_LENGTH;

/**
 * Whether all of them are values of their columns: asked of every result that is counted, so it
 * must be cheap.
 */
export function areFigures(values: FigureValues): boolean {
  const { width, height, filled, status, technique, needs, crossCheck } = values;
  const cells = width * height;
  return (
    isWhole(width, 1, MOST_SIDE) &&
    isWhole(height, 1, MOST_SIDE) &&
    isWhole(filled, 0, cells) &&
    status !== undefined &&
    status !== null &&
    technique !== undefined &&
    needs !== undefined &&
    crossCheck !== undefined &&
    isFigure(guess_depth.kind, values.depth, cells) &&
    isFigure(guess_depth_min.kind, values.depthMin, cells) &&
    isFigure(solve_ms.kind, values.ms, cells) &&
    isFigure(limit_ms.kind, values.limitMs, cells) &&
    isFigure(difficulty.kind, values.score, cells) &&
    isFigure(stars.kind, values.stars, cells)
  );
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
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

/**
 * @throws StoreError of the kind `damaged` if a puzzle, or the numbers of its result, cannot be
 * shown.
 */
export function requireShowable(store: Store, runId: number, puzzleId: number): void {
  const [look] = looks(store, 'WHERE results.run_id = ? AND puzzle_id = ?', runId, puzzleId);
  const isDamaged = look.puzzle !== null || damagedIds(store, runId, puzzleId).length > 0;
  if (!isDamaged) return;
  throw damagedError(store, resultCannotBe(look.place, look.reason ?? 'its numbers'));
}

/**
 * Whether a result `r` of a puzzle `p` has a figure that cannot be one, in SQL: true, false or,
 * where a figure is not known, null.
 */
export const IS_DAMAGED = damagedSql();

function damagedSql(): string {
  const cells = 'p.width * p.height';
  const wrong = [
    outsideSql('p.width', { is: 'count', least: 1, most: MOST_SIDE }),
    outsideSql('p.height', { is: 'count', least: 1, most: MOST_SIDE }),
    outsideSql('p.filled', { is: 'count', least: 0, most: cells }),
    ...WORD_COLUMNS.map((name) => unknownSql(`r.${name}`, RESULT_COLUMNS[name].kind.choices)),
    ...FIGURE_COLUMNS.map((name) => {
      const { is, least, most, perCell } = RESULT_COLUMNS[name].kind;
      return outsideSql(`r.${name}`, {
        is,
        least,
        most: perCell === Infinity ? most : `${perCell} * ${cells}`,
      });
    }),
  ];
  return `(${wrong.join(' OR ')})`;
}

/**
 * The ids of the puzzles with such results, in ascending order, of a run that is not gone over
 * anyway; or only of one puzzle.
 */
export function damagedIds(store: Store, runId: number, puzzleId?: number): number[] {
  return store.db
    .prepare<[number, number, number], number>(
      `SELECT r.puzzle_id FROM results r CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id
       WHERE r.run_id = ? AND r.puzzle_id BETWEEN ? AND ? AND ${IS_DAMAGED}
       ORDER BY r.puzzle_id`,
    )
    .pluck()
    .all(runId, puzzleId ?? 0, puzzleId ?? Number.MAX_SAFE_INTEGER);
}

/**
 * Whether a value is not null, but not a number within these bounds either. Texts and blobs are
 * above all numbers, so that no type is asked for, which takes as long as all else.
 */
function outsideSql(
  value: string,
  {
    is,
    least,
    most,
  }: { readonly is: 'count' | 'real'; readonly least: number; readonly most: number | string },
): string {
  const isNotWhole = is === 'count' ? `${value} <> CAST(${value} AS INTEGER) OR ` : '';
  return `(${isNotWhole}${value} NOT BETWEEN ${least} AND ${most})`;
}

/** Whether a value is not null, but none of a list either. */
function unknownSql(value: string, words: readonly string[]): string {
  const known = words.map((word) => `WHEN '${word}' THEN 0`).join(' ');
  return `CASE ${value} ${known} ELSE ${value} IS NOT NULL END`;
}
