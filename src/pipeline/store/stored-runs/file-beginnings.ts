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
 * Which files of a run may be in parts. What a file began with belongs to it alone, as a run has
 * the results of a source once: it is no file of the run besides, nor what another file began with,
 * and the file itself comes once. The parts are in the order of their numbers, as results are.
 */
export class FilesInParts {
  private readonly times = new Map<number, number>();
  private readonly taken = new Set<number>();

  /** `given` are all sources that the run was given; `before` what it has of some of them. */
  constructor(given: readonly number[], before: readonly StartedFile[] = []) {
    for (const sourceId of given) this.times.set(sourceId, (this.times.get(sourceId) ?? 0) + 1);
    for (const file of before) this.take(file);
  }

  /** Notes that a file is in these parts, if it may be. */
  take({ sourceId, beginnings }: StartedFile): boolean {
    const ids = beginnings.map((one) => one.sourceId);
    if (ids.length === 0) return true;
    const areInOrder = [...ids, sourceId].every((id, i) => i === 0 || ids[i - 1] < id);
    const areFree = !ids.some((id) => this.times.has(id) || this.taken.has(id));
    if (!areInOrder || !areFree || (this.times.get(sourceId) ?? 0) > 1) return false;
    for (const id of ids) this.taken.add(id);
    return true;
  }
}
