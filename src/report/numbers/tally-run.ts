import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { UNWATCHED, type Watch } from '../../core/progress/counted-work.js';
import { expectedResults } from '../../runs/store/stored-runs/read-runs.js';
import { keepFewPages, versionOf, type Store } from '../../runs/store/open/open.js';
import { middleOf, scanResults, type IdRange } from '../../runs/store/queries/result-scan.js';
import { trace } from '../../runs/files/trace.js';
import { mergeTally, tallyOf, type Tally } from './tally.js';
import { builtFile } from '../../runs/files/built-file.js';

/**
 * From this many results on, a second thread is up before the first is through with half of them.
 */
const WORTH_A_THREAD = 200_000;

/** The nursery of that thread: what it reads dies there. */
const NURSERY_MIB = 8;

/** Adds the results of a run up, or those of some ids; a million take a second and a half. */
export function tallyResults(
  store: Store,
  runId: number,
  ids?: IdRange,
  far: (scanned: number) => void = () => undefined,
): Tally {
  return tallyOf((add) => scanResults(store, runId, add, ids, far));
}

/** What a thread is asked for that tallies a part of the results. */
export interface TallyTask {
  readonly path: string;
  readonly runId: number;
  readonly ids: IdRange;
}

/** What was counted, and of which state of the database. */
export interface CountedTally {
  readonly tally: Tally;
  /** See `versionOf`. */
  readonly version: number;
}

/**
 * Adds the results of a run up with a second thread for half of them; null if that would not be
 * quicker, or fails. If a run writes meanwhile, the halves are of two states of the database: its
 * version has changed then, and nobody may use them.
 */
export async function tallyInTwo(
  store: Store,
  runId: number,
  {
    worthAThread = WORTH_A_THREAD,
    watch = UNWATCHED,
  }: { readonly worthAThread?: number; readonly watch?: Watch } = {},
): Promise<CountedTally | null> {
  if (availableParallelism() < 2) return null;
  const version = versionOf(store);
  const middle = middleOf(store, runId, worthAThread);
  if (middle === null) return null;
  const ids = { after: middle, to: Number.MAX_SAFE_INTEGER };
  const thread = new Worker(builtFile('workers/tally.js'), {
    workerData: { path: store.path, runId, ids } satisfies TallyTask,
    resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MIB },
  });
  const later = new Promise<Tally>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('it ended without a word')));
  });
  try {
    // Its failure is told by the await below, which comes later.
    later.catch(() => undefined);
    keepFewPages(store);
    const total = expectedResults(store, runId);
    watch.doing('counting the results');
    // The other thread is about as far.
    const far = (scanned: number): void =>
      watch.far(Math.min(2 * scanned, total ?? Infinity), total);
    const tally = tallyResults(store, runId, { after: 0, to: middle }, far);
    return { tally: mergeTally(tally, await later), version };
  } catch (error) {
    trace('report', () => `a thread that tallies: ${String(error)}`);
    return null;
  } finally {
    void thread.terminate();
  }
}
