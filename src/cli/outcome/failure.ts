/** Something that could not be done, for a reason that a person can do something about. */
export class Failure extends Error {
  override readonly name: string = 'Failure';

  /** `hint` says what to do; null if the message says it all. */
  constructor(
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** Words on the command line that mean nothing here: what was expected, what came. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}
