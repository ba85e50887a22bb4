import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { contentsOf } from '../../test/support/runs/contents.js';
import { nonomill, start } from '../../test/support/nonomill.js';
import type { TestRedis } from '../../test/support/redis.js';
import { randomNumbers } from '../support/random-puzzles.js';
import { makeHosts, type Host, type Hosts } from './hosts.js';
import { writePuzzles } from './puzzles.js';
import { withRedis } from './redis.js';

const WORKERS = 3;

/** What is done to whom, and how often of ten times. */
const ATTACKS = ['kill', 'kill', 'kill', 'kill', 'kill', 'kill', 'suspend', 'cut'] as const;

/**
 * One run through a queue whose workers are killed `kills` times, and suspended and cut off
 * between; Redis is killed, with its data and without, and so is the coordinator. What the database
 * holds at the end equals what a local run leaves. @returns the number of failures.
 */
export async function surviveChaos(kills: number, puzzles: number, seed: number): Promise<number> {
  const hosts = makeHosts();
  print(`${WORKERS} workers in ${hosts.kind}`);
  try {
    return await surviveIn(hosts, kills, puzzles, seed);
  } finally {
    hosts.remove();
  }
}

async function surviveIn(
  hosts: Hosts,
  kills: number,
  puzzles: number,
  seed: number,
): Promise<number> {
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
    const began = performance.now();
    const local = await nonomill([...words, '--db', localDb]);
    assert.equal(local.code, 0, local.stderr);
    // The attacks are spread over the run, which takes at least as long.
    const pauseMs = Math.max(200, (performance.now() - began) / (kills * 1.5));
    const db = join(folder, 'queue.sqlite');
    const machines = await Promise.all(Array.from({ length: WORKERS }, () => hosts.add(redis)));
    redis.users.push(() => Promise.all(machines.map((host) => host.end())));
    const command = [...words, '--db', db, '--resume'];
    const done = await attack(redis, machines, command, { kills, seed, pauseMs });
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
  }, hosts.redisOptions);
  return failed;
}

interface Plan {
  readonly kills: number;
  readonly seed: number;
  /** Between two attacks, on average. */
  readonly pauseMs: number;
}

async function attack(
  redis: TestRedis,
  hosts: readonly Host[],
  words: readonly string[],
  { kills, seed, pauseMs }: Plan,
): Promise<Record<string, number>> {
  const random = randomNumbers(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const done: Record<string, number> = {};
  const note = (what: string): void => void (done[what] = (done[what] ?? 0) + 1);
  const env = { NONOMILL_QUEUE: redis.url };
  let coordinator = start(words, undefined, env);
  redis.users.push(async () => {
    coordinator.child.kill('SIGKILL');
    await coordinator.ended;
  });
  let killed = 0;
  for (let i = 0; coordinator.child.exitCode === null; i++) {
    await delay(2 * below(pauseMs));
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
        host.cutFor(1000 + below(15_000));
      }
    }
  }
  if (killed < kills) print(`the run ended after ${killed} kills: give it more puzzles`);
  const { code, stderr } = await coordinator.ended;
  assert.equal(code, 0, stderr);
  return done;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
