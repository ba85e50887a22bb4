import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Cells, type Puzzle, BLANK, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { hintText } from '../adviser/advice-words.js';
import { GridView } from '../../../pipeline/pages/client/grid/grid-view.js';
import type { Scene } from '../../../pipeline/pages/client/grid/paint.js';
import { lazily } from '../../../pipeline/pages/client/parts/lazily.js';
import { finishedLines, redone, undone, type PlayProgress, type Game } from './game.js';
import { mistakesText } from './mistakes.js';
import { KeepingNote, PlayActions, PlayHelp, PlaySettings, PlayTools } from './play-controls.js';
import { cursorText, solvedText } from './play-words.js';
import { useGame, type Told } from './use-game.js';
import { useStrokes, type Dragged } from './use-strokes.js';

const OwnReplay = lazily(async () => (await import('./own-replay.js')).OwnReplay);

/** A puzzle to fill in with mouse, touch, pen and keyboard, with checks and hints. */
export function PlayBoard(props: {
  readonly puzzle: Puzzle;
  /** Empty if it has none. */
  readonly title: string;
  readonly label: string;
  /** Told once it is solved. */
  readonly onSolved: () => void;
  /** How far one got before; null to begin. */
  readonly progress: PlayProgress | null;
  readonly onProgress: (progress: PlayProgress) => void;
}): JSX.Element {
  const { puzzle, title, label, onSolved } = props;
  const play = useGame(puzzle, title, props.progress, props.onProgress);
  const [tool, setTool] = useState(1);
  const [cursor, setCursor] = useState<number | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [replaying, setReplaying] = useState(false);
  const { game, solved, told, mistakes, change, setCells } = play;
  const { cells } = game;
  const own = useMemo(() => ({ ...game, past: play.own }), [game]);
  useEffect(() => {
    if (solved) onSolved();
  }, [solved]);
  const finished = useMemo(() => finishedLines(puzzle, cells), [puzzle, cells]);
  const onDrag = (now: Dragged | null): void => {
    setDragged(now);
    if (now === null) play.endDrag();
  };
  const onStroke = useStrokes({ puzzle, game, tool, change, onDrag });
  const scene = useMemo((): Scene => {
    const wrong = { breaking: mistakes.cells, broken: mistakes.lines };
    return { ...sceneOf(puzzle, cells, cursor, finished, told), ...wrong, dragged };
  }, [puzzle, cells, cursor, finished, mistakes, told, dragged]);
  const keys = { puzzle, cells, cursor, tool, setCursor, setCells, change };
  if (replaying) {
    return (
      <section class="card play">
        <OwnReplay {...{ puzzle, label }} game={own} onClose={() => setReplaying(false)} />
      </section>
    );
  }
  return (
    <section class="card play" onContextMenu={(event) => event.preventDefault()}>
      <div class={play.clock.paused ? 'play-grid paused' : 'play-grid'}>
        <GridView
          puzzle={puzzle}
          scene={scene}
          label={`${label}, ${puzzle.width} by ${puzzle.height} cells, to be filled in`}
          input={{ onStroke, onKey: (event) => onPlayKey(event, keys) }}
        />
      </div>
      <div class="play-panel">
        <PlayTools puzzle={puzzle} tool={tool} onTool={setTool} />
        <div class={solved ? 'play-told solved' : 'play-told'}>
          <p aria-live="polite">
            {solved
              ? solvedText(play.clock.seconds, play.hints, title)
              : messageText(told, puzzle) || mistakesText(mistakes, puzzle)}
          </p>
          {solved && own.past.length > 0 && (
            <button type="button" onClick={() => setReplaying(true)}>
              Watch how you solved it
            </button>
          )}
        </div>
        <PlayActions
          {...{ puzzle, play }}
          onUndo={() => change(undone)}
          onRedo={() => change(redone)}
        />
        <p class="unseen" aria-live="polite">
          {cursor !== null && cursorText(puzzle, cells, cursor, mistakes.lines)}
        </p>
        <PlaySettings settings={play.settings} onChange={play.changeSettings} />
        <PlayHelp />
        <KeepingNote keeping={play.keeping} />
      </div>
    </section>
  );
}

function sceneOf(
  puzzle: Puzzle,
  cells: Cells,
  cursor: number | null,
  finished: ReadonlySet<number>,
  message: Told,
): Scene {
  const none = new Set<number>();
  if (message === null || !('hint' in message) || message.hint.kind !== 'step') {
    return { cells, cursor, finished, fresh: none };
  }
  const { line, cells: hinted } = message.hint;
  const index = line === null ? null : line.number - 1 + (line.side === 'row' ? 0 : puzzle.height);
  const marked = hinted.map(({ row, column }) => (row - 1) * puzzle.width + column - 1);
  const assumed = message.stage > 1 ? marked : [];
  return { cells, cursor, finished, line: index, assumed, fresh: none };
}

function messageText(message: Told, puzzle: Puzzle): string {
  if (message === null) return '';
  return 'text' in message ? message.text : hintText(message.hint, message.stage, puzzle);
}

interface Keyboard {
  readonly puzzle: Puzzle;
  readonly cells: Cells;
  /** The cell of the keyboard's cursor; null before the first key. */
  readonly cursor: number | null;
  /** The value that space and Enter set. */
  readonly tool: number;
  readonly setCursor: (cell: number) => void;
  readonly setCells: (values: ReadonlyMap<number, number>) => void;
  readonly change: (next: (game: Game) => Game) => void;
}

/** Handles a key on the grid: arrows move, or drag with Shift; others set a cell, undo or redo. */
function onPlayKey(event: KeyboardEvent, keyboard: Keyboard): void {
  const { puzzle, cells, cursor, tool, setCursor, setCells, change } = keyboard;
  const { width, height } = puzzle;
  const from = cursor ?? 0;
  const [x, y] = [from % width, Math.floor(from / width)];
  const toggle = (value: number): void => {
    setCursor(from);
    const to = cells[from] === value ? UNKNOWN : value;
    setCells(new Map([[from, to]]));
  };
  // With Shift, the cell that is come to gets what the one before has, as if it were dragged there.
  const move = (to: number): void => {
    setCursor(to);
    if (event.shiftKey && to !== from) setCells(new Map([[to, cells[from]]]));
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(x > 0 ? from - 1 : from),
    ArrowRight: () => move(x + 1 < width ? from + 1 : from),
    ArrowUp: () => move(y > 0 ? from - width : from),
    ArrowDown: () => move(y + 1 < height ? from + width : from),
    Home: () => setCursor(from - x),
    End: () => setCursor(from - x + width - 1),
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
