import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { systemReason } from '../../../solver/core/text/system-errors.js';

/**
 * Gives this process a lower priority: `nice` from 0 to 19, as the command of that name has it.
 * Threads that start later take it over; those that are there already get it as well where the
 * system has a priority for each (Linux). Returns why that was not possible, or null.
 */
export function beNice(nice: number): string | null {
  try {
    setPriority(nice);
    for (const thread of ownThreads()) setPriority(thread, nice);
    return null;
  } catch (error) {
    return systemReason(error, 'write');
  }
}

function ownThreads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [];
  }
}
