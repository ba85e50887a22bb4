/**
 * A queue that cannot be used, with the reason in words that say what to do. It never holds the
 * password of its address.
 */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}
