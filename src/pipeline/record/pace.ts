import type { TimeLeft } from './progress.js';

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

/**
 * However uneven the work is, a range goes from the middle divided by this much to that many times
 * it.
 */
const WIDEST = 3;

/** How much work was done at some time. */
interface Mark {
  readonly at: number;
  readonly work: number;
}

/**
 * Estimates how long the rest of some work will take from its last three minutes. What "work" is,
 * the caller decides: puzzles, bytes. Even work gives a narrow range, uneven work a wide one.
 */
export class Pace {
  /** In the order of time; the first is where the window begins. */
  private readonly marks: Mark[] = [];

  /**
   * Notes that `work` is done, in all, at the time `at`, in milliseconds. The first time is where
   * the work begins.
   */
  note(at: number, work: number): void {
    const last = this.marks.at(-1);
    if (last !== undefined && at - last.at < MARK_MS) return;
    this.marks.push({ at, work: Math.max(work, last?.work ?? 0) });
    while (this.marks.length > 2 && at - this.marks[1].at >= WINDOW_MS) this.marks.shift();
  }

  /**
   * How much was done in a second of the last ten, or since the last mark before them, if `work` is
   * done now.
   */
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

/** The work at a time between two marks. */
function between(one: Mark, other: Mark, at: number): number {
  if (other.at <= one.at) return other.work;
  const share = Math.min(1, (at - one.at) / (other.at - one.at));
  return one.work + share * (other.work - one.work);
}
