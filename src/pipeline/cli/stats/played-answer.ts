import { starsText } from '../../../solver/core/result/difficulty-words.js';
import { countText, numberOf, durationText } from '../../../solver/core/text/numbers.js';
import { csvLine } from '../../../solver/core/text/escape.js';
import { correlationText, isFew } from '../../report/statistics/answer-text.js';
import type { Figure } from '../../report/statistics/intervals.js';
import {
  playedTimes,
  type PlayedTimes,
  type ScoreAndTime,
  type TimesGroup,
} from '../../report/statistics/played-times.js';
import { UsageError } from '../terminal/outcome.js';
import { tableText } from '../terminal/table-text.js';
import { paint } from '../terminal/terminal-colours.js';
import type { LoggedGame, PlayedLogs } from './played-logs.js';

export type PlayedForm = 'text' | 'csv' | 'json';

/**
 * What people's games say of times and scores, as text or JSON; or the games with their scores as
 * CSV, for other programs.
 * @throws UsageError if no game says anything
 */
export function playedAnswer(logs: PlayedLogs, form: PlayedForm, colours: boolean): string {
  const { games } = logs;
  if (form === 'csv') return gamesCsv(games);
  const solved = games.filter((game) => game.solved);
  const timed = solved.flatMap(({ person, ms, rating }) =>
    rating === null ? [] : [{ person, ms, ...rating }],
  );
  const leftOut = { unsolved: games.length - solved.length, unrated: solved.length - timed.length };
  if (timed.length === 0) {
    throw new UsageError(
      'NM_NO_RESULTS',
      `no game can be used: of ${numberOf(games.length, 'game')}, ${leftOut.unsolved} ` +
        `were not solved, and the puzzles of ${leftOut.unrated} have no score`,
    );
  }
  const times = playedTimes(timed);
  if (form === 'json') {
    const { rejects } = logs;
    return JSON.stringify({ games: timed.length, leftOut, rejects, ...times }, null, 2) + '\n';
  }
  return [
    `${numberOf(timed.length, 'game')} of ${numberOf(times.people.length, 'person', 'people')}${leftOutText(leftOut)}\n`,
    timesTable('stars', times.byStars, starsText, colours),
    timesTable('score', times.byScore, (from) => `${from} to ${from + 1}`, colours),
    peopleTable(times, colours),
    growthText(times),
  ].join('\n');
}

function leftOutText(leftOut: { readonly unsolved: number; readonly unrated: number }): string {
  const texts = [
    ...(leftOut.unsolved > 0 ? [`${countText(leftOut.unsolved)} not solved`] : []),
    ...(leftOut.unrated > 0 ? [`${countText(leftOut.unrated)} of puzzles without a score`] : []),
  ];
  return texts.length === 0 ? '' : `; left out: ${texts.join(', ')}`;
}

function timesTable(
  title: string,
  groups: readonly TimesGroup[],
  label: (from: number) => string,
  colours: boolean,
): string {
  const rows = groups.map(({ from, people, median }) => [
    label(from),
    countText(median.n),
    countText(people),
    durationText(median.value),
    boundsText(median, durationText),
  ]);
  const head = [
    ...[{ title }, { title: 'games', right: true }, { title: 'people', right: true }],
    ...[{ title: 'median time', right: true }, { title: '95 % interval' }],
  ];
  return greyed(
    tableText(head, rows, Infinity),
    groups.map(({ median }) => median),
    colours,
  );
}

function peopleTable({ people, within, told }: PlayedTimes, colours: boolean): string {
  const row = (name: string, games: number, { spearman, factor }: ScoreAndTime): string[] => [
    name,
    countText(games),
    // Of two or three games, any order is as likely as not.
    spearman?.low == null ? '-' : correlationText(spearman),
    factorText(factor),
  ];
  const rows = people.map((one) => row(one.person, one.games, one));
  const all = people.length > 1 ? [row('within persons', told.games, within)] : [];
  const head = [
    ...[{ title: 'person' }, { title: 'games', right: true }],
    ...[{ title: 'score and time (Spearman)' }, { title: 'one more of score, times as long' }],
  ];
  return greyed(
    tableText(head, [...rows, ...all], Infinity),
    [...people, ...(all.length > 0 ? [within] : [])].map(({ factor }) => factor),
    colours,
  );
}

/** A table with the lines in grey whose figures rest on few games. */
function greyed(table: string, figures: readonly (Figure | null)[], colours: boolean): string {
  const [head, ...lines] = table.trimEnd().split('\n');
  const painted = lines.map((line, i) => (isFew(figures[i]) ? paint(line, 'dim', colours) : line));
  return [head, ...painted].map((line) => line + '\n').join('');
}

function factorText(figure: Figure | null): string {
  if (figure === null) return '-';
  const bounds = boundsText(figure, timesText);
  return timesText(figure.value) + (bounds === '' ? '' : ` (${bounds})`);
}

/** A factor; what few games say of large ones means nothing. */
function timesText(factor: number): string {
  return factor > 100 ? 'over 100' : factor.toFixed(2);
}

function boundsText({ low, high }: Figure, text: (value: number) => string): string {
  if (low === null && high === null) return '';
  if (low === null) return `up to ${text(high!)}`;
  return high === null ? `from ${text(low)}` : `${text(low)} to ${text(high)}`;
}

function growthText({ within: { factor }, told, people }: PlayedTimes): string {
  if (factor === null) {
    return 'Nobody solved two puzzles of different scores, so nothing follows for how time grows with the score.\n';
  }
  const { value, low, high } = factor;
  const interval = low === null || high === null ? '' : `, ${timesText(low)} to ${timesText(high)}`;
  const who = told.people === 1 ? 'one person' : `${countText(told.people)} people`;
  const method =
    people.length === 1
      ? 'Least squares of the logarithm of the time.'
      : 'Least squares of the logarithm of the time within persons: each is compared with their own other games.';
  return `One more of score takes ${timesText(value)} times as long${interval}: ${who}, ${numberOf(told.games, 'game')}.\n${method}\n`;
}

const COLUMNS: readonly (readonly [
  name: string,
  value: (game: LoggedGame) => string | number | null,
])[] = [
  ['person', ({ person }) => person],
  ['fingerprint', ({ fingerprint }) => fingerprint],
  ['title', ({ title }) => title],
  ['start', ({ start }) => start],
  ['solved', ({ solved }) => (solved ? 1 : 0)],
  ['ms', ({ ms }) => ms],
  ['moves', ({ moves }) => moves],
  ['hints', ({ hints }) => hints.length],
  ['checks', ({ checks }) => checks.length],
  ['mistakes', ({ mistakes }) => mistakes],
  ['stars', ({ rating }) => rating?.stars ?? null],
  ['score', ({ rating }) => rating?.score ?? null],
];

/** All games, with a row for each, solved or not. */
function gamesCsv(games: readonly LoggedGame[]): string {
  const rows = games.map((game) => COLUMNS.map(([, value]) => value(game)));
  return [COLUMNS.map(([name]) => name), ...rows].map(csvLine).join('');
}
