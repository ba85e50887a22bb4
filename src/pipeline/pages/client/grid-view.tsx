import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState, useEffect } from 'preact/hooks';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import {
  fitLayout,
  roomOf,
  type GridLayout,
  type Margins,
  type GridSpace,
  isWhole,
  type GridWindow,
  GridPainter,
  type Scene,
  gridWindow,
  viewWith,
  wholeOf,
  zoomed,
  type View,
} from './paint.js';
import { GRID, type GridTheme, useColours } from './theme.js';
import { Presses } from './controls.js';
import type { ResultsAnswer } from '../answers.js';

/** Strokes and keys on the grid, for drawing: such a grid can be enlarged, too. */
export interface GridInput {
  readonly onStroke: (step: StrokeStep) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** A puzzle with its clues around the grid, on a canvas that fits the available room. */
export function GridView(props: {
  readonly puzzle: Puzzle;
  readonly scene: Scene;
  readonly label: string;
  readonly input?: GridInput;
  /** What the room for the clues is: by that of the size, the cells stay while clues change. */
  readonly margins?: Margins;
}): JSX.Element {
  const { puzzle, scene, label, input, margins = 'of the clues' } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const zoom = useZoom(puzzle, useRoom(frame, margins), margins, input, scene.cursor ?? null);
  const { window, onPointer } = zoom;
  useGridPainting(canvas, puzzle, scene, window);
  const scale = devicePixelRatio || 1;
  const { width, height } = window;
  return (
    <div
      class="grid-frame"
      ref={frame}
      tabIndex={input === undefined ? 0 : undefined}
      role="group"
      aria-label={label}
    >
      <canvas
        ref={canvas}
        width={width * scale}
        height={height * scale}
        style={{ width: `${width}px`, height: `${height}px` }}
        class={input === undefined ? '' : 'drawable'}
        role={input === undefined ? 'img' : 'application'}
        aria-label={label}
        tabIndex={input === undefined ? undefined : 0}
        onPointerDown={input && onPointer}
        onPointerMove={input && onPointer}
        onPointerUp={input && onPointer}
        onPointerCancel={input && onPointer}
        onWheel={input && zoom.onWheel}
        onKeyDown={input && ((event: KeyboardEvent) => input.onKey(event))}
      />
      {input !== undefined && Math.max(puzzle.width, puzzle.height) >= LARGE && (
        <ZoomButtons zoom={zoom} />
      )}
    </div>
  );
}

/** Grids with a longer side have buttons to enlarge them. */
const LARGE = 20;

function ZoomButtons(props: { readonly zoom: ReturnType<typeof useZoom> }): JSX.Element {
  const { by, reset } = props.zoom;
  return (
    <Presses
      class="row zoom-buttons"
      label="Zoom"
      presses={[
        { name: 'Smaller cells', text: '−', act: () => by(1 / 1.5) },
        { name: 'Larger cells', text: '+', act: () => by(1.5) },
        ...(reset === null ? [] : [{ name: 'As at first', act: reset }]),
      ]}
    />
  );
}

/** Paints what a window on the grid shows, whenever it changes. */
function useGridPainting(
  canvas: { readonly current: HTMLCanvasElement | null },
  puzzle: Puzzle,
  scene: Scene,
  window: GridWindow,
): void {
  const theme = useColours(GRID);
  const { at, width, height, x, y } = window;
  const whole = isWhole(window);
  const clues = useMemo(
    () => (whole ? cluesLayer(puzzle, at, scene, theme) : null),
    [puzzle, whole, at, theme, scene.finished, scene.broken],
  );
  useLayoutEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (brush == null) return;
    const scale = devicePixelRatio || 1;
    brush.setTransform(scale, 0, 0, scale, 0, 0);
    brush.clearRect(0, 0, width, height);
    const painter = new GridPainter(brush, puzzle, at, theme);
    if (clues !== null) {
      // The band of the line under work is below the clues, so the clues are painted last.
      painter.paintCells(scene);
      brush.drawImage(clues, 0, 0, at.width, at.height);
      return;
    }
    const part = (left: number, top: number, dx: number, dy: number, paint: () => void): void => {
      brush.save();
      brush.beginPath();
      brush.rect(left, top, left === 0 ? at.left : width, top === 0 ? at.top : height);
      brush.clip();
      brush.translate(-dx, -dy);
      paint();
      brush.restore();
    };
    const beside = (): void => {
      painter.paintBands(scene);
      painter.paintClues(scene);
    };
    part(at.left, at.top, x, y, () => painter.paintCells(scene));
    // Each of the two sides moves with the cells in its own direction.
    part(0, at.top, 0, y, beside);
    part(at.left, 0, x, 0, beside);
  }, [puzzle, scene, at, width, height, x, y, clues, theme]);
}

/** The clues as an image of their own: thousands of numbers are painted once, not for each step. */
function cluesLayer(puzzle: Puzzle, at: GridLayout, scene: Scene, theme: GridTheme) {
  const scale = window.devicePixelRatio || 1;
  const layer = document.createElement('canvas');
  layer.width = at.width * scale;
  layer.height = at.height * scale;
  const brush = layer.getContext('2d')!;
  brush.setTransform(scale, 0, 0, scale, 0, 0);
  new GridPainter(brush, puzzle, at, theme).paintClues(scene);
  return layer;
}

/** The pixels available for the grid: across, and down without scrolling the page. */
function useRoom(frame: { readonly current: HTMLDivElement | null }, margins: Margins): GridSpace {
  const [room, setRoom] = useState<GridSpace>({ width: 320, height: 480 });
  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = (): void => {
      const now = roomOf(element.clientWidth, window.innerHeight, margins);
      setRoom((old) => (old.width === now.width && old.height === now.height ? old : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame, margins]);
  return room;
}

/** The longest side of a thumbnail in a table, in pixels. */
const SIDE = 44;

/** How far below the screen thumbnails are drawn, so that none is empty while one scrolls. */
const AHEAD = '300px';

/** Whether an element has come near the part of the page that is in sight. */
function useSeen(element: { readonly current: HTMLElement | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setSeen(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    // On paper, all of the page is in sight.
    const onPaper = matchMedia('print');
    const printed = (): void => setSeen(true);
    window.addEventListener('beforeprint', printed);
    onPaper.addEventListener('change', printed);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', printed);
      onPaper.removeEventListener('change', printed);
    };
  }, [element]);
  return seen;
}

/** The solution as a tiny picture, drawn once it is seen; nothing if it is too large. */
export function Thumbnail(props: {
  readonly row: Pick<ResultsAnswer['rows'][number], 'solution' | 'width' | 'height' | 'palette'>;
  readonly side?: number;
}): JSX.Element | null {
  const { row, side = SIDE } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { solution, width, height } = row;
  const theme = useColours(GRID);
  const seen = useSeen(canvas);
  useLayoutEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (brush == null || solution === null || !seen) return;
    const palette = row.palette?.split(' ') ?? [theme.blank, theme.filled];
    brush.fillStyle = palette[0];
    brush.fillRect(0, 0, width, height);
    solution.split('/').forEach((line, y) => {
      for (let x = 0; x < line.length; x++) {
        const colour = line[x] === '#' ? 1 : Number.parseInt(line[x], 32);
        if (!(colour > 0)) continue;
        brush.fillStyle = palette[colour];
        brush.fillRect(x, y, 1, 1);
      }
    });
  }, [solution, width, height, row.palette, theme, seen]);
  if (solution === null) return null;
  const scale = side / Math.max(width, height);
  return (
    <canvas
      ref={canvas}
      class="thumbnail"
      width={width}
      height={height}
      aria-hidden="true"
      style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
    />
  );
}

/** What a pointer that draws does: a stroke begins, goes on, and ends or is taken back. */
interface StrokeStep {
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

/** How much a wheel enlarges for each of its pixels. */
const WHEEL = 0.004;

/** The button of a pen's other end. */
const ERASER = 5;

/** How far a finger moves before it draws, in pixels: until then, another may come. */
const SLOP = 6;

/**
 * The window on a grid that two fingers move and enlarge, or a wheel with Ctrl; strokes of one
 * finger, pen or mouse go to `input`. A finger draws once it moves, or is lifted alone. If a second
 * one comes later, the stroke is taken back; nothing is drawn until both are gone. Without `input`
 * the whole grid is in sight.
 */
function useZoom(
  puzzle: Puzzle,
  room: GridSpace,
  margins: Margins,
  input: GridInput | undefined,
  cursor: number | null,
) {
  const [view, setView] = useState<View | null>(null);
  const enabled = input !== undefined;
  const fitted = useMemo(() => fitLayout(puzzle, room, margins), [puzzle, room, margins]);
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
    return cellAt(puzzle, { ...at, left: at.left - window.x, top: at.top - window.y }, x, y);
  };
  const { follow, takeBack } = useFollowed(cellOf, (step) => input?.onStroke(step));
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
  /** Enlarges by a factor around the middle of the window. */
  const by = (factor: number): void => {
    const { at, width, height } = window;
    setView(around({ x: (at.left + width) / 2, y: (at.top + height) / 2 }, factor));
  };
  /** Shows the grid as at first; null while it is shown so. */
  const reset = view === null ? null : (): void => setView(null);
  return { window, by, reset, onPointer, onWheel };
}

/** Follows the one pointer that draws: a finger once it moves or is lifted, others at once. */
function useFollowed(cellOf: (point: Point) => number | null, draw: (step: StrokeStep) => void) {
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

/** The cell under a point of the drawing, or null for a point beside the cells. */
function cellAt(
  { width, height }: Pick<Puzzle, 'width' | 'height'>,
  at: GridLayout,
  x: number,
  y: number,
): number | null {
  const column = Math.floor((x - at.left) / at.cell);
  const row = Math.floor((y - at.top) / at.cell);
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  return row * width + column;
}
