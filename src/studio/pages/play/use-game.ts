import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { StrokeStep } from '../../../pipeline/pages/client/grid-view.js';
import { askAdvice } from '../../../pipeline/pages/client/solve/solver.js';
import { BLANK, type Cells, type Puzzle, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import type { Hint, HintedCell } from '../../../solver/craft/advice/hint.js';
import type { PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { checkedText, type HintStage } from '../advice-words.js';
import {
  cellsBetween,
  cleared,
  continued,
  type Game,
  type GameLog,
  isGiven,
  isPictureSolved,
  keptGameOf,
  type MistakeMode,
  type Mistakes,
  mistakesOf,
  type Move,
  newGame,
  newLog,
  solvedGame,
  startCells,
  withAsked,
  withCells,
  withCrosses,
  withMove,
  withTime,
} from './game.js';
import { gameAt, keepGame, type KeptSettings, useSettings } from './kept-games.js';

/** The current message: a hint as far as it was asked for, or another sentence. */
export type Told =
  { readonly hint: Hint; readonly stage: HintStage } | { readonly text: string } | null;

/** A game under way, and what can be done to it. */
export interface Play {
  readonly game: Game;
  readonly solved: boolean;
  readonly mistakes: Mistakes;
  readonly told: Told;
  readonly hints: number;
  readonly settings: KeptSettings;
  readonly changeSettings: (changes: Partial<KeptSettings>) => void;
  readonly clock: Clock;
  readonly keeping: Keeping;
  readonly change: (next: (game: Game) => Game) => void;
  readonly setCells: (values: ReadonlyMap<number, number>) => void;
  /** A drag is over: what follows from it is done. */
  readonly endDrag: () => void;
  readonly check: () => void;
  /** Asks for a hint, or for more of it. */
  readonly hint: () => void;
  /** Takes all away that was filled in, as one move: it can be undone. */
  readonly restart: () => void;
  /** The moves that belong to the game under way. */
  readonly own: Game['past'];
}

/**
 * Plays a puzzle from the cells of an address, or from where one was; tells `onCells` how far one
 * has come.
 */
export function useGame(
  puzzle: Puzzle,
  title: string,
  given: Cells | null,
  onCells: (cells: Cells) => void,
): Play {
  const [stored] = useState(() => gameAt(puzzle, given));
  const [game, setGame] = useState<Game>(() =>
    stored === null ? newGame(puzzle, given) : keptGameOf(stored, puzzle),
  );
  const [told, setMessage] = useState<Told>(null);
  const [hints, setHints] = useState(stored?.hints.length ?? 0);
  const [settings, changeSettings] = useSettings();
  const { cells } = game;
  const solved = useMemo(() => isPictureSolved(puzzle, cells), [puzzle, cells]);
  const solution = useSolution(puzzle, settings.mistakes);
  const mistakes = useMemo(
    () => mistakesOf(puzzle, game, settings.mistakes, solution),
    [puzzle, game, settings.mistakes, solution],
  );
  const clock = useClock(stored?.ms ?? 0, solved);
  const log = useLog(puzzle, title, stored, game, clock.ms);
  const { seconds, paused, pause } = clock;
  useEffect(() => onCells(cells), [cells]);
  useEffect(log.ticked, [Math.floor(seconds / 5)]);

  const change = (next: (game: Game) => Game): void => {
    if (paused) pause(false);
    setMessage(null);
    setGame(next);
  };
  const crossed = (now: Game): Game => (settings.crosses ? withCrosses(now, puzzle) : now);
  const setCells = (values: ReadonlyMap<number, number>): void =>
    change((now) => crossed(withCells(now, puzzle, values, false)));
  const ask = async (kind: 'hint' | 'check'): Promise<void> => {
    setMessage({ text: 'Looking …' });
    log.asked(kind === 'hint' ? 'hints' : 'checks');
    const failed = { text: 'The advice could not be worked out in this browser.' };
    if (kind === 'check') {
      const checked = await askAdvice(kind, [puzzle, cells]);
      setMessage(checked === undefined ? failed : { text: checkedText(checked, puzzle) });
      return;
    }
    const hint = await askAdvice(kind, [puzzle, cells]);
    if (hint !== undefined) setHints((count) => count + 1);
    setMessage(hint === undefined ? failed : { hint, stage: 1 });
  };
  const hint = (): void => {
    if (told === null || !('hint' in told) || told.hint.kind !== 'step') void ask('hint');
    else if (told.stage < 3) setMessage({ hint: told.hint, stage: (told.stage + 1) as HintStage });
    else setCells(hintedValues(puzzle, told.hint.cells));
  };
  const restart = (): void => {
    const next = cleared(game, puzzle);
    change(() => next);
    if (!log.cleared(next.past.at(-1)!)) return;
    setHints(0);
    clock.restart();
  };
  return {
    game,
    solved,
    mistakes,
    told,
    hints,
    settings,
    changeSettings,
    clock,
    change,
    setCells,
    keeping: log.keeping,
    endDrag: () => setGame(crossed),
    check: () => void ask('check'),
    hint,
    restart,
    own: log.own(game.past),
  };
}

/**
 * The only solution of a puzzle, if each cell is judged by it; null until it is known, and if there
 * are several.
 */
function useSolution(puzzle: Puzzle, mode: MistakeMode): Cells | null {
  const [solution, setSolution] = useState<Cells | null>(null);
  const wanted = mode === 'cell';
  useEffect(() => {
    if (!wanted) return undefined;
    const abort = new AbortController();
    void askAdvice('solution', [puzzle], abort.signal).then((found) => {
      if (found !== undefined) setSolution(found);
    });
    return () => abort.abort();
  }, [puzzle, wanted]);
  return solution;
}

/** The values of a hint by the index of their cell. */
function hintedValues(
  { width }: Puzzle,
  cells: readonly HintedCell[],
): ReadonlyMap<number, number> {
  return new Map(cells.map(({ row, column, value }) => [(row - 1) * width + column - 1, value]));
}

interface Clock {
  readonly seconds: number;
  readonly paused: boolean;
  readonly pause: (on: boolean) => void;
  readonly restart: () => void;
  /** The milliseconds of play up to now. */
  readonly ms: () => number;
}

/** How often the seconds are looked at, so that they change when they should. */
const LOOK_MS = 250;

/**
 * A clock of play that begins at `startMs`; it stops while paused, once `stopped`, and while the
 * page is hidden.
 */
function useClock(startMs: number, stopped: boolean): Clock {
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
export type Keeping = 'kept' | 'refused' | 'elsewhere';

/** What a game tells the log that this browser keeps of it. */
interface Logging {
  readonly keeping: Keeping;
  readonly asked: (what: 'hints' | 'checks') => void;
  /** Time has passed, which is kept of a game that has begun. */
  readonly ticked: () => void;
  /**
   * Begins another game after a move that took all away, unless one is under way, which goes on;
   * says whether it did.
   */
  readonly cleared: (move: Move) => boolean;
  /** The moves that belong to the game that is kept: those since it began. */
  readonly own: (past: Game['past']) => Game['past'];
}

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
): Logging {
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
    if (now === null || (since.current !== null && !game.past.includes(since.current))) return;
    const next = withMove(now, game, ms());
    if (next !== now) keep(next, isPictureSolved(puzzle, game.cells));
  }, [game]);
  return {
    keeping,
    asked: (what) => {
      if (log.current !== null) keep(withAsked(log.current, what, ms()));
    },
    ticked: () => {
      const now = log.current;
      if (now !== null && now.played.moves.length > 0) keep(withTime(now, ms()));
    },
    cleared: (move) => {
      if (log.current !== null) return false;
      log.current = newLog(puzzle, title, new Date());
      since.current = move;
      setKeeping('kept');
      return true;
    },
    own: (past) => (since.current === null ? past : past.slice(past.indexOf(since.current) + 1)),
  };
}

function isBegun(puzzle: Puzzle, { cells }: Game): boolean {
  const start = startCells(puzzle);
  return cells.some((value, i) => value !== start[i]);
}

/**
 * A drag under way: what it sets, where it began, the game as it was then, and the line that it
 * follows once there is one.
 */
interface Stroke {
  readonly value: number;
  readonly first: number;
  readonly base: Game;
  readonly along: 'row' | 'column' | null;
}

/** How many cells a drag holds, and the last of them. */
export interface Dragged {
  readonly cell: number;
  readonly count: number;
}

/** What a drag does to a game. */
interface StrokeTarget {
  readonly puzzle: Puzzle;
  readonly game: Game;
  readonly tool: number;
  readonly change: (next: (game: Game) => Game) => void;
  /** Tells how far a drag has come; null at its end. */
  readonly onDrag: (dragged: Dragged | null) => void;
}

/**
 * Sets cells by strokes: pressing on a cell that has the tool's value clears it, and a drag does
 * the same to all cells of the row or column as to the first; dragged back, it takes them back. The
 * right button crosses out, a pen's eraser clears. A stroke that is taken back leaves the game as
 * it was.
 */
export function useStrokes(target: StrokeTarget): (step: StrokeStep) => void {
  const stroke = useRef<Stroke | null>(null);
  const { puzzle, game, tool, change, onDrag } = target;
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
