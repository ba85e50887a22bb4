import { debuglog } from 'node:util';

const log = debuglog('nonomill');

/** The parts of the program that say what they do. */
export type TracedPart = 'run' | 'pool' | 'solve' | 'store' | 'report';

/** Whether somebody reads it. */
export function isTraced(): boolean {
  return log.enabled;
}

/**
 * Writes to standard error what a part of the program does, with the milliseconds since the process
 * began, if NODE_DEBUG=nonomill asks for it. Otherwise it costs one look at a flag: `what` is not
 * called.
 */
export function trace(part: TracedPart, what: () => string): void {
  if (log.enabled) log('%s %s: %s', performance.now().toFixed(0).padStart(6), part, what());
}
