import { useEffect, useRef, useState } from 'preact/hooks';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import type { PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { isPictureSolved, startCells, type Game, type PlayProgress } from './game.js';
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
  readonly restarted: () => void;
}

/**
 * The game that was kept of a puzzle up to where somebody is; null if nothing was, or if they
 * begin.
 */
export function keptGame(puzzle: Puzzle, progress: PlayProgress | null): PlayedGame | null {
  if (progress === null) return null;
  return unfinishedGame(puzzle, fingerprintOf(puzzle), progress.cells);
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
  const keep = (next: GameLog, solved = false): void => {
    setKeeping(keepGame(solved ? solvedGame(next) : next.played) ? 'kept' : 'refused');
    log.current = solved ? null : next;
  };
  useEffect(() => {
    const now = log.current;
    if (now === null) return;
    const next = withMove(now, game, ms());
    if (next !== now) keep(next, isPictureSolved(puzzle, game.cells));
  }, [game]);
  return {
    keeping,
    asked: (what) => {
      if (log.current !== null) keep(withAsked(log.current, what, ms()));
    },
    restarted: () => {
      log.current = newLog(puzzle, title, new Date());
      setKeeping('kept');
    },
  };
}

function isBegun(puzzle: Puzzle, { cells }: Game): boolean {
  const start = startCells(puzzle);
  return cells.some((value, i) => value !== start[i]);
}
