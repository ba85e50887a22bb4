import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type GridInput, GridView } from '../../../pipeline/pages/client/grid-view.js';
import type { Scene, Underlay } from '../../../pipeline/pages/client/paint.js';
import { Presses, TextField } from '../../../pipeline/pages/client/controls.js';
import { LONGEST_SIDE } from '../../../pipeline/pages/client/puzzle-text.js';
import { BLACK_ON_WHITE, BLANK, MAX_COLOURS } from '../../../solver/core/puzzle/types.js';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import { cellText } from '../advice-words.js';
import {
  arrowTo,
  cellsIn,
  changed,
  cropped,
  type Drawn,
  drawnWith,
  flooded,
  type History,
  inverted,
  lineCells,
  mirrored,
  moved,
  movedRegion,
  painted,
  pasted,
  puzzleOfDrawing,
  recolouredDrawing,
  redoneHistory,
  type Region,
  resized,
  shifted,
  trimmed,
  turnOf,
  undoneHistory,
  withColour,
  withLocks,
  withoutColour,
  withShape,
} from './drawn.js';
import { UnderlayPanel, type useUnderlay } from './picture.js';

/** What is known of a drawing and shown on its board. */
type BoardMarks = Required<Pick<Scene, 'lines' | 'varying' | 'ghosts'>>;

type Anchor = Parameters<typeof resized>[3];

interface DrawingProps {
  readonly history: History<Drawn>;
  readonly onHistory: (history: History<Drawn>) => void;
  readonly marks: BoardMarks;
  /** A press on a ghost. */
  readonly onGhost: () => void;
  readonly chosen: ReturnType<typeof useUnderlay>;
  /** Whether somebody has just asked to draw: then keys draw, unless something else has them. */
  readonly begins: boolean;
}

/** A picture to be drawn with a pointer or the keyboard; the clues follow. */
export function Drawing(props: DrawingProps): JSX.Element {
  const { chosen, begins } = props;
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isFree = document.activeElement?.matches('body, main') === true;
    if (begins && isFree) whole.current?.querySelector('canvas')?.focus({ preventScroll: true });
  }, []);
  const bench = useBench(props);
  return (
    <div
      class="drawing"
      ref={whole}
      onContextMenu={(event) => {
        // The right button erases.
        if (event.target instanceof HTMLCanvasElement) event.preventDefault();
      }}
    >
      <Toolbar bench={bench} />
      {bench.tool === 'select' && <SelectionActions bench={bench} />}
      <Board bench={bench} underlay={chosen.underlay} />
      <p class="soft small for-mouse">
        Click or drag; the right button erases. Keys on the board: arrows move, the space bar draws
        (for a line and a rectangle at both ends), letters choose the tools, Ctrl+Z undoes.
      </p>
      <p class="soft small for-fingers">Tap or drag to draw or erase. Two fingers move and zoom.</p>
      <WholeDrawing bench={bench} />
      <details>
        <summary>Colours</summary>
        <PaletteEditor bench={bench} />
      </details>
      <details>
        <summary>A picture underneath</summary>
        <UnderlayPanel chosen={chosen} />
      </details>
    </div>
  );
}

/** A drawing under work, and what it is drawn with. */
type Bench = ReturnType<typeof useBench>;

function useBench({ history, onHistory, marks, onGhost }: DrawingProps) {
  const drawn = history.present;
  const [tool, setTool] = useState<Tool>('pencil');
  const [picked, setPicked] = useState(1);
  const [anchor, setAnchor] = useState<Anchor>({ across: 0, down: 0 });
  const brush = Math.min(picked, drawn.colours);
  const turns = useTurns(history, onHistory);
  const selection = useRegionSelection(drawn, brush, turns.onDraw);
  const chosen = { tool, setTool, brush, setPicked, anchor, setAnchor, selection };
  return { drawn, history, onHistory, marks, onGhost, ...turns, ...chosen };
}

/** The drawing with its clues and all marks, and in words where the cursor is. */
function Board(props: { readonly bench: Bench; readonly underlay: Underlay | null }): JSX.Element {
  const { bench, underlay } = props;
  const { drawn, marks } = bench;
  const { region } = bench.selection;
  const { width, height, cells, locked } = drawn;
  const { input, cursor: last } = useDrawing(bench);
  const cursor = last !== null && last < cells.length ? last : null;
  const puzzle = useMemo(() => puzzleOfDrawing(drawn), [drawn]);
  const scene = useMemo(
    () => ({ ...marks, underlay, cells, locked, cursor, selection: region }),
    [marks, underlay, cells, locked, cursor, region],
  );
  return (
    <>
      <GridView
        puzzle={puzzle}
        scene={scene}
        label={`Drawing, ${width} by ${height} cells`}
        input={input}
        margins="of the size"
      />
      <p class="unseen" aria-live="polite">
        {cursor !== null &&
          `${cellText(puzzle, cells, cursor)}${locked?.[cursor] === 1 ? ' Locked.' : ''}`}
      </p>
    </>
  );
}

function SelectionActions({ bench }: { readonly bench: Bench }): JSX.Element {
  const { region, copy, cut, paste, fill, erase, crop } = bench.selection;
  return (
    <Presses
      label="The selected region"
      presses={[
        { name: 'Copy', act: copy },
        { name: 'Cut', act: cut },
        { name: 'Paste', act: paste },
        { name: 'Fill', act: fill },
        { name: 'Erase', act: erase },
        { name: 'Crop to it', act: crop },
      ]}
    >
      {region === null && <span class="soft small">Drag over the cells you mean.</span>}
    </Presses>
  );
}

/**
 * Changes a drawing, and steps back and forth in its history; also by keys, wherever the focus is
 * but in fields with an undo of their own.
 */
function useTurns(history: History<Drawn>, onHistory: (history: History<Drawn>) => void) {
  const undo = history.past === null ? null : () => onHistory(undoneHistory(history));
  const redo = history.future === null ? null : () => onHistory(redoneHistory(history));
  // A finger's stroke begins and goes on within one event, before the page is drawn anew.
  const latest = useRef(history);
  latest.current = history;
  // A change belongs to the one before it if it is `joined`.
  const onDraw = (next: Drawn, joined = false): void => {
    if (next === history.present && !joined) return;
    latest.current = changed(latest.current, next, joined);
    onHistory(latest.current);
  };
  // Before the next key: one that is held down comes faster than the page is painted.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const turn = turnOf(event);
      const isField =
        event.target instanceof Element &&
        event.target.closest('textarea, input[type=text], input[type=number]') !== null;
      if (turn === null || isField) return;
      event.preventDefault();
      (turn === 'undo' ? undo : redo)?.();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
  return { onDraw, undo, redo };
}

/** What a key on the board does that neither moves nor draws; null for nothing. */
function otherKey(event: KeyboardEvent, bench: Bench): (() => void) | null {
  const { setTool, setPicked } = bench;
  const { copy, cut, paste, erase, move, selectAll } = bench.selection;
  const key = event.key.toLowerCase();
  if (event.altKey) {
    const way = MOVES.find((one) => one.key === event.key);
    return move && way ? () => move(way.right, way.down) : null;
  }
  if (event.ctrlKey || event.metaKey) {
    const all = (): void => {
      setTool('select');
      selectAll();
    };
    return new Map(Object.entries({ a: all, c: copy, x: cut, v: paste })).get(key) ?? null;
  }
  const tool = TOOLS.find((one) => one.key === key);
  if (tool !== undefined) return () => setTool(tool.tool);
  if (/^[1-9]$/.test(key)) return () => setPicked(Number(key));
  return key === 'delete' || key === 'backspace' ? erase : null;
}

const MOVES = [
  { key: 'ArrowLeft', sign: '←', name: 'Move left', right: -1, down: 0 },
  { key: 'ArrowRight', sign: '→', name: 'Move right', right: 1, down: 0 },
  { key: 'ArrowUp', sign: '↑', name: 'Move up', right: 0, down: -1 },
  { key: 'ArrowDown', sign: '↓', name: 'Move down', right: 0, down: 1 },
] as const;

/** The tools, the key of each, and its icon in a square of 16. */
const TOOLS: readonly {
  readonly tool: Tool;
  readonly key: string;
  readonly name: string;
  readonly icon: string;
}[] = [
  { tool: 'pencil', key: 'p', name: 'Pencil', icon: 'M11.5 1.5l3 3L5 14l-4 1 1-4z' },
  { tool: 'line', key: 'l', name: 'Line', icon: 'M2 12.8L12.8 2 14 3.2 3.2 14z' },
  { tool: 'rectangle', key: 'r', name: 'Rectangle', icon: 'M2 3h12v10H2zm1.6 1.6v6.8h8.8V4.6z' },
  {
    tool: 'fill',
    key: 'f',
    name: 'Fill an area',
    icon: 'M6.5 1L13 7.5 7 13.5 1 7.5zM13.8 9.5c1 1.5 1.6 2.4 1.6 3.2a1.6 1.6 0 0 1-3.2 0c0-.8.6-1.7 1.6-3.2z',
  },
  {
    tool: 'select',
    key: 's',
    name: 'Select a region',
    icon: 'M2 2h3.5v1.5h-2v2H2zM7 2h2v1.5H7zM10.5 2H14v3.5h-1.5v-2h-2zM2 7h1.5v2H2zM12.5 7H14v2h-1.5zM2 10.5h1.5v2h2V14H2zM7 12.5h2V14H7zM12.5 10.5H14V14h-3.5v-1.5h2z',
  },
  {
    tool: 'lock',
    key: 'k',
    name: 'Lock cells, which fixes then leave as they are',
    icon: 'M4.6 7V5a3.4 3.4 0 0 1 6.8 0v2H13v8H3V7zm1.7 0h3.4V5a1.7 1.7 0 0 0-3.4 0z',
  },
];

/** What a press on the board does, and the colours to draw in. */
function Toolbar({ bench }: { readonly bench: Bench }): JSX.Element {
  const { drawn, tool, setTool, undo, redo } = bench;
  return (
    <div class="toolbar">
      <Presses
        label="Tools"
        presses={TOOLS.map((one) => ({
          name: one.name,
          title: `${one.name} (${one.key.toUpperCase()})`,
          shortcut: one.key,
          isPressed: tool === one.tool,
          icon: iconOf(one.icon),
          act: () => setTool(one.tool),
        }))}
      />
      <Presses
        label="Steps back and forth"
        presses={[
          { name: 'Undo', title: 'Undo (Ctrl+Z)', icon: iconOf(UNDO), act: undo },
          { name: 'Redo', title: 'Redo (Ctrl+Y)', icon: iconOf(REDO), act: redo },
        ]}
      />
      <SizeFields bench={bench} />
      {drawn.colours > 1 && <Brushes bench={bench} />}
    </div>
  );
}

const UNDO = 'M6 2v3c5.2 0 8 2.8 8.5 8-1.8-3-4.5-4-8.5-4v3L1 7z';
const REDO = 'M10 2v3C4.8 5 2 7.8 1.5 13c1.8-3 4.5-4 8.5-4v3l5-5z';

function iconOf(path: string): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill-rule="evenodd" />
    </svg>
  );
}

/** The colours to draw in; what is there already in the picked colour becomes blank. */
function Brushes({ bench }: { readonly bench: Bench }): JSX.Element {
  const { drawn, brush, setPicked } = bench;
  const puzzle = puzzleOfDrawing(drawn);
  return (
    <Presses
      label="Colour to draw in"
      presses={Array.from({ length: drawn.colours }, (_, i) => {
        const value = i + 1;
        const name = cellValueText(value, puzzle);
        const background = drawn.palette?.[value] ?? 'currentColor';
        return {
          name,
          title: value < 10 ? `${name} (${value})` : name,
          isPressed: value === brush,
          icon: <span class="swatch" aria-hidden="true" style={{ background }} />,
          act: () => setPicked(value),
        };
      })}
    />
  );
}

/** The colours of a drawing: each can be changed and removed, and others added. */
function PaletteEditor({ bench }: { readonly bench: Bench }): JSX.Element {
  const { drawn, onDraw, setPicked } = bench;
  const palette = drawn.palette ?? BLACK_ON_WHITE;
  const puzzle = puzzleOfDrawing(drawn);
  const nameOf = (value: number): string =>
    value === BLANK ? 'the background' : cellValueText(value, puzzle);
  return (
    <>
      <ul class="palette">
        {palette.map((colour, value) => (
          <li key={value}>
            <TextField
              kind="color"
              label={`Change ${nameOf(value)}`}
              title={`Change ${nameOf(value)}`}
              value={colour}
              onTake={(chosen) => onDraw(recolouredDrawing(drawn, value, chosen))}
            />
            <code>{colour}</code>
            {value !== BLANK && drawn.colours > 1 && (
              <button
                type="button"
                class="plain"
                aria-label={`Remove ${nameOf(value)}; its cells become blank`}
                title="Its cells become blank"
                onClick={() => onDraw(withoutColour(drawn, value))}
              >
                ✕
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        <button
          type="button"
          disabled={drawn.colours >= MAX_COLOURS}
          onClick={() => {
            onDraw(withColour(drawn, NEW_COLOURS[drawn.colours % NEW_COLOURS.length]));
            setPicked(drawn.colours + 1);
          }}
        >
          Add a colour
        </button>
      </div>
    </>
  );
}

/** Colours that are easy to tell apart, for those that are added. */
const NEW_COLOURS = ['#1f6fb5', '#d7263d', '#2e9e4f', '#f5a800', '#7b4fa3', '#6b4226', '#00a3ad'];

/** What changes a drawing as a whole: its place, mirrors, and what stays in another size. */
function WholeDrawing({ bench }: { readonly bench: Bench }): JSX.Element {
  const { drawn, anchor, setAnchor, brush, onDraw } = bench;
  const isBlank = drawn.cells.every((cell) => cell === 0);
  return (
    <>
      <Presses
        label="Change the drawing as a whole"
        presses={[
          ...MOVES.map(({ sign, name, right, down }) => ({
            name,
            icon: sign,
            act: () => onDraw(shifted(drawn, right, down)),
          })),
          {
            name: 'Mirror left to right',
            text: 'Mirror ↔',
            act: () => onDraw(mirrored(drawn, 'beside')),
          },
          {
            name: 'Mirror top to bottom',
            text: 'Mirror ↕',
            act: () => onDraw(mirrored(drawn, 'below')),
          },
          {
            name: 'Invert',
            title: 'Blank cells become filled, and filled ones blank',
            act: () => onDraw(inverted(drawn, brush)),
          },
          {
            name: 'Trim',
            title: 'Cuts off the blank rows and columns at the edges',
            act: isBlank ? null : () => onDraw(trimmed(drawn)),
          },
          {
            name: 'Clear',
            title: 'All cells become blank, except for those that are locked',
            act: isBlank ? null : () => onDraw(drawnWith(drawn, (cells) => cells.fill(0))),
          },
          ...(drawn.locked === null
            ? []
            : [{ name: 'Unlock all', act: () => onDraw({ ...drawn, locked: null }) }]),
        ]}
      />
      <fieldset class="anchors">
        <legend>What stays in place in another size</legend>
        {ANCHORS.map(({ name, across, down }) => (
          <input
            key={name}
            type="radio"
            name="anchor"
            aria-label={name}
            title={name}
            checked={anchor.across === across && anchor.down === down}
            onChange={() => setAnchor({ across, down })}
          />
        ))}
      </fieldset>
    </>
  );
}

/** The size of a drawing, which changes around its anchor. */
function SizeFields({ bench }: { readonly bench: Bench }): JSX.Element {
  const { drawn, anchor, onDraw } = bench;
  return (
    <div class="row size">
      {(['width', 'height'] as const).map((side) => (
        <label key={side} class="row tight small">
          {side === 'width' ? 'Width' : 'Height'}
          <TextField
            kind="number"
            min={1}
            max={LONGEST_SIDE}
            value={String(drawn[side])}
            onTake={(text) => {
              const to = Number.parseInt(text, 10);
              if (Number.isNaN(to)) return;
              const [width, height] = side === 'width' ? [to, drawn.height] : [drawn.width, to];
              onDraw(resized(drawn, width, height, anchor));
            }}
          />
        </label>
      ))}
    </div>
  );
}

const ANCHORS: readonly (Anchor & { readonly name: string })[] = ([0, 0.5, 1] as const).flatMap(
  (down, row) =>
    ([0, 0.5, 1] as const).map((across, column) => {
      const vertical = ['top', 'middle', 'bottom'][row];
      const name = `${vertical} ${['left', 'centre', 'right'][column]}`;
      return { across, down, name: name === 'middle centre' ? 'the middle' : `the ${name}` };
    }),
);

/** A drag of a pointer or, from one press of the space bar to the next, of the cursor. */
interface Drag {
  readonly tool: Tool | 'move';
  /** The drawing with its history, and what was selected, when it began. */
  readonly before: History<Drawn>;
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
function useDrawing(bench: Bench) {
  // Null until a key has been used.
  const [cursor, setCursor] = useState<number | null>(null);
  const drag = useRef<Drag | null>(null);

  const press = (cell: number, isEraser = false): void => {
    drag.current = pressed(bench, cell, isEraser);
  };
  const drawTo = (cell: number | null): void => {
    if (drag.current !== null) drag.current = dragged(bench, drag.current, cell);
  };
  const takeBack = (): void => {
    if (drag.current === null) return;
    if (drag.current.began) bench.onHistory(drag.current.before);
    bench.selection.select(drag.current.region);
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
    const to = arrowTo(event.key, from, bench.drawn);
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
      bench.selection.select(null);
    } else {
      const act = otherKey(event, bench);
      if (act === null) return;
      act();
    }
    event.preventDefault();
  };

  return { input: { onStroke, onKey }, cursor };
}

/** What a press on a cell begins. */
function pressed(bench: Bench, cell: number, isEraser: boolean): Drag {
  const { drawn, tool, brush, history: before, onDraw, marks, onGhost } = bench;
  const { region, select } = bench.selection;
  const value = isEraser || drawn.cells[cell] === brush ? BLANK : brush;
  const drag: Drag = { tool, before, region, from: cell, last: cell, value, began: false };
  const draw = (next: Drawn): Drag => {
    onDraw(next);
    return { ...drag, began: next !== drawn };
  };
  if (tool === 'select') {
    const isInside = region !== null && cellsIn(region, drawn.width).includes(cell);
    if (isInside) return { ...drag, tool: 'move' };
    select(regionBetween(cell, cell, drawn.width));
    return drag;
  }
  if (tool === 'lock') {
    const isLocked = drawn.locked?.[cell] !== 1;
    return { ...draw(withLocks(drawn, [cell], isLocked)), value: isLocked ? 1 : 0 };
  }
  if (marks.ghosts.has(cell)) {
    onGhost();
    return { ...drag, tool: 'fill', began: true };
  }
  return draw(tool === 'fill' ? flooded(drawn, cell, value) : painted(drawn, [cell], value));
}

/** What becomes of a drag that comes to another cell, or outside of the grid. */
function dragged({ drawn, onDraw, selection }: Bench, drag: Drag, cell: number | null): Drag {
  const { tool, region, from, value } = drag;
  const base = drag.before.present;
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
      selection.select(regionBetween(from, cell, drawn.width));
      return { ...drag, last: cell };
    case 'move': {
      const right = (cell % base.width) - (from % base.width);
      const down = Math.floor(cell / base.width) - Math.floor(from / base.width);
      selection.select(movedRegion(region!, [right, down], base));
      return draw(moved(base, region!, right, down));
    }
    case 'fill':
      return drag;
  }
}

/** The selected region of a drawing, and what can be done with it: null for what cannot. */
function useRegionSelection(drawn: Drawn, brush: number, onDraw: (drawn: Drawn) => void) {
  const [region, select] = useState<Region | null>(null);
  const [part, setPart] = useState<Drawn | null>(null);
  const { width, height } = drawn;
  const size = useRef({ width, height });
  useEffect(() => {
    if (size.current.width === width && size.current.height === height) return;
    size.current = { width, height };
    select(null);
  }, [width, height]);
  const all = { left: 0, top: 0, width, height };
  const { left, top } = region ?? all;
  const filled = (at: Region, value: number): void =>
    onDraw(painted(drawn, cellsIn(at, width), value));
  const ofRegion = (act: (at: Region) => void): (() => void) | null =>
    region && (() => act(region));
  return {
    region,
    select,
    selectAll: () => select(all),
    copy: ofRegion((at) => setPart(cropped(drawn, at))),
    cut: ofRegion((at) => {
      setPart(cropped(drawn, at));
      filled(at, BLANK);
    }),
    // The corner goes where the selection's is, or to the upper left.
    paste:
      part &&
      (() => {
        onDraw(pasted(drawn, part, left, top));
        select(movedRegion({ ...part, left, top }, [0, 0], drawn));
      }),
    fill: ofRegion((at) => filled(at, brush)),
    erase: ofRegion((at) => filled(at, BLANK)),
    crop: ofRegion((at) => onDraw(cropped(drawn, at))),
    move:
      region &&
      ((right: number, down: number): void => {
        const next = movedRegion(region, [right, down], drawn);
        if (next === null) return;
        onDraw(moved(drawn, region, right, down));
        select(next);
      }),
  };
}

/** What a press or a drag on the board does. */
type Tool = 'pencil' | 'line' | 'rectangle' | 'fill' | 'select' | 'lock';

/** The rectangle between two of its corners. */
function regionBetween(from: number, to: number, width: number): Region {
  const [x, y] = [from % width, Math.floor(from / width)];
  const [u, v] = [to % width, Math.floor(to / width)];
  const corner = { left: Math.min(x, u), top: Math.min(y, v) };
  return { ...corner, width: Math.abs(x - u) + 1, height: Math.abs(y - v) + 1 };
}
