import { BLANK, type Cells } from '../../../solver/core/puzzle/types.js';
import { painted, drawnWith, type Drawn, type Region } from './drawn.js';

/** What a press or a drag on the board does. */
export type Tool = 'pencil' | 'line' | 'rectangle' | 'fill' | 'select' | 'lock';

/** A part of a drawing that was copied. */
export interface Copied {
  readonly width: number;
  readonly height: number;
  readonly cells: Cells;
}

/** The cells on a straight line from one cell to another, both included. */
export function lineCells(from: number, to: number, width: number): number[] {
  const [x, y] = [from % width, Math.floor(from / width)];
  const [dx, dy] = [(to % width) - x, Math.floor(to / width) - y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = steps === 0 ? 0 : i / steps;
    return (y + Math.round(dy * share)) * width + x + Math.round(dx * share);
  });
}

/** The rectangle between two of its corners. */
export function regionBetween(from: number, to: number, width: number): Region {
  const [x, y] = [from % width, Math.floor(from / width)];
  const [u, v] = [to % width, Math.floor(to / width)];
  return {
    left: Math.min(x, u),
    top: Math.min(y, v),
    width: Math.abs(x - u) + 1,
    height: Math.abs(y - v) + 1,
  };
}

/** The cells of a region, in a drawing of some width. */
export function cellsIn({ left, top, width, height }: Region, across: number): number[] {
  return Array.from(
    { length: width * height },
    (_, i) => (top + Math.floor(i / width)) * across + left + (i % width),
  );
}

/** The cells at the edges of a region. */
function edgesOf(region: Region, across: number): number[] {
  const { left, top, width, height } = region;
  return cellsIn(region, across).filter((cell) => {
    const [x, y] = [(cell % across) - left, Math.floor(cell / across) - top];
    return x === 0 || y === 0 || x === width - 1 || y === height - 1;
  });
}

/** The drawing with a line, or the outline of a rectangle, from one cell to another. */
export function withShape(
  drawn: Drawn,
  tool: 'line' | 'rectangle',
  [from, to]: readonly [number, number],
  value: number,
): Drawn {
  const { width } = drawn;
  const cells =
    tool === 'line' ? lineCells(from, to, width) : edgesOf(regionBetween(from, to, width), width);
  return painted(drawn, cells, value);
}

/** The drawing with a cell, and all that hang together with it in its colour, in another. */
export function flooded(drawn: Drawn, cell: number, value: number): Drawn {
  const { width, height, cells } = drawn;
  const old = cells[cell];
  const reached = new Set([cell]);
  for (const at of reached) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const neighbours = [
      x > 0 ? at - 1 : at,
      x + 1 < width ? at + 1 : at,
      y > 0 ? at - width : at,
      y + 1 < height ? at + width : at,
    ];
    for (const next of neighbours) if (cells[next] === old) reached.add(next);
  }
  return painted(drawn, reached, value);
}

/** The drawing with cells locked, or no longer. */
export function withLocks(drawn: Drawn, cells: Iterable<number>, isLocked: boolean): Drawn {
  const locked = drawn.locked?.slice() ?? new Uint8Array(drawn.cells.length);
  for (const cell of cells) locked[cell] = isLocked ? 1 : 0;
  return { ...drawn, locked: locked.includes(1) ? locked : null };
}

export function copied({ cells, width: across }: Drawn, region: Region): Copied {
  const { width, height } = region;
  return { width, height, cells: Uint8Array.from(cellsIn(region, across), (cell) => cells[cell]) };
}

/** Where something copied goes if its corner is to be at these cells: as much of it as fits. */
export function pastePlace(
  { width, height }: Copied,
  left: number,
  top: number,
  drawn: Drawn,
): Region {
  return {
    left,
    top,
    width: Math.min(width, drawn.width - left),
    height: Math.min(height, drawn.height - top),
  };
}

/**
 * The drawing with something copied put where its corner is to be; what would be outside is cut
 * off.
 */
export function pasted(drawn: Drawn, part: Copied, left: number, top: number): Drawn {
  return drawnWith(drawn, (cells) => {
    part.cells.forEach((value, i) => {
      const [x, y] = [left + (i % part.width), top + Math.floor(i / part.width)];
      if (x < 0 || y < 0 || x >= drawn.width || y >= drawn.height) return;
      // Copied in a palette of more colours than there are now.
      cells[y * drawn.width + x] = Math.min(value, drawn.colours);
    });
  });
}

/** The drawing with a region moved by some cells, and blank where it was. */
export function moved(drawn: Drawn, region: Region, right: number, down: number): Drawn {
  const blank = painted(drawn, cellsIn(region, drawn.width), BLANK);
  return pasted(blank, copied(drawn, region), region.left + right, region.top + down);
}

/**
 * A region moved by some cells, as far as it stays inside of a drawing; null if none of it does.
 */
export function movedRegion(
  { left, top, width, height }: Region,
  [right, down]: readonly [number, number],
  drawn: Drawn,
): Region | null {
  const [x, y] = [Math.max(0, left + right), Math.max(0, top + down)];
  const w = Math.min(drawn.width, left + right + width) - x;
  const h = Math.min(drawn.height, top + down + height) - y;
  return w > 0 && h > 0 ? { left: x, top: y, width: w, height: h } : null;
}
