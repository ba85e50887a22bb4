import { useRef } from 'preact/hooks';
import { BLANK, UNKNOWN, type Puzzle } from '../../../solver/core/puzzle/types.js';
import type { StrokeStep } from '../../../pipeline/pages/client/grid/use-zoom.js';
import { cellsBetween, isGiven, withCells, type Game } from './game.js';

/**
 * A drag under way: what it sets, where it began, the game as it was then, and the line that it
 * follows once there is one.
 */
interface Stroke {
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

/**
 * Sets cells by strokes: pressing on a cell that has the tool's value clears it, and a drag does
 * the same to all cells of the row or column as to the first; dragged back, it takes them back. The
 * right button crosses out, a pen's eraser clears. A stroke that is taken back leaves the game as
 * it was.
 */
export function useStrokes(target: StrokeTarget): (step: StrokeStep) => void {
  const stroke = useRef<Stroke | null>(null);
  const { puzzle, game, tool, change, onDrag } = target;
  const { width } = puzzle;
  return ({ kind, cell, by }) => {
    const now = stroke.current;
    if (kind === 'begin') {
      const first = cell!;
      const wanted = by === 'eraser' ? UNKNOWN : by === 'right' ? BLANK : tool;
      const value = game.cells[first] === wanted && !isGiven(puzzle, first) ? UNKNOWN : wanted;
      stroke.current = { value, first, base: game, along: null };
      change((before) => withCells(before, puzzle, new Map([[first, value]]), false));
    } else if (now === null) return;
    else if (kind === 'go') {
      if (cell === null || (cell === now.first && now.along === null)) return;
      const isRow = Math.floor(cell / width) === Math.floor(now.first / width);
      const along = now.along ?? (isRow ? 'row' : 'column');
      stroke.current = { ...now, along };
      const set = cellsBetween(now.first, cell, along, width);
      onDrag({ cell: set.at(-1)!, count: set.length });
      const values = new Map(set.map((one) => [one, now.value]));
      change(() => withCells(now.base, puzzle, values, false));
    } else {
      stroke.current = null;
      if (kind === 'cancel') change(() => now.base);
      onDrag(null);
    }
  };
}
