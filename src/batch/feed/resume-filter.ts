import type { CorpusBatch } from '../../corpus/reader/corpus-batch.js';
import { pickFromBatch } from '../../puzzle/packed-batch.js';
import { pickColumns } from './columns.js';

/**
 * A batch without the entries that are done; `done` has the ordinals from its first to its last
 * entry, in ascending order.
 */
export function withoutDone(batch: CorpusBatch, done: readonly number[]): CorpusBatch {
  if (done.length === 0) return batch;
  const isLeft = leftAfter(done);
  const isLeftReject = leftAfter(done);
  const indexes: number[] = [];
  const { ordinals } = batch.columns;
  for (let i = 0; i < ordinals.length; i++) if (isLeft(ordinals[i])) indexes.push(i);
  return {
    ...batch,
    columns: pickColumns(batch.columns, indexes),
    packed: pickFromBatch(batch.packed, indexes),
    rejects: batch.rejects.filter(({ ordinal }) => isLeftReject(ordinal)),
  };
}

/** The first and the last ordinal of a batch's entries; null if it has none. */
export function ordinalRange({ columns, rejects }: CorpusBatch): [number, number] | null {
  const { ordinals } = columns;
  const firsts = [ordinals.at(0), rejects.at(0)?.ordinal].filter((n) => n !== undefined);
  const lasts = [ordinals.at(-1), rejects.at(-1)?.ordinal].filter((n) => n !== undefined);
  return firsts.length === 0 ? null : [Math.min(...firsts), Math.max(...lasts)];
}

/** Tells whether ordinals, asked for in ascending order, are not in `done`. */
function leftAfter(done: readonly number[]): (ordinal: number) => boolean {
  let at = 0;
  return (ordinal) => {
    while (at < done.length && done[at] < ordinal) at++;
    return done[at] !== ordinal;
  };
}
