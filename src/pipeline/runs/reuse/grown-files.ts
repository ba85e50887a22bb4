import { createHash } from 'node:crypto';
import type { ChangedRows, ReuseWish } from '../../record/reuse.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { trace } from '../../files/trace.js';
import type { PassedSource } from '../../store/held/held-results.js';
import type { Store } from '../../store/open/open.js';
import { readBytes } from '../../corpus/bytes/bytes.js';
import { runsAskedTheSame, rowStates } from './pass-over.js';

/** A file that begins with what an earlier run has read of it. */
interface GrownSource {
  /** The source that it is now. */
  readonly sourceId: number;
  /** What it was then. */
  readonly before: PassedSource;
}

/** What files begin with. */
export interface GrownSources {
  readonly grown: readonly GrownSource[];
  /** What is not taken over, as somebody has changed the rows. */
  readonly changed: readonly ChangedRows[];
}

/** A file that a run is to read. */
export interface FileToRead {
  readonly sourceId: number;
  readonly path: string;
  readonly format: string;
  readonly reading?: string;
  /** Null for what can be read only once. */
  readonly bytes: number | null;
}

/** Formats of which each entry is a line, so that what is added at the end changes no other. */
const BY_LINES: readonly string[] = ['csv', 'ndjson'];

const NEWLINE = 0x0a;

/** What a run read of a file, as far as it decides whether that has grown since. */
interface FormerFile extends PassedSource {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Which of some files have only grown at their ends since an earlier run that asked the same read
 * them: they begin with the same bytes, up to the end of a line. The bytes are hashed once more.
 */
export async function grownSources(
  store: Store,
  wish: ReuseWish,
  sources: readonly FileToRead[],
): Promise<GrownSources> {
  const mayGrow = sources.filter(
    ({ format, bytes }) => bytes !== null && BY_LINES.includes(format),
  );
  const runs = mayGrow.length === 0 ? [] : runsAskedTheSame(store, wish);
  const stateOf = rowStates(store);
  const grown: GrownSource[] = [];
  const changed: ChangedRows[] = [];
  for (const source of mayGrow) {
    const former = formerFile(store, runs, source);
    if (former === null || (await hashOfStart(source.path, former.bytes)) !== former.sha256)
      continue;
    const state = await stateOf(former);
    if (state === 'changed') changed.push({ runId: former.heldBy, sourceId: former.sourceId });
    if (state === 'whole') grown.push({ sourceId: source.sourceId, before: former });
  }
  trace('run', () => `${numberOf(grown.length, 'file')} only grew since an earlier run`);
  return { grown, changed };
}

/**
 * The file of this path as the latest of some runs read it; null if it was not smaller, if it was
 * read in another way, or had another name once, as puzzles without names are called after it.
 */
function formerFile(
  { db }: Store,
  runs: readonly number[],
  { path, format, reading, bytes }: FileToRead,
): FormerFile | null {
  const found = db
    .prepare<[string, string, string, string, string], FormerFile>(
      `SELECT s.source_id AS sourceId, h.held_by AS heldBy, rs.run_id AS "from", rs.entries, s.sha256, s.bytes
       FROM run_sources rs JOIN sources s USING (source_id) JOIN held_results h USING (run_id, source_id)
       WHERE rs.run_id IN (SELECT value FROM json_each(?)) AND rs.path = ? AND s.format = ? AND s.reading = ?
         AND rs.entries > 0 AND s.sha256 IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM run_sources o WHERE o.source_id = s.source_id AND o.path <> ?)
       ORDER BY rs.run_id DESC LIMIT 1`,
    )
    .get(JSON.stringify(runs), path, format, reading ?? '', path);
  return found === undefined || found.bytes === null || found.bytes >= bytes! ? null : found;
}

/** The hash of the first bytes of a file; null if they do not end with a line. */
async function hashOfStart(path: string, bytes: number): Promise<string | null> {
  const hash = createHash('sha256');
  let left = bytes;
  for await (const piece of readBytes(path)) {
    const part = piece.subarray(0, left);
    hash.update(part);
    left -= part.length;
    if (left === 0) return part.at(-1) === NEWLINE ? hash.digest('hex') : null;
  }
  return null;
}
