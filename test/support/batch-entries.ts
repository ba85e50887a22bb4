import {
  batchOf,
  type Label,
  labelLength,
  type PackedBatch,
  readLabel,
  viewBatch,
  writeLabel,
} from '../../src/solver/core/puzzle/packed-batch.js';
import { unpack, type PackedWords } from '../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';

/** The puzzles of a batch, unpacked, with their labels. */
export function entriesIn({
  packed,
}: {
  readonly packed: PackedBatch;
}): readonly (Label & { readonly puzzle: Puzzle })[] {
  const { words, offsets } = viewBatch(packed);
  const bytes = new Uint8Array(packed);
  return offsets.map((offset) => {
    const label = readLabel(words, bytes, offset);
    return { ...label, puzzle: { ...unpack(words, offset), palette: label.palette } };
  });
}

/** A batch of packed puzzles with their labels. */
export function labelledBatch(
  entries: readonly (readonly [puzzle: PackedWords, label: Label])[],
): PackedBatch {
  const room = entries.map(([puzzle, label]) => 1 + puzzle.length + labelLength(label));
  const words = new Int32Array(room.reduce((sum, length) => sum + length, 0));
  const bytes = new Uint8Array(words.buffer);
  let at = 0;
  for (const [puzzle, label] of entries) {
    words.set(puzzle, at + 1);
    const end = writeLabel(words, bytes, at + 1 + puzzle.length, label);
    words[at] = end - at;
    at = end;
  }
  return batchOf([words.subarray(0, at)], entries.length);
}
