import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';

/**
 * A file of a run whose content is that of another file before it. Its entries are solved and
 * stored once, with those of the other, and counted here.
 */
export interface CopiedFile {
  readonly path: string;
  /** The file whose content it has. */
  readonly of: string;
  readonly sourceId: number;
  /** Entries of the file as it was read; null until it was read to its end. */
  readonly entries: number | null;
  /** What the run has of it so far. */
  readonly results: number;
  readonly rejects: number;
}

/** The files of a run that are copies, in the order of its corpora. */
export function copiedFiles(store: Store, runId: number): CopiedFile[] {
  const found = store.db
    .prepare<[number, number], Omit<CopiedFile, 'results' | 'rejects'>>(
      `SELECT copy.path, first.path AS of, copy.source_id AS sourceId, copy.entries
       FROM (SELECT source_id, min(position) AS position FROM run_sources
             WHERE run_id = ? GROUP BY source_id HAVING count(*) > 1) AS repeated
       JOIN run_sources AS copy USING (source_id)
       JOIN run_sources AS first
         ON first.run_id = copy.run_id AND first.position = repeated.position
       WHERE copy.run_id = ? AND copy.position > repeated.position AND copy.path <> first.path
       ORDER BY copy.position`,
    )
    .all(runId, runId);
  if (found.length === 0) return [];
  const results = inSource(store, runId, 'results');
  const rejects = store.db
    .prepare<[number, number], number>(
      'SELECT count(*) FROM rejects WHERE run_id = ? AND source_id = ?',
    )
    .pluck();
  return found.map((file) => ({
    ...file,
    results: results(file.sourceId),
    rejects: rejects.get(runId, file.sourceId) ?? 0,
  }));
}

/** How many entries count again in files that are copies. */
export function copiedEntries(copies: readonly Pick<CopiedFile, 'results' | 'rejects'>[]): number {
  return copies.reduce((sum, { results, rejects }) => sum + results + rejects, 0);
}

/** Counts the results of a source in a run that meet a condition; `from` may join their puzzles. */
export function inSource(
  store: Store,
  runId: number,
  from: string,
  condition = 'true',
): (sourceId: number) => number {
  const count = store.db
    .prepare<[number, number, number], number>(
      `SELECT count(*) FROM ${from}
       WHERE run_id = ? AND puzzle_id BETWEEN ? AND ? AND ${condition}`,
    )
    .pluck();
  return (sourceId) =>
    count.get(runId, puzzleId(sourceId, 0), puzzleId(sourceId, MAX_ENTRIES - 1)) ?? 0;
}
