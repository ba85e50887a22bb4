// The first and the last start of each block, as far as its line was read, where W is Any: see ends.ts.

import { Planes } from '../lines/planes';
import { addRange, firstMissing, lastMissing, removeRange } from '../lines/sets';
import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, lineLength, placeOf, wordsOf } from '../memory/problem';

export class EndsOfPlanes {
  /** By block: starts in slack space. */
  static first: Table<i32> = changetype<Table<i32>>(0);
  static last: Table<i32> = changetype<Table<i32>>(0);
  /** By line: whether it was read, so that what follows from its clue alone is known. */
  static isRead: Table<u8> = changetype<Table<u8>>(0);
}

/** Takes the tables. */
export function takeEndsOfPlanes(): void {
  const blocks = Problem.blockStart[Problem.lines];
  EndsOfPlanes.first = takeUnset<i32>(blocks);
  EndsOfPlanes.last = takeUnset<i32>(blocks);
  EndsOfPlanes.isRead = takeUnset<u8>(Problem.lines);
}

/** Begins with a line about which nothing is known. */
export function startEndsOfLine(line: i32): void {
  EndsOfPlanes.isRead[line] = 0;
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    EndsOfPlanes.first[block] = 0;
    EndsOfPlanes.last[block] = Problem.slack[line];
  }
}

/**
 * Moves the ends of a line inwards: packs its blocks around the cells that cannot have their colours. If they are to be
 * `bounds`, the blocks also cover all cells that are not blank: then the ends are those of all placements that fit.
 * Returns false if nothing new follows: no end has moved since the last time. @pre some placement fits.
 */
export function moveEnds(line: i32, bounds: bool): bool {
  const movedFirst = moveFirst(line, bounds);
  const movedLast = moveLast(line, bounds);
  const isNew = movedFirst || movedLast || EndsOfPlanes.isRead[line] == 0;
  EndsOfPlanes.isRead[line] = 1;
  return isNew;
}

/** Puts the values that the ends of a line leave to its cells into `Planes.result`. */
export function leaveEnds(line: i32): void {
  const result = Planes.result;
  const words = wordsOf(line);
  const values = Problem.values;
  result.clear(0, values * words);
  for (let k = 0; k < words; k++) result[k] = ~(<u64>0);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  for (let block = begin; block < end; block++) {
    const start = Problem.blockMin[block];
    const past = start + EndsOfPlanes.last[block] + Problem.blockLength[block];
    const at = <i32>Problem.blockColour[block] * words;
    addRange(result, at, start + EndsOfPlanes.first[block], past);
  }
  for (let block = begin; block < end; block++) {
    // What the block covers at both of its ends has its colour.
    const from = Problem.blockMin[block] + EndsOfPlanes.last[block];
    const to = Problem.blockMin[block] + EndsOfPlanes.first[block] + Problem.blockLength[block];
    if (from >= to) continue;
    for (let value = 0; value < values; value++) {
      if (value != <i32>Problem.blockColour[block]) removeRange(result, value * words, from, to);
    }
  }
}

function moveFirst(line: i32, bounds: bool): bool {
  const planes = Grid.planes;
  const first = EndsOfPlanes.first;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const at = placeOf(line);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  let moved = false;
  for (let block = begin; block <= end;) {
    let place = lineLength(line);
    if (block < end) {
      let start = block == begin ? first[block] : max(first[block], first[block - 1]);
      start = firstFit(block, planeOf(line, block), start);
      if (start != first[block]) moved = true;
      first[block] = start;
      place = blockMin[block] + start;
    }
    const past =
      block == begin ? 0 : blockMin[block - 1] + first[block - 1] + blockLength[block - 1];
    const open = bounds ? lastMissing(planes, at, past, place) : -1;
    if (open < 0) {
      block++;
      continue;
    }
    // Only a block before can cover what this one leaves open.
    block--;
    first[block] = open + 1 - blockLength[block] - blockMin[block];
    moved = true;
  }
  return moved;
}

function moveLast(line: i32, bounds: bool): bool {
  const planes = Grid.planes;
  const last = EndsOfPlanes.last;
  const blockMin = Problem.blockMin;
  const at = placeOf(line);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  let moved = false;
  for (let block = end - 1; block >= begin - 1;) {
    let past = 0;
    if (block >= begin) {
      let start = block == end - 1 ? last[block] : min(last[block], last[block + 1]);
      start = lastFit(block, planeOf(line, block), start);
      if (start != last[block]) moved = true;
      last[block] = start;
      past = blockMin[block] + start + Problem.blockLength[block];
    }
    const place = block == end - 1 ? lineLength(line) : blockMin[block + 1] + last[block + 1];
    const open = bounds ? firstMissing(planes, at, past, place) : -1;
    if (open < 0) {
      block--;
      continue;
    }
    block++;
    last[block] = open - blockMin[block];
    moved = true;
  }
  return moved;
}

/** Where the plane of a block's colour begins. */
function planeOf(line: i32, block: i32): i32 {
  return placeOf(line) + <i32>Problem.blockColour[block] * wordsOf(line);
}

/** The first start of a block, from `start` on, at which all its cells can have its colour. */
function firstFit(block: i32, plane: i32, start: i32): i32 {
  const from = Problem.blockMin[block];
  const size = Problem.blockLength[block];
  while (true) {
    const miss = lastMissing(Grid.planes, plane, from + start, from + start + size);
    if (miss < 0) return start;
    start = miss + 1 - from;
  }
}

/** The last start of a block, from `start` back, at which all its cells can have its colour. */
function lastFit(block: i32, plane: i32, start: i32): i32 {
  const from = Problem.blockMin[block];
  const size = Problem.blockLength[block];
  while (true) {
    const miss = firstMissing(Grid.planes, plane, from + start, from + start + size);
    if (miss < 0) return start;
    start = miss - size - from;
  }
}
