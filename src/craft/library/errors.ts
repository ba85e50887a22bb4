import { NonomillError } from '../../core/text/nonomill-error.js';

export { EngineError } from '../../engine/wasm/instance.js';
export { NonomillError };

/** The kinds of errors of the library. */
export type ErrorCode =
  /** An argument or option is not what the function takes. */
  | 'INVALID_ARGUMENT'
  /** The clues, the palette or the start position do not make a puzzle. */
  | 'INVALID_PUZZLE'
  /** There is no format of that name, or none fits the text. */
  | 'UNKNOWN_FORMAT'
  /** The format cannot hold the puzzle. */
  | 'CANNOT_HOLD'
  /** The solver needs WebAssembly, which is missing or forbidden. */
  | 'NO_WEBASSEMBLY';

/** An argument or option is not what the function takes. */
export class ArgumentError extends NonomillError<'INVALID_ARGUMENT'> {
  override readonly name = 'ArgumentError';

  constructor(message: string) {
    super('INVALID_ARGUMENT', message);
  }
}

/** What was given as a puzzle is not one. */
export class PuzzleError extends NonomillError<'INVALID_PUZZLE'> {
  override readonly name = 'PuzzleError';

  constructor(reason: string) {
    super('INVALID_PUZZLE', `not a puzzle: ${reason}`);
  }
}

/** A format is unknown, or cannot hold a puzzle. */
export class FormatError extends NonomillError<'UNKNOWN_FORMAT' | 'CANNOT_HOLD'> {
  override readonly name = 'FormatError';
}
