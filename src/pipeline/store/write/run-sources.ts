import { StoreError, explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { MAX_SOURCES } from '../rows/stored-puzzle-id.js';
import { givenSources } from '../stored-runs/file-beginnings.js';
import type { SourceKey } from '../stored-runs/read-runs.js';
import { listLeftOut, type StoredLeftOut } from '../stored-runs/run-corpora.js';

/** A source as the command line gives it. */
export interface NewSource extends SourceKey {
  readonly path: string;
  /** Null if it is not known yet. */
  readonly bytes: number | null;
}

/** The id and position of a source in the database. */
export interface AddedSource {
  readonly sourceId: number;
  /** The same content was given earlier in this run: it is read only once, so skip this one. */
  readonly repeated: boolean;
}

/**
 * Notes that a run reads `sources`, in this order, from a position on. Content and format that the
 * database knows keep their source_id, so that runs share their puzzles. In a run that is resumed
 * the sources are there already and stay. Within a transaction.
 * @throws StoreError if the run has other sources, or the database holds as many as ids allow.
 */
export function addRunSources(
  store: Store,
  runId: number,
  firstPosition: number,
  sources: readonly NewSource[],
): AddedSource[] {
  const { db } = store;
  const there = givenSources(store, runId);
  const add = db.prepare<[number, number, number, string]>(
    'INSERT INTO run_sources (run_id, position, source_id, path) VALUES (?, ?, ?, ?)',
  );
  const hold = db.prepare<[number, number, number]>(
    'INSERT INTO held_results (run_id, source_id, held_by) VALUES (?, ?, ?)',
  );
  const known = knownSources(store);
  const insert = sourceInserter(store);
  const seen = new Set(there.slice(0, firstPosition));
  return sources.map((source, i) => {
    const position = firstPosition + i;
    const sourceId = known(source) ?? insert(source);
    if (position >= there.length) {
      add.run(runId, position, sourceId, source.path);
      if (!seen.has(sourceId)) hold.run(runId, sourceId, runId);
    } else if (there[position] !== sourceId) {
      throw new StoreError(
        'NM_CORPUS_CHANGED',
        `Run ${runId} began with another content than ${source.path} has now: start a new run.`,
      );
    }
    const repeated = seen.has(sourceId);
    seen.add(sourceId);
    return { sourceId, repeated };
  });
}

/** Finds the id of a source that the database knows already; null for one that it does not know. */
export function knownSources(store: Store): (source: SourceKey) => number | null {
  const find = store.db
    .prepare<[string, string, string], number>(
      'SELECT source_id FROM sources WHERE sha256 = ? AND format = ? AND reading = ?',
    )
    .pluck();
  return ({ sha256, format, reading }) =>
    sha256 === null ? null : (find.get(sha256, format, reading ?? '') ?? null);
}

function sourceInserter(store: Store): (source: NewSource) => number {
  const last = store.db
    .prepare<[], number | null>('SELECT max(source_id) FROM sources')
    .pluck()
    .get();
  const insert = store.db.prepare<[number, string | null, string, string, number | null]>(
    'INSERT INTO sources (source_id, sha256, format, reading, bytes) VALUES (?, ?, ?, ?, ?)',
  );
  let sourceId = last ?? 0;
  return (source) => {
    if (sourceId >= MAX_SOURCES) {
      throw new StoreError(
        'NM_DATABASE_LIMIT',
        `${store.path} holds ${MAX_SOURCES} sources, the most that its puzzle ids allow: ` +
          `use a new database, or put many puzzles into one file.`,
      );
    }
    sourceId++;
    insert.run(sourceId, source.sha256, source.format, source.reading ?? '', source.bytes);
    return sourceId;
  };
}

/**
 * Stores the files of folders that a run leaves out, in place of the files that it left out before;
 * if they are the same, it writes nothing. @throws StoreError
 */
export function keepLeftOut(store: Store, runId: number, files: readonly StoredLeftOut[]): void {
  const { db } = store;
  const keep = db.transaction(() => {
    const before = new Map(listLeftOut(store, runId).map(({ path, reason }) => [path, reason]));
    const now = new Map(files.map(({ path, reason }) => [path, reason]));
    if (before.size === now.size && files.every(({ path, reason }) => before.get(path) === reason)) return; // prettier-ignore
    db.prepare('DELETE FROM left_out WHERE run_id = ?').run(runId);
    const insert = db.prepare('INSERT INTO left_out VALUES (?, ?, ?)');
    for (const [path, reason] of now) insert.run(runId, path, reason);
  });
  try {
    keep.immediate();
  } catch (error) {
    throw explainedError(error, store.path);
  }
}
