/** A set of cells, 32 to a word. */
export type CellSet = Int32Array;

/** An empty set of cells of a grid of `count` cells. */
export function emptySet(count: number): CellSet {
  return new Int32Array((count + 31) >>> 5);
}

export function addCell(set: CellSet, cell: number): void {
  set[cell >>> 5] |= 1 << (cell & 31);
}

export function dropCell(set: CellSet, cell: number): void {
  set[cell >>> 5] &= ~(1 << (cell & 31));
}

/** Whether a cell is in the set. */
export function hasCell(set: CellSet, cell: number): boolean {
  return ((set[cell >>> 5] >>> (cell & 31)) & 1) === 1;
}

/** The number of cells of both sets. */
export function countCommon(one: CellSet, other: CellSet): number {
  let count = 0;
  for (let k = 0; k < one.length; k++) count += ones(one[k] & other[k]);
  return count;
}

/** Removes from `set` what is not in `other`; false if nothing is left. */
export function keepCommon(set: CellSet, other: CellSet): boolean {
  let left = 0;
  for (let k = 0; k < set.length; k++) left |= set[k] &= other[k];
  return left !== 0;
}

/** The cells of a set, in order. */
export function cellsInSet(set: CellSet): number[] {
  const cells: number[] = [];
  for (let k = 0; k < set.length; k++) {
    for (let rest = set[k]; rest !== 0; rest &= rest - 1) {
      cells.push(32 * k + 31 - Math.clz32(rest & -rest));
    }
  }
  return cells;
}

function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
