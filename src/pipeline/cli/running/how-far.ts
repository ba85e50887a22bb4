import { stat } from 'node:fs/promises';
import { estimatedEntries } from '../../corpus/reader/entries-per-byte.js';
import type { StoppedRun } from '../../report/numbers/report-numbers.js';
import { readShard } from '../../record/shard.js';
import type { Store } from '../../store/open/open.js';
import { copiedFiles } from '../../store/stored-runs/copied-files.js';
import {
  countRun,
  runSources,
  type Run,
  type RunSource,
} from '../../store/stored-runs/read-runs.js';

/**
 * How far a run is that did not come to its end, killed ones included: files that were not read to
 * their end are estimated by their beginning. Null for a complete run.
 */
export async function howFar(store: Store, run: Run): Promise<StoppedRun | null> {
  if (run.state === 'complete') return null;
  const { runId, options } = run;
  const { results, rejects } = countRun(store, runId);
  const copies = copiedFiles(store, runId);
  const copied = copies.reduce((sum, copy) => sum + copy.results + copy.rejects, 0);
  const done = results + rejects + copied;
  const shard = typeof options.shard === 'string' ? readShard(options.shard) : null;
  const share = 1 / (shard?.of ?? 1);
  const sources = runSources(store, runId);
  let of: number | null = sources.length === 0 ? null : 0;
  for (const source of sources) {
    const entries = source.entries ?? scaled(await estimateOf(source), share);
    of = of === null || entries === null ? null : of + entries;
  }
  if (of !== null) {
    const limit = typeof options.limit === 'number' ? options.limit * share : Infinity;
    of = Math.max(done, Math.round(Math.min(of, limit)));
  }
  const isEstimate = sources.some(({ entries }) => entries === null) && of !== done;
  return { kind: 'run', done, of, isEstimate };
}

function scaled(entries: number | null, share: number): number | null {
  return entries === null ? null : entries * share;
}

/** Null if the file is not there any more, or is another one now. */
async function estimateOf({ path, format, bytes, sha256 }: RunSource): Promise<number | null> {
  if (bytes === null || sha256 === null) return null;
  const found = await stat(path).catch(() => null);
  if (found?.isFile() !== true || found.size !== bytes) return null;
  return estimatedEntries({ path, format }, bytes);
}
