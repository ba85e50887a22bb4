import { solverVersion } from '../../pool/solver-version.js';

/** Every key in Redis begins with this, so that a user (ACL) can be limited to `~nonomill:*`. */
export const PREFIX = 'nonomill';

/** Changes with every change of the messages. */
export const MESSAGE_VERSION = 2;

/** Of one build of the solver: other builds never get its batches. */
export function workQueue(solver = solverVersion()): string {
  return `work-${solver}`;
}

/** Where the results of one run go. */
export function resultQueue(run: string): string {
  return `results-${run}`;
}

/** Names a run: 32 hexadecimal digits, which are allowed in a key. */
export function isRunKey(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);
}

/** Names a worker: 16 hexadecimal digits. */
export function isWorkerId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{16}$/.test(text);
}

/**
 * Each BullMQ queue has a stream of events, which nobody here reads. Whoever opens a queue decides how long
 * the stream gets: BullMQ's own ten thousand, unless every opening says this.
 */
export const FEW_EVENTS = { events: { maxLen: 10 } };
