import { NonomillError } from '../../core/text/nonomill-error.js';

export { EngineError } from '../../engine/wasm/instance.js';
export type { ErrorCode } from '../../core/text/error-codes.js';
export { NonomillError };

/** An argument or option is not what the function takes. */
export class ArgumentError extends NonomillError<'NM_ARGUMENT_INVALID'> {
  override readonly name = 'ArgumentError';

  constructor(message: string) {
    super('NM_ARGUMENT_INVALID', message);
  }
}

/** What was given as a puzzle is not one. */
export class PuzzleError extends NonomillError<'NM_PUZZLE_INVALID'> {
  override readonly name = 'PuzzleError';

  constructor(reason: string) {
    super('NM_PUZZLE_INVALID', `not a puzzle: ${reason}`);
  }
}

/** A format is unknown, or cannot hold a puzzle. */
export class FormatError extends NonomillError<'NM_FORMAT_UNKNOWN' | 'NM_FORMAT_CANNOT_HOLD'> {
  override readonly name = 'FormatError';
}
