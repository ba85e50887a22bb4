import type { Store } from '../open/open.js';
import { matchRows, pairUnits, type MatchedRows } from './match-runs.js';
import { UnitRows, type Row } from './unit-rows.js';

/** What SQL cannot tell of two runs whose puzzles were paired. */
export interface PairedRuns extends Pick<MatchedRows, 'rejects' | 'oldRejects'> {
  /** How many puzzles only the later run has, and the ids of the first of them. */
  readonly newCount: number;
  readonly fresh: readonly number[];
}

/**
 * Pairs the puzzles of two runs for queries, in the table `temp.pairs` (left_id, right_id, edited),
 * which SQLite allows in a database that is open for reading, too. It has those of units that
 * differ, with null for a side that has none; all others have the same id in both runs. See
 * `pairedIdSql`.
 */
export function pairRuns(store: Store, left: number, right: number, listed = 0): PairedRuns {
  const { db } = store;
  const reader = new UnitRows(store);
  const [before, after] = [left, right].map((runId) =>
    reader.unitsOf(runId).filter(({ isCopy }) => !isCopy),
  );
  const found = matchRows(reader, pairUnits(before, after), { all: true });
  const { pairs, rejected, gone, fresh, rejects, oldRejects } = found;
  db.exec(`DROP TABLE IF EXISTS temp.pairs;
    CREATE TEMP TABLE pairs (left_id INTEGER UNIQUE, right_id INTEGER UNIQUE, edited INTEGER, rejected INTEGER)`);
  const insert = db.prepare<[number | null, number | null, number, number]>(
    'INSERT INTO temp.pairs VALUES (?, ?, ?, ?)',
  );
  const rowsOf = ({ rows, units }: typeof gone): Row[] => [
    ...rows,
    ...units.flatMap((unit) => reader.rowsOf(unit)),
  ];
  const freshIds: number[] = [];
  db.transaction(() => {
    for (const { before: one, after: other, isEdited } of pairs)
      insert.run(one.puzzleId, other.puzzleId, Number(isEdited), 0);
    for (const [{ puzzleId }] of rejected) insert.run(puzzleId, null, 0, 1);
    for (const { puzzleId } of rowsOf(gone)) insert.run(puzzleId, null, 0, 0);
    for (const { puzzleId } of rowsOf(fresh)) {
      insert.run(null, puzzleId, 0, 0);
      freshIds.push(puzzleId);
    }
  })();
  freshIds.sort((one, other) => one - other);
  return { newCount: freshIds.length, fresh: freshIds.slice(0, listed), rejects, oldRejects };
}

/** The id of a puzzle of the left run in the right one, in SQL; null if that has none. */
export function pairedIdSql(id: string): string {
  return `(SELECT CASE WHEN count(*) = 0 THEN ${id} ELSE max(right_id) END FROM temp.pairs WHERE left_id = ${id})`;
}

/** Whether two runs have the same entries: those of the same files, read alike. */
export function haveSameEntries(store: Store, left: number, right: number): boolean {
  const reader = new UnitRows(store);
  const { before, after } = pairUnits(reader.unitsOf(left), reader.unitsOf(right));
  return before.length === 0 && after.length === 0;
}
