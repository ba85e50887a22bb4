import { NonomillError } from '../../../solver/core/text/nonomill-error.js';

/**
 * A run that cannot be done; the message gives the reason and says what to do. Examples: a refused
 * resume, an account that does not hold.
 */
export class RunError extends NonomillError {
  override readonly name: string = 'RunError';
}

/** A run that was asked to stop before its first puzzle: nothing was begun or changed. */
export class StoppedEarly extends RunError {
  constructor() {
    super(
      'NM_RUN_STOPPED_EARLY',
      'Stopped before the first puzzle: nothing was solved, and nothing has changed.',
    );
  }
}

/** A source that is no longer what it was when its hash was taken. */
export class SourceChanged extends RunError {
  constructor(
    readonly sourceId: number,
    path: string,
  ) {
    super(
      'NM_CORPUS_CHANGED',
      `${path} changed while the run read it. Its results were removed, and the run ` +
        'stays interrupted: restore its content and go on, or start a new run.',
    );
  }
}
