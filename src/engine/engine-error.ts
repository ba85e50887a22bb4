import { NonomillError } from '../text/nonomill-error.js';

/** The engine cannot be started here; the message says what to do. */
export class EngineError extends NonomillError<'NO_WEBASSEMBLY'> {
  override readonly name = 'EngineError';

  constructor(message: string, options?: ErrorOptions) {
    super('NO_WEBASSEMBLY', message, options);
  }
}
