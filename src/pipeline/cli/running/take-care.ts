import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { systemReason } from '../../../solver/core/text/system-errors.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Lowers the priority of this process, if that is asked for; if it is not possible, the work goes
 * on all the same.
 */
export function takeCare(nice: number | null, terminal: Terminal): void {
  const reason = nice === null ? null : beNice(nice);
  if (reason !== null) terminal.say(`nonomill: the priority stays as it is (--nice): ${reason}`);
}

/**
 * Gives this process a lower priority: `nice` from 0 to 19, as the command of that name has it.
 * Threads that start later take it over; those that are there already get it as well where the
 * system has a priority for each (Linux). Returns why that was not possible, or null.
 */
function beNice(nice: number): string | null {
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
