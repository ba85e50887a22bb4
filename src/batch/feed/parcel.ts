import { cutBatch, type PackedBatch } from '../../puzzle/packed-batch.js';

/** Puzzles on their way through the pool: some that stand together in what they came from. */
export interface Parcel<Origin> {
  readonly origin: Origin;
  /** The place of the first of them in `origin`. */
  readonly first: number;
  readonly packed: PackedBatch;
}

/** What is left of a parcel behind its first `done` puzzles, in parcels of at most `size`. */
export function splitRest<Origin>(
  { origin, first, packed }: Parcel<Origin>,
  done: number,
  size: number,
): Parcel<Origin>[] {
  return cutBatch(packed, done, size).map((part, i) => ({
    origin,
    first: first + done + i * size,
    packed: part,
  }));
}
