import type { RejectKind } from '../../../solver/core/puzzle/reject.js';

/**
 * A file of arrays or columns that is not what it should be; the message says what was expected and
 * what came.
 */
export class TableError extends Error {
  override readonly name = 'TableError';

  constructor(
    message: string,
    readonly kind: RejectKind = 'text',
  ) {
    super(message);
  }
}
