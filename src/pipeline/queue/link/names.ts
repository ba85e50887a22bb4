import { solverVersion } from '../../files/built-versions.js';

/** Every key in Redis begins with this, so that a user (ACL) can be limited to `~nonomill:*`. */
export const PREFIX = 'nonomill';

/** Of one build of the solver: other builds never get its batches. */
export function workQueue(solver = solverVersion()): string {
  return `work-${solver}`;
}

/** Where the results of one run go. */
export function resultQueue(run: string): string {
  return `results-${run}`;
}

/**
 * What every opening of a queue says. BullMQ need not look at the version of Redis, as
 * `firstAnswer` does: it would warn of evictions past the progress of a run and `--quiet`.
 */
export const LINK = { prefix: PREFIX, skipVersionCheck: true };

/**
 * Each BullMQ queue has a stream of events, which nobody here reads. Whoever opens a queue decides
 * how long the stream gets: BullMQ's own ten thousand, unless every opening says this.
 */
export const FEW_EVENTS = { events: { maxLen: 10 } };
