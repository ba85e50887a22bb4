import { useRef } from 'preact/hooks';
import { BLANK, UNKNOWN, type Puzzle } from '../../../solver/core/puzzle/types.js';
import { cellAt, type GridLayout } from '../../../pipeline/pages/client/grid/grid-layout.js';
import { cellsBetween, isGiven, withCells, type Game } from './game.js';

/**
 * A drag under way: what it sets, where it began, the game as it was then, and the line that it
 * follows once there is one.
 */
interface Stroke {
  readonly pointer: number;
  readonly value: number;
  readonly first: number;
  readonly base: Game;
  readonly along: 'row' | 'column' | null;
}

/** How many cells a drag holds, and the last of them. */
export interface Dragged {
  readonly cell: number;
  readonly count: number;
}

/** What a drag does to a game. */
export interface StrokeTarget {
  readonly puzzle: Puzzle;
  readonly game: Game;
  /** The value that a press sets. */
  readonly tool: number;
  readonly change: (next: (game: Game) => Game) => void;
  /** Tells how far a drag has come; null at its end. */
  readonly onDrag: (dragged: Dragged | null) => void;
}

/** The button of a pen's eraser. */
const ERASER = 5;

/**
 * Sets cells with a pointer: pressing on a cell that has the tool's value clears it, and a drag
 * does the same to all cells of the row or column as to the first; dragged back, it takes them
 * back. The right button crosses out, a pen's eraser clears. If the browser takes the pointer for
 * itself, as it does to zoom with two fingers, all of the drag is taken back.
 */
export function useStrokes(target: StrokeTarget): (event: PointerEvent, at: GridLayout) => void {
  const stroke = useRef<Stroke | null>(null);
  const { puzzle, game, tool, change, onDrag } = target;
  const { width } = puzzle;
  return (event, at) => {
    const now = stroke.current;
    // Another finger does not draw.
    if (now !== null && event.pointerId !== now.pointer) return;
    if (event.type === 'pointerup' || event.type === 'pointercancel') {
      stroke.current = null;
      if (event.type === 'pointercancel' && now !== null) change(() => now.base);
      if (now !== null) onDrag(null);
      return;
    }
    const cell = cellAt(puzzle, at, event.offsetX, event.offsetY);
    if (cell === null) return;
    if (event.type === 'pointerdown') {
      const wanted = event.button === ERASER ? UNKNOWN : event.button === 2 ? BLANK : tool;
      const value = game.cells[cell] === wanted && !isGiven(puzzle, cell) ? UNKNOWN : wanted;
      stroke.current = { pointer: event.pointerId, value, first: cell, base: game, along: null };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      change((before) => withCells(before, puzzle, new Map([[cell, value]]), false));
      return;
    }
    if (now === null || event.buttons === 0) return;
    if (cell === now.first && now.along === null) return;
    const along =
      now.along ?? (Math.floor(cell / width) === Math.floor(now.first / width) ? 'row' : 'column');
    stroke.current = { ...now, along };
    const set = cellsBetween(now.first, cell, along, width);
    onDrag({ cell: set.at(-1)!, count: set.length });
    const values = new Map(set.map((one) => [one, now.value]));
    change(() => withCells(now.base, puzzle, values, false));
  };
}
