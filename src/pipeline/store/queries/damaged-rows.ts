import { StoreError, explainedError } from '../open/store-error.js';
import { openStore, quickCheck, type Store } from '../open/open.js';
import { trace } from '../../files/program.js';
import { puzzleIdOf } from '../../../solver/core/result/puzzle-id.js';
import { nameSql, ordinalSql, pieceFinder } from '../pieces.js';
import { RowDamage } from '../rows/row-damage.js';
import type { ColumnValue } from '../rows/row-inserter.js';
import { countsIn } from '../tally/result-tally.js';
import { rowsSummer } from '../rows/rows-sum.js';
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
 * Looks at every page of a database, at the checks of its tables, and whether all rows are those
 * that were written, 10 us for each result; where SQLite cannot do the former, as nobody may write
 * to the file, at each row.
 * @throws StoreError of the kind `damaged` that says what is wrong, with the first row that cannot
 * be one.
 */
export function requireSound(store: Store): void {
  const { said, withChecks } = quickCheck(store);
  const damage = said.length === 0 && withChecks ? null : firstDamage(store, IN_ORDER);
  const changed = [...changedPieces(store)];
  noteChanged(store, changed);
  const all = [...new Set(said), ...(damage === null ? [] : [damage]), ...wordsOf(changed)];
  if (all.length > 0) throw damagedError(store, all.join('; '));
}

/** Of so many pieces whose rows were changed the places are named. */
const NAMED = 5;

/** A piece whose rows are not those that its run has written, by their sum. */
interface ChangedPiece {
  readonly runId: number;
  readonly pieceId: number;
  readonly words: string;
}

function* changedPieces(store: Store): Generator<ChangedPiece, void, undefined> {
  const written = store.db
    .prepare<[], { readonly runId: number; readonly pieceId: number; readonly counts: Uint8Array }>(
      'SELECT run_id AS runId, piece_id AS pieceId, counts FROM run_pieces WHERE counts IS NOT NULL',
    )
    .iterate();
  const sumOf = rowsSummer(store);
  const find = pieceFinder(store);
  for (const { runId, pieceId, counts } of written) {
    if (countsIn(counts)?.rowsSum === sumOf({ pieceId, heldBy: runId })) continue;
    const piece = find(runId, puzzleIdOf(pieceId, 0));
    const { path, firstEntry, entries } = piece ?? { path: 'a file', firstEntry: 0, entries: 0 };
    const which = `${path}, entries ${firstEntry} to ${firstEntry + entries - 1}`;
    yield { runId, pieceId, words: `what run ${runId} wrote of ${which}, was changed` };
  }
}

function wordsOf(changed: readonly ChangedPiece[]): string[] {
  const named = changed.slice(0, NAMED).map(({ words }) => words);
  const more = changed.length - named.length;
  return more === 0 ? named : [...named, `and so was that of ${more} more pieces`];
}

/**
 * Notes with each run that has such rows what was found, for all who show its results: see
 * `runs.damage`. If another program writes to the database, that is left out.
 */
function noteChanged({ path, db }: Store, changed: readonly ChangedPiece[]): void {
  const isNoted = db.prepare('SELECT 1 FROM runs WHERE damage IS NOT NULL').get() !== undefined;
  if (changed.length === 0 && !isNoted) return;
  try {
    const store = openStore(path, { readonly: false, mustExist: true });
    try {
      store.db.transaction(() => {
        store.db.exec('UPDATE runs SET damage = NULL');
        const note = store.db.prepare<[string, number, number]>(
          `UPDATE runs SET damage = ? WHERE damage IS NULL
             AND run_id IN (SELECT run_id FROM run_pieces WHERE held_by = ? AND piece_id = ?)`,
        );
        for (const { words, runId, pieceId } of changed) note.run(words, runId, pieceId);
      })();
    } finally {
      store.close();
    }
  } catch (error) {
    trace('store', () => `what was found changed was not noted: ${String(error)}`);
  }
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
