import { mock } from 'node:test';

/**
 * Does `work` while the clock (`performance.now`) goes on by a millisecond at each look. Work that
 * keeps a limit of time then ends after so many looks, on every machine. Returns what the clock
 * says at the end, in milliseconds.
 */
export function underCountedClock(work: () => void): number {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now++);
  try {
    work();
  } finally {
    clock.mock.restore();
  }
  return now;
}
