import type { PlayedGame } from '../../../solver/craft/replay/played-game.js';
import { quantileOf } from '../../../pipeline/report/statistics/intervals.js';

/** The solved games of the puzzles with so many stars. */
export interface StarsFacts {
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
