import type { ErrorCode } from './error-codes.js';

/**
 * Every error that is thrown on purpose, with a message for people; programs can rely on its
 * `code`, which docs/pipeline/errors.md explains.
 */
export class NonomillError extends Error {
  override readonly name: string = 'NonomillError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
