// The first and the last start of each block, as far as its line was read, in cells. Of two
// placements, each block at the earlier of its two places makes a placement, too: so the first
// starts of all blocks belong to one, and so do the last. As more is known they only move inwards.

import { Step, Whole } from '../lines/near-words';
import { highest } from '../lines/sets';
import { Table, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Clues } from './clues';

export class Ends {
  /** By block. */
  static first: Table<i32> = changetype<Table<i32>>(0);
  static last: Table<i32> = changetype<Table<i32>>(0);
  /** For the line that was read last: the cells that one block covers in both placements. */
  static fills: u64 = 0;
  /** For that line: the cells that a block covers between its first place and its last. */
  static reach: u64 = 0;
  /** By block of a line: the starts that the blocks before it leave open. */
  static starts: Table<u64> = changetype<Table<u64>>(0);
}

export function takeEnds(): void {
  const blocks = Problem.blockStart[Problem.lines];
  Ends.first = takeUnset<i32>(blocks);
  Ends.last = takeUnset<i32>(blocks);
}

/** Takes the tables for a puzzle in black and white. */
export function takeAllEnds(): void {
  takeEnds();
  Ends.starts = takeUnset<u64>((max(Problem.width, Problem.height) + 1) >> 1);
}

function keepEnds<W>(line: i32, left: W, right: W, fills: W, reached: W): void {
  changetype<Table<W>>(Clues.left)[line] = left;
  changetype<Table<W>>(Clues.right)[line] = right;
  Ends.fills = <u64>fills;
  Ends.reach = <u64>reached;
}

/**
 * Finds the first and the last start of each block over all placements that fit, to be kept in
 * `first` and `last` if that `keeps` them. `fills` and `reach` then hold what follows. @pre some
 * fits.
 *
 * Forward as in `placeWords`, without a branch that depends on the cells. One walk back finds both
 * placements. Pushing blocks on until they fit takes fewer operations, but half as long again.
 */
export function boundEnds<W>(line: i32, canBlank: W, canFilled: W, keeps: bool): void {
  const opened = changetype<Table<W>>(Ends.starts);
  const forms = changetype<Table<W>>(Problem.blockForms);
  const all: W = ~(<W>0);
  const one: W = 1;
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1] - 1;
  Whole.runs<W, W>(canFilled);
  let open: W = canBlank ^ (canBlank + one);
  for (let block = begin; block <= end; block++) {
    const form = forms[block];
    const starts: W = Step.fits<W, W>(0, form) & open;
    opened[block - begin] = starts;
    open = Step.gap<W>(starts, form, canBlank) << one;
  }

  const found: W = canFilled & ~canBlank;
  // The cells before the next block in the first placement; and where this may end in the last.
  let before: W = all;
  let lastEnds: W = all;
  let fills: W = 0;
  let reached: W = 0;
  let left: W = 0;
  let right: W = 0;
  for (let block = end; block >= begin; block--) {
    const form = forms[block];
    const cells: W = Step.cells<W>(form);
    const starts: W = opened[block - begin];
    // The block has to reach the last found cell before the block after it.
    const fitting: W = starts & Step.reaching<W>(found & before, form);
    before = (fitting & (<W>0 - fitting)) - one;
    // In the last it does so by itself: one of `starts` does, and a later one leaves less blank.
    const last = highest<W>(starts & Step.within<W>(lastEnds, form));
    const beforeLast: W = (one << (<W>last)) - one;
    lastEnds = beforeLast >> one;
    const first = <i32>ctz<W>(fitting);
    if (keeps) {
      Ends.first[block] = first;
      Ends.last[block] = last;
    }
    const firstCells: W = cells << (<W>first);
    const lastCells: W = cells << (<W>last);
    left |= firstCells;
    right |= lastCells;
    fills |= firstCells & lastCells;
    reached |= (beforeLast | lastCells) & ~before;
  }
  keepEnds<W>(line, left, right, fills, reached);
}
