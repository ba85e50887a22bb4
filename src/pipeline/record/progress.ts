import { countText, rateText, durationText } from '../../solver/core/text/numbers.js';
import { readRound, type RoundProgress } from './round-progress.js';

/**
 * How far some work is, for the terminal, a log and the page of a run alike. Counts are all of one
 * kind.
 */
export interface Progress {
  /** What is done, by whoever did it: after a run is resumed also what was done before. */
  readonly done: number;
  /** That and what is left; null if nobody can tell. */
  readonly total: number | null;
  readonly isEstimate: boolean;
  /** How many are done in a second, lately; 0 if nobody works on it. */
  readonly perSecond: number;
  /** Null if nobody can tell, or nobody works on it. */
  readonly timeLeft: TimeLeft | null;
  /** The round of a run that goes in rounds; left out of all others. */
  readonly round?: RoundProgress;
}

/**
 * The time that the rest will take: from this to that, as likely as not; the same twice if it is
 * known well.
 */
export interface TimeLeft {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An estimate is not known to the last digit. */
const ESTIMATED_DIGITS = 3;

/** Of a range this narrow only the middle is told. */
const NARROW = 1.25;

/** The total as it is shown: what was estimated is rounded, but never below what is done. */
function shownTotal({ done, total, isEstimate }: Progress): number | null {
  if (total === null) return null;
  const unit = isEstimate ? 10 ** Math.max(0, `${total}`.length - ESTIMATED_DIGITS) : 1;
  return Math.max(done, Math.round(total / unit) * unit);
}

/** With more than this share done, an estimate of the total was too low. */
const MOST_OF_ESTIMATE = 0.99;

/** From 0 to 1, of the total as it is shown; null if nobody knows how much there is. */
export function shareDone(progress: Progress): number | null {
  const total = shownTotal(progress);
  if (total === null || total === 0) return null;
  return Math.min(progress.done / total, progress.isEstimate ? MOST_OF_ESTIMATE : 1);
}

/** `44 %`, cut and not rounded; null if nobody knows how much there is. */
export function percentText(progress: Progress): string | null {
  const share = shareDone(progress);
  return share === null ? null : `${Math.floor(share * 100)} %`;
}

/** `7 of 60 done`, `66,700 of about 151,000 done`, `66,700 done`. */
export function doneText(progress: Progress): string {
  const total = shownTotal(progress);
  const about = progress.isEstimate ? 'about ' : '';
  const of = total === null ? '' : ` of ${about}${countText(total)}`;
  return `${countText(progress.done)}${of} done`;
}

/** What follows the count: the rate and the time left, as far as they are known. */
export function paceTexts({ perSecond, timeLeft }: Progress): string[] {
  return [
    ...(perSecond > 0 ? [rateText(perSecond)] : []),
    ...(timeLeft === null ? [] : [timeLeftText(timeLeft)]),
  ];
}

/** `2m 10s left`, `2 to 5 min left`, `40 s to 3 min left`. */
export function timeLeftText({ fromMs, toMs }: TimeLeft): string {
  if (toMs <= Math.max(1000, NARROW * fromMs)) {
    const seconds = Math.max(1, Math.round(Math.sqrt(fromMs * toMs) / 1000));
    return `${seconds < 60 ? `${seconds} s` : durationText(seconds * 1000)} left`;
  }
  const [from, to] = [rounded(fromMs, Math.floor), rounded(toMs, Math.ceil)];
  const first = from.unit === to.unit ? `${from.count}` : `${from.count} ${from.unit}`;
  return from.count === to.count && from.unit === to.unit
    ? `about ${to.count} ${to.unit} left`
    : `${first} to ${to.count} ${to.unit} left`;
}

/** The units of an estimate, and below how many milliseconds each of them is used. */
const UNITS = [
  { unit: 's', ms: 1000, below: 90_000 },
  { unit: 'min', ms: 60_000, below: 90 * 60_000 },
  { unit: 'h', ms: 3_600_000, below: 72 * 3_600_000 },
  { unit: 'days', ms: 86_400_000, below: Infinity },
] as const;

/** A time in one unit; from twenty on in steps of five. */
function rounded(
  ms: number,
  round: (value: number) => number,
): { readonly count: number; readonly unit: string } {
  const { unit, ms: one } = UNITS.find(({ below }) => ms < below)!;
  const value = ms / one;
  return { count: Math.max(1, value < 20 ? round(value) : 5 * round(value / 5)), unit };
}

/** The same of work that nobody goes on with. */
export function stillProgress(progress: Progress): Progress {
  const { round, ...rest } = progress;
  const still = round && { ...round, mostMs: null };
  return { ...rest, perSecond: 0, timeLeft: null, ...(still && { round: still }) };
}

/** A progress as JSON, without what else an object may say of it. */
export function progressJson(progress: Progress): string {
  const { done, total, isEstimate, perSecond, timeLeft, round } = progress;
  return JSON.stringify({ done, total, isEstimate, perSecond, timeLeft, round });
}

/**
 * The progress in a text that `progressJson` made, or null if it is none: others may have written
 * it.
 */
export function readProgress(text: string | null): Progress | null {
  let found: unknown;
  try {
    found = JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
  if (typeof found !== 'object' || found === null) return null;
  const { done, total, isEstimate, perSecond, timeLeft } = found as Record<string, unknown>;
  if (!isCount(done) || !(total === null || isCount(total)) || !isCount(perSecond)) return null;
  const span = timeLeft as Partial<Record<string, unknown>> | null | undefined;
  const isSpan = isCount(span?.fromMs) && isCount(span.toMs);
  const round = readRound((found as Record<string, unknown>).round);
  return {
    done,
    total,
    isEstimate: isEstimate === true,
    perSecond,
    timeLeft: isSpan ? { fromMs: Number(span?.fromMs), toMs: Number(span?.toMs) } : null,
    ...(round && { round }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
