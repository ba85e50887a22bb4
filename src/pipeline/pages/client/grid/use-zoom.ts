import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import type { GridLayout, Margins, GridSpace } from './grid-layout.js';
import {
  gridWindow,
  isWhole,
  viewWith,
  wholeOf,
  zoomed,
  type GridWindow,
  type View,
} from './grid-window.js';

type Point = { readonly x: number; readonly y: number };

/** What a grid that can be enlarged does with pointers and buttons. */
export interface Zoom {
  readonly window: GridWindow;
  /** Enlarges by a factor around the middle of the window. */
  readonly by: (factor: number) => void;
  /** Shows the grid as at first; null while it is shown so. */
  readonly reset: (() => void) | null;
  readonly onPointer: (event: PointerEvent) => void;
  readonly onWheel: (event: WheelEvent) => void;
}

interface Zoomable {
  readonly puzzle: Puzzle;
  readonly room: GridSpace;
  readonly margins: Margins;
  /** The layout in which the whole grid fits. */
  readonly fitted: GridLayout;
  /** Without it, the whole grid is in sight, and pointers are passed on. */
  readonly enabled: boolean;
}

/** How much a wheel enlarges for each of its pixels. */
const WHEEL = 0.004;

/**
 * The window on a grid that two fingers move and enlarge, as a wheel does with Ctrl held; one
 * finger, pen or mouse is passed on to `draw`. Once a second finger comes, what the first has begun
 * is taken back, and nothing is drawn until both are gone.
 */
export function useZoom(
  { puzzle, room, margins, fitted, enabled }: Zoomable,
  draw: (event: PointerEvent, at: GridLayout) => void,
  cursor: number | null,
): Zoom {
  const [view, setView] = useState<View | null>(null);
  const window = useMemo(
    () => (enabled ? gridWindow(puzzle, room, margins, view, fitted) : wholeOf(fitted)),
    [puzzle, room, margins, view, fitted, enabled],
  );
  const fingers = useRef(new Map<number, Point>());
  const pinching = useRef(false);
  useEffect(() => setView(null), [puzzle.width, puzzle.height]);
  useEffect(() => {
    const next = cursor === null || !enabled ? null : viewWith(window, puzzle, cursor);
    if (next !== null) setView(next);
  }, [cursor]);
  const around = (point: Point, factor: number, from = window): View =>
    zoomed(from, puzzle, room, margins, factor, point);
  const pass = (event: PointerEvent): void => {
    const { at, x, y } = window;
    // Cells may be hidden below the clues.
    const onClues = !isWhole(window) && (event.offsetX < at.left || event.offsetY < at.top);
    if (onClues && (event.type === 'pointerdown' || event.type === 'pointermove')) return;
    draw(event, { ...at, left: at.left - x, top: at.top - y });
  };
  const onPointer = (event: PointerEvent): void => {
    if (event.pointerType !== 'touch' || !enabled) {
      pass(event);
      return;
    }
    const { pointerId, type } = event;
    const before = [...fingers.current.values()];
    if (type === 'pointerdown' || (type === 'pointermove' && fingers.current.has(pointerId))) {
      fingers.current.set(pointerId, { x: event.offsetX, y: event.offsetY });
    } else fingers.current.delete(pointerId);
    const now = [...fingers.current.values()];
    if (now.length === 2 && before.length === 1) {
      pinching.current = true;
      const first = [...fingers.current.keys()][0];
      pass(new PointerEvent('pointercancel', { pointerId: first, pointerType: 'touch' }));
    }
    if (!pinching.current) {
      pass(event);
      return;
    }
    if (now.length === 2 && before.length === 2) {
      const [from, to] = [middle(before), middle(now)];
      const next = around(from, distance(now) / distance(before));
      setView({ ...next, x: next.x + from.x - to.x, y: next.y + from.y - to.y });
    }
    if (now.length === 0) pinching.current = false;
  };
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) {
      setView(around({ x: event.offsetX, y: event.offsetY }, Math.exp(-event.deltaY * WHEEL)));
    } else if (view !== null && !isWhole(window)) {
      const { at, x, y } = window;
      setView({ cell: at.cell, x: x + event.deltaX, y: y + event.deltaY });
    } else return;
    event.preventDefault();
  };
  const by = (factor: number): void => {
    const { at, width, height } = window;
    setView(around({ x: (at.left + width) / 2, y: (at.top + height) / 2 }, factor));
  };
  return { window, by, reset: view === null ? null : () => setView(null), onPointer, onWheel };
}

function middle([one, other]: readonly Point[]): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance([one, other]: readonly Point[]): number {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}
