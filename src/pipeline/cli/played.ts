import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { addressToDraft } from '../../solver/core/puzzle/address.js';
import { fingerprint } from '../../solver/core/puzzle/fingerprint.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { validate } from '../../solver/core/puzzle/validate.js';
import { plainText, rejectPlace } from '../../solver/core/text/plain-text.js';
import { countText, numberOf, durationText, starsText } from '../../solver/core/text/numbers.js';
import { fileErrorCode, systemReason } from '../../solver/core/text/error-codes.js';
import { rate } from '../../solver/craft/library/solve.js';
import { readGameLine, type PlayedGame } from '../../solver/craft/replay/played-game.js';
import { scoresByFingerprint } from '../store/queries/stored-results.js';
import { withStore } from './with-store.js';
import { Failure, UsageError, tableText, paint } from './terminal.js';
import { csvLine } from '../../solver/core/text/escape.js';
import { correlationText, isFew } from '../report/statistics/answer.js';
import { type Figure, playedTimes } from '../report/statistics/intervals.js';

/** A game of a log, without its moves, and how hard its puzzle is; null if that is not known. */
interface LoggedGame extends Omit<PlayedGame, 'moves' | 'rating'> {
  readonly person: string;
  readonly moves: number;
  readonly rating: { readonly stars: number; readonly score: number } | null;
}

/** How many refused lines are told one by one. */
const TOLD = 10;

/**
 * Reads the games of logs, a person in each, and joins them with the scores of their puzzles: those
 * of the latest run of the database that has one, else by rating the puzzle in the line, else what
 * the line says. Lines that hold no game are told, and left out.
 * @param db the database; null for the usual one, if it is there
 * @throws Failure if a file cannot be read
 */
export async function readPlayedLogs(
  files: readonly string[],
  db: { readonly path: string; readonly given: boolean },
  say: (text: string) => void,
) {
  const reader = new LogReader(say);
  for (const [i, person] of namesOf(files).entries()) await reader.read(files[i], person);
  reader.tellRest();
  const ratings = await ratingsOf(reader, db);
  return {
    games: reader.games.map((game) => ({
      ...game,
      rating: ratings.get(game.fingerprint) ?? game.rating,
    })),
    rejects: reader.rejects,
  };
}

/** People are called as their files, with the whole path if two of these have one name. */
function namesOf(files: readonly string[]): string[] {
  const short = files.map((file) => plainText(basename(file).replace(/\.(ndjson|jsonl)$/i, '')));
  return short.map((name, i) =>
    short.indexOf(name) === i && short.lastIndexOf(name) === i ? name : plainText(files[i]),
  );
}

class LogReader {
  readonly games: LoggedGame[] = [];
  /** The puzzles that lines hold, by their fingerprints. */
  readonly puzzles = new Map<string, Puzzle>();
  /** The fingerprints of puzzles as addresses hold them. */
  private readonly names = new Map<string, string>();
  rejects = 0;
  /** The file of each solved game, by its puzzle, its start and how long it took. */
  private readonly files = new Map<string, string>();
  /** The places of the games of this file, by their puzzle and start. */
  private readonly own = new Map<string, number>();

  constructor(private readonly say: (text: string) => void) {}

  async read(file: string, person: string): Promise<void> {
    let line = 0;
    this.own.clear();
    try {
      const handle = await open(file);
      try {
        for await (const text of handle.readLines()) {
          line++;
          if (text.trim() === '') continue;
          const reason = this.add(text.replace(/^\ufeff/, ''), file, person);
          if (reason !== null)
            this.reject({ path: plainText(file), ordinal: line - 1, line }, reason);
        }
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw new Failure(fileErrorCode(error), `${plainText(file)}: ${systemReason(error, 'read')}`);
    }
  }

  /** Why a line is refused, or null. */
  private add(text: string, file: string, person: string): string | null {
    const { game, reason } = readGameLine(text);
    if (game === undefined) return reason;
    if (game.solved && game.ms === 0) return 'a puzzle cannot be solved in no time: "ms" is 0';
    const wrong = game.puzzle === null ? null : this.wrongPuzzle(game.puzzle, game.fingerprint);
    if (wrong !== null) return wrong;
    const logged: LoggedGame = {
      ...game,
      person,
      moves: game.moves.length,
      rating: game.rating ?? null,
    };
    const key = `${game.fingerprint} ${game.start}`;
    if (game.solved) {
      const whole = `${key} ${game.ms}`;
      const other = this.files.get(whole) ?? file;
      if (other !== file) {
        return `this game is in ${plainText(other)}, too: a file must have all games of one person`;
      }
      this.files.set(whole, file);
    }
    const before = this.own.get(key);
    if (before === undefined) {
      this.own.set(key, this.games.length);
      this.games.push(logged);
    } else if (logged.ms >= this.games[before].ms) {
      // A log that was exported twice has a game as it was then, and as it went on.
      this.games[before] = logged;
    }
    return null;
  }

  /** Why a puzzle, as an address holds it, is not the one that is named; null if it is. */
  private wrongPuzzle(text: string, name: string): string | null {
    let own = this.names.get(text);
    if (own === undefined) {
      const draft = addressToDraft(text);
      const puzzle = draft === null ? undefined : validate(draft).puzzle;
      if (puzzle === undefined) return '"puzzle" is not a puzzle as addresses hold it';
      own = fingerprint(pack(puzzle), 0, puzzle.palette);
      this.names.set(text, own);
      this.puzzles.set(own, puzzle);
    }
    return own === name ? null : `"puzzle" has the fingerprint ${own}, not ${name}`;
  }

  private reject(place: Parameters<typeof rejectPlace>[0], reason: string): void {
    this.rejects++;
    if (this.rejects <= TOLD) this.say(`nonomill: ${rejectPlace(place)}: ${reason}; left out`);
  }

  tellRest(): void {
    const more = this.rejects - TOLD;
    if (more > 0) this.say(`nonomill: ${countText(more)} more lines were left out`);
  }
}

type Ratings = Map<string, NonNullable<LoggedGame['rating']>>;

async function ratingsOf(
  { games, puzzles }: LogReader,
  { path, given }: { readonly path: string; readonly given: boolean },
): Promise<Ratings> {
  const names = [...new Set(games.map((game) => game.fingerprint))];
  const found: Ratings = new Map(
    given || existsSync(path)
      ? await withStore(path, (store) => scoresByFingerprint(store, names))
      : [],
  );
  for (const name of names) {
    const puzzle = puzzles.get(name);
    if (puzzle === undefined || found.has(name)) continue;
    const difficulty = rate(puzzle);
    if (difficulty !== null) {
      found.set(name, { stars: difficulty.stars, score: difficulty.difficulty });
    }
  }
  return found;
}

/**
 * What people's games say of times and scores, as text or JSON; or the games with their scores as
 * CSV, for other programs.
 * @throws UsageError if no game says anything
 */
export function playedAnswer(
  logs: Awaited<ReturnType<typeof readPlayedLogs>>,
  form: 'text' | 'csv' | 'json',
  colours: boolean,
): string {
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

type PlayedTimes = ReturnType<typeof playedTimes>;

function timesTable(
  title: string,
  groups: PlayedTimes['byStars'],
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
  const numbers = ['games', 'people', 'median time'].map((number) => ({ number }));
  const head = [title, ...numbers, '95 % interval'];
  const medians = groups.map(({ median }) => median);
  return greyed(tableText(head, rows, Infinity), medians, colours);
}

function peopleTable({ people, within, told }: PlayedTimes, colours: boolean): string {
  const row = (
    name: string,
    games: number,
    { spearman, factor }: PlayedTimes['within'],
  ): string[] => [
    name,
    countText(games),
    // Of two or three games, any order is as likely as not.
    spearman?.low == null ? '-' : correlationText(spearman),
    factorText(factor),
  ];
  const rows = people.map((one) => row(one.person, one.games, one));
  const all = people.length > 1 ? [row('within persons', told.games, within)] : [];
  const head = [
    ...['person', { number: 'games' }, 'score and time (Spearman)'],
    'one more of score, times as long',
  ];
  const factors = [...people, ...(all.length > 0 ? [within] : [])].map(({ factor }) => factor);
  return greyed(tableText(head, [...rows, ...all], Infinity), factors, colours);
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

function gamesCsv(games: readonly LoggedGame[]): string {
  const rows = games.map((game) => COLUMNS.map(([, value]) => value(game)));
  return [COLUMNS.map(([name]) => name), ...rows].map(csvLine).join('');
}
