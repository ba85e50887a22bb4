import { useRef, useState } from 'preact/hooks';
import type { GridInput } from '../grid/grid-view.js';
import { cellAt } from '../grid/layout.js';
import type { Drawn } from './drawn.js';

/** Handlers for drawing, and the keyboard's cursor. */
export interface DrawingInput {
  readonly input: GridInput;
  /** Null until a key has been used. */
  readonly cursor: number | null;
  readonly forgetCursor: () => void;
}

/** Draws in one colour with a pointer (click or drag) and with keys: arrows move, space and Enter fill. */
export function useDrawing(
  drawn: Drawn,
  brush: number,
  onDraw: (drawn: Drawn) => void,
): DrawingInput {
  const { width, cells } = drawn;
  const [cursor, setCursor] = useState<number | null>(null);
  /** The value that the pointer fills cells with while it is down. */
  const painting = useRef<number | null>(null);

  const set = (cell: number, value: number): void => {
    if (cells[cell] !== value) onDraw({ ...drawn, cells: cells.with(cell, value) });
  };
  const turned = (cell: number): number => (cells[cell] === brush ? 0 : brush);

  const onPointer: GridInput['onPointer'] = (event, at) => {
    if (event.type === 'pointerup') {
      painting.current = null;
      return;
    }
    const cell = cellAt(drawn, at, event.offsetX, event.offsetY);
    if (cell === null) return;
    if (event.type === 'pointerdown') {
      painting.current = turned(cell);
      setCursor(null);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    if (painting.current !== null && event.buttons > 0) set(cell, painting.current);
  };

  const onKey: GridInput['onKey'] = (event) => {
    const from = cursor ?? 0;
    const to = movedTo(event.key, from, drawn);
    if (to !== null) setCursor(cursor === null ? 0 : to);
    else if (event.key === ' ' || event.key === 'Enter') {
      setCursor(from);
      set(from, turned(from));
    } else return;
    event.preventDefault();
  };

  return { input: { onPointer, onKey }, cursor, forgetCursor: () => setCursor(null) };

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
