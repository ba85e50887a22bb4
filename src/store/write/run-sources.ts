import { StoreError } from '../open/errors.js';
import type { Store } from '../open/open.js';
import { MAX_SOURCES } from '../rows/puzzle-id.js';
import type { SourceKey } from '../queries/runs.js';

/** A source as the command line gives it. */
export interface NewSource extends SourceKey {
  readonly path: string;
  /** Null where it is not known yet. */
  readonly bytes: number | null;
}

/** Where a source stands in the database. */
export interface AddedSource {
  readonly sourceId: number;
  /** The same content was given earlier in this run: it is read once, so skip this one. */
  readonly repeated: boolean;
}

/**
 * Notes that a run reads `source` as its source number `position`. Content and format that the
 * database knows keep their source_id, so that runs share their puzzles. In a run that is
 * resumed the source is there already and stays. Within a transaction.
 * @throws StoreError where the run has another source there, or the database holds as many
 * sources as ids allow.
 */
export function addRunSource(
  store: Store,
  runId: number,
  position: number,
  source: NewSource,
): AddedSource {
  const there = store.db
    .prepare<[number, number], number>(
      'SELECT source_id FROM run_sources WHERE run_id = ? AND position = ?',
    )
    .pluck()
    .get(runId, position);
  const sourceId = knownSource(store, source) ?? insertSource(store, source);
  if (there === undefined) {
    store.db
      .prepare('INSERT INTO run_sources (run_id, position, source_id, path) VALUES (?, ?, ?, ?)')
      .run(runId, position, sourceId, source.path);
  } else if (there !== sourceId) {
    throw new StoreError(
      'mismatch',
      `Run ${runId} began with another content than ${source.path} has now: start a new run.`,
    );
  }
  const earlier = store.db
    .prepare('SELECT 1 FROM run_sources WHERE run_id = ? AND source_id = ? AND position < ?')
    .get(runId, sourceId, position);
  return { sourceId, repeated: earlier !== undefined };
}

function knownSource(store: Store, source: NewSource): number | null {
  if (source.sha256 === null) return null;
  const row = store.db
    .prepare<[string, string, string], number>(
      'SELECT source_id FROM sources WHERE sha256 = ? AND format = ? AND reading = ?',
    )
    .pluck()
    .get(source.sha256, source.format, source.reading ?? '');
  return row ?? null;
}

function insertSource(store: Store, source: NewSource): number {
  const last =
    store.db.prepare<[], number | null>('SELECT max(source_id) FROM sources').pluck().get() ?? 0;
  if (last >= MAX_SOURCES) {
    throw new StoreError(
      'mismatch',
      `${store.path} holds ${MAX_SOURCES} sources, the most that its puzzle ids allow: ` +
        `use a new database (--db), or put many puzzles into one file.`,
    );
  }
  store.db
    .prepare(
      'INSERT INTO sources (source_id, sha256, format, reading, bytes) VALUES (?, ?, ?, ?, ?)',
    )
    .run(last + 1, source.sha256, source.format, source.reading ?? '', source.bytes);
  return last + 1;
}
