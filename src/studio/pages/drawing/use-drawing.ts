import { useEffect, useRef, useState } from 'preact/hooks';
import type { GridInput } from '../../../pipeline/pages/client/grid-view.js';
import { BLANK } from '../../../solver/core/puzzle/types.js';
import {
  cellsIn,
  copied,
  type Copied,
  cropped,
  type Drawn,
  flooded,
  type History,
  lineCells,
  moved,
  movedRegion,
  painted,
  pasted,
  pastePlace,
  type Region,
  regionBetween,
  type Tool,
  withLocks,
  withShape,
} from './drawn.js';

/** What pointers and keys work on. */
interface Board {
  readonly drawn: Drawn;
  readonly tool: Tool;
  readonly brush: number;
  readonly selection: Region | null;
  readonly ghosts: ReadonlyMap<number, number>;
  /** A change is `joined` if it belongs to the one before it. */
  readonly onDraw: (drawn: Drawn, joined: boolean) => void;
  /** Where the drawing comes from and can go again, and how it is put back as it was. */
  readonly history: History<Drawn>;
  readonly onHistory: (history: History<Drawn>) => void;
  readonly onSelect: (region: Region | null) => void;
  /** A press on one of the ghosts. */
  readonly onGhost: () => void;
  /** Another key than those that move the cursor and draw; false if it means nothing. */
  readonly onOtherKey: (event: KeyboardEvent, cursor: number | null) => boolean;
}

/** Handlers for drawing, and the keyboard's cursor. */
interface DrawingInput {
  readonly input: GridInput;
  /** Null until a key has been used. */
  readonly cursor: number | null;
}

/**
 * A drag under way, of a pointer or, from one press of the space bar to the next, of the keyboard's
 * cursor.
 */
interface Drag {
  readonly tool: Tool | 'move';
  /** The drawing with its history, and what was selected, when it began. */
  readonly before: History<Drawn>;
  readonly base: Drawn;
  readonly region: Region | null;
  readonly from: number;
  /** The cell where it was last, or null outside of the grid. */
  readonly last: number | null;
  /** What it fills cells with; with the lock, 1 to lock them. */
  readonly value: number;
  /** Whether it has changed anything: then what follows belongs to that change. */
  readonly began: boolean;
}

/** With these, a press of a key is all there is. */
const ONE_PRESS: ReadonlySet<Drag['tool'] | undefined> = new Set(['pencil', 'lock', 'fill']);

/**
 * Draws with a pointer (click or drag) and with keys: arrows move, space and Enter press. All
 * changes of a drag are one: `onDraw` is told which follow the first. A drag that is taken back
 * leaves the drawing, and what can be undone and redone, as they were.
 */
export function useDrawing(board: Board): DrawingInput {
  const [cursor, setCursor] = useState<number | null>(null);
  const drag = useRef<Drag | null>(null);

  const press = (cell: number, isEraser = false): void => {
    drag.current = pressed(board, cell, isEraser);
  };
  const drawTo = (cell: number | null): void => {
    if (drag.current !== null) drag.current = dragged(board, drag.current, cell);
  };
  const takeBack = (): void => {
    if (drag.current === null) return;
    if (drag.current.began) board.onHistory(drag.current.before);
    board.onSelect(drag.current.region);
    drag.current = null;
  };

  const onStroke: GridInput['onStroke'] = ({ kind, cell, by }) => {
    if (kind === 'begin') {
      setCursor(null);
      press(cell!, by !== 'main');
    } else if (kind === 'go') {
      if (cell !== drag.current?.last) drawTo(cell);
    } else if (kind === 'cancel') takeBack();
    else drag.current = null;
  };

  const onKey: GridInput['onKey'] = (event) => {
    const from = cursor ?? 0;
    const to = movedTo(event.key, from, board.drawn);
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (to !== null && isPlain) {
      const next = cursor === null ? 0 : to;
      setCursor(next);
      drawTo(next);
    } else if (isPlain && (event.key === ' ' || event.key === 'Enter')) {
      setCursor(from);
      const isDrag = drag.current !== null;
      if (isDrag) drag.current = null;
      else press(from);
      // A pencil draws one cell a press; the ends of a line are two.
      if (ONE_PRESS.has(drag.current?.tool)) drag.current = null;
    } else if (event.key === 'Escape') {
      takeBack();
      board.onSelect(null);
    } else if (!board.onOtherKey(event, cursor)) return;
    event.preventDefault();
  };

  return { input: { onStroke, onKey }, cursor };
}

/** What a press on a cell begins. */
function pressed(board: Board, cell: number, isEraser: boolean): Drag {
  const { drawn, tool, brush, selection, history: before, onDraw, onSelect } = board;
  const value = isEraser || drawn.cells[cell] === brush ? BLANK : brush;
  const at = { from: cell, last: cell };
  const drag = { tool, before, base: drawn, region: selection, ...at, value, began: true };
  if (board.ghosts.has(cell) && tool !== 'select' && tool !== 'lock') {
    board.onGhost();
    return { ...drag, tool: 'fill' };
  }
  if (tool === 'fill') {
    onDraw(flooded(drawn, cell, value), false);
    return drag;
  }
  if (tool === 'lock') {
    const isLocked = drawn.locked?.[cell] !== 1;
    onDraw(withLocks(drawn, [cell], isLocked), false);
    return { ...drag, value: isLocked ? 1 : 0 };
  }
  if (tool === 'select') {
    if (selection !== null && isIn(selection, cell, drawn)) {
      return { ...drag, tool: 'move', began: false };
    }
    onSelect(regionBetween(cell, cell, drawn.width));
    return { ...drag, began: false };
  }
  const next = painted(drawn, [cell], value);
  if (next === drawn) return { ...drag, began: false };
  onDraw(next, false);
  return drag;
}

/** What becomes of a drag that comes to another cell, or outside of the grid. */
function dragged(board: Board, drag: Drag, cell: number | null): Drag {
  const { drawn, onDraw, onSelect } = board;
  const { tool, base, region, from, value } = drag;
  if (cell === null) return { ...drag, last: null };
  const draw = (next: Drawn): Drag => {
    if (next === drawn) return { ...drag, last: cell };
    onDraw(next, drag.began);
    return { ...drag, last: cell, began: true };
  };
  // A fast pointer is seen only now and then: the cells on its way are drawn on, too.
  const way = lineCells(drag.last ?? cell, cell, drawn.width);
  switch (tool) {
    case 'pencil':
      return draw(painted(drawn, way, value));
    case 'lock':
      return draw(withLocks(drawn, way, value === 1));
    case 'line':
    case 'rectangle':
      return draw(withShape(base, tool, [from, cell], value));
    case 'select':
      onSelect(regionBetween(from, cell, drawn.width));
      return { ...drag, last: cell };
    case 'move': {
      const right = (cell % base.width) - (from % base.width);
      const down = Math.floor(cell / base.width) - Math.floor(from / base.width);
      onSelect(movedRegion(region!, [right, down], base));
      return draw(moved(base, region!, right, down));
    }
    case 'fill':
      return drag;
  }
}

function isIn({ left, top, width, height }: Region, cell: number, drawn: Drawn): boolean {
  const [x, y] = [(cell % drawn.width) - left, Math.floor(cell / drawn.width) - top];
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** The cell that an arrow key leads to, which stops at the edges; null for other keys. */
function movedTo(key: string, from: number, { width, height }: Drawn): number | null {
  const [x, y] = [from % width, Math.floor(from / width)];
  const moves: Record<string, number> = {
    ArrowLeft: x > 0 ? from - 1 : from,
    ArrowRight: x + 1 < width ? from + 1 : from,
    ArrowUp: y > 0 ? from - width : from,
    ArrowDown: y + 1 < height ? from + width : from,
  };
  return Object.hasOwn(moves, key) ? moves[key] : null;
}

/** A region of a drawing that is selected, and what can be done with it. */
export interface RegionSelection {
  readonly region: Region | null;
  readonly select: (region: Region | null) => void;
  readonly copy: () => void;
  readonly cut: () => void;
  /** Null if nothing was copied. The corner goes where the selection's is, or to the upper left. */
  readonly paste: (() => void) | null;
  readonly clear: () => void;
  readonly fill: (value: number) => void;
  readonly crop: () => void;
  readonly move: (right: number, down: number) => void;
}

/** The selection of a drawing; `onDraw` is told of what it changes. */
export function useRegionSelection(drawn: Drawn, onDraw: (drawn: Drawn) => void): RegionSelection {
  const [region, select] = useState<Region | null>(null);
  const [part, setPart] = useState<Copied | null>(null);
  const { width, height } = drawn;
  const size = useRef({ width, height });
  useEffect(() => {
    if (size.current.width === width && size.current.height === height) return;
    size.current = { width, height };
    select(null);
  }, [width, height]);
  const fill = (value: number): void => {
    if (region !== null) onDraw(painted(drawn, cellsIn(region, width), value));
  };
  const copy = (): void => {
    if (region !== null) setPart(copied(drawn, region));
  };
  return {
    region,
    select,
    copy,
    cut: () => {
      copy();
      fill(BLANK);
    },
    paste:
      part === null
        ? null
        : () => {
            const { left, top } = region ?? { left: 0, top: 0 };
            onDraw(pasted(drawn, part, left, top));
            select(pastePlace(part, left, top, drawn));
          },
    clear: () => fill(BLANK),
    fill,
    crop: () => {
      if (region !== null) onDraw(cropped(drawn, region));
    },
    move: (right, down) => {
      if (region === null) return;
      const next = movedRegion(region, [right, down], drawn);
      if (next === null) return;
      onDraw(moved(drawn, region, right, down));
      select(next);
    },
  };
}
