import { StoreError, explainedError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { readerVersion } from '../../files/program.js';
import {
  runSources,
  sameSource,
  type SourceKey,
  listLeftOut,
  type StoredLeftOut,
} from '../stored-runs.js';

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
 * database knows, read by the same reader, keep their source_id, so that their list of pieces is
 * known. In a run that is resumed the sources are there already and stay. Within a transaction.
 * @throws StoreError if the run has other sources.
 */
export function addRunSources(
  store: Store,
  runId: number,
  firstPosition: number,
  sources: readonly NewSource[],
): AddedSource[] {
  const { db } = store;
  const there = runSources(store, runId);
  const add = db.prepare<[number, number, number, string]>(
    'INSERT INTO run_sources (run_id, position, source_id, path) VALUES (?, ?, ?, ?)',
  );
  const insert = db.prepare<[string | null, string, string, string, number | null], number>(
    'INSERT INTO sources (sha256, format, reading, reader, bytes) VALUES (?, ?, ?, ?, ?) RETURNING source_id',
  );
  const known = knownSources(store);
  const seen = new Set(there.slice(0, firstPosition).map(({ sourceId }) => sourceId));
  return sources.map((source, i) => {
    const position = firstPosition + i;
    const own = there.at(position);
    if (own !== undefined && own.sha256 !== null && !sameSource(own, source)) {
      throw new StoreError(
        'NM_CORPUS_CHANGED',
        `Run ${runId} began with another content than ${source.path} has now: start a new run.`,
      );
    }
    const { sha256, format, reading = '', bytes, path } = source;
    const sourceId =
      own?.sourceId ??
      known(source) ??
      insert.pluck().get(sha256, format, reading, readerVersion(), bytes)!;
    if (own === undefined) add.run(runId, position, sourceId, path);
    const repeated = seen.has(sourceId);
    seen.add(sourceId);
    return { sourceId, repeated };
  });
}

/** Finds the id of a source that the database knows already; null for one that it does not know. */
function knownSources(store: Store): (source: SourceKey) => number | null {
  const find = store.db
    .prepare<[string, string, string, string], number>(
      'SELECT source_id FROM sources WHERE sha256 = ? AND format = ? AND reading = ? AND reader = ?',
    )
    .pluck();
  const reader = readerVersion();
  return ({ sha256, format, reading }) =>
    sha256 === null ? null : (find.get(sha256, format, reading ?? '', reader) ?? null);
}

/** One piece of a source, with what it has. */
export interface SourcePiece {
  readonly pieceId: number;
  readonly entries: number;
  readonly rejects: number;
}

/** The pieces of a source in its order, if the list is complete; else null. */
export function wholeSource({ db }: Store): (sourceId: number) => SourcePiece[] | null {
  const isWhole = db
    .prepare<[number], number>('SELECT entries IS NOT NULL FROM sources WHERE source_id = ?')
    .pluck();
  const pieces = db.prepare<[number], SourcePiece>(
    `SELECT piece_id AS pieceId, entries, rejects FROM source_pieces JOIN pieces USING (piece_id)
     WHERE source_id = ? ORDER BY position`,
  );
  return (sourceId) => (isWhole.get(sourceId) === 1 ? pieces.all(sourceId) : null);
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
