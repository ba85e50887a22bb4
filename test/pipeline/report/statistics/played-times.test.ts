import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  playedTimes,
  type TimedGame,
} from '../../../../src/pipeline/report/statistics/played-times.js';

/** Games of four people, of whom each is slower than the one before. */
const GAMES: readonly TimedGame[] = [9, 5, 2, 1].flatMap((count, person) =>
  Array.from({ length: count }, (_, i) => {
    const k = person * 7 + i * 5;
    const score = 5 + ((k * 37) % 53) / 10;
    const seconds = (30 + 10 * person) * 2 ** ((score - 5) * 0.7) * (1 + ((k * 29) % 17) / 10);
    return {
      person: `p${person}`,
      score,
      stars: score < 8 ? 1 : 2,
      ms: Math.round(1000 * seconds),
    };
  }),
);

function near(found: number | null | undefined, expected: number): void {
  assert.ok(Math.abs(found! - expected) < 1e-9 * Math.abs(expected), `${found}, not ${expected}`);
}

test('the growth of time is that of least squares with a constant for each person, as in numpy', () => {
  const { within, people, told } = playedTimes(GAMES);
  near(within.factor?.value, 1.5690081003989245);
  near(within.factor?.low, 1.3910012553033222);
  near(within.factor?.high, 1.7697945344992685);
  assert.deepEqual([within.factor?.n, told], [16, { people: 3, games: 16 }]);
  near(people[0].factor?.value, 1.5580428138018474);
  near(people[0].factor?.low, 1.3477252086680378);
  near(people[1].factor?.high, 2.394805995079655);
});

test("Spearman's correlation within persons is a partial one; of one person it is their own", () => {
  const { within, people } = playedTimes(GAMES);
  near(within.spearman?.value, 0.7709826871494756);
  near(within.spearman?.low, 0.33609353690982824);
  near(within.spearman?.high, 0.9348832481048098);
  near(people[0].spearman?.value, 0.7166666666666667);
  const own = GAMES.filter(({ person }) => person === 'p0');
  const alone = playedTimes(own);
  assert.deepEqual(alone.within, {
    spearman: alone.people[0].spearman,
    factor: alone.people[0].factor,
  });
});

test('who is slower than others, or plays harder puzzles, changes nothing within persons', () => {
  const slow = GAMES.map((game) => (game.person === 'p1' ? { ...game, ms: 64 * game.ms } : game));
  near(playedTimes(slow).within.factor?.value, 1.5690081003989245);
  near(playedTimes(slow).within.spearman?.value, 0.7709826871494756);
});

test('times are grouped by stars and by whole scores, and people are counted once', () => {
  const { byStars, byScore } = playedTimes(GAMES);
  assert.deepEqual(
    byStars.map(({ from, people, median }) => [from, people, median.n]),
    [
      [1, 3, 8],
      [2, 4, 9],
    ],
  );
  assert.equal(
    byScore.reduce((sum, { median }) => sum + median.n, 0),
    GAMES.length,
  );
  assert.deepEqual(
    byScore.map(({ from }) => from),
    byScore.map(({ from }) => from).toSorted((a, b) => a - b),
  );
});

test('what too few games say is nothing: one game, equal scores, equal times, no game at all', () => {
  const one = { person: 'a', score: 5, stars: 1, ms: 1000 };
  assert.deepEqual(playedTimes([one]).within, { spearman: null, factor: null });
  assert.deepEqual(playedTimes([one, { ...one, ms: 2000 }]).within, {
    spearman: null,
    factor: null,
  });
  const { within } = playedTimes([one, { ...one, score: 6 }]);
  assert.equal(within.spearman, null);
  assert.deepEqual(within.factor, { value: 1, low: null, high: null, n: 2 });
  assert.deepEqual(playedTimes([]).within, { spearman: null, factor: null });
});
