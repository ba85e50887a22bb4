import { spawn, type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { deepTest } from './tests.js';

/** A Redis of a test's own, on a free port of this machine. */
export class TestRedis {
  /** What uses it and must end first, the latest first. */
  readonly users: (() => Promise<unknown>)[] = [];
  private child: ChildProcess | null = null;

  constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly more: readonly string[],
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  async start(): Promise<void> {
    const words = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.folder];
    const saving = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    this.child = spawn('redis-server', [...words, ...saving, ...this.more], { stdio: 'ignore' });
    for (let i = 0; i < 1200; i++) {
      if (await answers(this.port)) return;
      await delay(25);
    }
    throw new Error('redis-server does not start');
  }

  /** Ends it as a power cut does, or in order. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGCONT');
    child.kill(signal);
    await once(child, 'exit');
  }

  suspend(): void {
    this.child!.kill('SIGSTOP');
  }

  wake(): void {
    this.child!.kill('SIGCONT');
  }

  /** Loses everything it knows, and is started again. */
  async restartEmpty(): Promise<void> {
    await this.stop();
    for (const name of ['appendonlydir', 'appendonly.aof', 'dump.rdb']) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
    }
    await this.start();
  }
}

const IS_THERE = spawnSync('redis-server', ['--version']).status === 0;
if (!IS_THERE) process.emitWarning('no redis-server is installed: tests that need it are skipped');

/** A test that needs Redis, and one that only `npm run test:deep` runs. */
export const redisTest: typeof test.skip = IS_THERE ? test : test.skip;
export const deepRedisTest: typeof test.skip = IS_THERE ? deepTest : test.skip;

/** Starts a Redis that ends with the test. */
export async function startRedis(t: TestContext, more: readonly string[] = []): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-redis-'));
  const redis = new TestRedis(await freePort(), folder, more);
  t.after(async () => {
    for (const end of redis.users.reverse()) await end();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  await redis.start();
  return redis;
}

/** A port of this machine on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (found: boolean): void => {
      socket.destroy();
      resolve(found);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}
