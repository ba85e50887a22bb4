import type { PuzzleLabels } from '../../pool/pool.js';
import { cutBatch, type PackedBatch } from '../../puzzle/packed-batch.js';

/** Puzzles that go to the pool together: neighbours from one batch. */
export interface Job<Batch> {
  readonly batch: Batch;
  /** The index of the first of them in `batch`. */
  readonly first: number;
  readonly packed: PackedBatch;
  /** What they are called; left out if the feed does not know. */
  readonly labels?: PuzzleLabels;
}

/** The rest of a job after its first `done` puzzles, in jobs of at most `size`. */
export function restOf<Batch>(
  { batch, first, packed, labels }: Job<Batch>,
  done: number,
  size: number,
): Job<Batch>[] {
  return cutBatch(packed, done, size).map((part, i) => ({
    batch,
    first: first + done + i * size,
    packed: part,
    ...(labels !== undefined && {
      labels: sliceLabels(labels, done + i * size, done + (i + 1) * size),
    }),
  }));
}

function sliceLabels({ names, ordinals }: PuzzleLabels, from: number, to: number): PuzzleLabels {
  return { names: names.slice(from, to), ordinals: ordinals.slice(from, to) };
}
