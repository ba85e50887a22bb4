import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GridView } from '../../../pipeline/pages/client/grid/grid-view.js';
import type { DrawingMarks, Underlay } from '../../../pipeline/pages/client/grid/paint-marks.js';
import { cellText } from '../adviser/advice-words.js';
import { TOP_LEFT, puzzleOfDrawing, type Drawn } from './drawn.js';
import { changed, redoneHistory, undoneHistory, type History } from './history.js';
import { PaletteEditor } from './palette-editor.js';
import { TOOLS, Toolbar } from './toolbar.js';
import type { Tool } from './tools.js';
import { UnderlayPanel } from './underlay.js';
import { useDrawing } from './use-drawing.js';
import { useRegionSelection, type RegionSelection } from './use-selection.js';
import type { ChosenUnderlay } from './underlay.js';
import { SizeFields, WholeDrawing } from './whole-drawing.js';

/** What is known of a drawing and shown on its board. */
export interface BoardMarks extends Pick<DrawingMarks, 'lines'> {
  /** Cells that vary between solutions, to be tinted. */
  readonly varying: ReadonlySet<number>;
  /** Cells that a fix would change, and what they would become. */
  readonly ghosts: ReadonlyMap<number, number>;
}

/** A picture to be drawn with a pointer or the keyboard; the clues follow. */
export function Drawing(props: {
  readonly history: History<Drawn>;
  readonly onHistory: (history: History<Drawn>) => void;
  readonly marks: BoardMarks;
  /** A press on a ghost. */
  readonly onGhost: () => void;
  readonly chosen: ChosenUnderlay;
  /** Whether somebody has just asked to draw: then keys draw, unless something else has them. */
  readonly begins: boolean;
}): JSX.Element {
  const { history, onHistory, marks, onGhost, chosen, begins } = props;
  const whole = useFocusedBoard(begins);
  const drawn = history.present;
  const [tool, setTool] = useState<Tool>('pencil');
  const [picked, setPicked] = useState(1);
  const [anchor, setAnchor] = useState(TOP_LEFT);
  const brush = Math.min(picked, drawn.colours);
  const { onDraw, undo, redo } = useTurns(history, onHistory);
  const selection = useRegionSelection(drawn, onDraw);
  const { input, cursor } = useDrawing({
    drawn,
    tool,
    brush,
    selection: selection.region,
    ghosts: marks.ghosts,
    history,
    onDraw,
    onHistory,
    onSelect: selection.select,
    onGhost,
    onOtherKey: (event) => otherKey(event, { selection, drawn, setTool, setPicked }),
  });
  return (
    <div
      class="drawing"
      ref={whole}
      onContextMenu={(event) => {
        // The right button erases.
        if (event.target instanceof HTMLCanvasElement) event.preventDefault();
      }}
    >
      <Toolbar
        drawn={drawn}
        tool={tool}
        brush={brush}
        onTool={setTool}
        onBrush={setPicked}
        onUndo={undo}
        onRedo={redo}
        size={<SizeFields drawn={drawn} anchor={anchor} onDraw={onDraw} />}
      />
      {tool === 'select' && <SelectionActions selection={selection} brush={brush} />}
      <Board
        drawn={drawn}
        marks={marks}
        underlay={chosen.underlay}
        cursor={cursor !== null && cursor < drawn.cells.length ? cursor : null}
        selection={selection}
        input={input}
      />
      <p class="soft small for-mouse">
        Click or drag; the right button erases. Keys on the board: arrows move, the space bar draws
        (for a line and a rectangle at both ends), letters choose the tools, Ctrl+Z undoes.
      </p>
      <p class="soft small for-fingers">Tap or drag to draw or erase. Two fingers move and zoom.</p>
      <WholeDrawing {...{ drawn, anchor, brush, onDraw }} onAnchor={setAnchor} />
      <details>
        <summary>Colours</summary>
        <PaletteEditor drawn={drawn} onDraw={onDraw} onBrush={setPicked} />
      </details>
      <details>
        <summary>A picture underneath</summary>
        <UnderlayPanel chosen={chosen} />
      </details>
    </div>
  );
}

/** Where the board is: it takes the focus if somebody begins to draw and nothing has it. */
function useFocusedBoard(begins: boolean): RefObject<HTMLDivElement | null> {
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isFree = document.activeElement?.matches('body, main') === true;
    if (begins && isFree) whole.current?.querySelector('canvas')?.focus({ preventScroll: true });
  }, []);
  return whole;
}

/** The drawing with its clues and all marks, and in words where the cursor is. */
function Board(props: {
  readonly drawn: Drawn;
  readonly marks: BoardMarks;
  readonly underlay: Underlay | null;
  readonly cursor: number | null;
  readonly selection: RegionSelection;
  readonly input: ReturnType<typeof useDrawing>['input'];
}): JSX.Element {
  const { drawn, marks, underlay, cursor, input } = props;
  const { region } = props.selection;
  const { width, height, cells, locked } = drawn;
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

/** What can be done with a selected region. */
function SelectionActions(props: {
  readonly selection: RegionSelection;
  readonly brush: number;
}): JSX.Element {
  const { selection, brush } = props;
  const { region, copy, cut, paste, clear, fill, crop } = selection;
  const actions = [
    { name: 'Copy', act: region && copy },
    { name: 'Cut', act: region && cut },
    { name: 'Paste', act: paste },
    { name: 'Fill', act: region && (() => fill(brush)) },
    { name: 'Erase', act: region && clear },
    { name: 'Crop to it', act: region && crop },
  ];
  return (
    <div class="row tight" role="group" aria-label="The selected region">
      {actions.map(({ name, act }) => (
        <button key={name} type="button" disabled={act === null} onClick={() => act?.()}>
          {name}
        </button>
      ))}
      {region === null && <span class="soft small">Drag over the cells you mean.</span>}
    </div>
  );
}

interface Turns {
  /** A change, which belongs to the one before it if it is `joined`. */
  readonly onDraw: (next: Drawn, joined?: boolean) => void;
  /** Null if there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/** Changes a drawing, and steps back and forth in its history, by keys as well. */
function useTurns(history: History<Drawn>, onHistory: (history: History<Drawn>) => void): Turns {
  const undo = history.past === null ? null : () => onHistory(undoneHistory(history));
  const redo = history.future === null ? null : () => onHistory(redoneHistory(history));
  // A finger's stroke begins and goes on within one event, before the page is drawn anew.
  const latest = useRef(history);
  latest.current = history;
  const onDraw = (next: Drawn, joined = false): void => {
    if (next === history.present && !joined) return;
    latest.current = changed(latest.current, next, joined);
    onHistory(latest.current);
  };
  useTurnKeys(undo, redo);
  return { onDraw, undo, redo };
}

/**
 * The keys that undo and redo, wherever the focus is, except in fields that have an undo of their
 * own.
 */
function useTurnKeys(undo: Turns['undo'], redo: Turns['redo']): void {
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
}

/** What a key with Ctrl or Command asks for. */
function turnOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!event.ctrlKey && !event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' ? 'redo' : null;
}

/** Keys on the board that neither move nor draw: tools, colours, and what is done with a region. */
function otherKey(
  event: KeyboardEvent,
  board: {
    readonly selection: RegionSelection;
    readonly drawn: Drawn;
    readonly setTool: (tool: Tool) => void;
    readonly setPicked: (brush: number) => void;
  },
): boolean {
  const { selection, drawn, setTool, setPicked } = board;
  const key = event.key.toLowerCase();
  const isSelected = selection.region !== null;
  if (event.altKey) {
    const by = MOVES[event.key];
    if (by === undefined || !isSelected) return false;
    selection.move(...by);
    return true;
  }
  if (event.ctrlKey || event.metaKey) {
    if (key === 'a') {
      setTool('select');
      selection.select({ left: 0, top: 0, width: drawn.width, height: drawn.height });
    } else if (key === 'v' && selection.paste !== null) selection.paste();
    else if (key === 'c' && isSelected) selection.copy();
    else if (key === 'x' && isSelected) selection.cut();
    else return false;
    return true;
  }
  const tool = TOOLS.find((one) => one.key === key);
  if (tool !== undefined) setTool(tool.tool);
  else if (/^[1-9]$/.test(key)) setPicked(Number(key));
  else if ((key === 'delete' || key === 'backspace') && isSelected) selection.clear();
  else return false;
  return true;
}

const MOVES: Readonly<Record<string, readonly [number, number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
