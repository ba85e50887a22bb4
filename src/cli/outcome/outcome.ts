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

/** Something that could not be done, for a reason that a person can do something about. */
export class Failure extends Error {
  override readonly name: string = 'Failure';

  /** `hint` tells what to do; null if the message already does. */
  constructor(
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** A command line that is not understood: what was expected, what came. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}
