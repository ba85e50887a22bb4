import type { Database } from 'better-sqlite3';
import { MAX_ENTRIES } from '../../result/puzzle-id.js';
import { puzzleId } from '../rows/puzzle-id.js';

/**
 * Deletes a run that has no result and no reject; if it has one, it does nothing and returns false.
 */
export function discardEmptyRun(db: Database, runId: number): boolean {
  for (const table of ['results', 'rejects']) {
    const found = db.prepare(`SELECT 1 FROM ${table} WHERE run_id = ? LIMIT 1`);
    if (found.get(runId) !== undefined) return false;
  }
  for (const table of ['run_sources', 'left_out', 'workers', 'runs']) {
    db.prepare(`DELETE FROM ${table} WHERE run_id = ?`).run(runId);
  }
  return true;
}

/** Deletes what a run has from a source; puzzles stay if another run has results for them. */
export function discardSource(db: Database, runId: number, sourceId: number): void {
  const range = [puzzleId(sourceId, 0), puzzleId(sourceId, MAX_ENTRIES - 1)];
  for (const table of ['solved_by', 'result_rows']) {
    db.prepare(`DELETE FROM ${table} WHERE run_id = ? AND puzzle_id BETWEEN ? AND ?`).run(
      runId,
      ...range,
    );
  }
  db.prepare('DELETE FROM rejects WHERE run_id = ? AND source_id = ?').run(runId, sourceId);
  db.prepare(
    `DELETE FROM puzzle_rows WHERE puzzle_id BETWEEN ? AND ?
       AND puzzle_id NOT IN (SELECT puzzle_id FROM results WHERE puzzle_id BETWEEN ? AND ?)`,
  ).run(...range, ...range);
  db.prepare('UPDATE run_sources SET entries = NULL WHERE run_id = ? AND source_id = ?').run(
    runId,
    sourceId,
  );
}
