import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long something may take on the busiest machine: a test that waits without an end holds up all
 * others.
 */
const MOST_MS = 120_000;

/**
 * Looks at something again and again until it holds; fails after so many looks that it never will.
 */
export async function until(holds: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  for (let looks = 0; !(await holds()); looks++) {
    if (looks * everyMs > MOST_MS) throw new Error(`it never came to be: ${String(holds)}`);
    await delay(everyMs);
  }
}
