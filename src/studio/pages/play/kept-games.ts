import { useState } from 'preact/hooks';
import { quantileOf } from '../../../pipeline/report/statistics/intervals.js';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import {
  cellsAfterMoves,
  gameLine,
  type PlayedGame,
  readGameLine,
} from '../../../solver/craft/replay/played-game.js';
import { GAME_PREFIX, jsonIn, keepText, keptKeys, keptText } from '../browser.js';
import { fingerprintOf, MISTAKE_MODES, type MistakeMode, startCells } from './game.js';

export interface KeptGames {
  /** The newest first. */
  readonly games: readonly PlayedGame[];
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
  return keepText(keyOf(game), gameLine(game));
}

/** The newest game of a puzzle, or the newest whose moves lead to these cells; null for none. */
export function gameAt(puzzle: Puzzle, cells: Cells | null): PlayedGame | null {
  const games = (linesOf(`${GAME_PREFIX}${fingerprintOf(puzzle)} `) ?? [])
    .flatMap((line) => readGameLine(line).game ?? [])
    .filter(({ moves }) => {
      const now = cellsAfterMoves(startCells(puzzle), moves);
      return cells === null || now.every((value, i) => value === cells[i]);
    });
  return games.toSorted((a, b) => Date.parse(b.start) - Date.parse(a.start))[0] ?? null;
}

export function deleteGame(game: PlayedGame): void {
  keepText(keyOf(game), null);
}

/**
 * Deletes all that is kept of playing, damaged entries and what older versions kept as well; the
 * settings stay.
 */
export function deleteGames(): void {
  for (const prefix of [GAME_PREFIX, 'nonomill-play '])
    for (const key of keptKeys(prefix) ?? []) keepText(key, null);
}

function keyOf({ fingerprint, start }: PlayedGame): string {
  return `${GAME_PREFIX}${fingerprint} ${start}`;
}

function linesOf(prefix: string): string[] | null {
  return keptKeys(prefix)?.map((key) => keptText(key) ?? '') ?? null;
}

/** How somebody likes to play; kept in this browser, for all puzzles. */
export interface KeptSettings {
  readonly mistakes: MistakeMode;
  /** Whether the open cells of a finished line are crossed out. */
  readonly crosses: boolean;
}

const KEY = 'nonomill-play-settings';

/** The settings, and the means to change them. */
export function useSettings(): [KeptSettings, (changes: Partial<KeptSettings>) => void] {
  const [settings, setSettings] = useState(() => readSettings(keptText(KEY)));
  const change = (changes: Partial<KeptSettings>): void => {
    const next = { ...settings, ...changes };
    setSettings(next);
    // A browser that keeps nothing has them until the page is left.
    keepText(KEY, JSON.stringify(next));
  };
  return [settings, change];
}

/** Settings as they were kept; what cannot be read is as for somebody who never chose. */
export function readSettings(text: string | null): KeptSettings {
  const stored = (jsonIn(text) ?? {}) as Partial<Record<keyof KeptSettings, unknown>>;
  return {
    mistakes: MISTAKE_MODES.find((mode) => mode === stored.mistakes) ?? 'line',
    crosses: stored.crosses === true,
  };
}

/** The solved games of the puzzles with so many stars. */
interface StarsFacts {
  readonly stars: number;
  readonly games: number;
  readonly medianMs: number;
  readonly bestMs: number;
}

/**
 * The solved games by the stars of their puzzles, the easiest first; games whose puzzle has none
 * are left out.
 */
export function factsByStars(games: readonly PlayedGame[]): StarsFacts[] {
  return [1, 2, 3, 4, 5].flatMap((stars) => {
    const ascending = games
      .filter(({ solved, rating }) => solved && rating?.stars === stars)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b);
    if (ascending.length === 0) return [];
    const medianMs = quantileOf(ascending, 0.5).value;
    return { stars, games: ascending.length, medianMs, bestMs: ascending[0] };
  });
}

/** The solved games with the shortest time of each puzzle that was solved more than once. */
export function ownBests(games: readonly PlayedGame[]): ReadonlyMap<string, PlayedGame> {
  const several = byPuzzle(games.filter(({ solved }) => solved)).filter((same) => same.length > 1);
  return new Map(
    several.map((same) => [same[0].fingerprint, same.reduce((a, b) => (b.ms < a.ms ? b : a))]),
  );
}

/** The solved games of each puzzle of which nobody has worked out yet how hard it is. */
export function unrated(games: readonly PlayedGame[]): PlayedGame[][] {
  const open = games.filter(
    ({ solved, puzzle, rating }) => solved && puzzle !== null && rating === undefined,
  );
  return byPuzzle(open);
}

function byPuzzle(games: readonly PlayedGame[]): PlayedGame[][] {
  const found = new Map<string, PlayedGame[]>();
  for (const game of games) {
    const same = found.get(game.fingerprint);
    if (same === undefined) found.set(game.fingerprint, [game]);
    else same.push(game);
  }
  return [...found.values()];
}
