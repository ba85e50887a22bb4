import type { Problem } from '../model/problem.js';

/** What is known of the ends of a line's blocks, as words with bit i for cell i. */
export const wordEnds = {
  /** The cells that one block covers in its first place and in its last. */
  fills: 0,
  /** The cells that some block can cover between its first place and its last. */
  reach: 0,
  /** The cells of all blocks in their first places, and in their last. */
  left: 0,
  right: 0,
};

/** By block of a line: its first and its last start, in slack space (see Problem). */
const firsts = new Int32Array(32);
const lasts = new Int32Array(32);
const reach = new Int32Array(32);

/**
 * Packs the blocks of a line to both ends around its known blanks, whatever else is known, and
 * leaves what that says in `wordEnds`. @pre some placement fits.
 */
export function packWordLine(problem: Problem, line: number, blanks: number): void {
  const { blockMin, blockLength, blockStart } = problem;
  const begin = blockStart[line];
  const end = blockStart[line + 1];
  for (let block = begin, start = 0; block < end; block++) {
    const min = blockMin[block];
    const cells = -1 >>> (32 - blockLength[block]);
    for (let hit; (hit = (cells << (min + start)) & blanks) !== 0;) {
      start = 32 - Math.clz32(hit) - min;
    }
    firsts[block - begin] = start;
  }
  for (let block = end - 1, start = problem.slack[line]; block >= begin; block--) {
    const min = blockMin[block];
    const length = blockLength[block];
    const cells = -1 >>> (32 - length);
    for (let hit; (hit = (cells << (min + start)) & blanks) !== 0;) {
      start = 31 - Math.clz32(hit & -hit) - length - min;
    }
    lasts[block - begin] = start;
  }
  note(problem, line);
}

/**
 * Finds the first and the last start of each block over all placements that fit the cells that can
 * be blank and filled, and leaves what they say in `wordEnds`. @pre some placement fits.
 *
 * Forward as in `solveWordLine`: the starts of each block that the blocks before it leave open. Of
 * two placements that fit, the earlier place of each block fits as well, and so does the later: the
 * first starts of all blocks are those of one placement, which one walk back finds, and so are the last.
 */
export function boundWordLine(
  problem: Problem,
  line: number,
  canBlank: number,
  canFilled: number,
): void {
  const { blockMin, blockShifts, blockLength, blockStart } = problem;
  const begin = blockStart[line];
  const last = blockStart[line + 1] - 1;
  if (last < begin) {
    note(problem, line);
    return;
  }
  const full = -1 >>> (31 - problem.slack[line]);
  let open = ((canBlank & ~(canBlank + 1)) << 1) | 1;
  for (let block = begin; ; block++) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    let fit = canFilled;
    fit &= fit >>> shifts;
    fit &= fit >>> (shifts >>> 5);
    fit &= fit >>> (shifts >>> 10);
    fit &= fit >>> (shifts >>> 15);
    fit &= fit >>> (shifts >>> 20);
    const starts = open & (fit >>> min) & full;
    reach[block - begin] = starts;
    if (block === last) break;
    const blank = ((canBlank >>> min) >>> (shifts >>> 25)) >>> 1;
    const from = starts & blank;
    open = (~(from + blank) | from) & blank;
  }

  const length = problem.lineLength(line);
  const found = ~canBlank & (-1 >>> (32 - length));
  // The first cells of the block behind, in the first and in the last placement.
  let first = length;
  let final = length;
  let latest = full;
  for (let block = last; block >= begin; block--) {
    const min = blockMin[block];
    const starts = reach[block - begin];
    // A block has to reach the last found cell before the block behind it.
    const need = min + blockLength[block] - 1;
    const toFirst = starts & notBefore(31 - Math.clz32(found & below(first)) - need);
    const start = 31 - Math.clz32(toFirst & -toFirst);
    firsts[block - begin] = start;
    first = min + start;
    const toLast = starts & latest & notBefore(31 - Math.clz32(found & below(final)) - need);
    const end = 31 - Math.clz32(toLast);
    lasts[block - begin] = end;
    final = min + end;
    latest = -1 >>> (31 - end);
  }
  note(problem, line);
}

/** The cells before `cell`, which is from 0 to 32. */
function below(cell: number): number {
  return cell === 0 ? 0 : -1 >>> (32 - cell);
}

/** The starts from `start` on, which may be negative. */
function notBefore(start: number): number {
  return start <= 0 ? -1 : -1 << start;
}

/** Puts together what `firsts` and `lasts` say. */
function note(problem: Problem, line: number): void {
  const { blockMin, blockLength, blockStart } = problem;
  const begin = blockStart[line];
  const end = blockStart[line + 1];
  let [fills, reached, left, right] = [0, 0, 0, 0];
  for (let block = begin; block < end; block++) {
    const length = blockLength[block];
    const cells = -1 >>> (32 - length);
    const first = blockMin[block] + firsts[block - begin];
    const slack = lasts[block - begin] - firsts[block - begin];
    left |= cells << first;
    right |= cells << (first + slack);
    reached |= (-1 >>> (32 - length - slack)) << first;
    if (slack < length) fills |= (-1 >>> (32 - length + slack)) << (first + slack);
  }
  wordEnds.fills = fills;
  wordEnds.reach = reached;
  wordEnds.left = left;
  wordEnds.right = right;
}
