import type { JSX } from 'preact';
import { useEffect, useMemo, useState, useRef } from 'preact/hooks';
import { MAX_COLOURS } from '../../../puzzle/types.js';
import { valueText } from '../../../advice/value-text.js';
import { GridView, type GridInput } from '../grid/grid-view.js';
import {
  LONGEST_SIDE,
  cellWords,
  inverted,
  mirrored,
  puzzleOfDrawing,
  recoloured,
  resized,
  shifted,
  trimmed,
  withColour,
  type Drawn,
} from './drawn.js';
import { changed, redone, undone, type History } from './history.js';
import { cellAt } from '../grid/grid-layout.js';

/** A picture to be drawn with a pointer or the keyboard; the clues follow. */
export function Drawing(props: {
  readonly history: History<Drawn>;
  readonly onHistory: (history: History<Drawn>) => void;
  /** Cells to be tinted. */
  readonly varying: ReadonlySet<number>;
}): JSX.Element {
  const { history, onHistory, varying } = props;
  const drawn = history.present;
  const { width, height, cells } = drawn;
  const [picked, setPicked] = useState(1);
  const brush = Math.min(picked, drawn.colours);
  const onDraw = (next: Drawn, joined = false): void => onHistory(changed(history, next, joined));
  const undo = (): void => onHistory(undone(history));
  const redo = (): void => onHistory(redone(history));
  useTurnKeys(undo, redo);
  const { input, cursor, forgetCursor } = useDrawing(drawn, brush, onDraw, undo);
  const puzzle = useMemo(() => puzzleOfDrawing(drawn), [drawn]);
  const scene = useMemo(() => ({ cells, cursor, varying }), [cells, cursor, varying]);
  const resize = (nextWidth: number, nextHeight: number): void => {
    forgetCursor();
    onDraw(resized(drawn, nextWidth, nextHeight));
  };
  return (
    <div class="drawing">
      <div class="filters">
        <SideField label="Width" value={width} onChange={(value) => resize(value, height)} />
        <SideField label="Height" value={height} onChange={(value) => resize(width, value)} />
        <button
          type="button"
          onClick={() => onDraw({ ...drawn, cells: new Uint8Array(cells.length) })}
        >
          Clear
        </button>
        <button type="button" disabled={history.past.length === 0} onClick={undo}>
          Undo
        </button>
        <button type="button" disabled={history.future.length === 0} onClick={redo}>
          Redo
        </button>
      </div>
      <Brushes drawn={drawn} brush={brush} onPick={setPicked} onDraw={onDraw} />
      <GridView
        puzzle={puzzle}
        scene={scene}
        label={`Drawing, ${width} by ${height} cells`}
        input={input}
        margins="of the size"
      />
      <p class="soft small for-mouse">
        Click or drag to fill cells. With the keyboard: arrows move, the space bar fills, Ctrl+Z
        undoes, Ctrl+Y redoes.
      </p>
      <p class="soft small for-fingers">Tap or drag to fill cells. Two fingers zoom in.</p>
      <Moves
        drawn={drawn}
        brush={brush}
        onMove={onDraw}
        onTrim={(next) => {
          forgetCursor();
          onDraw(next);
        }}
      />
      <p class="unseen" aria-live="polite">
        {cursor !== null && cellWords(drawn, cursor)}
      </p>
    </div>
  );
}

/** Buttons that shift the picture by a cell, mirror it, invert it, and cut off its blank edges. */
function Moves(props: {
  readonly drawn: Drawn;
  /** The colour in which blank cells are filled by inverting. */
  readonly brush: number;
  readonly onMove: (next: Drawn) => void;
  readonly onTrim: (next: Drawn) => void;
}): JSX.Element {
  const { drawn, brush, onMove, onTrim } = props;
  return (
    <div class="row" role="group" aria-label="Change the drawing as a whole">
      {MOVES.map(({ sign, name, right, down }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={name}
          onClick={() => onMove(shifted(drawn, right, down))}
        >
          {sign}
        </button>
      ))}
      {MIRRORS.map(({ sign, name, mirror }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={name}
          onClick={() => onMove(mirrored(drawn, mirror))}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        title="Blank cells become filled, and filled ones blank"
        onClick={() => onMove(inverted(drawn, brush))}
      >
        Invert
      </button>
      <button
        type="button"
        disabled={drawn.cells.every((cell) => cell === 0)}
        title="Cuts off the blank rows and columns at the edges"
        onClick={() => onTrim(trimmed(drawn))}
      >
        Trim
      </button>
    </div>
  );
}

const MOVES = [
  { sign: '←', name: 'Move left', right: -1, down: 0 },
  { sign: '→', name: 'Move right', right: 1, down: 0 },
  { sign: '↑', name: 'Move up', right: 0, down: -1 },
  { sign: '↓', name: 'Move down', right: 0, down: 1 },
] as const;

const MIRRORS = [
  { sign: 'Mirror ↔', name: 'Mirror left to right', mirror: 'beside' },
  { sign: 'Mirror ↕', name: 'Mirror top to bottom', mirror: 'below' },
] as const;

/** The keys that undo and redo, wherever the focus is, except in fields that have an undo of their own. */
function useTurnKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const turn = turnOf(event);
      const isField =
        event.target instanceof Element &&
        event.target.closest('textarea, input[type=text], input[type=number]') !== null;
      if (turn === null || isField) return;
      event.preventDefault();
      (turn === 'undo' ? undo : redo)();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}

/** What a key with Ctrl or Command asks for. */
function turnOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!event.ctrlKey && !event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}

/**
 * The colours to draw in, which can be changed and added to; what is there already in the picked colour becomes
 * blank.
 */
function Brushes(props: {
  readonly drawn: Drawn;
  readonly brush: number;
  readonly onPick: (brush: number) => void;
  readonly onDraw: (drawn: Drawn) => void;
}): JSX.Element {
  const { drawn, brush, onPick, onDraw } = props;
  const puzzle = puzzleOfDrawing(drawn);
  const add = (): void => {
    onDraw(withColour(drawn, NEW_COLOURS[drawn.colours % NEW_COLOURS.length]));
    onPick(drawn.colours + 1);
  };
  if (drawn.colours === 1) {
    return (
      <div class="row">
        <button type="button" onClick={add}>
          Add a colour
        </button>
      </div>
    );
  }
  return (
    <div class="row" role="group" aria-label="Colour to draw in">
      {Array.from({ length: drawn.colours }, (_, i) => i + 1).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === brush}
          onClick={() => onPick(value)}
        >
          <span
            class="swatch"
            aria-hidden="true"
            style={{ background: drawn.palette?.[value] ?? 'currentColor' }}
          />
          {valueText(value, puzzle)}
        </button>
      ))}
      <label class="row small">
        Change it
        <input
          type="color"
          value={drawn.palette?.[brush] ?? '#000000'}
          onChange={(event) => onDraw(recoloured(drawn, brush, event.currentTarget.value))}
        />
      </label>
      <button type="button" disabled={drawn.colours >= MAX_COLOURS} onClick={add}>
        Add a colour
      </button>
    </div>
  );
}

/** Colours that are easy to tell apart, for those that are added. */
const NEW_COLOURS = ['#1f6fb5', '#d7263d', '#2e9e4f', '#f5a800', '#7b4fa3', '#6b4226', '#00a3ad'];

function SideField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}): JSX.Element {
  const { label, value, onChange } = props;
  // What is being typed stays while the page is drawn anew, as it is when the solver answers.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={1}
        max={LONGEST_SIDE}
        value={typed ?? value}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => {
          setTyped(null);
          onChange(event.currentTarget.valueAsNumber);
        }}
      />
    </label>
  );
}

/** Handlers for drawing, and the keyboard's cursor. */
interface DrawingInput {
  readonly input: GridInput;
  /** Null until a key has been used. */
  readonly cursor: number | null;
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
function useDrawing(
  drawn: Drawn,
  brush: number,
  onDraw: (drawn: Drawn, joined: boolean) => void,
  onUndo: () => void,
): DrawingInput {
  const { width, cells } = drawn;
  const [cursor, setCursor] = useState<number | null>(null);
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
    } else if (event.type === 'pointerdown' && cell !== null) {
      const value = turned(cell);
      setCursor(null);
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
