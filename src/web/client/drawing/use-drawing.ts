import { useRef, useState } from 'preact/hooks';
import type { GridInput } from '../grid/grid-view.js';
import { cellAt } from '../grid/layout.js';
import type { Drawn } from './drawn.js';

/** Handlers for drawing, and the keyboard's cursor. */
export interface DrawingInput {
  readonly input: GridInput;
  /** Null until a key has been used. */
  readonly cursor: number | null;
  /** Whether a pointer is drawing: the grid must not move below it. */
  readonly drawing: boolean;
  readonly forgetCursor: () => void;
}

/** A pointer that is down. */
interface Stroke {
  readonly pointer: number;
  /** What it fills cells with. */
  readonly value: number;
  /** The cell where it was last, or null outside of the grid. */
  readonly last: number | null;
  /** Whether it has changed anything: then what follows belongs to that change. */
  readonly began: boolean;
}

/**
 * Draws in one colour with a pointer (click or drag) and with keys: arrows move, space and Enter fill. All cells of a
 * stroke are one change: `onDraw` is told which follow the first. A stroke that the browser takes for itself is
 * taken back by `onUndo`.
 */
export function useDrawing(
  drawn: Drawn,
  brush: number,
  onDraw: (drawn: Drawn, joined: boolean) => void,
  onUndo: () => void,
): DrawingInput {
  const { width, cells } = drawn;
  const [cursor, setCursor] = useState<number | null>(null);
  const [drawing, setDrawing] = useState(false);
  const painting = useRef<Stroke | null>(null);

  const set = (stroke: readonly number[], value: number, joined: boolean): boolean => {
    if (stroke.every((cell) => cells[cell] === value)) return false;
    const next = cells.slice();
    for (const cell of stroke) next[cell] = value;
    onDraw({ ...drawn, cells: next }, joined);
    return true;
  };
  const turned = (cell: number): number => (cells[cell] === brush ? 0 : brush);

  const onPointer: GridInput['onPointer'] = (event, at) => {
    const stroke = painting.current;
    // Another finger does not draw.
    if (stroke !== null && event.pointerId !== stroke.pointer) return;
    const cell = cellAt(drawn, at, event.offsetX, event.offsetY);
    if (event.type === 'pointerup' || event.type === 'pointercancel') {
      if (event.type === 'pointercancel' && stroke?.began === true) onUndo();
      painting.current = null;
      setDrawing(false);
    } else if (event.type === 'pointerdown' && cell !== null) {
      const value = turned(cell);
      setCursor(null);
      setDrawing(true);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const began = set([cell], value, false);
      painting.current = { pointer: event.pointerId, value, last: cell, began };
    } else if (stroke !== null && event.buttons > 0) {
      // A fast pointer is seen only now and then: the cells on its way are filled, too.
      const way = cell === null ? [] : cellsBetween(stroke.last ?? cell, cell, width);
      const changes = way.length > 0 && set(way, stroke.value, stroke.began);
      painting.current = { ...stroke, last: cell, began: stroke.began || changes };
    }
  };

  const onKey: GridInput['onKey'] = (event) => {
    const from = cursor ?? 0;
    const to = movedTo(event.key, from, drawn);
    if (to !== null) setCursor(cursor === null ? 0 : to);
    else if (event.key === ' ' || event.key === 'Enter') {
      setCursor(from);
      set([from], turned(from), false);
    } else return;
    event.preventDefault();
  };

  return { input: { onPointer, onKey }, cursor, drawing, forgetCursor: () => setCursor(null) };

  /** The cell that an arrow key leads to, which stops at the edges; null for other keys. */
  function movedTo(key: string, from: number, { height }: Drawn): number | null {
    const [x, y] = [from % width, Math.floor(from / width)];
    const moves: Record<string, number> = {
      ArrowLeft: x > 0 ? from - 1 : from,
      ArrowRight: x + 1 < width ? from + 1 : from,
      ArrowUp: y > 0 ? from - width : from,
      ArrowDown: y + 1 < height ? from + width : from,
    };
    return Object.hasOwn(moves, key) ? moves[key] : null;
  }
}

/** The cells on a straight line from one cell to another, both included. */
function cellsBetween(from: number, to: number, width: number): number[] {
  const [x, y] = [from % width, Math.floor(from / width)];
  const [dx, dy] = [(to % width) - x, Math.floor(to / width) - y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = steps === 0 ? 0 : i / steps;
    return (y + Math.round(dy * share)) * width + x + Math.round(dx * share);
  });
}
