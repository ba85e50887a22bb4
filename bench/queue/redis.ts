import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, TestRedis } from '../../test/support/redis.js';

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
