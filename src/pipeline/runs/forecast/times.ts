/** What is known of the time that one puzzle takes. */
export interface TimeSeen {
  /** Milliseconds until its work was over or, if it was not, until it was given up. */
  readonly ms: number;
  readonly isOver: boolean;
}

/** Of the longest times, how many decide what is beyond them: a share, and at least so many. */
export interface TailSize {
  readonly share: number;
  readonly least: number;
}

/** If few puzzles were tried, and these not to their end. */
const OF_SAMPLE: TailSize = { share: 0.1, least: 10 };

/** If they were solved by earlier runs, to their end or to a limit. */
export const OF_RUNS: TailSize = { share: 0.01, least: 3 };

/**
 * What is believed of a tail before anything of it was seen: as if so many more puzzles had been
 * over within so many natural logarithms. Random puzzles of 30x30 that are half full have 0.5 (from
 * 10 to 100 ms) to 0.85 of them in each (from 1 to 10 s); with this belief, and as many puzzles as
 * 9 s of threads solve, estimates were within a factor of two in nineteen of twenty draws, and
 * neither high nor low.
 */
const TAIL_BELIEF = { over: 6, logs: 7 };

/** As long as a limit of time can be: 24 days. */
const LONGEST_MS = 24 * 24 * 3_600_000;

/**
 * How long puzzles of one kind take, by those of them that were tried, some of them not to their
 * end.
 *
 * Up to the longest times that were seen, a tenth say, this is what Kaplan and Meier estimate from
 * such data ("Nonparametric estimation from incomplete observations", 1958); beyond, times are
 * taken for Pareto's, whose exponent is that of Hill's estimator ("A simple general approach to
 * inference about the tail of a distribution", 1975).
 */
export class Times {
  private readonly seen: readonly TimeSeen[];
  /** How often each of them counts. */
  private readonly counts: ArrayLike<number>;
  /** Where the share of puzzles that go on gets smaller, and how large it is from there on. */
  private readonly steps: { readonly ms: number; readonly share: number }[] = [];
  /** Where the tail begins, with which share, and how it falls. */
  private readonly tail: { readonly ms: number; readonly share: number; readonly power: number };

  /** @param seen at least one */
  constructor(
    seen: readonly TimeSeen[],
    private readonly tailSize = OF_SAMPLE,
    counts?: ArrayLike<number>,
  ) {
    this.seen = counts === undefined ? [...seen].sort(byTime) : seen;
    this.counts = counts ?? new Uint16Array(seen.length).fill(1);
    this.tail = this.findTail();
  }

  /** The share of the puzzles whose work goes on after `ms`. */
  after(ms: number): number {
    const { tail } = this;
    if (ms >= tail.ms) return tail.share * (tail.ms / ms) ** tail.power;
    let share = 1;
    for (const step of this.steps) {
      if (step.ms > ms) break;
      ({ share } = step);
    }
    return share;
  }

  /**
   * The mean time of puzzles that took longer than `from` before, if each is given up after
   * `limit`.
   */
  mean(limit: number, from = 0): number {
    const end = Math.min(limit, LONGEST_MS);
    if (end <= from) return end;
    return from + this.area(from, end, 1) / this.after(from);
  }

  /** The mean of the same times squared. */
  meanSquare(limit: number, from = 0): number {
    const end = Math.min(limit, LONGEST_MS);
    if (end <= from) return end ** 2;
    return from ** 2 + this.area(from, end, 2) / this.after(from);
  }

  /** The same kind by puzzles drawn from the ones that were seen, each as often as it comes. */
  resampled(random: () => number): Times {
    const counts = new Uint16Array(this.seen.length);
    for (let i = 0; i < counts.length; i++) counts[Math.floor(random() * counts.length)]++;
    return new Times(this.seen, this.tailSize, counts);
  }

  /**
   * The integral, from one time to another, of the share that goes on times the derivative of a
   * power of the time.
   */
  private area(from: number, to: number, power: 1 | 2): number {
    const { tail, steps } = this;
    const end = Math.min(to, Math.max(tail.ms, from));
    let sum = 0;
    let [at, share] = [from, this.after(from)];
    for (const step of steps) {
      if (step.ms <= at) continue;
      if (step.ms >= end) break;
      sum += (step.ms ** power - at ** power) * share;
      [at, share] = [step.ms, step.share];
    }
    if (end > at) sum += (end ** power - at ** power) * share;
    return to > end ? sum + this.areaOfTail(end, to, power) : sum;
  }

  private areaOfTail(from: number, to: number, power: 1 | 2): number {
    const rest = power - this.tail.power;
    const share = this.after(from) * power * from ** power;
    if (Math.abs(rest) < 1e-9) return share * Math.log(to / from);
    return (share / rest) * ((to / from) ** rest - 1);
  }

  /** Finds the steps, and the tail after them. */
  private findTail(): { ms: number; share: number; power: number } {
    const { seen, counts, tailSize } = this;
    let all = 0;
    for (let i = 0; i < seen.length; i++) all += counts[i];
    const wanted = Math.min(
      Math.floor(all / 2),
      Math.max(tailSize.least, Math.floor(all * tailSize.share)),
    );
    let first = seen.length - 1;
    for (let longer = 0; first > 0 && longer + counts[first] <= wanted; first--)
      longer += counts[first];
    const ms = Math.max(seen[first].ms, 1e-6);
    let share = 1;
    for (let i = 0, left = all; i < seen.length && seen[i].ms <= ms; i++) {
      if (counts[i] === 0) continue;
      if (seen[i].isOver) {
        share *= 1 - counts[i] / left;
        this.steps.push({ ms: seen[i].ms, share });
      }
      left -= counts[i];
    }
    let { over, logs } = TAIL_BELIEF;
    for (let i = first + 1; i < seen.length; i++) {
      logs += counts[i] * Math.log(seen[i].ms / ms);
      if (seen[i].isOver) over += counts[i];
    }
    // That all those seen came to their end does not say so of the next one.
    return { ms, share: Math.max(share, 1 / (2 * all)), power: over / logs };
  }
}

function byTime(one: TimeSeen, other: TimeSeen): number {
  return one.ms - other.ms || Number(other.isOver) - Number(one.isOver);
}
