import type { PoolMember } from '../../result/run/run-worker.js';
import { numberOf, shareText } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';

/** A worker without a sign of life for this long has gone. */
const GONE_MS = 15_000;

/** How many hosts are named one by one. */
const NAMED = 6;

/**
 * The workers of a queue on one line: how many are there, and each host's share of the solved
 * puzzles. Null without a queue.
 */
export function workersText(workers: readonly PoolMember[]): string | null {
  if (workers.length === 0) return null;
  const there = workers.filter(({ seenMsAgo }) => seenMsAgo < GONE_MS);
  const threads = there.reduce((sum, worker) => sum + worker.threads, 0);
  const byHost = new Map<string, number>();
  let all = 0;
  for (const { host, puzzles } of workers) {
    byHost.set(host, (byHost.get(host) ?? 0) + puzzles);
    all += puzzles;
  }
  const hosts = [...byHost].sort(([, one], [, other]) => other - one);
  const shares = hosts
    .slice(0, NAMED)
    .map(([host, puzzles]) => `${plainText(host)} ${all === 0 ? '0 %' : shareText(puzzles, all)}`);
  if (hosts.length > NAMED) shares.push(`${hosts.length - NAMED} more`);
  const count = `${numberOf(there.length, 'worker')} with ${numberOf(threads, 'thread')}`;
  return `${count}: ${shares.join(', ')}`;
}
