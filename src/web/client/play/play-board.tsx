import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { valueText } from '../../../advice/value-text.js';
import type { Hint, HintedCell } from '../../../advice/hint.js';
import { UNKNOWN, type Cells, type Puzzle, BLANK } from '../../../puzzle/types.js';
import { askAdvice } from '../advice/ask-advice.js';
import { checkedText, hintText, type HintStage } from '../advice/advice-words.js';
import { GridView } from '../grid/grid-view.js';
import type { Scene } from '../grid/paint.js';
import {
  breakingCells,
  finishedLines,
  isSolved,
  newGame,
  redone,
  undone,
  withCells,
  type Game,
  type Progress,
} from './game.js';
import { useStrokes, clockText, useTimer } from './use-strokes.js';

/** The current message: a hint as far as it was asked for, or another sentence. */
type Told = { readonly hint: Hint; readonly stage: HintStage } | { readonly text: string } | null;

/** A puzzle to fill in with mouse, touch and keyboard, with checks and hints. */
export function PlayBoard(props: {
  readonly puzzle: Puzzle;
  readonly label: string;
  readonly cells: Cells | null;
  readonly seconds: number;
  readonly onProgress: (progress: Progress) => void;
}): JSX.Element {
  const { puzzle, label, onProgress } = props;
  const [game, setGame] = useState<Game>(() => newGame(puzzle, props.cells));
  const [tool, setTool] = useState(1);
  const [cursor, setCursor] = useState<number | null>(null);
  const [told, setTold] = useState<Told>(null);
  const { cells } = game;
  const solved = useMemo(() => isSolved(puzzle, cells), [puzzle, cells]);
  const finished = useMemo(() => finishedLines(puzzle, cells), [puzzle, cells]);
  const breaking = useMemo(() => breakingCells(puzzle, game), [puzzle, game]);
  const { seconds, paused, pause } = useTimer(props.seconds, solved);
  useEffect(() => onProgress({ cells, seconds }), [cells, Math.floor(seconds / 5), solved]);

  const change = (next: (game: Game) => Game): void => {
    if (paused) pause(false);
    setTold(null);
    setGame(next);
  };
  const onPointer = useStrokes(puzzle, tool, change, cells);
  const step = told !== null && 'hint' in told && told.hint.kind === 'step' ? told : null;
  const scene = useMemo(
    (): Scene => ({ ...sceneOf(puzzle, cells, cursor, finished, step), breaking }),
    [puzzle, cells, cursor, finished, breaking, step],
  );
  const keys = { puzzle, cells, cursor, tool, setCursor, change };
  const ask = async (kind: 'hint' | 'check'): Promise<void> => {
    setTold({ text: 'Looking …' });
    const answer = await askAdvice({ kind, puzzle, cells });
    if (answer?.kind === 'check') setTold({ text: checkedText(answer.checked, puzzle) });
    else if (answer?.kind === 'hint') setTold({ hint: answer.hint, stage: 1 });
    else setTold({ text: 'The advice could not be worked out in this browser.' });
  };
  const onHint = (): void => {
    if (step === null) void ask('hint');
    else if (step.stage < 3) setTold({ hint: step.hint, stage: (step.stage + 1) as HintStage });
    else if (step.hint.kind === 'step') {
      const values = hintedValues(puzzle, step.hint.cells);
      change((now) => withCells(now, puzzle, values, false));
    }
  };
  return (
    <section class="card play" onContextMenu={(event) => event.preventDefault()}>
      <PlayTools puzzle={puzzle} tool={tool} onTool={setTool} />
      <div class={paused ? 'play-grid paused' : 'play-grid'}>
        <GridView
          puzzle={puzzle}
          scene={scene}
          label={`${label}, ${puzzle.width} by ${puzzle.height} cells, to be filled in`}
          input={{ onPointer, onKey: (event) => onPlayKey(event, keys) }}
        />
      </div>
      <PlayActions
        game={game}
        solved={solved}
        hintStage={step?.stage ?? null}
        clock={{ seconds, paused, pause }}
        onUndo={() => change(undone)}
        onRedo={() => change(redone)}
        onCheck={() => void ask('check')}
        onHint={onHint}
        onRestart={() => change(() => newGame(puzzle, null))}
      />
      <p class="play-told" aria-live="polite">
        {solved
          ? `Solved in ${clockText(seconds)}: every clue is kept.`
          : toldText(told, puzzle) || breakingText(breaking, puzzle)}
      </p>
      <p class="unseen" aria-live="polite">
        {cursor !== null && cursorText(puzzle, cells, cursor)}
      </p>
      <PlayHelp />
    </section>
  );
}

/** The values of a hint by the index of their cell. */
function hintedValues(
  { width }: Puzzle,
  cells: readonly HintedCell[],
): ReadonlyMap<number, number> {
  return new Map(cells.map(({ row, column, value }) => [(row - 1) * width + column - 1, value]));
}

function PlayHelp(): JSX.Element {
  return (
    <>
      <p class="soft small for-mouse">
        Drag along a row or column to set several cells; the right button crosses out. Keys: arrows
        move, space fills, x crosses out, u undoes, r redoes.
      </p>
      <p class="soft small for-fingers">
        Drag along a row or column to set several cells. Two fingers zoom in.
      </p>
    </>
  );
}

function sceneOf(
  puzzle: Puzzle,
  cells: Cells,
  cursor: number | null,
  finished: ReadonlySet<number>,
  step: { readonly hint: Hint; readonly stage: HintStage } | null,
): Scene {
  const none = new Set<number>();
  if (step?.hint.kind !== 'step') return { cells, cursor, finished, fresh: none };
  const { line, cells: hinted } = step.hint;
  const index = line === null ? null : line.number - 1 + (line.side === 'row' ? 0 : puzzle.height);
  const marked = hinted.map(({ row, column }) => (row - 1) * puzzle.width + column - 1);
  const assumed = step.stage > 1 ? marked : [];
  return { cells, cursor, finished, line: index, assumed, fresh: none };
}

/** What the marks on cells that break a finished line mean. */
function breakingText(breaking: readonly number[], { width }: Puzzle): string {
  if (breaking.length === 0) return '';
  const [first] = breaking;
  const place = `row ${Math.floor(first / width) + 1}, cell ${(first % width) + 1}`;
  return breaking.length === 1
    ? `The marked cell (${place}) breaks a line that was finished.`
    : `The ${breaking.length} marked cells break lines that were finished.`;
}

function toldText(told: Told, puzzle: Puzzle): string {
  if (told === null) return '';
  return 'text' in told ? told.text : hintText(told.hint, told.stage, puzzle);
}

function cursorText(puzzle: Puzzle, cells: Cells, cursor: number): string {
  const { width } = puzzle;
  const value = cells[cursor] === UNKNOWN ? 'unknown' : valueText(cells[cursor], puzzle);
  return `row ${Math.floor(cursor / width) + 1}, cell ${(cursor % width) + 1}: ${value}`;
}

/** What the keys work on. */
interface Keyboard {
  readonly puzzle: Puzzle;
  readonly cells: Cells;
  /** The cell of the keyboard's cursor; null before the first key. */
  readonly cursor: number | null;
  /** The value that space and Enter set. */
  readonly tool: number;
  readonly setCursor: (cell: number) => void;
  readonly change: (next: (game: Game) => Game) => void;
}

/** Handles a key on the grid: arrows move, others set a cell, undo or redo. */
function onPlayKey(event: KeyboardEvent, keyboard: Keyboard): void {
  const { puzzle, cells, cursor, tool, setCursor, change } = keyboard;
  const { width, height } = puzzle;
  const from = cursor ?? 0;
  const [x, y] = [from % width, Math.floor(from / width)];
  const toggle = (value: number): void => {
    setCursor(from);
    const to = cells[from] === value ? UNKNOWN : value;
    change((now) => withCells(now, puzzle, new Map([[from, to]]), false));
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => setCursor(x > 0 ? from - 1 : from),
    ArrowRight: () => setCursor(x + 1 < width ? from + 1 : from),
    ArrowUp: () => setCursor(y > 0 ? from - width : from),
    ArrowDown: () => setCursor(y + 1 < height ? from + width : from),
    ' ': () => toggle(tool),
    Enter: () => toggle(tool),
    x: () => toggle(BLANK),
    Backspace: () => toggle(cells[from]),
    u: () => change(undone),
    r: () => change(redone),
  };
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === 'z') change(event.shiftKey ? redone : undone);
  else if (command && event.key === 'y') change(redone);
  else if (!command && Object.hasOwn(keys, event.key)) keys[event.key]();
  else return;
  event.preventDefault();
}

/** What a press on a cell does: fill it in one of the colours, or cross it out. */
function PlayTools(props: {
  readonly puzzle: Puzzle;
  readonly tool: number;
  readonly onTool: (tool: number) => void;
}): JSX.Element {
  const { puzzle, tool, onTool } = props;
  const values = [...Array.from({ length: puzzle.colours }, (_, i) => i + 1), BLANK];
  return (
    <div class="row play-tools" role="group" aria-label="What a press on a cell does">
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={tool === value}
          onClick={() => onTool(value)}
        >
          {puzzle.palette !== null && value !== BLANK && (
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <rect width="10" height="10" fill={puzzle.palette[value]} stroke="currentColor" />
            </svg>
          )}
          {value === BLANK ? 'Cross out' : puzzle.colours === 1 ? 'Fill' : valueText(value, puzzle)}
        </button>
      ))}
    </div>
  );
}

/** The buttons below the grid, and the clock. */
function PlayActions(props: {
  readonly game: Game;
  readonly solved: boolean;
  /** How much of a hint is shown; null without one. */
  readonly hintStage: HintStage | null;
  readonly clock: {
    readonly seconds: number;
    readonly paused: boolean;
    readonly pause: (paused: boolean) => void;
  };
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onCheck: () => void;
  readonly onHint: () => void;
  readonly onRestart: () => void;
}): JSX.Element {
  const { game, solved, hintStage } = props;
  const { seconds, paused, pause } = props.clock;
  return (
    <div class="row play-actions">
      <button type="button" disabled={game.past.length === 0} onClick={props.onUndo}>
        Undo
      </button>
      <button type="button" disabled={game.future.length === 0} onClick={props.onRedo}>
        Redo
      </button>
      <button type="button" onClick={props.onCheck}>
        Check
      </button>
      <button type="button" disabled={solved} onClick={props.onHint}>
        {hintLabel(hintStage)}
      </button>
      <button
        type="button"
        disabled={game.cells.every((cell) => cell === UNKNOWN)}
        onClick={props.onRestart}
      >
        Start again
      </button>
      <button type="button" aria-pressed={paused} disabled={solved} onClick={() => pause(!paused)}>
        {paused ? 'Go on' : 'Pause'}
      </button>
      <span class="play-clock" role="timer" aria-label="Time">
        {clockText(seconds)}
      </span>
    </div>
  );
}

function hintLabel(stage: HintStage | null): string {
  if (stage === null) return 'Hint';
  return stage === 1 ? 'Which cells?' : stage === 2 ? 'Why?' : 'Fill them in';
}
