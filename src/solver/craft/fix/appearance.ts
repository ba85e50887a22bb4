import { BLANK } from '../../core/puzzle/types.js';
import type { Sketch } from './sketch.js';

/** The eight neighbours of a cell, clockwise from the one above it. */
const ROUND: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

/** The cost of a change that opens a hole, cuts a shape in two, or leaves a lone cell. */
const SHAPE_COST = 6;

/**
 * How much it hurts a picture that `cell` becomes `value`: 0 at best. A change costs less the more
 * of its neighbours have the new value already (those beside it count twice), and more if it
 * changes the shapes: their outlines may move, but no hole, gap or speck should appear or vanish.
 * Cells outside the picture count as blank.
 */
export function appearanceCost(sketch: Sketch, cell: number, value: number): number {
  const { width, height, cells } = sketch;
  const row = Math.floor(cell / width);
  const column = cell - row * width;
  const around = ROUND.map(([dx, dy]) => {
    const [x, y] = [column + dx, row + dy];
    return x < 0 || y < 0 || x >= width || y >= height ? BLANK : cells[y * width + x];
  });
  let cost = 12;
  around.forEach((neighbour, i) => {
    if (neighbour === value) cost -= i % 2 === 0 ? 2 : 1;
  });
  return keepsShapes(around, cells[cell]) && keepsShapes(around, value) ? cost : cost + SHAPE_COST;
}

/**
 * Whether the cells of `value` around a cell are one stretch of the ring of eight. Then the cell is
 * at the edge of a shape, and changing it does not join, cut, open or close anything (this is a
 * simple point, Rosenfeld 1970).
 */
function keepsShapes(around: readonly number[], value: number): boolean {
  const begins = around.filter((here, i) => here === value && around[(i + 7) % 8] !== value);
  return begins.length === 1;
}
