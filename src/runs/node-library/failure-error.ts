import { CorpusError } from '../corpus/bytes/corpus-error.js';
import { NonomillError } from '../../craft/library/errors.js';
import { RunError, StoppedEarly } from '../request/run-error.js';
import { StoreError } from '../store/open/store-error.js';

/** The kinds of failures of a run or a database. */
export type FailureCode =
  /** The run cannot be done: a refused resume, for example. */
  | 'RUN_REFUSED'
  /** The run was stopped before its first puzzle, while it looked at its corpora. */
  | 'STOPPED_EARLY'
  /** A corpus cannot be found or read. */
  | 'CORPUS'
  /** The database cannot be opened, read or written, or lacks what was asked for. */
  | 'DATABASE'
  /** Another run writes to the database, or another program holds it. */
  | 'DATABASE_LOCKED'
  /** Threads do not start. */
  | 'THREADS';

/** A run, a pool or a database failed; the message says what to do. */
export class FailureError extends NonomillError<FailureCode> {
  override readonly name = 'FailureError';
}

/**
 * An error of the layers below as one of the library; other errors, which are bugs, are left alone.
 */
export function libraryError(error: unknown): unknown {
  if (error instanceof StoreError) {
    const code = error.kind === 'locked' ? 'DATABASE_LOCKED' : 'DATABASE';
    return new FailureError(code, error.message, { cause: error });
  }
  if (error instanceof StoppedEarly) return failure('STOPPED_EARLY', error);
  if (error instanceof RunError) return failure('RUN_REFUSED', error);
  if (error instanceof CorpusError) return failure('CORPUS', error);
  return error;
}

function failure(code: FailureCode, error: Error): FailureError {
  return new FailureError(code, error.message, { cause: error });
}
