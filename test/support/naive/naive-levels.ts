import { blockColour, blockLength, type Clue } from '../../../src/solver/core/puzzle/types.js';
import { placementsOf } from './brute-force.js';

/** A block with the first and the last cell at which it can start. */
interface Bounds {
  readonly size: number;
  readonly colour: number;
  readonly first: number;
  readonly last: number;
}

/**
 * What a line says when it is read once at a level (0 `count` to 3 `runs`), each with those
 * before it: the values that each cell keeps. By enumeration of all placements.
 */
export function naiveRead(
  level: number,
  clue: Clue,
  colours: number,
  cells: readonly number[],
): number[] {
  const after = cells.slice();
  counted(clue, colours, cells, after);
  // What was found does not matter, and nothing has to be covered: each cell may be blank.
  if (level >= 1)
    bounded(
      boundsOf(
        clue,
        cells.map((values) => values | 1),
      ),
      after,
    );
  if (level >= 2) bounded(boundsOf(clue, cells), after);
  if (level >= 3) {
    const bounds = boundsOf(clue, cells);
    for (let colour = 1; colour <= colours; colour++) runs(bounds, colour, cells, after);
  }
  return after;
}

/**
 * If all cells of a value are found, no other cell has it; if only as many cells as needed can have
 * it, they do.
 */
function counted(clue: Clue, colours: number, cells: readonly number[], after: number[]): void {
  for (let value = 0; value <= colours; value++) {
    const filled = clue.filter((block) => value === 0 || blockColour(block) === value);
    const sum = filled.reduce((total, block) => total + blockLength(block), 0);
    const wanted = value === 0 ? cells.length - sum : sum;
    const found = cells.filter((values) => values === 1 << value).length;
    const possible = cells.filter((values) => (values >> value) & 1).length;
    cells.forEach((values, i) => {
      if (values === 1 << value) return;
      if (found === wanted) after[i] &= ~(1 << value);
      if (possible === wanted && (values >> value) & 1) after[i] &= 1 << value;
    });
  }
}

/** The bounds of each block over the placements that fit. */
function boundsOf(clue: Clue, cells: readonly number[]): Bounds[] {
  const fitting = placementsOf(clue, cells.length).filter((line) =>
    line.every((value, i) => (cells[i] >> value) & 1),
  );
  const starts = fitting.map((line) => startsIn(clue, line));
  return clue.map((block, b) => ({
    size: blockLength(block),
    colour: blockColour(block),
    first: Math.min(...starts.map((start) => start[b])),
    last: Math.max(...starts.map((start) => start[b])),
  }));
}

/** Where the blocks of a clue start in a placement of it. */
function startsIn(clue: Clue, line: Uint8Array): number[] {
  let at = 0;
  return clue.map((block) => {
    while (line[at] === 0) at++;
    const start = at;
    at += blockLength(block);
    return start;
  });
}

function bounded(bounds: readonly Bounds[], after: number[]): void {
  after.forEach((_, i) => {
    let reached = 1;
    for (const { first, last, size, colour } of bounds) {
      if (i >= first && i < last + size) reached |= 1 << colour;
      if (i >= last && i < first + size) after[i] &= 1 << colour;
    }
    after[i] &= reached;
  });
}

/** The rules of runs, as the page has them, for one colour. */
function runs(
  bounds: readonly Bounds[],
  colour: number,
  cells: readonly number[],
  after: number[],
): void {
  const bit = 1 << colour;
  const can = (i: number): boolean => i >= 0 && i < cells.length && (cells[i] & bit) !== 0;
  const isFound = (i: number): boolean => i >= 0 && i < cells.length && cells[i] === bit;
  /** The sizes of the blocks that the cells from `from` to `to` can be part of. */
  const possible = (from: number, to: number): number[] =>
    bounds
      .filter((block) => block.colour === colour && block.size >= to - from + 1)
      .filter((block) => block.first <= from && to <= block.last + block.size - 1)
      .map((block) => block.size);
  for (let i = 0; i < cells.length; i++) {
    if (!can(i)) continue;
    if (!isFound(i) && (isFound(i - 1) || isFound(i + 1))) {
      let [from, to] = [i, i];
      while (isFound(from - 1)) from--;
      while (isFound(to + 1)) to++;
      if (possible(from, to).length === 0) after[i] &= ~bit;
    }
    if (isFound(i) && !isFound(i - 1)) {
      let [to, left, right] = [i, i, i];
      while (isFound(to + 1)) to++;
      while (can(left - 1)) left--;
      while (can(right + 1)) right++;
      const least = Math.min(...possible(i, to));
      for (let k = 0; k < cells.length; k++) {
        if (k > to && k < left + least) after[k] &= bit;
        if (k < i && k > right - least) after[k] &= bit;
      }
    }
    if (!can(i - 1)) {
      let end = i;
      while (can(end + 1)) end++;
      const gap = Array.from({ length: end - i + 1 }, (_, k) => i + k);
      const fits = bounds.some(
        (block) =>
          block.colour === colour &&
          gap.some((at) => at >= block.first && at <= block.last && at + block.size - 1 <= end),
      );
      if (!fits && !gap.some(isFound)) for (const k of gap) after[k] &= ~bit;
    }
  }
}
