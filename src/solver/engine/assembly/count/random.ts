// Random numbers, the same for the same puzzle: mulberry32 (Tommy Ettinger, public domain).

import { Problem } from '../memory/problem';
import { colourOf } from './searcher';

class Random {
  static state: i32 = 0;
}

/** Begins with a hash of the clues (FNV-1a over words). */
export function startRandom(): void {
  Random.state = 0x811c9dc5;
  mixIn(Problem.width);
  for (let line = 0; line < Problem.lines; line++) {
    const begin = Problem.blockStart[line];
    const end = Problem.blockStart[line + 1];
    mixIn(end - begin);
    for (let block = begin; block < end; block++) {
      const colour = colourOf(block);
      mixIn((colour << 16) ^ Problem.blockLength[block]);
    }
  }
}

function mixIn(word: i32): void {
  Random.state = (Random.state ^ word) * 0x01000193;
}

/** The next number, from 0 to before 1. */
export function nextRandom(): f64 {
  Random.state += 0x6d2b79f5;
  const state = Random.state;
  let mixed = (state ^ (state >>> 15)) * (1 | state);
  mixed = (mixed + (mixed ^ (mixed >>> 7)) * (61 | mixed)) ^ mixed;
  return <f64>(<u32>(mixed ^ (mixed >>> 14))) / 4294967296;
}
