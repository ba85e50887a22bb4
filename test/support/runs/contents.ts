import { TABLES } from '../../../src/pipeline/record/tables.js';
import { PIECE_ENTRIES } from '../../../src/pipeline/record/puzzle-id.js';
import { lookIn } from './solve-parts.js';

/**
 * What a run left in a database, without times, limits, ids and attempts, in the order of its
 * entries.
 */
export interface Contents {
  readonly state: string;
  readonly results: readonly { readonly ordinal: number; readonly status: string }[];
  readonly rejects: readonly object[];
}

/** Differ from run to run: ids, times, how often it was tried and for how long it might be. */
const OWN = new Set([
  ...['run_id', 'puzzle_id', 'source_id'],
  ...['solve_ms', 'attempts', 'finished_at', 'limit_ms'],
]);

const COMPARED = [TABLES.puzzles, TABLES.results]
  .flatMap(({ columns }) => Object.keys(columns))
  .filter((name) => !OWN.has(name));

/** The contents of the latest run, after SQLite has checked the whole file. */
export function contentsOf(db: string): Contents {
  return lookIn(db, (store) => {
    const check = store.db.pragma('integrity_check', { simple: true });
    if (check !== 'ok') throw new Error(`${db}: ${String(check)}`);
    const run = store.db.prepare('SELECT max(run_id) FROM runs').pluck().get() as number;
    return {
      state: store.db.prepare('SELECT state FROM runs WHERE run_id = ?').pluck().get(run) as string,
      results: store.db
        .prepare<[number], Contents['results'][number]>(
          `SELECT sources.sha256, format, first_entry + puzzle_id % ${PIECE_ENTRIES} AS ordinal, ${COMPARED.join(', ')}
           FROM results JOIN puzzles USING (puzzle_id) JOIN source_pieces ON piece_id = puzzle_id / ${PIECE_ENTRIES}
             JOIN sources USING (source_id)
           WHERE run_id = ? AND source_id IN (SELECT source_id FROM run_sources r WHERE r.run_id = results.run_id)
           ORDER BY sources.sha256, ordinal`,
        )
        .all(run),
      rejects: store.db
        .prepare<[number], object>(
          `SELECT sha256, ordinal, line, name, kind, reason, excerpt
           FROM rejects JOIN sources USING (source_id) WHERE run_id = ? ORDER BY sha256, ordinal`,
        )
        .all(run),
    };
  });
}

/** When each result of the latest run was found: a puzzle that is solved again has another time. */
export function finishTimes(db: string): Map<number, string> {
  const rows = lookIn(db, ({ db: open }) =>
    open
      .prepare<[], [number, string]>(
        `SELECT puzzle_id, finished_at || ' ' || attempts FROM results
         WHERE run_id = (SELECT max(run_id) FROM runs)`,
      )
      .raw()
      .all(),
  );
  return new Map(rows);
}
