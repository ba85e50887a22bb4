import { createHash } from 'node:crypto';
import type { Corpora } from '../../../solver/core/text/plain-text.js';
import { studyOf, studyText } from '../../record/options.js';
import type { Store } from '../open/open.js';
import type { Run, RunSource } from './read-runs.js';

/** How many corpora are named; a shell may have typed thousands. */
const NAMED = 10;

/** A summary of the corpora of a run. */
export function corporaOf(
  store: Store,
  { runId, options }: Pick<Run, 'runId' | 'options'>,
): Corpora {
  const counted = store.db
    .prepare<[number], { files: number; sized: number; bytes: number; formats: string | null }>(
      `SELECT count(*) AS files, count(bytes) AS sized, coalesce(sum(bytes), 0) AS bytes,
         group_concat(DISTINCT format) AS formats
       FROM run_sources JOIN sources USING (source_id) WHERE run_id = ?`,
    )
    .get(runId)!;
  const words = typedCorpora(options) ?? runFiles(store, runId, -1, NAMED).map(({ path }) => path);
  const all = typedCorpora(options)?.length ?? counted.files;
  const typed = words.slice(0, NAMED);
  return {
    typed,
    more: all - typed.length,
    files: counted.files,
    bytes: counted.sized === counted.files ? counted.bytes : null,
    formats: counted.formats?.split(',').sort() ?? [],
  };
}

/** The files of a run after the one at `after` (-1 for the first), in the order of its corpora. */
export function runFiles(store: Store, runId: number, after: number, limit: number): RunSource[] {
  return store.db
    .prepare<[number, number, number], RunSource>(
      `SELECT position, source_id AS sourceId, path, sha256, format, reading, bytes, run_sources.entries,
         all_entries AS allEntries
       FROM run_sources JOIN sources USING (source_id)
       WHERE run_id = ? AND position > ? ORDER BY position LIMIT ?`,
    )
    .all(runId, after, limit);
}

/**
 * One hash for the content of all files of a run: the SHA-256 of their SHA-256s, in the order of
 * its corpora, each in hexadecimal with a line feed after it. Null if one of them is not known.
 */
export function sourcesSha256(store: Store, runId: number): string | null {
  const all = createHash('sha256');
  const hashes = store.db
    .prepare<[number], string | null>(
      `SELECT sha256 FROM run_sources JOIN sources USING (source_id)
       WHERE run_id = ? ORDER BY position`,
    )
    .pluck()
    .iterate(runId);
  let known = false;
  for (const hash of hashes) {
    if (hash === null) return null;
    all.update(`${hash}\n`);
    known = true;
  }
  return known ? all.digest('hex') : null;
}

/**
 * The corpora as they were typed: a folder instead of its hundred files; of a study what it is.
 * Null if they were not kept.
 */
export function typedCorpora(options: Run['options']): readonly string[] | null {
  const study = studyOf(options);
  if (study !== null) return [studyText(study)];
  const { corpora } = options;
  return Array.isArray(corpora) && corpora.length > 0 ? corpora.map(String) : null;
}

/** A file of a run's folders that was not read. */
export interface StoredLeftOut {
  readonly path: string;
  readonly reason: string;
}

/** The files that a run left out, or the first of them, in the order of their paths. */
export function listLeftOut(store: Store, runId: number, limit = -1): StoredLeftOut[] {
  return store.db
    .prepare<[number, number], StoredLeftOut>(
      'SELECT path, reason FROM left_out WHERE run_id = ? ORDER BY path LIMIT ?',
    )
    .all(runId, limit);
}

/** How many files a run left out. */
export function countLeftOut(store: Store, runId: number): number {
  const count = store.db.prepare<[number], number>(
    'SELECT count(*) FROM left_out WHERE run_id = ?',
  );
  return count.pluck().get(runId)!;
}
