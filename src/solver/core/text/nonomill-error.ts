import type { ErrorCode } from './error-codes.js';

/** Every error that is thrown on purpose, with its code: see docs/pipeline/errors.md. */
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
