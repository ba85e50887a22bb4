import { countText, rateText, durationText } from '../../solver/core/text/numbers.js';

/** How far some work is, for terminal, log and pages. Counts are all of one kind. */
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

/** The time that the rest will take, as likely as not; the same twice if it is known well. */
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
function timeLeftText({ fromMs, toMs }: TimeLeft): string {
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
function rounded(ms: number, round: (value: number) => number) {
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

/** The progress in a text of `progressJson`; null if it is none: others may have written it. */
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

export interface RoundProgress {
  /** From 1. */
  readonly round: number;
  /** How many there are; null if they go on until nothing is open. */
  readonly of: number | null;
  /** Puzzles of the run without a verdict, and all of them; null if nobody can tell yet. */
  readonly open: number | null;
  readonly puzzles: number | null;
  /** Puzzles that have their verdict from this round. */
  readonly decided: number;
  /** The longest that the rest of this round takes, in milliseconds; null if nobody can tell. */
  readonly mostMs: number | null;
}

/** `round 2 of 3: 1,204 of 3,310 open, 96 decided in this round, which takes 1h 20m at most`. */
export function roundText(progress: RoundProgress): string {
  const { round, of, open, puzzles, decided, mostMs } = progress;
  const parts = [
    ...(open === null || puzzles === null
      ? []
      : [`${countText(open)} of ${countText(puzzles)} open`]),
    `${countText(decided)} decided in this round`,
    ...(mostMs === null ? [] : [`${durationText(mostMs)} more at most`]),
  ];
  return `round ${round}${of === null ? '' : ` of ${of}`}: ${parts.join(', ')}`;
}

/** The round in what others may have written, or null if it is none. */
function readRound(value: unknown): RoundProgress | null {
  if (typeof value !== 'object' || value === null) return null;
  const { round, of, open, puzzles, decided, mostMs } = value as Record<string, unknown>;
  const isKnown = isCount(round) && isCount(decided);
  if (!isKnown || ![of, open, puzzles, mostMs].every((one) => one === null || isCount(one)))
    return null;
  return { round, of, open, puzzles, decided, mostMs } as RoundProgress;
}

/** Is told how far some work is, which may ask for it at every step: it costs next to nothing. */
export interface Watch {
  /** What is done, and of how much in all, or about so; null if nobody knows. */
  reached(done: number, total: number | null, isEstimate?: boolean): void;
  /** What is done from here on, as a phrase: its count begins anew. */
  stage(what: string): void;
}

/** Nobody is told. */
export const UNWATCHED: Watch = { reached: () => undefined, stage: () => undefined };

/** Work that says from time to time how much of it is done, with its pace. */
export class CountedWork {
  private readonly pace = new Pace();
  private done = 0;
  private total: number | null = null;
  private isEstimate = false;

  /** The work begins now; `now` is the clock. */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.pace.note(this.now(), 0);
  }

  note(done: number, total: number | null, isEstimate = false): void {
    this.done = done;
    this.total = total === null ? null : Math.max(done, total);
    this.isEstimate = isEstimate;
    this.pace.note(this.now(), done);
  }

  progress(): Progress {
    const { done, total, isEstimate } = this;
    const now = this.now();
    const rest = total === null ? 0 : total - done;
    return {
      done,
      total,
      isEstimate,
      perSecond: this.pace.perSecond(now, done),
      timeLeft: rest === 0 ? null : this.pace.timeLeft(now, done, rest),
    };
  }
}

/** How far back the estimate looks, in milliseconds. */
const WINDOW_MS = 180_000;

/** The least time between two marks, and before the first estimate. */
const MARK_MS = 500;
const FIRST_MS = 2000;

/** How far back the rate looks, about. */
const RATE_MS = 10_000;

/** In how many equal parts the window is cut, to see how uneven the work is. */
const PARTS = 10;

/** How far from the mean a range reaches, in standard deviations: four of five times it holds. */
const REACH = 1.28;

/** However uneven the work is, a range is within the middle divided and multiplied by this. */
const WIDEST = 3;

type Mark = Readonly<Record<'at' | 'work', number>>;

/**
 * Estimates how long the rest of some work will take from its last three minutes. What "work" is,
 * the caller decides: puzzles, bytes. Even work gives a narrow range, uneven work a wide one.
 */
export class Pace {
  /** In the order of time; the first is where the window begins. */
  private readonly marks: Mark[] = [];

  /** Notes that `work` is done, in all, at `at` milliseconds; the first time begins the work. */
  note(at: number, work: number): void {
    const last = this.marks.at(-1);
    if (last !== undefined && at - last.at < MARK_MS) return;
    this.marks.push({ at, work: Math.max(work, last?.work ?? 0) });
    while (this.marks.length > 2 && at - this.marks[1].at >= WINDOW_MS) this.marks.shift();
  }

  /** How much was done in a second of the last ten, or since the last mark before them. */
  perSecond(now: number, work: number): number {
    const first = this.marks.findLast(({ at }) => now - at >= RATE_MS) ?? this.marks.at(0);
    return first === undefined ? 0 : ((work - first.work) * 1000) / Math.max(1, now - first.at);
  }

  /**
   * The time for `rest` more, if `work` is done now; null if it is too early to tell, or nothing
   * was done in the window. `doubt` widens the range: 0 if the rest is like what was done.
   */
  timeLeft(now: number, work: number, rest: number, doubt = 0): TimeLeft | null {
    const first = this.marks.at(0);
    if (first === undefined || now - first.at < FIRST_MS || work <= first.work) return null;
    const partMs = (now - first.at) / PARTS;
    const parts = this.parts({ at: now, work }, partMs);
    const mean = (work - first.work) / PARTS;
    const lately = parts.slice(PARTS / 2).reduce((sum, part) => sum + part, 0) / (PARTS / 2);
    const spread = Math.sqrt(
      parts.reduce((sum, part) => sum + (part - mean) ** 2, 0) / (PARTS - 1),
    );
    // How many parts the rest takes: over many of them, quick and slow ones even out.
    const ahead = Math.max(1, rest / mean);
    const error = (REACH * spread * Math.sqrt(1 / PARTS + 1 / ahead)) / mean + doubt;
    const [most, least] = [Math.max(mean, lately), Math.min(mean, lately)];
    const middle = (rest / mean) * partMs;
    const from = ((rest / most) * partMs) / (1 + error);
    const to = least > 0 ? (rest / least) * partMs * (1 + error) : Infinity;
    return { fromMs: Math.max(from, middle / WIDEST), toMs: Math.min(to, middle * WIDEST) };
  }

  /** How much was done in each part of the window. */
  private parts(now: Mark, partMs: number): number[] {
    const marks = [...this.marks, now];
    const [begin] = marks;
    const parts: number[] = [];
    let before = begin.work;
    let at = 0;
    for (let part = 1; part <= PARTS; part++) {
      const time = begin.at + part * partMs;
      while (at + 2 < marks.length && marks[at + 1].at < time) at++;
      const work = part === PARTS ? now.work : between(marks[at], marks[at + 1], time);
      parts.push(work - before);
      before = work;
    }
    return parts;
  }
}

function between(one: Mark, other: Mark, at: number): number {
  if (other.at <= one.at) return other.work;
  const share = Math.min(1, (at - one.at) / (other.at - one.at));
  return one.work + share * (other.work - one.work);
}
