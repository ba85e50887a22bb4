import { Queue, type Redis } from '../link/bullmq.js';
import { FEW_EVENTS, LINK, resultQueue, workQueue } from '../link/names.js';
import { CardRegistry } from '../messages/card-registry.js';

/** How many ids are looked at together. */
const PAGE = 1000;

/** Removes the batches of a run that nobody has begun, and the failed ones. */
export async function removeWork(redis: Redis, run: string, solver: string): Promise<void> {
  const connection = { connection: redis, ...LINK };
  const queue = new Queue(workQueue(solver), { ...connection, streams: FEW_EVENTS });
  queue.on('error', () => undefined);
  try {
    const mine: string[] = [];
    for (const kind of ['wait', 'failed', 'delayed'] as const) {
      for (let from = 0; ; from += PAGE) {
        const ids = await queue.getRanges([kind], from, from + PAGE - 1);
        for (const id of ids) if (id.startsWith(run)) mine.push(id);
        if (ids.length < PAGE) break;
      }
    }
    await Promise.all(mine.map((id) => queue.remove(id)));
  } finally {
    await queue.close();
  }
}

/** Removes everything of a run from the queue. Its workers find that it is gone. */
export async function removeRun(redis: Redis, run: string, solver: string): Promise<void> {
  await CardRegistry.runs(redis).remove(run);
  await removeWork(redis, run, solver);
  await removeResults(redis, run);
}

async function removeResults(redis: Redis, run: string): Promise<void> {
  const connection = { connection: redis, ...LINK };
  const queue = new Queue(resultQueue(run), { ...connection, streams: FEW_EVENTS });
  queue.on('error', () => undefined);
  try {
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}

/**
 * Removes the runs and workers that were not seen for `forgottenMs`, with all that such runs left;
 * not `own`.
 */
export async function removeForgotten(
  redis: Redis,
  own: string,
  forgottenMs: number,
): Promise<void> {
  for (const { run, solver, seenMsAgo } of await CardRegistry.runs(redis).all()) {
    if (run !== own && seenMsAgo > forgottenMs) await removeRun(redis, run, solver);
  }
  const workers = CardRegistry.workers(redis);
  for (const { id, seenMsAgo } of await workers.all()) {
    if (seenMsAgo > forgottenMs) await workers.remove(id);
  }
}
