import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from '../../store/open/errors.js';

/** How long another program may hold the database before the run stops, and how often to try. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 100;

/** Who is told that a run waits, and how long it waits at most. */
export interface Patience {
  readonly warn: (message: string) => void;
  readonly patienceMs?: number | undefined;
}

/**
 * Repeats `work`, which writes to the database, until no other program holds it.
 * @throws what `work` throws; a StoreError of the kind `locked` only after the longest wait.
 */
export async function patiently<T>(
  work: () => T,
  { warn, patienceMs = PATIENCE_MS }: Patience,
): Promise<T> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() - began > patienceMs) throw error;
      if (tries === 1) {
        const seconds = Math.ceil(patienceMs / 1000);
        warn(`${error.message} The run waits for it, ${seconds} s at most.`);
      }
      await delay(RETRY_MS);
    }
  }
}

function isLocked(error: unknown): error is StoreError {
  return error instanceof StoreError && error.kind === 'locked';
}
