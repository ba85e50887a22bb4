import { NonomillError } from '../../../solver/core/text/nonomill-error.js';

/**
 * A queue that cannot be used, with the reason in words that say what to do. It never holds the
 * password of its address.
 */
export class QueueError extends NonomillError {
  override readonly name = 'QueueError';
}
