import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type GridInput, GridView } from '../../../pipeline/pages/client/grid-view.js';
import type { Scene } from '../../../pipeline/pages/client/paint.js';
import { Stars } from '../../../pipeline/pages/client/lists.js';
import { lazily, Notice, Title } from '../../../pipeline/pages/client/parts.js';
import { Choice, CopyLink, Presses, Tick } from '../../../pipeline/pages/client/controls.js';
import { askAdvice, useAdvice } from '../../../pipeline/pages/client/solve/solver.js';
import { PLAYED_HASH } from '../browser.js';
import { arrowTo, turnOf } from '../drawing/drawn.js';
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
import { checkedText, hintText } from '../advice-words.js';
import {
  addressToCells,
  cellsBetween,
  cellsToAddress,
  cleared,
  clockText,
  continued,
  cursorText,
  finishedLines,
  type Game,
  gameAfter,
  gameAt,
  type GameLog,
  gameOf,
  isGiven,
  isPictureSolved,
  keepGame,
  type KeptSettings,
  MISTAKE_MODES,
  type MistakeMode,
  mistakesOf,
  mistakesText,
  type Move,
  newLog,
  solvedGame,
  solvedText,
  startCells,
  useSettings,
  withAsked,
  withCells,
  withCrosses,
  withMove,
} from './game.js';
import type { Hint } from '../../../solver/craft/advice/hint.js';
import type { HintedCell } from '../../../solver/craft/replay/step.js';

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
  const { title: name, drawing } = found!;
  const { width, height, colours } = puzzle;
  const picture = drawing === null ? null : addressToPicture(drawing, width * height, colours);
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
  const rating = useAdvice('ratings', [[puzzle]], [])?.[0];
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

/** Copies the link to the puzzle, without picture and title; filled cells only if asked for. */
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
      <Tick class="row small" isOn={withCells} onTurn={setWithCells}>
        with what I have filled in
      </Tick>
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
  const { game, solved, told, mistakes } = play;
  const { cells } = game;
  const own = useMemo(play.own, [game]);
  useEffect(() => {
    if (solved) onSolved();
  }, [solved]);
  const finished = useMemo(() => finishedLines(puzzle, cells), [puzzle, cells]);
  const onDrag = (now: Dragged | null): void => {
    setDragged(now);
    if (now === null) play.endDrag();
  };
  const onStroke = useStrokes(play, tool, onDrag);
  const scene = useMemo((): Scene => {
    const wrong = { breaking: mistakes.cells, broken: mistakes.lines };
    return { ...sceneOf(puzzle, cells, cursor, finished, told), ...wrong, dragged };
  }, [puzzle, cells, cursor, finished, mistakes, told, dragged]);
  const onKey = (event: KeyboardEvent): void => onPlayKey(event, play, cursor, setCursor, tool);
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
          input={{ onStroke, onKey }}
        />
      </div>
      <div class="play-panel">
        <PlayTools puzzle={puzzle} tool={tool} onTool={setTool} />
        <div class={solved ? 'play-told solved' : 'play-told'}>
          <p aria-live="polite">
            {solved
              ? solvedText(play.clock.seconds, play.hints, title)
              : told.text || mistakesText(mistakes, puzzle)}
          </p>
          {solved && own.moves.length > 0 && (
            <button type="button" onClick={() => setReplaying(true)}>
              Watch how you solved it
            </button>
          )}
        </div>
        <PlayActions play={play} />
        <p class="unseen" aria-live="polite">
          {cursor !== null && cursorText(puzzle, cells, cursor, mistakes.lines)}
        </p>
        <PlaySettings settings={play.settings} onChange={play.changeSettings} />
        <PlayNotes keeping={play.keeping} />
      </div>
    </section>
  );
}

function sceneOf(
  puzzle: Puzzle,
  cells: Cells,
  cursor: number | null,
  finished: ReadonlySet<number>,
  { step, stage }: Told,
): Scene {
  const scene = { cells, cursor, finished, fresh: new Set<number>() };
  if (step === null) return scene;
  const { line, cells: hinted } = step;
  const index = line === null ? null : line.number - 1 + (line.side === 'row' ? 0 : puzzle.height);
  const assumed = stage > 1 ? hinted.map((one) => cellAt(one, puzzle)) : [];
  return { ...scene, line: index, assumed };
}

function cellAt({ row, column }: HintedCell, { width }: Puzzle): number {
  return (row - 1) * width + column - 1;
}

/**
 * Handles a key on the grid: arrows move the cursor (null before the first key), with Shift they
 * drag; space and Enter set a cell to the tool's value, others to others, undo or redo.
 */
function onPlayKey(
  event: KeyboardEvent,
  { puzzle, game: { cells }, setCells, undo, redo }: Play,
  cursor: number | null,
  setCursor: (cell: number) => void,
  tool: number,
): void {
  const { width } = puzzle;
  const from = cursor ?? 0;
  const first = from - (from % width);
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
    Home: () => setCursor(first),
    End: () => setCursor(first + width - 1),
    ' ': () => toggle(tool),
    Enter: () => toggle(tool),
    x: () => toggle(BLANK),
    Backspace: () => toggle(cells[from]),
    u: undo,
    r: redo,
  };
  const command = event.ctrlKey || event.metaKey;
  const turn = turnOf(event);
  const to = arrowTo(event.key, from, puzzle);
  if (turn !== null) (turn === 'undo' ? undo : redo)();
  else if (!command && to !== null) move(to);
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
  const { colours, palette } = puzzle;
  const values = [...Array.from({ length: colours }, (_, i) => i + 1), BLANK];
  const presses = values.map((value) => {
    const isPlain = palette === null || value === BLANK;
    const filled = colours === 1 ? 'Fill' : cellValueText(value, puzzle);
    const name = value === BLANK ? 'Cross out' : filled;
    const swatch = isPlain ? null : (
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <rect width="10" height="10" fill={palette[value]} stroke="currentColor" />
      </svg>
    );
    const text = isPlain ? name : [swatch, name];
    return { name, text, isPressed: tool === value, act: () => onTool(value) };
  });
  return <Presses class="row play-tools" label="What a press on a cell does" presses={presses} />;
}

function PlayActions({ play }: { readonly play: Play }): JSX.Element {
  const { puzzle, game, solved, told, clock, undo, redo, check, hint, restart } = play;
  const { seconds, paused, pause } = clock;
  return (
    <Presses
      class="row play-actions"
      label="What can be done"
      presses={[
        { name: 'Undo', act: game.made === 0 ? null : undo },
        { name: 'Redo', act: game.made === game.moves.length ? null : redo },
        { name: 'Check', act: check },
        { name: HINT_LABELS[told.stage], act: solved ? null : hint },
        { name: 'Start again', act: cleared(game, puzzle) === game ? null : restart },
        {
          name: paused ? 'Go on' : 'Pause',
          isPressed: paused,
          act: solved ? null : () => pause(!paused),
        },
      ]}
    >
      <span class="play-clock" role="timer" aria-label="Time">
        {clockText(seconds)}
      </span>
    </Presses>
  );
}

/** By how much of a hint is shown. */
const HINT_LABELS = ['Hint', 'Which cells?', 'Why?', 'Fill them in'];

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
        options={Object.entries(MISTAKE_MODES)}
        choose={(chosen) => onChange({ mistakes: chosen as MistakeMode })}
      />
      <Tick class="tick" isOn={settings.crosses} onTurn={(crosses) => onChange({ crosses })}>
        cross out the rest of finished lines
      </Tick>
    </div>
  );
}

const KEEPING_WORDS: Readonly<Record<Keeping, string>> = {
  kept: 'This browser keeps your games, with the time of each move, hint and check.',
  refused: 'This browser does not keep this game: its storage is full, or switched off.',
  elsewhere: 'This game was begun elsewhere, so this browser does not keep how long it takes.',
};

function PlayNotes({ keeping }: { readonly keeping: Keeping }): JSX.Element {
  return (
    <>
      <p class="soft small for-mouse">
        Drag along a row or column to set several cells; the right button crosses out. Keys: arrows
        move, with Shift they drag, space fills, x crosses out, u undoes, r redoes.
      </p>
      <p class="soft small for-fingers">
        Drag along a row or column to set several cells. Two fingers move and enlarge the grid.
      </p>
      <p class="soft small">
        {KEEPING_WORDS[keeping]} Nothing is sent anywhere.{' '}
        <a href={PLAYED_HASH}>What you have played</a>
      </p>
    </>
  );
}

type HintStage = Parameters<typeof hintText>[1];

/** The current message, and the step that it is a hint about, as far as that was asked for. */
interface Told {
  readonly text: string;
  readonly step: Extract<Hint, { kind: 'step' }> | null;
  readonly stage: HintStage | 0;
}

const NOTHING_TOLD: Told = { text: '', step: null, stage: 0 };

const FAILED = 'The advice could not be worked out in this browser.';

function hinted(hint: Hint, stage: HintStage, puzzle: Puzzle): Told {
  const text = hintText(hint, stage, puzzle);
  return hint.kind === 'step' ? { text, step: hint, stage } : { ...NOTHING_TOLD, text };
}

/** A game under way, and what can be done to it. */
type Play = ReturnType<typeof useGame>;

/** Plays a puzzle from an address's cells or a kept game; tells `onCells` how far one has come. */
function useGame(
  puzzle: Puzzle,
  title: string,
  given: Cells | null,
  onCells: (cells: Cells) => void,
) {
  const [stored] = useState(() => gameAt(puzzle, given));
  const [game, setGame] = useState<Game>(() => {
    const begun = stored === null ? given : null;
    return gameOf(
      begun ?? startCells(puzzle),
      stored?.moves.map((move) => move.cells),
    );
  });
  const [told, tell] = useState(NOTHING_TOLD);
  const [hints, setHints] = useState(stored?.hints.length ?? 0);
  const [settings, changeSettings] = useSettings();
  const { cells } = game;
  const solved = useMemo(() => isPictureSolved(puzzle, cells), [puzzle, cells]);
  const isJudged = settings.mistakes === 'cell';
  // The only one; null until it is known, or if there are several.
  const solution = useAdvice('solution', isJudged ? [puzzle] : null, [puzzle, isJudged]) ?? null;
  const mistakes = useMemo(
    () => mistakesOf(puzzle, game, settings.mistakes, solution),
    [puzzle, game, settings.mistakes, solution],
  );
  const clock = useClock(stored?.ms ?? 0, solved);
  const log = useLog(puzzle, title, stored, game, clock.ms);
  useEffect(() => onCells(cells), [cells]);
  useEffect(log.ticked, [Math.floor(clock.seconds / 5)]);

  const change = (next: (game: Game) => Game): void => {
    if (clock.paused) clock.pause(false);
    tell(NOTHING_TOLD);
    setGame(next);
  };
  const crossed = (now: Game): Game => (settings.crosses ? withCrosses(now, puzzle) : now);
  const setCells = (values: ReadonlyMap<number, number>): void =>
    change((now) => crossed(withCells(now, puzzle, values, false)));
  const say = (text: string): void => tell({ ...NOTHING_TOLD, text });
  const check = async (): Promise<void> => {
    say('Looking …');
    log.asked('checks');
    const checked = await askAdvice('check', [puzzle, cells]);
    say(checked === undefined ? FAILED : checkedText(checked, puzzle));
  };
  const hint = async (): Promise<void> => {
    const { step, stage } = told;
    if (step !== null && stage < 3) tell(hinted(step, (stage + 1) as HintStage, puzzle));
    else if (step !== null) {
      setCells(new Map(step.cells.map((one) => [cellAt(one, puzzle), one.value])));
    } else {
      say('Looking …');
      log.asked('hints');
      const found = await askAdvice('hint', [puzzle, cells]);
      if (found !== undefined) setHints((count) => count + 1);
      tell(found === undefined ? { ...NOTHING_TOLD, text: FAILED } : hinted(found, 1, puzzle));
    }
  };
  const restart = (): void => {
    const next = cleared(game, puzzle);
    change(() => next);
    if (!log.cleared(next.moves.at(-1)!)) return;
    setHints(0);
    clock.restart();
  };
  const found = { puzzle, game, solved, mistakes, told, hints, settings, clock };
  const undo = (): void => change((now) => gameAfter(now, now.made - 1));
  const redo = (): void => change((now) => gameAfter(now, now.made + 1));
  const doings = { changeSettings, change, setCells, undo, redo, restart };
  return {
    ...found,
    ...doings,
    keeping: log.keeping,
    endDrag: () => setGame(crossed),
    check: () => void check(),
    hint: () => void hint(),
    own: () => log.own(game),
  };
}

/** How often the seconds are looked at, so that they change when they should. */
const LOOK_MS = 250;

/** A clock of play from `startMs`; it stops while paused or hidden, and once `stopped`. */
function useClock(startMs: number, stopped: boolean) {
  const [seconds, setSeconds] = useState(Math.floor(startMs / 1000));
  const [paused, pause] = useState(false);
  const before = useRef(startMs);
  const since = useRef<number | null>(null);
  const ms = (): number =>
    Math.round(before.current + (since.current === null ? 0 : performance.now() - since.current));
  const runs = !paused && !stopped;
  useEffect(() => {
    if (!runs) return undefined;
    const show = (): void => setSeconds(Math.floor(ms() / 1000));
    const hold = (): void => {
      before.current = ms();
      since.current = null;
    };
    const goOn = (): void => {
      if (document.hidden) hold();
      else since.current ??= performance.now();
    };
    goOn();
    const timer = setInterval(show, LOOK_MS);
    document.addEventListener('visibilitychange', goOn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', goOn);
      hold();
      show();
    };
  }, [runs]);
  const restart = (): void => {
    before.current = 0;
    if (since.current !== null) since.current = performance.now();
    setSeconds(0);
  };
  return { seconds, paused, pause, restart, ms };
}

/** Whether a game is kept: not if the browser refuses to, or if it was begun elsewhere. */
type Keeping = 'kept' | 'refused' | 'elsewhere';

/**
 * Keeps a game in this browser, move by move: one that goes on from `kept`, or that begins. A game
 * that was begun elsewhere, or before games were kept, is not: nobody knows how long it took.
 */
function useLog(
  puzzle: Puzzle,
  title: string,
  stored: PlayedGame | null,
  game: Game,
  ms: () => number,
) {
  const [first] = useState(() => {
    if (stored !== null) return stored.solved ? null : continued(stored, puzzle);
    return isBegun(puzzle, game) ? null : newLog(puzzle, title, new Date());
  });
  const [keeping, setKeeping] = useState<Keeping>(
    first === null && stored === null ? 'elsewhere' : 'kept',
  );
  // Null once the game is at its end: what is done to the cells afterwards belongs to no game.
  const log = useRef<GameLog | null>(first);
  // The move that a game began after, which may be undone; what is done before it is not its own.
  const since = useRef<Move | null>(null);
  const keep = (next: GameLog, solved = false): void => {
    setKeeping(keepGame(solved ? solvedGame(next) : next.played) ? 'kept' : 'refused');
    log.current = solved ? null : next;
  };
  useEffect(() => {
    const now = log.current;
    const made = game.moves.slice(0, game.made);
    if (now === null || (since.current !== null && !made.includes(since.current))) return;
    const next = withMove(now, game, ms());
    if (next !== now) keep(next, isPictureSolved(puzzle, game.cells));
  }, [game]);
  return {
    keeping,
    asked: (what: 'hints' | 'checks'): void => {
      if (log.current !== null) keep(withAsked(log.current, what, ms()));
    },
    /** Time has passed, which is kept of a game that has begun. */
    ticked: (): void => {
      const now = log.current;
      if (now === null || now.played.moves.length === 0) return;
      keep({ ...now, played: { ...now.played, ms: ms() } });
    },
    /** After a move that took all away: begins another game, unless one is under way. */
    cleared: (move: Move): boolean => {
      if (log.current !== null) return false;
      log.current = newLog(puzzle, title, new Date());
      since.current = move;
      setKeeping('kept');
      return true;
    },
    /** The game that is kept, since it began. */
    own: (now: Game): Game => {
      const first = since.current === null ? 0 : now.moves.indexOf(since.current) + 1;
      return gameOf(gameAfter(now, first).cells, now.moves.slice(first, now.made));
    },
  };
}

function isBegun(puzzle: Puzzle, { cells }: Game): boolean {
  const start = startCells(puzzle);
  return cells.some((value, i) => value !== start[i]);
}

/** A drag under way: what it sets, where it began, the game then, and its line if it has one. */
interface Stroke {
  readonly value: number;
  readonly first: number;
  readonly base: Game;
  readonly along: 'row' | 'column' | null;
}

/** How many cells a drag holds, and the last of them. */
type Dragged = NonNullable<Scene['dragged']>;

/**
 * Sets cells by strokes: a press on a cell with the tool's value clears it, and a drag does the
 * same to all cells of the row or column; dragged back, it takes them back. The right button
 * crosses out, a pen's eraser clears. A stroke that is taken back leaves the game as it was.
 */
function useStrokes(
  { puzzle, game, change }: Play,
  tool: number,
  /** Told how far a drag has come; null at its end. */
  onDrag: (dragged: Dragged | null) => void,
): GridInput['onStroke'] {
  const stroke = useRef<Stroke | null>(null);
  const { width } = puzzle;
  return ({ kind, cell, by }) => {
    const now = stroke.current;
    if (kind === 'begin') {
      const first = cell!;
      const wanted = by === 'eraser' ? UNKNOWN : by === 'right' ? BLANK : tool;
      const value = game.cells[first] === wanted && !isGiven(puzzle, first) ? UNKNOWN : wanted;
      stroke.current = { value, first, base: game, along: null };
      change((before) => withCells(before, puzzle, new Map([[first, value]]), false));
    } else if (now === null) return;
    else if (kind === 'go') {
      if (cell === null || (cell === now.first && now.along === null)) return;
      const isRow = Math.floor(cell / width) === Math.floor(now.first / width);
      const along = now.along ?? (isRow ? 'row' : 'column');
      stroke.current = { ...now, along };
      const set = cellsBetween(now.first, cell, along, width);
      onDrag({ cell: set.at(-1)!, count: set.length });
      const values = new Map(set.map((one) => [one, now.value]));
      change(() => withCells(now.base, puzzle, values, false));
    } else {
      stroke.current = null;
      if (kind === 'cancel') change(() => now.base);
      onDrag(null);
    }
  };
}
