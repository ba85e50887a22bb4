import { student975 } from './distributions.js';
import { geometric, intervalOfCorrelation, quantileOf, ranksOf, type Figure } from './intervals.js';

/** A puzzle that somebody solved. */
export interface TimedGame {
  readonly person: string;
  readonly score: number;
  readonly stars: number;
  /** How long it took, above 0. */
  readonly ms: number;
}

/** Some of the games: how many people they are of, and how long they took. */
export interface TimesGroup {
  readonly from: number;
  readonly people: number;
  /** Of the milliseconds. */
  readonly median: Figure;
}

/** How score and time go together, for one person or within several. */
export interface ScoreAndTime {
  /** Spearman's rank correlation; null if nobody's scores, or times, vary. */
  readonly spearman: Figure | null;
  /** How many times as long one more of score takes; null if nobody's scores vary. */
  readonly factor: Figure | null;
}

/** What games say of times and scores. */
export interface PlayedTimes {
  readonly byStars: readonly TimesGroup[];
  /** By whole scores: 5 has what is from 5 to below 6. */
  readonly byScore: readonly TimesGroup[];
  readonly people: readonly (ScoreAndTime & { readonly person: string; readonly games: number })[];
  /** Within all persons: each is compared with themselves alone. */
  readonly within: ScoreAndTime;
  /** How many people and games tell something of that: those of people with two games or more. */
  readonly told: { readonly people: number; readonly games: number };
}

/** Times by stars and by score, and how much longer a higher score takes the same person. */
export function playedTimes(games: readonly TimedGame[]): PlayedTimes {
  const people = groupsBy(games, ({ person }) => person);
  const telling = people.filter(([, own]) => own.length > 1);
  return {
    byStars: timesBy(games, ({ stars }) => stars),
    byScore: timesBy(games, ({ score }) => Math.floor(score)),
    people: people.map(([person, own]) => ({ person, games: own.length, ...scoreAndTime([own]) })),
    within: scoreAndTime(telling.map(([, own]) => own)),
    told: {
      people: telling.length,
      games: telling.reduce((sum, [, own]) => sum + own.length, 0),
    },
  };
}

/** Games by what `key` says of them, in the order in which it first says so. */
function groupsBy<K>(
  games: readonly TimedGame[],
  key: (game: TimedGame) => K,
): [K, readonly TimedGame[]][] {
  const found = new Map<K, TimedGame[]>();
  for (const game of games) {
    const name = key(game);
    const group = found.get(name);
    if (group === undefined) found.set(name, [game]);
    else group.push(game);
  }
  return [...found];
}

function timesBy(games: readonly TimedGame[], key: (game: TimedGame) => number): TimesGroup[] {
  return groupsBy(games, key)
    .toSorted(([a], [b]) => a - b)
    .map(([from, group]) => ({
      from,
      people: new Set(group.map(({ person }) => person)).size,
      median: quantileOf(Float64Array.from(group, ({ ms }) => ms).sort(), 0.5),
    }));
}

function scoreAndTime(people: readonly (readonly TimedGame[])[]): ScoreAndTime {
  const scores = people.map((own) => Float64Array.from(own, ({ score }) => score));
  const times = people.map((own) => Float64Array.from(own, ({ ms }) => Math.log(ms)));
  return { spearman: rankCorrelation(scores, times), factor: growth(scores, times) };
}

/**
 * Spearman's correlation within persons: ranks among a person's own games, as shares of their
 * number and less their mean, so that only differences within a person count. Each person but one
 * takes a degree of freedom, as in a partial correlation.
 */
function rankCorrelation(
  scores: readonly Float64Array[],
  times: readonly Float64Array[],
): Figure | null {
  const ranks = (values: Float64Array): Float64Array =>
    lessMean(ranksOf(values).map((rank) => rank / values.length));
  const { xx, yy, xy, n } = sums(scores.map(ranks), times.map(ranks));
  if (xx === 0 || yy === 0) return null;
  const value = Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
  return { ...intervalOfCorrelation(value, n - (scores.length - 1)), n };
}

/**
 * exp of the slope of the logarithm of the time against the score, by least squares within persons:
 * with a constant for each of them, and the same slope for all. The interval is Student's.
 */
function growth(scores: readonly Float64Array[], times: readonly Float64Array[]): Figure | null {
  const { xx, yy, xy, n } = sums(scores.map(lessMean), times.map(lessMean));
  if (xx === 0) return null;
  const value = xy / xx;
  const freedom = n - scores.length - 1;
  if (freedom < 1) return geometric({ value, low: null, high: null, n });
  const rest = Math.max(0, yy - value * xy);
  const half = student975(freedom) * Math.sqrt(rest / freedom / xx);
  return geometric({ value, low: value - half, high: value + half, n });
}

function lessMean(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  // Equal values are no farther from their mean than rounding takes them.
  if (values.every((value) => value === values[0])) return values.map(() => 0);
  return values.map((value) => value - mean);
}

function sums(
  xs: readonly Float64Array[],
  ys: readonly Float64Array[],
): { readonly xx: number; readonly yy: number; readonly xy: number; readonly n: number } {
  let [xx, yy, xy, n] = [0, 0, 0, 0];
  xs.forEach((own, person) =>
    own.forEach((x, i) => {
      const y = ys[person][i];
      xx += x * x;
      yy += y * y;
      xy += x * y;
      n++;
    }),
  );
  return { xx, yy, xy, n };
}
