import type { Store } from '../open/open.js';

/**
 * A file that has grown is read from where an earlier run came to its end. What it began with then
 * stays the source that it was, or several, one for each time that it had grown: a run notes them
 * in `run_sources` under the file's path, at negative positions in the order of the file, and has
 * their results of earlier runs. Only what follows is of the source that the file is now, whose
 * entries go on counting.
 */

/** A source that a run passes over, as an earlier run has all of its results. */
export interface PassedSource {
  readonly sourceId: number;
  /** The run whose rows these are, and that whose rejects are copied. */
  readonly heldBy: number;
  readonly from: number;
  /** Its results and rejects. */
  readonly entries: number;
}

/** A source that is passed over whole, with what its file began with in earlier runs. */
export interface PassedFile extends PassedSource {
  /** In the order of the file; `entries` are those after these. */
  readonly beginnings: readonly PassedSource[];
}

/** A file of which only what follows its beginnings is read. */
export type StartedFile = Pick<PassedFile, 'sourceId' | 'beginnings'>;

/** How many entries some sources have, one after the other. */
export function entriesIn(sources: readonly Pick<PassedSource, 'entries'>[]): number {
  return sources.reduce((sum, { entries }) => sum + entries, 0);
}

/** A file of a run. */
export interface RunFile extends Omit<PassedFile, 'entries'> {
  readonly path: string;
  /** Those after its beginnings; null if it was not read to its end. */
  readonly entries: number | null;
}

type Row = Omit<RunFile, 'beginnings'> & { readonly position: number };

/** The files of a run, each content once, in the order of its corpora. */
export function heldFiles({ db }: Store, runId: number): RunFile[] {
  const rows = db
    .prepare<[number], Row>(
      `SELECT source_id AS sourceId, held_by AS heldBy, run_id AS "from", path, position, entries
       FROM run_sources JOIN held_results USING (run_id, source_id) WHERE run_id = ? ORDER BY position`,
    )
    .all(runId);
  const begun = new Map<string, PassedSource[]>();
  const files = new Map<number, RunFile>();
  for (const { path, position, entries, ...source } of rows) {
    const beginnings = begun.get(path) ?? [];
    if (position < 0) begun.set(path, [...beginnings, { ...source, entries: entries ?? 0 }]);
    else if (!files.has(source.sourceId)) {
      const own = entries === null ? null : entries - entriesIn(beginnings);
      files.set(source.sourceId, { ...source, path, entries: own, beginnings });
    }
  }
  return [...files.values()];
}

/** The sources that a run was given, in the order of its corpora; copies come again. */
export function givenSources({ db }: Store, runId: number): number[] {
  return db
    .prepare<[number], number>(
      'SELECT source_id FROM run_sources WHERE run_id = ? AND position >= 0 ORDER BY position',
    )
    .pluck()
    .all(runId);
}

/**
 * Whether a run that was given these sources may have a file in parts: it was given the file once,
 * and what the file began with is not a file of the run besides.
 */
export function mayBegin(given: readonly number[]): (file: StartedFile) => boolean {
  const times = new Map<number, number>();
  for (const sourceId of given) times.set(sourceId, (times.get(sourceId) ?? 0) + 1);
  return ({ sourceId, beginnings }) =>
    beginnings.length === 0 ||
    ((times.get(sourceId) ?? 0) <= 1 && !beginnings.some((one) => times.has(one.sourceId)));
}
