import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The system calls that change what is on the disk, and reading: before or at any of them a
 * process may die, and each of them may fail. strace does both at the nth call of a kind, so that
 * the same seed hits the same place.
 */
const CALLS = ['pwrite64', 'write', 'fsync', 'ftruncate', 'rename', 'unlink', 'mkdir'];

/** Why strace cannot be used here, or null. */
export function straceMissing(): string | null {
  const { error, status } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']);
  if (error !== undefined) return 'strace is not installed';
  return status === 0 ? null : 'strace may not trace processes here';
}

/**
 * The words that start a program under strace, which counts its calls into `log`, and does `fault`
 * at the call with the number `at` of the kind `call` in any one thread.
 *
 * @param fault as strace has it: `signal=KILL`, `error=ENOSPC`
 */
export function strace(
  log: string,
  inject: { call: string; fault: string; at: string } | null = null,
): string[] {
  const fault =
    inject === null ? [] : ['-e', `inject=${inject.call}:${inject.fault}:when=${inject.at}`];
  return [
    'strace',
    '-f',
    '-qq',
    '-o',
    log,
    '-e',
    `trace=${CALLS.join(',')}`,
    '-e',
    'signal=none',
    ...fault,
  ];
}

/** How often the busiest thread made each call, from the log of a run that nobody disturbed. */
export function callsIn(folder: string, log: string): ReadonlyMap<string, number> {
  const perThread = new Map<string, number>();
  const most = new Map<string, number>();
  for (const line of readFileSync(join(folder, log), 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (call === undefined) continue;
    const count = (perThread.get(`${thread} ${call}`) ?? 0) + 1;
    perThread.set(`${thread} ${call}`, count);
    most.set(call, Math.max(count, most.get(call) ?? 0));
  }
  return most;
}
