import { Random } from '../../../solver/craft/generate/random-puzzles.js';
import { LIMITS_OF_ROUNDS, hasRound, limitIn, type RoundLists } from '../../record/rounds.js';
import type { SeenKind } from './solve-sample.js';
import { OF_RUNS, Times } from './times.js';

/** An estimate: the middle, and a range that four of five should fall into. */
interface Span {
  readonly middle: number;
  readonly from: number;
  readonly to: number;
}

interface ForeseenRound {
  readonly round: number;
  /** Null for no limit of time, and of steps. */
  readonly limitMs: number | null;
  readonly maxSteps: number | null;
  /** Puzzles that it tries, and those among them that get a verdict; not whole numbers. */
  readonly given: number;
  readonly decided: number;
  readonly ms: number;
}

/** How a run goes, as far as that can be told before. */
export interface Forecast {
  /** From the start of the command to its end, report included. */
  readonly ms: Span;
  /** Puzzles without a verdict at the end: not whole numbers. */
  readonly open: Span;
  /** The rounds that the run comes to: one, unless limits grow. */
  readonly rounds: readonly ForeseenRound[];
  /**
   *   complete     everything is done
   *   time-up      the time is used up, and all puzzles were tried: the run is complete
   *   interrupted  the time is used up before all were tried
   *   endless      rounds go on for longer than anybody waits
   */
  readonly ends: 'complete' | 'time-up' | 'interrupted' | 'endless';
  /** Puzzles that were not tried when the time is up. */
  readonly untried: number;
}

/** What a run is asked, as far as its time depends on that. */
export interface ForecastTask {
  readonly kinds: readonly SeenKind[];
  readonly threads: number;
  /** What the machine can do at once. */
  readonly cores: number;
  /**
   * The limits of the first round, or of each; the round with which the run begins, and what its
   * puzzles took before.
   */
  readonly limits: { readonly timeoutMs: number; readonly maxSteps: number };
  readonly rounds: RoundLists;
  readonly firstRound: number;
  readonly takenMs: number;
  /** The time that the run may take; null for any. */
  readonly budgetMs: number | null;
  /** Milliseconds of the reading thread, and of the main thread. */
  readonly readMs: number;
  readonly mainMs: number;
  /** Milliseconds for what follows: indexes, and the report. */
  readonly endMs: number;
}

/** How often puzzles are drawn anew, to see how far estimates go apart. */
const DRAWS = 60;

/** A machine is never as busy, or as warm, as it was. */
const MACHINE = 0.12;

/** The start of the program. */
const START_MS = 350;

/** Each further round starts threads of its own. */
const ROUND_MS = 300;

/** How long threads may warm up, and with how many puzzles. */
const WARM_MS = 300;
const WARM_PUZZLES = 400;

/**
 * The slowest puzzles are timed again at the end, twice each: how long that may take, and a share
 * of the run's time.
 */
const AGAIN = { puzzles: 12, times: 2, ms: 1000, share: 0.05 };

/** Rounds beyond this are not looked at. */
const ENDLESS_MS = 60 * 24 * 3_600_000;

/** Foresees how long a run takes, and what it leaves open. */
export function forecast(task: ForecastTask): Forecast {
  const kinds = task.kinds.map((kind) => new Kind(kind));
  const middle = foresee(task, kinds);
  const numbers = new Random(1);
  const random = (): number => numbers.fraction();
  const drawn = Array.from({ length: DRAWS }, () =>
    foresee(
      task,
      kinds.map((kind) => kind.drawn(random)),
      random,
    ),
  );
  const spanOf = (of: (one: Forecast | Course) => number, doubt: number): Span => {
    const all = drawn.map(of).sort((a, b) => a - b);
    const [low, high] = [all[Math.floor(0.1 * DRAWS)], all[Math.ceil(0.9 * DRAWS) - 1]];
    const mid = of(middle);
    return {
      middle: mid,
      from: Math.min(mid, low) * (1 - doubt),
      to: Math.max(mid, high) * (1 + doubt),
    };
  };
  const { rounds, ends, untried } = middle;
  return {
    ms: spanOf((one) => (one as Course).totalMs, task.budgetMs === null ? MACHINE : 0),
    open: spanOf((one) => (one as Course).left, 0),
    rounds,
    ends,
    untried,
  };
}

/** One way in which a run may go. */
interface Course extends Pick<Forecast, 'rounds' | 'ends' | 'untried'> {
  readonly totalMs: number;
  readonly left: number;
}

/** With `random`, the puzzles of the run are a sample of the puzzles that it might have had. */
function foresee(task: ForecastTask, kinds: readonly Kind[], random?: () => number): Course {
  const { budgetMs, firstRound, takenMs } = task;
  const puzzles = kinds.reduce((sum, kind) => sum + kind.puzzles, 0);
  const rounds: ForeseenRound[] = [];
  let before: ((kind: Kind) => number) | null = takenMs === 0 ? null : () => takenMs;
  let given = puzzles;
  let round = firstRound;
  let at = START_MS + (puzzles === 0 ? 0 : warmUpMs(task, kinds));
  const course = (ends: Forecast['ends'], left: number, untried = 0): Course => {
    const again = ends === 'complete' ? againMs(task, kinds, at, round) : 0;
    return { totalMs: at + again + task.endMs, left, rounds, ends, untried };
  };
  for (; ; round++) {
    if (round > firstRound) at += ROUND_MS;
    const limit = limitOf(task, round);
    const { sum, variance, open } = tried(kinds, limit, before);
    const noise = random === undefined ? 0 : Math.sqrt(variance) * normal(random);
    const solveMs = Math.max(0, sum + noise);
    const ms = wallMs(task, solveMs, {
      longestMs: longest(kinds, limit, given),
      isReading: round === 1,
    });
    const leftMs = budgetMs === null ? Infinity : budgetMs - at;
    if (ms > leftMs) {
      const share = Math.max(0, leftMs / ms);
      const decided = share * (given - open);
      at = budgetMs!;
      rounds.push({
        ...named(task, round),
        given: round === 1 ? share * given : given,
        decided,
        ms: Math.max(0, leftMs),
      });
      const untried = round === 1 && firstRound === 1 ? (1 - share) * given : 0;
      return course(untried > 0 ? 'interrupted' : 'time-up', given - decided, untried);
    }
    at += ms;
    rounds.push({ ...named(task, round), given, decided: given - open, ms });
    const cured = Object.values(task.rounds).some((list) => list !== undefined);
    if (!cured || open < 0.5 || !hasRound(task.rounds, round + 1)) return course('complete', open);
    if (at > ENDLESS_MS) return course('endless', open);
    before = limit;
    given = open;
  }
}

function limitsIn(
  { limits, rounds: { timeoutMs, maxSteps } }: ForecastTask,
  round: number,
): { readonly ms: number; readonly steps: number } {
  return {
    ms: timeoutMs === undefined ? limits.timeoutMs : limitIn('timeoutMs', timeoutMs, round),
    steps: maxSteps === undefined ? limits.maxSteps : limitIn('maxSteps', maxSteps, round),
  };
}

function named(
  task: ForecastTask,
  round: number,
): Pick<ForeseenRound, 'round' | 'limitMs' | 'maxSteps'> {
  const { ms, steps } = limitsIn(task, round);
  return {
    round,
    limitMs: Number.isFinite(ms) ? ms : null,
    maxSteps: Number.isFinite(steps) ? steps : null,
  };
}

/**
 * The limit of a round for the puzzles of a kind, in milliseconds: limits of steps are taken for
 * the time that they last.
 */
function limitOf(task: ForecastTask, round: number): (kind: Kind) => number {
  const { ms, steps } = limitsIn(task, round);
  const longest = Math.min(ms, LIMITS_OF_ROUNDS.timeoutMs.most);
  return (kind) => Math.min(longest, Number.isFinite(steps) ? steps * kind.msPerStep : Infinity);
}

/** What a round takes of the threads, and how many puzzles it leaves open. */
function tried(
  kinds: readonly Kind[],
  limit: (kind: Kind) => number,
  before: ((kind: Kind) => number) | null,
): { sum: number; variance: number; open: number } {
  let [sum, variance, open] = [0, 0, 0];
  for (const kind of kinds) {
    const [to, from] = [limit(kind), before === null ? 0 : before(kind)];
    sum += kind.sum(to, from);
    variance += kind.variance(to, from);
    open += kind.open(to);
  }
  return { sum, variance, open };
}

/** How long a round takes, if its puzzles take the threads so long. */
function wallMs(
  { threads, cores, readMs, mainMs }: ForecastTask,
  solveMs: number,
  { longestMs, isReading }: { readonly longestMs: number; readonly isReading: boolean },
): number {
  const [read, main] = isReading ? [readMs, mainMs] : [0, 0];
  // The last puzzle under work may have begun when all others were done.
  const alone = Math.min(longestMs, solveMs) / 2;
  const shared = Math.max(0, solveMs - alone) / Math.min(threads, cores) + alone;
  return Math.max(shared, read, main, (solveMs + read + main) / cores);
}

/** The longest that one of `puzzles` takes, about. */
function longest(kinds: readonly Kind[], limit: (kind: Kind) => number, puzzles: number): number {
  if (puzzles === 0) return 0;
  let most = 0;
  for (const kind of kinds) most = Math.max(most, kind.longest(limit(kind)));
  return most;
}

function warmUpMs(task: ForecastTask, kinds: readonly Kind[]): number {
  const limit = limitOf(task, task.firstRound);
  const puzzles = kinds.reduce((sum, kind) => sum + kind.puzzles, 0);
  const mean = kinds.reduce((sum, kind) => sum + kind.sum(limit(kind), 0), 0) / puzzles;
  return Math.min(WARM_MS, WARM_PUZZLES * mean);
}

/** How long the slowest puzzles are timed again. */
function againMs(task: ForecastTask, kinds: readonly Kind[], ms: number, round: number): number {
  const limit = limitOf(task, round);
  const slow = longest(kinds, limit, Infinity);
  // The twelfth slowest is far from the slowest.
  return Math.min(AGAIN.ms + AGAIN.share * ms, (AGAIN.times * AGAIN.puzzles * slow) / 3);
}

/** The puzzles of a kind: the tried ones, and the others. */
class Kind {
  readonly puzzles: number;
  readonly msPerStep: number;
  private readonly seen: SeenKind['seen'];
  private readonly times: Times;

  constructor(
    private readonly of: SeenKind,
    times?: Times,
  ) {
    const { puzzles, seen, areOwn, msPerStep } = of;
    this.puzzles = puzzles;
    this.msPerStep = msPerStep ?? 1e-3;
    this.seen = areOwn ? seen : [];
    this.times = times ?? (areOwn ? new Times(seen) : new Times(seen, OF_RUNS));
  }

  /** The same as it might be as well, by what was seen. */
  drawn(random: () => number): Kind {
    return new Kind(this.of, this.times.resampled(random));
  }

  /** Milliseconds for all puzzles that take longer than `from`, under a limit. */
  sum(limit: number, from: number): number {
    const { times } = this;
    let sum = this.rest * times.after(from) * times.mean(limit, from);
    for (const { ms, isOver } of this.seen) {
      if (isOver) sum += ms > from ? Math.min(ms, limit) : 0;
      else if (ms >= limit) sum += limit;
      else if (ms >= from) sum += times.mean(limit, ms);
      else sum += (times.after(from) / times.after(ms)) * times.mean(limit, from);
    }
    return sum;
  }

  /** How far `sum` may be from its mean, squared, by which puzzles there are. */
  variance(limit: number, from: number): number {
    const { times } = this;
    const varianceFrom = (ms: number): number =>
      Math.max(0, times.meanSquare(limit, ms) - times.mean(limit, ms) ** 2);
    let sum = this.rest * times.after(from) * varianceFrom(from);
    for (const { ms, isOver } of this.seen) {
      if (!isOver && ms < limit) sum += varianceFrom(Math.max(ms, from));
    }
    return sum;
  }

  /** How many puzzles go on after a limit. */
  open(limit: number): number {
    const { times } = this;
    let open = this.rest * times.after(limit);
    for (const { ms, isOver } of this.seen) {
      if (isOver) open += ms > limit ? 1 : 0;
      else open += ms >= limit ? 1 : times.after(limit) / times.after(ms);
    }
    return open;
  }

  /** The longest time of all puzzles, about. */
  longest(limit: number): number {
    let longest = 0;
    for (const { ms } of this.seen) longest = Math.max(longest, ms);
    // The time that less than one of them exceeds.
    let [low, high] = [0, limit];
    for (let i = 0; i < 30; i++) {
      const ms = (low + high) / 2;
      if (this.open(ms) > 0.7) low = ms;
      else high = ms;
    }
    return Math.min(limit, Math.max(longest, low));
  }

  private get rest(): number {
    return this.puzzles - this.seen.length;
  }
}

/** A normal number, by the sum of twelve even ones. */
function normal(random: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random();
  return sum;
}
