import type { TestContext } from 'node:test';
import { cluesToJson } from '../../../src/solver/core/puzzle/clues-json.js';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import type { Store } from '../../../src/pipeline/store/open/open.js';
import { solvedPuzzle } from '../../../src/pipeline/store/queries/stored-results.js';
import type { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import { columnsOf, resultOf, startedRun } from '../../support/store-samples.js';
import { writeEntries } from '../../support/write-entries.js';

/** A result as it is stored. */
export interface TimedRow {
  readonly puzzle: Puzzle;
  readonly solveMs: number;
  readonly attempts: number;
}

/**
 * A run under way of small puzzles that took these times, in milliseconds; those below zero ran out
 * of time.
 */
export function storedResults(
  t: TestContext,
  times: readonly number[],
): { readonly store: Store; readonly writer: RunWriter; readonly rows: () => TimedRow[] } {
  const { store, writer, runId, sourceId } = startedRun(t);
  const columns = columnsOf(...times.keys());
  times.forEach((_, i) => {
    columns.widths[i] = 3;
    columns.heights[i] = 3;
    columns.clues[i] = cluesToJson([[1], [3], [1]], [[1], [3], [1]], 1);
    columns.fingerprints[i] = i.toString(16).padStart(32, '0');
  });
  const results = times.map((ms) =>
    resultOf({
      solveMs: Math.abs(ms),
      ...(ms < 0 && { status: 'timeout', stoppedBy: 'timeout', solution: null }),
    }),
  );
  writeEntries(writer, sourceId, columns, results, []);
  const ids = store.db
    .prepare<[], number>('SELECT puzzle_id FROM results ORDER BY puzzle_id')
    .pluck()
    .all();
  const rows = (): TimedRow[] =>
    ids.map((id) => {
      const { puzzle, result } = solvedPuzzle(store, runId, id)!;
      return { puzzle, solveMs: result.solveMs, attempts: result.attempts };
    });
  return { store, writer, rows };
}
