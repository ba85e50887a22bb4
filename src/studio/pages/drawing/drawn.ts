import type { Scene } from '../../../pipeline/pages/client/paint.js';
import { LONGEST_SIDE } from '../../../pipeline/pages/client/puzzle-text.js';
import { puzzleOfPicture } from '../../../solver/core/puzzle/picture.js';
import {
  BLACK_ON_WHITE,
  BLANK,
  type Cells,
  type GridSize,
  MAX_COLOURS,
  type Palette,
  type Puzzle,
} from '../../../solver/core/puzzle/types.js';

export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly cells: Cells;
  /** The number of colours, the background not counted. */
  readonly colours: number;
  /** Null for black on white. */
  readonly palette: Palette | null;
  /** A 1 for each cell that is locked: nothing that is drawn changes it. Null if none is. */
  readonly locked: Uint8Array | null;
}

/** Some cells next to each other: a rectangle, its corner and its sides. */
export type Region = NonNullable<Scene['selection']>;

export function emptyDrawing(width: number, height: number): Drawn {
  const cells = new Uint8Array(width * height);
  return { width, height, cells, colours: 1, palette: null, locked: null };
}

export function puzzleOfDrawing({ width, height, cells, palette }: Drawn): Puzzle {
  return puzzleOfPicture(cells, width, height, palette);
}

export function drawingOf({ width, height, colours, palette }: Puzzle, cells: Cells): Drawn {
  return { width, height, cells, colours, palette, locked: null };
}

/** The drawing with these cells in a colour, or blank; locked ones stay as they are. */
export function painted(drawn: Drawn, cells: Iterable<number>, value: number): Drawn {
  return drawnWith(drawn, (next) => {
    for (const cell of cells) next[cell] = value;
  });
}

/** The drawing with some of its cells changed: those that are locked are put back. */
export function drawnWith(drawn: Drawn, change: (cells: Cells) => void): Drawn {
  const { cells, locked } = drawn;
  const next = cells.slice();
  change(next);
  if (locked !== null) for (const i of next.keys()) if (locked[i] === 1) next[i] = cells[i];
  return next.every((value, i) => value === cells[i]) ? drawn : { ...drawn, cells: next };
}

/** Where the old cells stay in a drawing of another size: at a side, an edge, or in the middle. */
interface Anchor {
  /** 0 for the left, 1 for the right. */
  readonly across: 0 | 0.5 | 1;
  /** 0 for the top, 1 for the bottom. */
  readonly down: 0 | 0.5 | 1;
}

/** The drawing in another size, from 1 to LONGEST_SIDE: cells that do not fit are cut off. */
export function resized(drawn: Drawn, width: number, height: number, anchor: Anchor): Drawn {
  const [w, h] = [width, height].map((n) => Math.max(1, Math.min(LONGEST_SIDE, n || 1)));
  const left = Math.floor((drawn.width - w) * anchor.across);
  const top = Math.floor((drawn.height - h) * anchor.down);
  return cropped(drawn, { left, top, width: w, height: h });
}

/** A region as a drawing of its own; what of it is outside of the drawing is blank. */
export function cropped(drawn: Drawn, { left, top, width, height }: Region): Drawn {
  return taken(drawn, width, height, (x, y) => {
    const [fromX, fromY] = [x + left, y + top];
    const isInside = fromX >= 0 && fromY >= 0 && fromX < drawn.width && fromY < drawn.height;
    return isInside ? fromY * drawn.width + fromX : null;
  });
}

/** The drawing moved by some cells; what leaves it on one side comes in on the other. */
export function shifted(drawn: Drawn, right: number, down: number): Drawn {
  const { width, height } = drawn;
  const wrapped = (n: number, length: number): number => ((n % length) + length) % length;
  return taken(
    drawn,
    width,
    height,
    (x, y) => wrapped(y - down, height) * width + wrapped(x - right, width),
  );
}

/** The mirror image of a drawing, in a mirror beside it or below it. */
export function mirrored(drawn: Drawn, mirror: 'beside' | 'below'): Drawn {
  const { width, height } = drawn;
  return taken(drawn, width, height, (x, y) =>
    mirror === 'beside' ? y * width + width - 1 - x : (height - 1 - y) * width + x,
  );
}

/** A drawing of a size that takes its cells, and their locks, from another's; null is blank. */
function taken(
  drawn: Drawn,
  width: number,
  height: number,
  from: (x: number, y: number) => number | null,
): Drawn {
  const places = Array.from({ length: width * height }, (_, cell) =>
    from(cell % width, Math.floor(cell / width)),
  );
  const pick = (of: Uint8Array): Uint8Array =>
    Uint8Array.from(places, (place) => (place === null ? 0 : of[place]));
  const locked = drawn.locked === null ? null : pick(drawn.locked);
  return { ...drawn, width, height, cells: pick(drawn.cells), locked };
}

/** The drawing with its blank cells filled in a colour, and all others blank. */
export function inverted(drawn: Drawn, colour: number): Drawn {
  return drawnWith(drawn, (cells) => {
    for (const i of cells.keys()) cells[i] = cells[i] === BLANK ? colour : BLANK;
  });
}

/** The drawing without its blank rows and columns at the edges; the same if it is blank. */
export function trimmed(drawn: Drawn): Drawn {
  const { width, cells } = drawn;
  const filled = [...cells.keys()].filter((cell) => cells[cell] !== BLANK);
  if (filled.length === 0) return drawn;
  const columns = filled.map((cell) => cell % width);
  const rows = filled.map((cell) => Math.floor(cell / width));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const [right, bottom] = [Math.max(...columns), Math.max(...rows)];
  return cropped(drawn, { left, top, width: right - left + 1, height: bottom - top + 1 });
}

/** The drawing with one more colour to draw in, the last; in black and white, it gets a palette. */
export function withColour(drawn: Drawn, colour: string): Drawn {
  if (drawn.colours >= MAX_COLOURS) return drawn;
  const palette = [...(drawn.palette ?? BLACK_ON_WHITE), colour];
  return { ...drawn, colours: drawn.colours + 1, palette };
}

/** The drawing with another colour in place of one of its own. */
export function recolouredDrawing(drawn: Drawn, value: number, colour: string): Drawn {
  return { ...drawn, palette: (drawn.palette ?? BLACK_ON_WHITE).with(value, colour) };
}

/** The drawing with a colour made blank; black and white again with the last but one. */
export function withoutColour(drawn: Drawn, value: number): Drawn {
  const { colours, palette, cells } = drawn;
  if (colours === 1 || palette === null) return drawn;
  const left = cells.map((cell) => (cell === value ? BLANK : cell > value ? cell - 1 : cell));
  return { ...drawn, cells: left, colours: colours - 1, palette: palette.toSpliced(value, 1) };
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

/** The cells of a region, in a drawing of some width. */
export function cellsIn({ left, top, width, height }: Region, across: number): number[] {
  return Array.from(
    { length: width * height },
    (_, i) => (top + Math.floor(i / width)) * across + left + (i % width),
  );
}

/** The cell that an arrow key leads to, which stops at the edges; null for other keys. */
export function arrowTo(key: string, from: number, size: GridSize): number | null {
  const at = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].indexOf(key);
  return at < 0 ? null : neighboursOf(from, size)[at];
}

/** The cells on the left, on the right, above and below; at an edge, the cell itself. */
function neighboursOf(cell: number, { width, height }: GridSize): number[] {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  return [
    x > 0 ? cell - 1 : cell,
    x + 1 < width ? cell + 1 : cell,
    y > 0 ? cell - width : cell,
    y + 1 < height ? cell + width : cell,
  ];
}

/** What a key with Ctrl or Command asks for. */
export function turnOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!event.ctrlKey && !event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}

/** The drawing with a line, or the outline of a rectangle, from one cell to another. */
export function withShape(
  drawn: Drawn,
  tool: 'line' | 'rectangle',
  [from, to]: readonly [number, number],
  value: number,
): Drawn {
  const across = (to % drawn.width) - (from % drawn.width);
  const corners = [from, from + across, to, to - across, from];
  const ends = tool === 'line' ? [from, to] : corners;
  const sides = ends.slice(1).flatMap((end, i) => lineCells(ends[i], end, drawn.width));
  return painted(drawn, sides, value);
}

/** The drawing with a cell, and all that hang together with it in its colour, in another. */
export function flooded(drawn: Drawn, cell: number, value: number): Drawn {
  const { cells } = drawn;
  const reached = new Set([cell]);
  for (const at of reached) {
    for (const next of neighboursOf(at, drawn)) if (cells[next] === cells[cell]) reached.add(next);
  }
  return painted(drawn, reached, value);
}

/** The drawing with cells locked, or no longer. */
export function withLocks(drawn: Drawn, cells: Iterable<number>, isLocked: boolean): Drawn {
  const locked = drawn.locked?.slice() ?? new Uint8Array(drawn.cells.length);
  for (const cell of cells) locked[cell] = isLocked ? 1 : 0;
  return { ...drawn, locked: locked.includes(1) ? locked : null };
}

/** The drawing with a part of one at a corner; what would be outside is cut off. */
export function pasted(drawn: Drawn, part: Drawn, left: number, top: number): Drawn {
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
  return pasted(blank, cropped(drawn, region), region.left + right, region.top + down);
}

/** A region moved by some cells, as far as it stays inside the drawing; null if nothing does. */
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

/** A state that something had, and those further away from now. */
interface Link<T> {
  readonly state: T;
  readonly next: Link<T> | null;
}

/** A state with what it was and what was taken back: a change costs the same after any number. */
export interface History<T> {
  /** The newest first; null if nothing has changed. */
  readonly past: Link<T> | null;
  readonly present: T;
  /** What was taken back last, first. */
  readonly future: Link<T> | null;
}

export function newHistory<T>(present: T): History<T> {
  return { past: null, present, future: null };
}

/** The history after a change; a `joined` one belongs to that before it, as in a stroke. */
export function changed<T>({ past, present }: History<T>, next: T, joined = false): History<T> {
  const before = joined && past !== null ? past : { state: present, next: past };
  return { past: before, present: next, future: null };
}

export function undoneHistory<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past === null) return history;
  return { past: past.next, present: past.state, future: { state: present, next: future } };
}

/** The history with the change that was taken back last made again. */
export function redoneHistory<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future === null) return history;
  return { past: { state: present, next: past }, present: future.state, future: future.next };
}
