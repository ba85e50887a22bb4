import { useRef, useEffect, useState } from 'preact/hooks';
import { BLANK, UNKNOWN, type Puzzle } from '../../../puzzle/types.js';
import { cellAt, type GridLayout } from '../grid/grid-layout.js';
import { isGiven, withCells, withdrawn, type Game } from './game.js';

/**
 * A drag under way: what it sets, where it began, and the line that it follows once there is one.
 */
interface Stroke {
  readonly pointer: number;
  readonly value: number;
  readonly first: number;
  readonly along: 'row' | 'column' | null;
  /** Whether what follows belongs to the last move: nothing was set yet if it began on a given cell. */
  readonly joined: boolean;
}

/**
 * Sets cells with a pointer: pressing on a cell that has the tool's value clears it, and a drag
 * does the same to all cells of the row or column as to the first. The right button crosses out. If
 * the browser takes the pointer for itself, as it does to zoom with two fingers, the drag is taken back.
 */
export function useStrokes(
  puzzle: Puzzle,
  tool: number,
  change: (next: (game: Game) => Game) => void,
  cells: Game['cells'],
): (event: PointerEvent, at: GridLayout) => void {
  const stroke = useRef<Stroke | null>(null);
  const { width } = puzzle;
  return (event, at) => {
    const now = stroke.current;
    // Another finger does not draw.
    if (now !== null && event.pointerId !== now.pointer) return;
    if (event.type === 'pointerup' || event.type === 'pointercancel') {
      if (event.type === 'pointercancel' && now?.joined === true) change(withdrawn);
      stroke.current = null;
      return;
    }
    const cell = cellAt(puzzle, at, event.offsetX, event.offsetY);
    if (cell === null) return;
    if (event.type === 'pointerdown') {
      const wanted = event.button === 2 ? BLANK : tool;
      const given = isGiven(puzzle, cell);
      const value = cells[cell] === wanted && !given ? UNKNOWN : wanted;
      const pointer = event.pointerId;
      stroke.current = { pointer, value, first: cell, along: null, joined: !given };
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      change((game) => withCells(game, puzzle, new Map([[cell, value]]), false));
      return;
    }
    if (now === null || event.buttons === 0 || cell === now.first) return;
    const along =
      now.along ?? (Math.floor(cell / width) === Math.floor(now.first / width) ? 'row' : 'column');
    const [row, column] = [Math.floor(now.first / width), now.first % width];
    const end = along === 'row' ? row * width + (cell % width) : cell - (cell % width) + column;
    const step = along === 'row' ? 1 : width;
    const set = new Map<number, number>();
    for (let i = Math.min(now.first, end); i <= Math.max(now.first, end); i += step) {
      set.set(i, now.value);
    }
    const joined = now.joined || [...set.keys()].some((other) => !isGiven(puzzle, other));
    stroke.current = { ...now, along, joined };
    change((game) => withCells(game, puzzle, set, now.joined));
  };
}

/** Seconds of play; the timer stops while paused, and while the page is hidden. */
export function useTimer(
  start: number,
  stopped: boolean,
): { readonly seconds: number; readonly paused: boolean; readonly pause: (on: boolean) => void } {
  const [seconds, setSeconds] = useState(start);
  const [paused, pause] = useState(false);
  useEffect(() => {
    if (paused || stopped) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setSeconds((now) => now + 1);
    }, 1000);
    return () => clearInterval(timer);
  }, [paused, stopped]);
  return { seconds, paused, pause };
}

/** `3:07`, `1:02:45`. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
