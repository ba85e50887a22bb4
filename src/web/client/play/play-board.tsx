import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { valueText } from '../../../advice/check/value-text.js';
import type { Hint } from '../../../advice/hint/hint.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../puzzle/types.js';
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
} from './game.js';
import { PlayActions } from './play-actions.js';
import { onPlayKey } from './play-keys.js';
import { PlayTools } from './play-tools.js';
import type { Progress } from './progress.js';
import { useStrokes } from './use-strokes.js';
import { clockText, useTimer } from './use-timer.js';

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
  const onKey = (event: KeyboardEvent): void =>
    onPlayKey(event, { puzzle, cells, cursor, tool, setCursor, change });
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
      const { cells: hinted } = step.hint;
      const set = new Map(hinted.map((c) => [(c.row - 1) * puzzle.width + c.column - 1, c.value]));
      change((now) => withCells(now, puzzle, set, false));
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
          input={{ onPointer, onKey }}
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
