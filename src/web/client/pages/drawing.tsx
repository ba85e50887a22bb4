import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { cluesOfPicture } from '../../../puzzle/picture.js';
import type { Cells, Puzzle } from '../../../puzzle/types.js';
import { GridView } from '../grid/grid-view.js';
import { cellAt, type GridLayout } from '../grid/layout.js';

/** A picture under work. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly cells: Cells;
}

const LARGEST = 60;

export function emptyDrawing(width: number, height: number): Drawn {
  return { width, height, cells: new Uint8Array(width * height) };
}

/** The puzzle that a picture gives. */
export function puzzleOfDrawing({ width, height, cells }: Drawn): Puzzle {
  const clues = cluesOfPicture(cells, width, height);
  return { width, height, ...clues, colours: 1, palette: null, start: null };
}

/** Draws with a pointer or the keyboard; the clues follow. */
export function Drawing(props: {
  readonly drawn: Drawn;
  readonly onDraw: (drawn: Drawn) => void;
}): JSX.Element {
  const { drawn, onDraw } = props;
  const { width, height, cells } = drawn;
  const [cursor, setCursor] = useState<number | null>(null);
  const painting = useRef<number | null>(null);
  const puzzle = useMemo(() => puzzleOfDrawing(drawn), [drawn]);
  const scene = useMemo(() => ({ cells, cursor }), [cells, cursor]);

  const set = (cell: number, value: number): void => {
    if (cells[cell] === value) return;
    onDraw({ ...drawn, cells: cells.with(cell, value) });
  };
  const pointer = (event: PointerEvent, at: GridLayout): void => {
    if (event.type === 'pointerup') {
      painting.current = null;
      return;
    }
    const cell = cellAt(puzzle, at, event.offsetX, event.offsetY);
    if (cell === null) return;
    if (event.type === 'pointerdown') {
      painting.current = cells[cell] === 0 ? 1 : 0;
      setCursor(null);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    if (painting.current !== null && event.buttons > 0) set(cell, painting.current);
  };
  const key = (event: KeyboardEvent): void => {
    const from = cursor ?? 0;
    const [x, y] = [from % width, Math.floor(from / width)];
    const moves: Record<string, number> = {
      ArrowLeft: x > 0 ? from - 1 : from,
      ArrowRight: x + 1 < width ? from + 1 : from,
      ArrowUp: y > 0 ? from - width : from,
      ArrowDown: y + 1 < height ? from + width : from,
    };
    if (Object.hasOwn(moves, event.key)) setCursor(cursor === null ? 0 : moves[event.key]);
    else if (event.key === ' ' || event.key === 'Enter') {
      setCursor(from);
      set(from, cells[from] === 0 ? 1 : 0);
    } else return;
    event.preventDefault();
  };
  const resize = (nextWidth: number, nextHeight: number): void => {
    const [w, h] = [nextWidth, nextHeight].map((n) => Math.max(1, Math.min(LARGEST, n || 1)));
    const next = emptyDrawing(w, h);
    for (let y = 0; y < Math.min(h, height); y++) {
      for (let x = 0; x < Math.min(w, width); x++) next.cells[y * w + x] = cells[y * width + x];
    }
    setCursor(null);
    onDraw(next);
  };
  const size = (label: string, value: number, change: (value: number) => void): JSX.Element => (
    <label class="field">
      {label}
      <input
        type="number"
        min={1}
        max={LARGEST}
        value={value}
        onChange={(event) => change(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
  return (
    <div class="drawing">
      <div class="filters">
        {size('Width', width, (value) => resize(value, height))}
        {size('Height', height, (value) => resize(width, value))}
        <button type="button" onClick={() => onDraw(emptyDrawing(width, height))}>
          Clear
        </button>
      </div>
      <p class="soft small">
        Click or drag to fill cells. With the keyboard: arrows move, the space bar fills.
      </p>
      <GridView
        puzzle={puzzle}
        scene={scene}
        label={`Drawing, ${width} by ${height} cells`}
        input={{ onPointer: pointer, onKey: key }}
      />
      <p class="unseen" aria-live="polite">
        {cursor !== null && cursorWords(drawn, cursor)}
      </p>
    </div>
  );
}

function cursorWords({ width, cells }: Drawn, cursor: number): string {
  const place = `row ${Math.floor(cursor / width) + 1}, cell ${(cursor % width) + 1}`;
  return `${place}: ${cells[cursor] === 0 ? 'blank' : 'filled'}`;
}
