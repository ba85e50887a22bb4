import { ones } from '../model/bits.js';
import type { Problem } from '../model/problem.js';

/** By word of a line: the cells that can have several values. */
let several = new Int32Array(16);
/** By value: how many cells of a line have it in a solution. */
const totals = new Int32Array(32);

/**
 * Counts in a line, whose planes begin at `at` and have `words` words each: if all cells with a value are found, no
 * other cell has it; if only that many cells can have it, they all do. Writes the planes of what is left to `out` from
 * 0 on if anything is ruled out, and returns whether it is.
 */
export function countLine(
  problem: Problem,
  line: number,
  planes: Int32Array,
  at: number,
  words: number,
  out: Int32Array,
): boolean {
  const { values, blockStart, blockLength, blockColour } = problem;
  if (!findSeveral(planes, at, words, values)) return false;
  totals.fill(0, 0, values);
  totals[0] = problem.lineLength(line);
  for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
    totals[blockColour[block]] += blockLength[block];
    totals[0] -= blockLength[block];
  }
  let isNew = false;
  for (let value = 0; value < values; value++) {
    let found = 0;
    let possible = 0;
    for (let k = 0; k < words; k++) {
      const can = planes[at + value * words + k];
      possible += ones(can);
      found += ones(can & ~several[k]);
    }
    const total = totals[value];
    if (found === possible || (found !== total && possible !== total)) continue;
    if (!isNew) out.fill(-1, 0, values * words);
    isNew = true;
    for (let k = 0; k < words; k++) {
      const can = planes[at + value * words + k];
      for (let other = 0; other < values; other++) {
        if (found === total && other === value) out[other * words + k] &= ~several[k];
        if (found !== total && other !== value) out[other * words + k] &= ~can;
      }
    }
  }
  return isNew;
}

/** Fills `several`; returns whether there are any such cells. */
function findSeveral(planes: Int32Array, at: number, words: number, values: number): boolean {
  if (several.length < words) several = new Int32Array(words);
  let any = 0;
  for (let k = 0; k < words; k++) {
    let once = 0;
    let twice = 0;
    for (let value = 0, i = at + k; value < values; value++, i += words) {
      twice |= once & planes[i];
      once |= planes[i];
    }
    several[k] = twice;
    any |= twice;
  }
  return any !== 0;
}
