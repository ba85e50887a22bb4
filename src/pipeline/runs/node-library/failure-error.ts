import {
  ArgumentError,
  EngineError,
  FormatError,
  NonomillError,
  PuzzleError,
} from '../../../solver/craft/library/errors.js';

/** A run, a pool or a database failed; the message says what to do. */
export class FailureError extends NonomillError {
  override readonly name = 'FailureError';
}

const OF_LIBRARY = [ArgumentError, EngineError, FailureError, FormatError, PuzzleError];

/**
 * An error of the layers below as one of the library; those that are, and bugs, are left alone.
 */
export function libraryError(error: unknown): unknown {
  if (!(error instanceof NonomillError) || OF_LIBRARY.some((kind) => error instanceof kind)) {
    return error;
  }
  return new FailureError(error.code, error.message, { cause: error });
}
