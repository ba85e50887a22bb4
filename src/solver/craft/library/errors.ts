import { NonomillError } from '../../core/text/nonomill-error.js';

export { EngineError } from '../../engine/wasm/instance.js';
export type { ErrorCode } from '../../core/text/error-codes.js';
export { NonomillError };

/** An argument or option is not what the function takes. */
export class ArgumentError extends NonomillError {
  override readonly name = 'ArgumentError';
  override readonly code = 'NM_ARGUMENT_INVALID';

  constructor(message: string) {
    super('NM_ARGUMENT_INVALID', message);
  }
}

/** What was given as a puzzle is not one. */
export class PuzzleError extends NonomillError {
  override readonly name = 'PuzzleError';
  override readonly code = 'NM_PUZZLE_INVALID';

  constructor(reason: string) {
    super('NM_PUZZLE_INVALID', `not a puzzle: ${reason}`);
  }
}

/** A format is unknown, or cannot hold a puzzle. */
export class FormatError extends NonomillError {
  override readonly name = 'FormatError';

  constructor(
    override readonly code: 'NM_FORMAT_UNKNOWN' | 'NM_FORMAT_CANNOT_HOLD',
    message: string,
  ) {
    super(code, message);
  }
}
