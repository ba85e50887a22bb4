import { CorpusError } from '../corpus/bytes/corpus-error.js';
import { NonomillError } from '../../craft/library/errors.js';
import { RunError } from '../request/run-error.js';
import { StoreError } from '../store/open/store-error.js';

/** A run, a pool or a database failed; the message says what to do. */
export class FailureError extends NonomillError {
  override readonly name = 'FailureError';
}

/**
 * An error of the layers below as one of the library; other errors, which are bugs, are left alone.
 */
export function libraryError(error: unknown): unknown {
  const isOurs =
    error instanceof StoreError || error instanceof RunError || error instanceof CorpusError;
  return isOurs ? new FailureError(error.code, error.message, { cause: error }) : error;
}
