import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { puzzleToAddress } from '../../../solver/core/puzzle/address.js';
import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../../../solver/core/puzzle/types.js';
import {
  cellsAfterMoves,
  countMistakes,
  type PlayedGame,
} from '../../../solver/craft/replay/played-game.js';
import { startCells, type Game } from './game.js';

/** A game under way as it is kept, and what the next move is told by. */
export interface GameLog {
  readonly played: PlayedGame;
  /** The cells after the last move, and before it. */
  readonly cells: Cells;
  readonly before: Cells;
  /**
   * How many moves could be undone after the last one; -1 if none was made since the page was
   * opened.
   */
  readonly depth: number;
}

/** The log of a game that begins now. */
export function newLog(puzzle: Puzzle, title: string, start: Date): GameLog {
  const played: PlayedGame = {
    fingerprint: fingerprintOf(puzzle),
    puzzle: puzzleToAddress(puzzle),
    title,
    start: start.toISOString(),
    ms: 0,
    solved: false,
    mistakes: null,
    hints: [],
    checks: [],
    moves: [],
  };
  return continued(played, puzzle);
}

/** The log of a game that was kept, to go on with. */
export function continued(played: PlayedGame, puzzle: Puzzle): GameLog {
  const cells = cellsAfterMoves(startCells(puzzle), played.moves);
  return { played, cells, before: cells, depth: -1 };
}

/** What names a puzzle in logs and databases. */
export function fingerprintOf(puzzle: Puzzle): string {
  return fingerprint(pack(puzzle), 0, puzzle.palette);
}

/**
 * The log with what has changed since, as one move after `ms` milliseconds of play. As long as a
 * drag lasts, the last move itself changes: then it is replaced.
 */
export function withMove(log: GameLog, { cells, past }: Game, ms: number): GameLog {
  const { played, depth } = log;
  if (cells.every((value, i) => value === log.cells[i])) return log;
  const isSame = past.length === depth;
  const before = isSame ? log.before : log.cells;
  const set = Array.from(cells, (to, cell) => ({ cell, to })).filter(
    ({ cell, to }) => to !== before[cell],
  );
  const earlier = isSame ? played.moves.slice(0, -1) : played.moves;
  const moves = set.length === 0 ? earlier : [...earlier, { ms, cells: set }];
  return { played: { ...played, ms, moves }, cells, before, depth: past.length };
}

/** The log with a hint, or a check, that was asked for. */
export function withAsked(log: GameLog, what: 'hints' | 'checks', ms: number): GameLog {
  const { played } = log;
  return { ...log, played: { ...played, ms, [what]: [...played[what], ms] } };
}

/** The game as it is kept once its cells solve the puzzle; those that were left open are blank. */
export function solvedGame({ played, cells }: GameLog): PlayedGame {
  const solution = cells.map((cell) => (cell === UNKNOWN ? BLANK : cell));
  return { ...played, solved: true, mistakes: countMistakes(played.moves, solution) };
}
