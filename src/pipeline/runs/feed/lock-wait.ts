import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../../store/open/store-error.js';

/** How long another program may hold the database before the run stops, and how often to try. */
const LONGEST_WAIT_MS = 60_000;
const RETRY_MS = 100;

/** Who is told that a run waits, and how long it waits at most. */
export interface LockWait {
  readonly warn: (message: string) => void;
  readonly lockWaitMs?: number | undefined;
}

/**
 * Repeats `work`, which writes to the database, until no other program holds it.
 * @throws what `work` throws; a StoreError of the kind `locked` only after the longest wait.
 */
export async function whenUnlocked<T>(
  work: () => T,
  { warn, lockWaitMs = LONGEST_WAIT_MS }: LockWait,
): Promise<T> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() - began > lockWaitMs) throw error;
      if (tries === 1) {
        const seconds = Math.ceil(lockWaitMs / 1000);
        warn(`${error.message} The run waits for it, ${seconds} s at most.`);
      }
      await delay(RETRY_MS);
    }
  }
}

function isLocked(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'NM_DATABASE_LOCKED';
}
