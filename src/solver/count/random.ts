import type { Problem } from '../model/problem.js';

/** Random numbers from 0 to before 1, the same for the same puzzle: mulberry32 (Tommy Ettinger, public domain). */
export function randomNumbersOf(problem: Problem): () => number {
  let state = seedOf(problem);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A hash of the clues (FNV-1a over words). */
function seedOf({ width, lines, blockStart, blockLength, blockColour }: Problem): number {
  let hash = 0x811c9dc5;
  const take = (word: number): void => {
    hash = Math.imul(hash ^ word, 0x01000193);
  };
  take(width);
  for (let line = 0; line < lines; line++) {
    take(blockStart[line + 1] - blockStart[line]);
    for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
      take((blockColour[block] << 16) ^ blockLength[block]);
    }
  }
  return hash;
}
