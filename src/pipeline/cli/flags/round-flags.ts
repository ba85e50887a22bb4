import { GROWS, LIMITS_OF_ROUNDS, type RoundLimit } from '../../record/rounds.js';
import { type Flag, readDuration, readInteger, valueFlag } from '../frame/flag.js';
import { UsageError } from '../terminal/outcome.js';
import * as single from './limit-flags.js';

// What a run may cost, round after round.

export const runTimeout = valueFlag<RoundLimit>({
  ...single.timeout,
  value: 'duration,...',
  help: 'Time for each puzzle: 500ms, 10s, 2m, 8h. A list makes rounds: with 1s,30s,10m, puzzles without a verdict get the next limit once all were tried. 1s.. goes on with four times the limit each round, until all have a verdict or the run is stopped.',
  read: (word) => readLimits(word, readDuration),
});

export const runSteps = valueFlag<RoundLimit>({
  ...single.maxSteps,
  value: 'n,...',
  help: `${single.maxSteps.help} A list makes rounds, as with --timeout: 1e5,1e7.`,
  read: (word) => readLimits(word, readCount),
});

const LEAST_MIB = 16;

export const runMemory = valueFlag<RoundLimit>({
  ...single.memory,
  value: 'MiB,...',
  help: `${single.memory.help} A list makes rounds, as with --timeout.`,
  read: (word) =>
    readLimits(word, (one) => readInteger(one, LEAST_MIB, LIMITS_OF_ROUNDS.memoryMiB.most)),
});

export const until: Flag<number | null> = valueFlag<number>({
  name: 'until',
  reach: 'none',
  value: 'time',
  help: 'Stop cleanly when the clock here shows this time, such as 07:00, or at a date and time: "2030-01-31 07:00". A run in rounds whose puzzles were all tried by then is complete.',
  alsoTried: ['deadline', 'end', 'stop-at'],
  read: (word) => readTime(word, new Date()),
});

/** One limit, or one for each round: `1s,30s`, `1s..`. @throws UsageError */
function readLimits(word: string, read: (word: string) => number): RoundLimit {
  const grows = word.endsWith('..');
  const limits = (grows ? word.slice(0, -2) : word).split(',').map((one) => read(one.trim()));
  const at = limits.findIndex((limit, i) => i > 0 && limit <= limits[i - 1]);
  if (at > 0) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `each round needs a larger limit than the one before, got "${word}"`,
    );
  }
  if (grows) return [...limits, GROWS];
  return limits.length === 1 ? limits[0] : limits;
}

/** A whole number from 1, also as `1e5`. */
function readCount(word: string): number {
  const isShort = /^\d+e\d{1,2}$/i.test(word);
  return readInteger(isShort ? String(BigInt(Number(word))) : word, 1, Number.MAX_SAFE_INTEGER);
}

const TIME = /^(?:(\d{4})-(\d\d)-(\d\d)[ T])?(\d{1,2}):(\d\d)(?::(\d\d))?$/;

/**
 * When a clock of this place shows `07:00` for the next time after `now`, or a date and a time, in
 * milliseconds of the epoch.
 * @throws UsageError if it is no time, one that no clock shows, or over.
 */
export function readTime(word: string, now: Date): number {
  const [found, year, month, day, hour, minute, second = '0'] = TIME.exec(word) ?? [];
  const time = [hour, minute, second].map(Number) as [number, number, number];
  if (found === undefined || time[0] > 23 || time[1] > 59 || time[2] > 59) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected a time such as 07:00, or a date and time such as "2030-01-31 07:00", got "${word}"`,
    );
  }
  const shows = (date: Date): boolean =>
    date.getHours() === time[0] && date.getMinutes() === time[1];
  if (year !== undefined) {
    const asked = [Number(year), Number(month) - 1, Number(day)] as const;
    const date = new Date(...asked, ...time);
    if (!shows(date) || date.getMonth() !== asked[1] || date.getDate() !== asked[2]) {
      throw new UsageError('NM_OPTION_VALUE', `there is no ${word} here`);
    }
    if (date <= now) throw new UsageError('NM_OPTION_VALUE', `${word} is over`);
    return date.getTime();
  }
  // In spring an hour of one night is left out: the next clock that shows it is that of another
  // day.
  for (let days = 0; ; days++) {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, ...time);
    if (date > now && shows(date)) return date.getTime();
  }
}
