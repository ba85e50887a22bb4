import { useEffect, useRef, useState } from 'preact/hooks';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import type { PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { isPictureSolved, startCells, type Game, type Move, type PlayProgress } from './game.js';
import {
  continued,
  fingerprintOf,
  newLog,
  solvedGame,
  withAsked,
  withMove,
  type GameLog,
} from './game-log.js';
import { keepGame, unfinishedGame } from './kept-games.js';

/** Whether a game is kept: not if the browser refuses to, or if it was begun elsewhere. */
export type Keeping = 'kept' | 'refused' | 'elsewhere';

/** What a game tells the log that this browser keeps of it. */
export interface Logging {
  readonly keeping: Keeping;
  readonly asked: (what: 'hints' | 'checks') => void;
  /**
   * Begins another game after a move that took all away, unless one is under way, which goes on;
   * says whether it did.
   */
  readonly cleared: (move: Move) => boolean;
  /** The moves that belong to the game that is kept: those since it began. */
  readonly own: (past: Game['past']) => Game['past'];
}

/** The game that was kept of a puzzle up to where somebody is; null if nothing was. */
export function keptGame(puzzle: Puzzle, progress: PlayProgress | null): PlayedGame | null {
  return unfinishedGame(puzzle, fingerprintOf(puzzle), progress?.cells ?? startCells(puzzle));
}

/**
 * Keeps a game in this browser, move by move: one that goes on from `kept`, or that begins. A game
 * that was begun elsewhere, or before games were kept, is not: nobody knows how long it took.
 */
export function useLog(
  puzzle: Puzzle,
  title: string,
  stored: PlayedGame | null,
  game: Game,
  ms: () => number,
): Logging {
  const [first] = useState(() => {
    if (stored !== null) return continued(stored, puzzle);
    return isBegun(puzzle, game) ? null : newLog(puzzle, title, new Date());
  });
  const [keeping, setKeeping] = useState<Keeping>(first === null ? 'elsewhere' : 'kept');
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
