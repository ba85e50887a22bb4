/**
 * How a command ended.
 *
 *   done         everything asked was done
 *   failed       something could not be done, and was already reported
 *   unmet        done, but --strict or --require is not met
 *   interrupted  stopped by a signal or by --stop-after, to be resumed
 */
export type CommandOutcome = 'done' | 'failed' | 'unmet' | 'interrupted';

/** The exit codes that scripts rely on. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  unmet: 3,
  interrupted: 130,
} as const;
