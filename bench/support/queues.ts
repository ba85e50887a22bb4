import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestRedis, freePort } from '../../test/support/redis.js';
import { Cuttable } from '../../test/support/cuttable.js';
import { randomPuzzle } from '../../test/support/random-puzzle.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { filledPuzzle } from '../../test/support/long-puzzles.js';
import { randomNumbers } from './puzzles.js';

/**
 * Does something with a Redis of its own and an empty folder, and removes both. It writes to its
 * disk after every command, so that a kill takes nothing back, unless `more` says otherwise.
 */
export async function withRedis(
  work: (redis: TestRedis, folder: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-queue-'));
  const redis = new TestRedis(await freePort(), folder, [
    '--maxmemory-policy',
    'noeviction',
    ...more,
  ]);
  await redis.start();
  try {
    await work(redis, folder);
  } finally {
    for (const end of redis.users.reverse()) await end();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** As Redis is commonly run: what it noted in the last second may be lost. */
export const EVERY_SECOND = ['--appendfsync', 'everysec'];

/** CPU seconds that a process has used, its threads included. Linux only. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** MiB of memory that a process holds. Linux only. */
export function residentMiBOf(pid: number): number {
  return (Number(statOf(pid)[21]) * PAGE_BYTES) / 2 ** 20;
}

const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4096;

/** The fields of /proc/<pid>/stat after the name, which may hold anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

const BIN = fileURLToPath(new URL('../../../bin/nonomill.js', import.meta.url));

/** The network of the hosts, of which this machine is the first address. */
const NETWORK = '10.211.7';
const BRIDGE = `nonomill${process.pid % 100_000}`;

/** Hosts on a network of their own, or processes behind connections that can be cut. */
export interface Hosts {
  readonly kind: string;
  /** What Redis is started with, so that they reach it. */
  readonly redisOptions: readonly string[];
  readonly add: (redis: TestRedis) => Promise<Host>;
  readonly remove: () => void;
}

/**
 * Network namespaces, each with an address and a name of its own, where this machine allows them
 * (Linux, as root); else processes.
 */
export function makeHosts(): Hosts {
  if (!makeBridge()) {
    return {
      kind: 'processes behind connections that can be cut',
      redisOptions: [],
      add: async (redis) => processHost(await Cuttable.to(redis.port)),
      remove: () => undefined,
    };
  }
  const namespaces: string[] = [];
  return {
    kind: 'network namespaces with their own addresses',
    redisOptions: ['--bind', '127.0.0.1', `${NETWORK}.1`, '--protected-mode', 'no'],
    add: (redis) => {
      const name = `${BRIDGE}-${namespaces.length + 1}`;
      namespaces.push(name);
      return Promise.resolve(namespaceHost(name, namespaces.length, redis));
    },
    remove: () => {
      for (const name of namespaces) ip(`netns del ${name}`);
      ip(`link del ${BRIDGE}`);
    },
  };
}

/** False if this machine has no such thing, or we may not use it. */
function makeBridge(): boolean {
  if (!ip(`link add ${BRIDGE} type bridge`)) return false;
  return ip(`addr add ${NETWORK}.1/24 dev ${BRIDGE}`) && ip(`link set ${BRIDGE} up`);
}

function namespaceHost(name: string, number: number, redis: TestRedis): Host {
  const cable = `${BRIDGE.slice(-8)}w${number}`;
  const steps = [
    `netns add ${name}`,
    `link add ${cable} type veth peer name eth0 netns ${name}`,
    `link set ${cable} master ${BRIDGE} up`,
    `-n ${name} addr add ${NETWORK}.${number + 1}/24 dev eth0`,
    `-n ${name} link set eth0 up`,
    `-n ${name} link set lo up`,
  ];
  for (const step of steps) if (!ip(step)) throw new Error(`"ip ${step}" failed`);
  const within = ['netns', 'exec', name, 'unshare', '--uts', 'sh', '-c'];
  const words = [...within, `hostname machine-${number} && exec "$0" "$@"`];
  return new Host(
    ['ip', ...words],
    `redis://${NETWORK}.1:${redis.port}`,
    (cut) => void ip(`link set ${cable} ${cut ? 'down' : 'up'}`),
    () => undefined,
  );
}

function processHost(way: Cuttable): Host {
  const url = `redis://127.0.0.1:${way.port}`;
  return new Host(
    [],
    url,
    (cut) => way.setCut(cut),
    () => way.close(),
  );
}

function ip(words: string): boolean {
  return spawnSync('ip', words.split(' '), { stdio: 'ignore' }).status === 0;
}

/** A machine with one worker of one thread, which is started again whenever it was killed. */
export class Host {
  private worker: ChildProcess;

  constructor(
    /** What the command of the worker is given to, in order to run there. */
    private readonly there: readonly string[],
    private readonly url: string,
    private readonly setCut: (cut: boolean) => void,
    private readonly close: () => void,
  ) {
    this.worker = this.startWorker();
  }

  async killAndRestart(): Promise<void> {
    await this.kill();
    this.worker = this.startWorker();
  }

  suspendFor(ms: number): void {
    const { worker } = this;
    worker.kill('SIGSTOP');
    setTimeout(() => worker.kill('SIGCONT'), ms).unref();
  }

  cutFor(ms: number): void {
    this.setCut(true);
    setTimeout(() => this.setCut(false), ms).unref();
  }

  async end(): Promise<void> {
    await this.kill();
    this.close();
  }

  private async kill(): Promise<void> {
    const { worker } = this;
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }

  private startWorker(): ChildProcess {
    const [command, ...words] = [...this.there, process.execPath, BIN, 'worker'];
    return spawn(command, [...words, '--threads', '1', '--quiet'], {
      env: { ...process.env, NONOMILL_QUEUE: this.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

/** The corpora of the queue's benchmarks, by name. */
const MAKES = {
  /** In random puzzles the toss of a coin fills each cell, or not. */
  'random 5x5': (random) => randomPuzzle(random, 5, 5, 0.5, 1),
  'random 15x15': (random) => randomPuzzle(random, 15, 15, 0.5, 1),
  'random 20x20': (random) => randomPuzzle(random, 20, 20, 0.5, 1),
  /** As in the tournaments: 41 to 51 % filled, the lower the harder. */
  '25x25 like a tournament': (random) => filledPuzzle(random, 25, 0.41 + 0.1 * random()),
} satisfies Record<string, (random: () => number) => Puzzle>;

export type Make = keyof typeof MAKES;

/** Writes `count` puzzles as CSV, drawn from `distinct` that repeat. */
export async function writePuzzles(
  path: string,
  make: Make,
  count: number,
  distinct: number,
): Promise<void> {
  const random = randomNumbers(7);
  const lines = Array.from({ length: Math.min(count, distinct) }, () => {
    const { rows, columns } = MAKES[make](random);
    return `${side(rows)},${side(columns)}\n`;
  });
  const file = createWriteStream(path);
  file.write('rows,columns\n');
  for (let i = 0; i < count; i++) {
    if (!file.write(lines[i % lines.length])) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

function side(clues: Puzzle['rows']): string {
  return clues.map((clue) => clue.join(' ')).join(';');
}
