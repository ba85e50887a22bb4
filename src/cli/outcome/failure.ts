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
