import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { contentsOf } from '../../test/support/runs/contents.js';
import { nonomill, start, type Started } from '../../test/support/nonomill.js';
import type { TestRedis } from '../../test/support/redis.js';
import { randomNumbers } from '../support/random-puzzles.js';
import { Cuttable } from './cuttable.js';
import { writePuzzles } from './puzzles.js';
import { withRedis } from './redis.js';

const WORKERS = 3;

/** What is done to whom, and how often of ten times. */
const ATTACKS = ['kill', 'kill', 'kill', 'kill', 'kill', 'kill', 'suspend', 'cut'] as const;

/**
 * One run through a queue whose workers are killed `kills` times, and suspended and cut off between;
 * Redis is killed, with its data and without, and so is the coordinator. What the database holds
 * at the end equals what a local run leaves. @returns the number of failures.
 */
export async function surviveChaos(kills: number, puzzles: number, seed: number): Promise<number> {
  let failed = 0;
  await withRedis(async (redis, folder) => {
    const csv = join(folder, 'puzzles.csv');
    await writePuzzles(csv, 'random 20x20', puzzles, puzzles);
    const words = [
      'run',
      csv,
      '--no-report',
      '--quiet',
      '--max-steps',
      '20000',
      '--timeout',
      '10m',
    ];
    const localDb = join(folder, 'local.sqlite');
    const local = await nonomill([...words, '--db', localDb]);
    assert.equal(local.code, 0, local.stderr);
    const db = join(folder, 'queue.sqlite');
    const done = await attack(redis, [...words, '--db', db, '--resume'], kills, seed);
    print(
      Object.entries(done)
        .map(([what, times]) => `${times} ${what}`)
        .join(', '),
    );
    try {
      assert.deepEqual(contentsOf(db), contentsOf(localDb));
      print('1 passed, 0 failed');
    } catch (error) {
      failed++;
      print(`${(error as Error).message}\n0 passed, 1 failed`);
    }
  });
  return failed;
}

async function attack(
  redis: TestRedis,
  words: readonly string[],
  kills: number,
  seed: number,
): Promise<Record<string, number>> {
  const random = randomNumbers(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const done: Record<string, number> = {};
  const note = (what: string): void => void (done[what] = (done[what] ?? 0) + 1);
  const hosts = await Promise.all(Array.from({ length: WORKERS }, () => Host.beside(redis)));
  redis.users.push(() => Promise.all(hosts.map((host) => host.end())));
  const env = { NONOMILL_QUEUE: redis.url };
  let coordinator = start(words, undefined, env);
  redis.users.push(async () => {
    coordinator.child.kill('SIGKILL');
    await coordinator.ended;
  });
  let killed = 0;
  for (let i = 0; coordinator.child.exitCode === null; i++) {
    await delay(200 + below(1500));
    if (killed >= kills || coordinator.child.exitCode !== null) break;
    if (i % 25 === 24) {
      note('times Redis was killed, with its data kept');
      await redis.stop();
      await delay(below(3000));
      await redis.start();
    } else if (i % 25 === 12) {
      note('times Redis lost its data');
      await redis.restartEmpty();
    } else if (i % 25 === 6) {
      note('coordinators killed');
      coordinator.child.kill('SIGKILL');
      await coordinator.ended;
      coordinator = start(words, undefined, env);
    } else {
      const what = ATTACKS[below(ATTACKS.length)];
      const host = hosts[below(WORKERS)];
      if (what === 'kill') {
        note('workers killed');
        killed++;
        await host.killAndRestart();
      } else if (what === 'suspend') {
        note('workers suspended');
        host.suspendFor(1000 + below(15_000));
      } else {
        note('workers cut off');
        host.way.cutFor(1000 + below(15_000));
      }
    }
  }
  if (killed < kills) print(`the run ended after ${killed} kills: give it more puzzles`);
  const { code, stderr } = await coordinator.ended;
  assert.equal(code, 0, stderr);
  return done;
}

/** A machine with one worker of one thread, which is started again whenever it was killed. */
class Host {
  private worker: Started;

  private constructor(readonly way: Cuttable) {
    this.worker = this.startWorker();
  }

  static async beside(redis: TestRedis): Promise<Host> {
    return new Host(await Cuttable.to(redis.port));
  }

  async killAndRestart(): Promise<void> {
    await this.end(false);
    this.worker = this.startWorker();
  }

  suspendFor(ms: number): void {
    const { child } = this.worker;
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), ms).unref();
  }

  async end(forGood = true): Promise<void> {
    this.worker.child.kill('SIGKILL');
    await this.worker.ended;
    if (forGood) this.way.close();
  }

  private startWorker(): Started {
    const env = { NONOMILL_QUEUE: `redis://127.0.0.1:${this.way.port}` };
    return start(['worker', '--threads', '1', '--quiet'], undefined, env);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
