/**
 * A run that cannot be done, with the reason in words that say what to do: a refused resume,
 * a database that is in use, a proof that does not hold.
 */
export class RunError extends Error {
  override readonly name = 'RunError';
}
