import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { NonomillError } from '../../../solver/core/text/nonomill-error.js';

/**
 * How a command ended that did not throw.
 *
 *   done         everything asked was done
 *   negative     what was asked is answered, and the answer is no: two runs differ, for example
 *   unmet        done, but --strict or --require is not met
 *   interrupted  stopped by a signal or by --stop-after, to be resumed
 */
export type CommandOutcome = 'done' | 'negative' | 'unmet' | 'interrupted';

/** Something that could not be done, for a reason that a person can do something about. */
export class Failure extends NonomillError {
  override readonly name: string = 'Failure';

  /** `hint` tells what to do; null if the message already does. */
  constructor(
    code: ErrorCode,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(code, message);
  }
}

/**
 * For a command that has done its work, as far as its input allowed it.
 * @throws Failure if some of it was rejected, each with its reason
 */
export function refuseRejects(count: number, one = 'entry', many = 'entries'): void {
  if (count === 0) return;
  const what = numberOf(count, `${one} was`, `${many} were`);
  throw new Failure('NM_ENTRIES_REJECTED', `${what} rejected`);
}

/** A command line that is not understood: what was expected, what came. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}
