// The first and last starts of blocks, as far as a line was read, where W is Any: see ends.ts.

import { Planes } from '../lines/planes';
import { addRange, firstMissing, lastMissing, removeRange } from '../lines/sets';
import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { Ends, takeEnds } from './ends';

class EndsOfPlanes {
  /** By line: whether it was read, so that what follows from its clue alone is known. */
  static isRead: Table<u8> = changetype<Table<u8>>(0);
}

export function takeEndsOfPlanes(): void {
  takeEnds();
  EndsOfPlanes.isRead = takeUnset<u8>(Problem.lines);
}

/** Begins with a line about which nothing is known. */
export function startEndsOfLine(line: i32): void {
  EndsOfPlanes.isRead[line] = 0;
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    Ends.first[block] = Problem.blockMin[block];
    Ends.last[block] = Problem.blockMin[block] + Problem.slack[line];
  }
}

/**
 * Moves the ends of a line inwards: packs its blocks around cells that cannot have their colours;
 * with `bounds` they also cover all cells that are not blank, and are the ends of all placements.
 * False if none has moved since the last time; else `Planes.result` has the values that they leave.
 * @pre some placement fits.
 */
export function moveEndsOfPlanes(line: i32, bounds: bool): bool {
  const movedFirst = moveFirst(line, bounds);
  const movedLast = moveLast(line, bounds);
  if (!movedFirst && !movedLast && EndsOfPlanes.isRead[line] != 0) return false;
  EndsOfPlanes.isRead[line] = 1;
  leaveEnds(line);
  return true;
}

function leaveEnds(line: i32): void {
  const result = Planes.result;
  const words = wordsOf(line);
  const values = Problem.values;
  result.clear(0, values * words);
  for (let k = 0; k < words; k++) result[k] = ~(<u64>0);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  for (let block = begin; block < end; block++) {
    const past = Ends.last[block] + Problem.blockLength[block];
    addRange(result, <i32>Problem.blockColour[block] * words, Ends.first[block], past);
  }
  for (let block = begin; block < end; block++) {
    // What the block covers at both of its ends has its colour.
    const from = Ends.last[block];
    const to = Ends.first[block] + Problem.blockLength[block];
    if (from >= to) continue;
    for (let value = 0; value < values; value++) {
      if (value != <i32>Problem.blockColour[block]) removeRange(result, value * words, from, to);
    }
  }
}

function moveFirst(line: i32, bounds: bool): bool {
  const planes = Grid.planes;
  const first = Ends.first;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const at = placeOf(line);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  let moved = false;
  for (let block = begin; block <= end;) {
    let place = lineLength(line);
    if (block < end) {
      place = first[block];
      if (block > begin) {
        place = max(place, first[block - 1] + blockMin[block] - blockMin[block - 1]);
      }
      place = firstFit(planeOf(line, block), blockLength[block], place);
      if (place != first[block]) moved = true;
      first[block] = place;
    }
    const past = block == begin ? 0 : first[block - 1] + blockLength[block - 1];
    const open = bounds ? lastMissing(planes, at, past, place) : -1;
    if (open < 0) {
      block++;
      continue;
    }
    // Only a block before can cover what this one leaves open.
    block--;
    first[block] = open + 1 - blockLength[block];
    moved = true;
  }
  return moved;
}

function moveLast(line: i32, bounds: bool): bool {
  const planes = Grid.planes;
  const last = Ends.last;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const at = placeOf(line);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  let moved = false;
  for (let block = end - 1; block >= begin - 1;) {
    let past = 0;
    if (block >= begin) {
      let start = last[block];
      if (block < end - 1)
        start = min(start, last[block + 1] + blockMin[block] - blockMin[block + 1]);
      start = lastFit(planeOf(line, block), blockLength[block], start);
      if (start != last[block]) moved = true;
      last[block] = start;
      past = start + blockLength[block];
    }
    const place = block == end - 1 ? lineLength(line) : last[block + 1];
    const open = bounds ? firstMissing(planes, at, past, place) : -1;
    if (open < 0) {
      block--;
      continue;
    }
    block++;
    last[block] = open;
    moved = true;
  }
  return moved;
}

function planeOf(line: i32, block: i32): i32 {
  return placeOf(line) + <i32>Problem.blockColour[block] * wordsOf(line);
}

/** The first place, from `start` on, at which `size` cells are in the plane. */
function firstFit(plane: i32, size: i32, start: i32): i32 {
  while (true) {
    const miss = lastMissing(Grid.planes, plane, start, start + size);
    if (miss < 0) return start;
    start = miss + 1;
  }
}

/** The last place, from `start` back, at which `size` cells are in the plane. */
function lastFit(plane: i32, size: i32, start: i32): i32 {
  while (true) {
    const miss = firstMissing(Grid.planes, plane, start, start + size);
    if (miss < 0) return start;
    start = miss - size;
  }
}
