import {
  cellsAfterMoves,
  gameLine,
  readGameLine,
  type PlayedGame,
} from '../../../solver/craft/replay/played-game.js';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { GAME_PREFIX, keptKeys } from './game-keys.js';
import { PROGRESS_PREFIX, startCells } from './game.js';

export interface KeptGames {
  /** The newest first. */
  readonly games: readonly PlayedGame[];
  /** How many entries are damaged. */
  readonly damaged: number;
  /** How much they take, in characters. */
  readonly size: number;
  /** Whether the browser lets pages keep anything. */
  readonly allowed: boolean;
}

/** Reads what is kept; nothing of it stops the rest from being read. */
export function readGames(): KeptGames {
  const lines = linesOf(GAME_PREFIX);
  if (lines === null) return { games: [], damaged: 0, size: 0, allowed: false };
  const found = lines.map((line) => readGameLine(line).game);
  const games = found.filter((game) => game !== undefined);
  return {
    games: games.toSorted((a, b) => Date.parse(b.start) - Date.parse(a.start)),
    damaged: found.length - games.length,
    size: lines.reduce((sum, line) => sum + line.length, 0),
    allowed: true,
  };
}

/**
 * Keeps a game in this browser, in place of what was kept of it before; false if the browser does
 * not.
 */
export function keepGame(game: PlayedGame): boolean {
  try {
    localStorage.setItem(keyOf(game), gameLine(game));
    return true;
  } catch {
    return false;
  }
}

/**
 * The newest game of a puzzle that is not at its end, and whose moves lead to these cells; null for
 * none.
 */
export function unfinishedGame(
  puzzle: Puzzle,
  fingerprint: string,
  cells: Cells,
): PlayedGame | null {
  const games = (linesOf(`${GAME_PREFIX}${fingerprint} `) ?? [])
    .flatMap((line) => readGameLine(line).game ?? [])
    .filter(({ solved, moves }) => {
      const now = cellsAfterMoves(startCells(puzzle), moves);
      return !solved && now.every((value, i) => value === cells[i]);
    });
  return games.toSorted((a, b) => Date.parse(b.start) - Date.parse(a.start))[0] ?? null;
}

/** Deletes a game, and how far one is with its puzzle if no other game of that is left. */
export function deleteGame(game: PlayedGame): void {
  remove(keyOf(game));
  const left = keptKeys(`${GAME_PREFIX}${game.fingerprint} `) ?? [];
  if (left.length === 0 && game.puzzle !== null) remove(PROGRESS_PREFIX + game.puzzle);
}

/**
 * Deletes all that is kept of playing, damaged entries and puzzles under way as well; the settings
 * stay.
 */
export function deleteGames(): void {
  for (const prefix of [GAME_PREFIX, PROGRESS_PREFIX])
    for (const key of keptKeys(prefix) ?? []) remove(key);
}

function keyOf({ fingerprint, start }: PlayedGame): string {
  return `${GAME_PREFIX}${fingerprint} ${start}`;
}

function linesOf(prefix: string): string[] | null {
  return keptKeys(prefix)?.map((key) => localStorage.getItem(key) ?? '') ?? null;
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}
