import { StoreError, explainedError } from '../open/store-error.js';
import { quickCheck, type Store } from '../open/open.js';
import { nameSql, ordinalSql } from '../pieces.js';
import { RowDamage } from '../rows/row-damage.js';
import type { ColumnValue } from '../rows/row-inserter.js';
import { COPIED_COLUMNS } from '../stored-runs/part-rows.js';

// The tables take no row that cannot be true. What is found here was written by somebody who had
// switched off their checks, or by a failing disk.

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
  const damage = firstDamage(store, IN_ORDER);
  return damage === null ? error : damagedError(store, damage, { cause: error });
}

/**
 * Looks at every page of a database and at the checks of its tables, 5 us for each result; where
 * SQLite cannot do that, as nobody may write to the file, at each row.
 * @throws StoreError of the kind `damaged` that says what is wrong, with the first row that cannot
 * be one.
 */
export function requireSound(store: Store): void {
  const { said, withChecks } = quickCheck(store);
  if (said.length === 0 && withChecks) return;
  const damage = firstDamage(store, IN_ORDER);
  const all = [...new Set(said), ...(damage === null ? [] : [damage])];
  if (all.length > 0) throw damagedError(store, all.join('; '));
}

/** @throws StoreError of the kind `damaged` if no run has written a result, or its puzzle, so. */
export function requireSoundResult(store: Store, runId: number, puzzleId: number): void {
  requireNone(store, firstDamage(store, ONE_RESULT, [runId, puzzleId]));
}

/** The same if they cannot even be shown. */
export function requireShowable(store: Store, runId: number, puzzleId: number): void {
  requireNone(store, firstDamage(store, ONE_RESULT, [runId, puzzleId], 'reasonOfValues'));
}

const ONE_RESULT = 'WHERE results.run_id = ? AND puzzle_id = ?';
const IN_ORDER = 'ORDER BY results.run_id, puzzle_id';

function requireNone(store: Store, damage: string | null): void {
  if (damage !== null) throw damagedError(store, damage);
}

function damagedError(store: Store, damage: string, options?: ErrorOptions): StoreError {
  return new StoreError(
    'NM_DATABASE_DAMAGED',
    `${store.path} is damaged: ${damage}. Restore it from a copy, or solve the puzzle again.`,
    options,
  );
}

/** What is wrong with the first row that no run has written so, or null. */
function firstDamage(
  store: Store,
  where: string,
  parameters: readonly number[] = [],
  look: 'reasonOf' | 'reasonOfValues' = 'reasonOf',
): string | null {
  const damage = new RowDamage(COPIED_COLUMNS);
  const names = (table: 'puzzles' | 'results'): string[] =>
    COPIED_COLUMNS[table].map((name) => `${table}.${name}`);
  const rows = store.db
    .prepare<number[], [number, number, ColumnValue, ...ColumnValue[]]>(
      `SELECT results.run_id, ${ordinalSql('results')}, ${nameSql('results')}, ${[...names('puzzles'), ...names('results')].join(', ')}
       FROM results JOIN puzzles USING (puzzle_id) ${where}`,
    )
    .raw()
    .iterate(...parameters);
  for (const [runId, ordinal, name, ...values] of rows) {
    const puzzle = values.slice(0, COPIED_COLUMNS.puzzles.length);
    const result = values.slice(COPIED_COLUMNS.puzzles.length);
    const reason = damage[look](puzzle, result);
    if (reason === null) continue;
    return `the result of ${String(name)} in run ${runId} (entry ${ordinal}) cannot be one: ${reason}`;
  }
  return null;
}
