import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState, useEffect } from 'preact/hooks';
import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import { fitLayout, roomOf, type GridLayout, type Margins, type GridSpace } from './grid-layout.js';
import { isWhole, type GridWindow } from './grid-window.js';
import { paintBand, paintCells, type Scene, paintClues } from './paint.js';
import { paintMarkedLines } from './paint-marks.js';
import { readTheme, onThemeChange, type GridTheme } from './theme.js';
import { useZoom, type StrokeStep, type Zoom } from './use-zoom.js';
import type { ResultRow } from '../../api.js';

/** Strokes and keys on the grid, for drawing: such a grid can be enlarged, too. */
export interface GridInput {
  readonly onStroke: (step: StrokeStep) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

interface GridProps {
  readonly puzzle: Puzzle;
  readonly scene: Scene;
  readonly label: string;
  readonly input?: GridInput;
  /**
   * What the room for the clues depends on: by that of the size, the cells stay where they are
   * while clues change.
   */
  readonly margins?: Margins;
}

/** A puzzle with its clues around the grid, on a canvas that fits the available room. */
export function GridView(props: GridProps): JSX.Element {
  const { puzzle, scene, label, input, margins = 'of the clues' } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useRoom(frame, margins);
  const fitted = useMemo(() => fitLayout(puzzle, room, margins), [puzzle, room, margins]);
  const zoomed = { puzzle, room, margins, fitted, enabled: input !== undefined };
  const zoom = useZoom(zoomed, (step) => input?.onStroke(step), scene.cursor ?? null);
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

function ZoomButtons({ zoom: { by, reset } }: { readonly zoom: Zoom }): JSX.Element {
  return (
    <div class="row zoom-buttons" role="group" aria-label="Zoom">
      <button type="button" aria-label="Smaller cells" onClick={() => by(1 / 1.5)}>
        −
      </button>
      <button type="button" aria-label="Larger cells" onClick={() => by(1.5)}>
        +
      </button>
      {reset !== null && (
        <button type="button" onClick={reset}>
          As at first
        </button>
      )}
    </div>
  );
}

/** Paints what a window on the grid shows, whenever it changes. */
function useGridPainting(
  canvas: { readonly current: HTMLCanvasElement | null },
  puzzle: Puzzle,
  scene: Scene,
  window: GridWindow,
): void {
  const themed = useThemed();
  const { at, width, height, x, y } = window;
  const whole = isWhole(window);
  const clues = useMemo(
    () => (whole ? cluesLayer(puzzle, at, scene) : null),
    [puzzle, whole, at, themed, scene.finished, scene.broken],
  );
  useLayoutEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (brush == null) return;
    const scale = devicePixelRatio || 1;
    brush.setTransform(scale, 0, 0, scale, 0, 0);
    brush.clearRect(0, 0, width, height);
    const { theme } = themed;
    if (clues !== null) {
      // The band of the line under work is below the clues, so the clues are painted last.
      paintCells(brush, puzzle, at, theme, scene);
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
    const cells = (): void => paintCells(brush, puzzle, at, theme, scene);
    const beside = (): void => {
      paintMarkedLines(brush, puzzle, at, theme, scene.lines ?? new Set());
      paintBand(brush, puzzle, at, theme, scene.line ?? null);
      paintClues(brush, puzzle, at, theme, scene.finished, scene.broken);
    };
    part(at.left, at.top, x, y, cells);
    // Each of the two sides moves with the cells in its own direction.
    part(0, at.top, 0, y, beside);
    part(at.left, 0, x, 0, beside);
  }, [puzzle, scene, at, width, height, x, y, clues, themed]);
}

/** The clues as an image of their own: thousands of numbers are painted once, not for each step. */
function cluesLayer(
  puzzle: Puzzle,
  at: GridLayout,
  { finished, broken }: Scene,
): HTMLCanvasElement {
  const scale = window.devicePixelRatio || 1;
  const layer = document.createElement('canvas');
  layer.width = at.width * scale;
  layer.height = at.height * scale;
  const brush = layer.getContext('2d')!;
  brush.setTransform(scale, 0, 0, scale, 0, 0);
  paintClues(brush, puzzle, at, readTheme(), finished, broken);
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

/** The theme, as a new object when the colour scheme changes. */
function useThemed(): { readonly theme: GridTheme } {
  const [themed, setThemed] = useState(() => ({ theme: readTheme() }));
  useEffect(() => onThemeChange(() => setThemed({ theme: readTheme() })), []);
  return themed;
}

/** The longest side of a thumbnail in a table, in pixels. */
const SIDE = 44;

/**
 * How far below the screen a thumbnail is drawn already, so that none is empty while one scrolls.
 */
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

/**
 * The solution as a tiny picture in the colours of the large one, drawn once it comes into sight;
 * nothing if there is none, or it is too large.
 */
export function Thumbnail(props: {
  readonly row: Pick<ResultRow, 'solution' | 'width' | 'height' | 'palette'>;
  readonly side?: number;
}): JSX.Element | null {
  const { row, side = SIDE } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { solution, width, height } = row;
  const themed = useThemed();
  const seen = useSeen(canvas);
  useLayoutEffect(() => {
    const brush = canvas.current?.getContext('2d');
    if (brush == null || solution === null || !seen) return;
    const palette = row.palette?.split(' ') ?? [themed.theme.blank, themed.theme.filled];
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
  }, [solution, width, height, row.palette, themed, seen]);
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
