import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GridView } from '../../../pipeline/pages/client/grid-view.js';
import type { Scene } from '../../../pipeline/pages/client/paint.js';
import { Stars } from '../../../pipeline/pages/client/lists.js';
import { lazily, Notice, Title } from '../../../pipeline/pages/client/parts.js';
import { Choice, CopyLink } from '../../../pipeline/pages/client/controls.js';
import { askAdvice } from '../../../pipeline/pages/client/solve/solver.js';
import { PLAYED_HASH } from '../../../pipeline/pages/client/window.js';
import {
  addressToPicture,
  playHash,
  readTryHash,
  tryHash,
} from '../../../pipeline/pages/client/puzzle-text.js';
import { BLANK, type Cells, type Puzzle, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { validate } from '../../../solver/core/puzzle/validate.js';
import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import type { PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { type HintStage, hintText } from '../advice-words.js';
import {
  addressToCells,
  cellsToAddress,
  cleared,
  clockText,
  cursorText,
  finishedLines,
  type Game,
  MISTAKE_MODES,
  type MistakeMode,
  mistakesText,
  redone,
  solvedText,
  undone,
} from './game.js';
import type { KeptSettings } from './kept-games.js';
import {
  type Dragged,
  type Keeping,
  type Play,
  type Told,
  useGame,
  useStrokes,
} from './use-game.js';

/** A puzzle from the address, to be played. Nothing about it leaves the browser. */
export function PlayPage(): JSX.Element {
  const [hash] = useState(location.hash);
  const filled = useRef<Cells | null>(null);
  const found = readTryHash(hash);
  const { puzzle, reason } =
    found?.draft == null
      ? { puzzle: undefined, reason: 'its clues cannot be read' }
      : validate(found.draft);
  // It may tell what the picture is.
  const [isSolved, setSolved] = useState(false);
  const title = isSolved && found !== null && found.title !== '' ? found.title : 'Play';
  if (puzzle === undefined) {
    return (
      <>
        <Title trail={[]} title="Play" />
        <Notice kind="bad" title="This link leads to no puzzle">
          Part of it may be missing: {reason}. <a href={location.pathname}>Go to the workbench</a>
        </Notice>
      </>
    );
  }
  const given = new URLSearchParams(hash.replace(/^#/, '')).get('c');
  const inAddress = given === null ? null : addressToCells(puzzle, given);
  const name = found?.title ?? '';
  const drawing = found?.drawing ?? null;
  const picture =
    drawing === null
      ? null
      : addressToPicture(drawing, puzzle.width * puzzle.height, puzzle.colours);
  return (
    <>
      <Heading title={title} puzzle={puzzle} />
      <PlayBoard
        puzzle={puzzle}
        title={name}
        label={title}
        onSolved={() => setSolved(true)}
        given={inAddress}
        onCells={(cells) => {
          filled.current = cells;
          const text = cellsToAddress(puzzle, cells);
          const address = playHash(puzzle, name, picture) + (text === '' ? '' : `&c=${text}`);
          const path = `${location.pathname}${location.search}${address}`;
          history.replaceState(history.state, '', path);
        }}
      />
      <CopyPuzzle puzzle={puzzle} hash={playHash(puzzle, '')} cells={() => filled.current} />
      <p>
        <a href={`${location.pathname}${tryHash(puzzle, name, picture)}`}>
          Is it a good puzzle? Check it, or change it (shows the solution)
        </a>
      </p>
    </>
  );
}

/** The title, the size and the stars, and whether what is to be played has one solution at all. */
function Heading(props: { readonly title: string; readonly puzzle: Puzzle }): JSX.Element {
  const { title, puzzle } = props;
  const [rating, setRating] = useState<PlayedGame['rating']>();
  useEffect(() => {
    const abort = new AbortController();
    void askAdvice('ratings', [[puzzle]], abort.signal).then((ratings) => {
      if (ratings !== undefined) setRating(ratings[0]);
    });
    return () => abort.abort();
  }, []);
  return (
    <>
      <Title trail={[]} title={title}>
        <span class="soft">
          {puzzle.width}×{puzzle.height} {rating != null && <Stars stars={rating.stars} />}
        </span>
      </Title>
      {rating === null && (
        <Notice kind="doubt" title="This puzzle has more than one solution">
          At some point nothing follows any more. Every picture that fits the clues counts as
          solved.
        </Notice>
      )}
    </>
  );
}

/**
 * Copies the link to the puzzle: without what is filled in, unless that is asked for, and without
 * its picture and its title.
 */
function CopyPuzzle(props: {
  readonly puzzle: Puzzle;
  readonly hash: string;
  readonly cells: () => Cells | null;
}): JSX.Element {
  const { puzzle, hash, cells } = props;
  const [withCells, setWithCells] = useState(false);
  const link = (): string => {
    const found = withCells ? cells() : null;
    const text = found === null ? '' : cellsToAddress(puzzle, found);
    return text === '' ? hash : `${hash}&c=${text}`;
  };
  return (
    <div class="row">
      <label class="row small">
        <input
          type="checkbox"
          checked={withCells}
          onChange={(event) => setWithCells(event.currentTarget.checked)}
        />
        with what I have filled in
      </label>
      <CopyLink key={withCells} hash={link} />
    </div>
  );
}

const OwnReplay = lazily(async () => (await import('./own-replay.js')).OwnReplay);

/** A puzzle to fill in with mouse, touch, pen and keyboard, with checks and hints. */
function PlayBoard(props: {
  readonly puzzle: Puzzle;
  /** Empty if it has none. */
  readonly title: string;
  readonly label: string;
  readonly onSolved: () => void;
  /** The cells of an address; null without any. */
  readonly given: Cells | null;
  readonly onCells: (cells: Cells) => void;
}): JSX.Element {
  const { puzzle, title, label, onSolved } = props;
  const play = useGame(puzzle, title, props.given, props.onCells);
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
          {value === BLANK
            ? 'Cross out'
            : puzzle.colours === 1
              ? 'Fill'
              : cellValueText(value, puzzle)}
        </button>
      ))}
    </div>
  );
}

/** The buttons below the grid, and the clock. */
function PlayActions(props: {
  readonly puzzle: Puzzle;
  readonly play: Play;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}): JSX.Element {
  const { game, solved, told, clock, check, hint, restart } = props.play;
  const { seconds, paused, pause } = clock;
  const stage = told !== null && 'hint' in told && told.hint.kind === 'step' ? told.stage : null;
  return (
    <div class="row play-actions">
      <button type="button" disabled={game.past.length === 0} onClick={props.onUndo}>
        Undo
      </button>
      <button type="button" disabled={game.future.length === 0} onClick={props.onRedo}>
        Redo
      </button>
      <button type="button" onClick={check}>
        Check
      </button>
      <button type="button" disabled={solved} onClick={hint}>
        {hintLabel(stage)}
      </button>
      <button type="button" disabled={cleared(game, props.puzzle) === game} onClick={restart}>
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

const MODE_WORDS: Readonly<Record<MistakeMode, string>> = {
  never: 'never',
  line: 'at a wrong line',
  cell: 'at once',
};

/** What is shown and done without being asked. */
function PlaySettings(props: {
  readonly settings: KeptSettings;
  readonly onChange: (changes: Partial<KeptSettings>) => void;
}): JSX.Element {
  const { settings, onChange } = props;
  return (
    <div class="row small play-settings">
      <Choice
        label="Show mistakes"
        class="row"
        value={settings.mistakes}
        options={MISTAKE_MODES.map((mode) => [mode, MODE_WORDS[mode]])}
        choose={(chosen) => onChange({ mistakes: MISTAKE_MODES.find((mode) => mode === chosen)! })}
      />
      <label class="tick">
        <input
          type="checkbox"
          checked={settings.crosses}
          onChange={(event) => onChange({ crosses: event.currentTarget.checked })}
        />
        cross out the rest of finished lines
      </label>
    </div>
  );
}

function PlayHelp(): JSX.Element {
  return (
    <>
      <p class="soft small for-mouse">
        Drag along a row or column to set several cells; the right button crosses out. Keys: arrows
        move, with Shift they drag, space fills, x crosses out, u undoes, r redoes.
      </p>
      <p class="soft small for-fingers">
        Drag along a row or column to set several cells. Two fingers move and enlarge the grid.
      </p>
    </>
  );
}

const KEEPING_WORDS: Readonly<Record<Keeping, string>> = {
  kept: 'This browser keeps your games, with the time of each move, hint and check.',
  refused: 'This browser does not keep this game: its storage is full, or switched off.',
  elsewhere: 'This game was begun elsewhere, so this browser does not keep how long it takes.',
};

/** What is kept of a game and where, for whoever begins to play. */
function KeepingNote(props: { readonly keeping: Keeping }): JSX.Element {
  return (
    <p class="soft small">
      {KEEPING_WORDS[props.keeping]} Nothing is sent anywhere.{' '}
      <a href={PLAYED_HASH}>What you have played</a>
    </p>
  );
}
