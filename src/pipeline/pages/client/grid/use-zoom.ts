import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import { cellAt, type GridLayout, type Margins, type GridSpace } from './grid-layout.js';
import {
  gridWindow,
  isWhole,
  viewWith,
  wholeOf,
  zoomed,
  type GridWindow,
  type View,
} from './grid-window.js';

/** What a pointer that draws does: a stroke begins, goes on, and ends or is taken back. */
export interface StrokeStep {
  readonly kind: 'begin' | 'go' | 'end' | 'cancel';
  /** Null outside of the cells; no stroke begins there. */
  readonly cell: number | null;
  /** What began it: the main button, or a finger; the right button; a pen's other end. */
  readonly by: 'main' | 'right' | 'eraser';
}

/** The pointer that draws, as it came down, and whether its stroke has begun. */
interface Stroke {
  readonly pointer: number;
  readonly from: Point;
  readonly by: StrokeStep['by'];
  readonly begun: boolean;
}

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

/** The button of a pen's other end. */
const ERASER = 5;

/** How far a finger moves before it draws, in pixels: until then, another may come. */
const SLOP = 6;

/**
 * The window on a grid that two fingers move and enlarge, as a wheel does with Ctrl held; the
 * strokes of one finger, pen or mouse are passed on to `draw`. A finger draws once it moves, or is
 * lifted alone. If a second one comes later, the stroke is taken back; nothing is drawn until both
 * are gone.
 */
export function useZoom(
  { puzzle, room, margins, fitted, enabled }: Zoomable,
  draw: (step: StrokeStep) => void,
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
  const cellOf = ({ x, y }: Point): number | null => {
    const { at } = window;
    // Cells may be hidden below the clues.
    if (!isWhole(window) && (x < at.left || y < at.top)) return null;
    const moved = { ...at, left: at.left - window.x, top: at.top - window.y };
    return cellAt(puzzle, moved, x, y);
  };
  const { follow, takeBack } = useFollowed(cellOf, draw);
  const onPointer = (event: PointerEvent): void => {
    const { pointerId, pointerType, type } = event;
    const point = { x: event.offsetX, y: event.offsetY };
    if (pointerType !== 'touch') {
      follow(event, point);
      return;
    }
    const before = [...fingers.current.values()];
    if (type === 'pointerdown' || (type === 'pointermove' && fingers.current.has(pointerId))) {
      fingers.current.set(pointerId, point);
    } else fingers.current.delete(pointerId);
    const now = [...fingers.current.values()];
    if (now.length === 2 && before.length === 1) {
      pinching.current = true;
      takeBack();
    }
    if (!pinching.current) {
      follow(event, point);
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

/** Follows the one pointer that draws: a finger once it moves or is lifted, others at once. */
function useFollowed(
  cellOf: (point: Point) => number | null,
  draw: (step: StrokeStep) => void,
): { readonly follow: (event: PointerEvent, point: Point) => void; readonly takeBack: () => void } {
  const stroke = useRef<Stroke | null>(null);
  const begin = (drawing: Stroke): void => {
    if (drawing.begun) return;
    stroke.current = { ...drawing, begun: true };
    draw({ kind: 'begin', cell: cellOf(drawing.from), by: drawing.by });
  };
  const takeBack = (): void => {
    if (stroke.current?.begun === true) draw({ kind: 'cancel', cell: null, by: stroke.current.by });
    stroke.current = null;
  };
  const follow = (event: PointerEvent, point: Point): void => {
    const { type, pointerId: pointer, pointerType } = event;
    const now = stroke.current;
    if (type === 'pointerdown') {
      // Another pointer does not draw.
      if ((now !== null && now.pointer !== pointer) || cellOf(point) === null) return;
      (event.currentTarget as Element).setPointerCapture(pointer);
      const by = event.button === 2 ? 'right' : event.button === ERASER ? 'eraser' : 'main';
      stroke.current = { pointer, from: point, by, begun: false };
      if (pointerType !== 'touch') begin(stroke.current);
    } else if (now?.pointer !== pointer) return;
    else if (type === 'pointercancel') takeBack();
    else if (type === 'pointerup') {
      begin(now);
      draw({ kind: 'end', cell: cellOf(point), by: now.by });
      stroke.current = null;
    } else if (event.buttons > 0 && (now.begun || distance([now.from, point]) > SLOP)) {
      begin(now);
      draw({ kind: 'go', cell: cellOf(point), by: now.by });
    }
  };
  return { follow, takeBack };
}

function middle([one, other]: readonly Point[]): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

function distance([one, other]: readonly Point[]): number {
  return Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
}
