import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { LocalPool } from '../../../src/pipeline/runs/pool/local-pool.js';
import { solvedBatch, type Pool } from '../../../src/pipeline/runs/pool/pool.js';
import { parseQueueAddress, DEFAULT_TIMINGS } from '../../../src/pipeline/queue/link.js';
import { QueueWorker } from '../../../src/pipeline/queue/queue-worker.js';
import { withRedis } from '../../queue/redis.js';
import { between, pick, type Attack } from '../attack.js';
import { checkSame } from '../database.js';
import { checkWords, shown, start } from '../program.js';

/** What a broken worker answers instead of what it found. */
const LIES: readonly object[] = [
  ...[{ solveMs: -1 }, { stars: 9e15 }, { difficulty: 1e308 }, { searchDepth: 9e15 }],
  ...[{ solution: '#' }, { status: 'nonsense' }],
];

/** A queue that fills up while a worker lies: the run loses nothing, and keeps nothing false. */
export const badQueues: Attack = {
  name: 'bad queues',
  missing: () =>
    spawnSync('redis-server', ['--version']).status === 0 ? null : 'needs redis-server',
  run: (arena) =>
    withRedis(async (redis) => {
      const { folder, samples } = arena;
      const sample = samples.named('medium.csv.gz');
      const lie = pick(arena, LIES);
      const honest = new LocalPool({ threads: 1, memoryMiB: null });
      const pool: Pool = {
        capacity: 1,
        patience: 1,
        close: () => honest.close(),
        async solve(batch, limits) {
          const { results, heldMs } = await honest.solve(batch, limits);
          return solvedBatch(
            results.map((result) => ({ ...result, ...lie })),
            heldMs,
          );
        },
      };
      const liar = new QueueWorker({
        address: parseQueueAddress(redis.url),
        pool,
        threads: 1,
        toolVersion: 'liar',
        timings: DEFAULT_TIMINGS,
        onNote: () => undefined,
      });
      redis.users.push(() => liar.leave(100).then(() => pool.close()));
      const client = new Redis(redis.url);
      redis.users.push(() => client.quit());
      const db = join(folder, 'a.sqlite');
      const words = ['run', sample.path, '--db', db, '--no-report', '--resume', '--threads', '1'];
      const run = start(words, { env: { NONOMILL_QUEUE: redis.url } });
      for (let i = 0; i < 3 && !run.isOver(); i++) {
        await delay(between(arena, 100, 1500));
        await client.config('SET', 'maxmemory', 1);
        await delay(between(arena, 100, 3000));
        await client.config('SET', 'maxmemory', 0);
      }
      const ended = await run.ended;
      checkWords(ended, words);
      if (ended.code !== 0) throw new Error(shown(ended));
      if (/is shut out/.test(ended.stderr)) arena.tried(`shut out for ${Object.keys(lie)[0]}`);
      if (/is full/.test(ended.stderr)) arena.tried('full while it ran');
      checkSame(db, await samples.expected(sample));
    }),
};
