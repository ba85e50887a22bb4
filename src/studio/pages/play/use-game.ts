import { useEffect, useMemo, useState, useRef } from 'preact/hooks';
import type { Hint, HintedCell } from '../../../solver/craft/advice/hint.js';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import type { PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { askAdvice } from '../../../pipeline/pages/client/solve/ask-advice.js';
import { checkedText, type HintStage } from '../adviser/advice-words.js';
import {
  cleared,
  isPictureSolved,
  movesToText,
  newGame,
  textToMoves,
  withCells,
  withCrosses,
  type Game,
  type PlayProgress,
} from './game.js';
import { mistakesOf, type MistakeMode, type Mistakes } from './mistakes.js';
import { useSettings, type KeptSettings } from './settings.js';
import { keptGame, useLog, type Keeping } from './use-log.js';

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

/** Plays a puzzle from where one was; tells `onProgress` how far one has come. */
export function useGame(
  puzzle: Puzzle,
  title: string,
  progress: PlayProgress | null,
  onProgress: (progress: PlayProgress) => void,
): Play {
  const [stored] = useState(() => keptGame(puzzle, progress));
  const [game, setGame] = useState<Game>(() => gameFrom(puzzle, progress, stored));
  const [told, setMessage] = useState<Told>(null);
  const [hints, setHints] = useState(progress?.hints ?? stored?.hints.length ?? 0);
  const [settings, changeSettings] = useSettings();
  const { cells } = game;
  const solved = useMemo(() => isPictureSolved(puzzle, cells), [puzzle, cells]);
  const solution = useSolution(puzzle, settings.mistakes);
  const mistakes = useMemo(
    () => mistakesOf(puzzle, game, settings.mistakes, solution),
    [puzzle, game, settings.mistakes, solution],
  );
  const clock = useClock(Math.max(1000 * (progress?.seconds ?? 0), stored?.ms ?? 0), solved);
  const log = useLog(puzzle, title, stored, game, clock.ms);
  const { seconds, paused, pause } = clock;
  useEffect(
    () => onProgress({ cells, seconds, hints, past: log.own(game.past) }),
    [cells, Math.floor(seconds / 5), hints, solved],
  );

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
    const answer = await askAdvice({ kind, puzzle, cells });
    if (answer?.kind === 'check') setMessage({ text: checkedText(answer.checked, puzzle) });
    else if (answer?.kind === 'hint') {
      setHints((count) => count + 1);
      setMessage({ hint: answer.hint, stage: 1 });
    } else setMessage({ text: 'The advice could not be worked out in this browser.' });
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

/** A game as far as somebody is: its moves are those of the progress or, without it, of the log. */
function gameFrom(puzzle: Puzzle, progress: PlayProgress | null, stored: PlayedGame | null): Game {
  const { cells, past } = newGame(puzzle, progress?.cells ?? null, progress?.past);
  if (past.length > 0 || stored === null) return newGame(puzzle, cells, past);
  const moves = movesToText(stored.moves.map((move) => move.cells));
  return newGame(puzzle, cells, textToMoves(moves, puzzle, cells));
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
    void askAdvice({ kind: 'solution', puzzle }, abort.signal).then((answer) => {
      if (answer?.kind === 'solution') setSolution(answer.solution);
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
