import type { TimeLimits } from '../../result/par2.js';
import type { Answered, Clock } from './matched-runs.js';

/** How many puzzles were solved within which time. */
export interface CactusStep {
  readonly ms: number;
  readonly solved: number;
}

/** What a run did on the puzzles that all runs have. */
export interface RunStanding {
  /** All puzzles of the run, whether the others have them or not. */
  readonly puzzles: number;
  /** Puzzles with a verdict, or with a solution alone, that is not wrong. */
  readonly solved: number;
  /** Those of them with a solution, but without a claim that it is the only one. */
  readonly shown: number;
  readonly wrong: number;
  /** Milliseconds of the solved ones. */
  readonly solvedMs: number;
  /**
   * Milliseconds a puzzle, one that is not solved counting twice the run's limit; null if steps were
   * limited, and without a limit if one is not solved.
   */
  readonly par2Ms: number | null;
  /** How many puzzles no other run solved in less time. */
  readonly fastest: number;
  /** What its times are; `mixed` if not all of them are the same. */
  readonly clock: Clock | 'mixed';
  readonly cactus: readonly CactusStep[];
}

/** A cactus plot has a step for each bin of times: a bin is 2.3 % wide. */
const BINS_PER_DECADE = 100;

/** Adds up what one run did on puzzle after puzzle. */
export class Standing {
  private puzzles = 0;
  private solved = 0;
  private shown = 0;
  private wrong = 0;
  private fastest = 0;
  private solvedMs = 0;
  private readonly clocks = new Set<Clock>();
  /** By bins of time: how many were solved, and the longest time of them. */
  private readonly bins = new Map<number, { solved: number; ms: number }>();

  constructor(
    private readonly limits: TimeLimits,
    /** How many puzzles the run has, whether the others have them or not. */
    private readonly all: number,
  ) {}

  /** `bestMs` is the least time in which any run solved the puzzle. */
  add({ state, status, ms, clock }: Answered, bestMs: number): void {
    this.puzzles++;
    this.clocks.add(clock);
    if (state === 'wrong') this.wrong++;
    if (state !== 'solved') return;
    if (status === 'solved') this.shown++;
    if (ms === bestMs) this.fastest++;
    this.addSolved(ms);
  }

  /** The same for the virtual best; `bestMs` is Infinity if no run solved the puzzle. */
  addBest(bestMs: number): void {
    this.puzzles++;
    if (bestMs < Infinity) this.addSolved(bestMs);
  }

  figures(): RunStanding {
    const { puzzles, solved, shown, wrong, fastest, solvedMs, clocks } = this;
    const [clock] = clocks;
    return {
      puzzles: this.all,
      solved,
      shown,
      wrong,
      solvedMs,
      par2Ms: this.par2(puzzles - solved),
      fastest,
      clock: clocks.size > 1 ? 'mixed' : (clock ?? 'solving'),
      cactus: this.cactus(),
    };
  }

  private addSolved(ms: number): void {
    this.solved++;
    this.solvedMs += ms;
    const bin = Math.floor(Math.log10(Math.max(ms, 1e-3)) * BINS_PER_DECADE);
    const found = this.bins.get(bin);
    if (found === undefined) this.bins.set(bin, { solved: 1, ms });
    else {
      found.solved++;
      found.ms = Math.max(found.ms, ms);
    }
  }

  private par2(open: number): number | null {
    const { timeoutMs, bySteps } = this.limits;
    if (this.puzzles === 0 || bySteps || (timeoutMs === null && open > 0)) return null;
    return (this.solvedMs + 2 * (timeoutMs ?? 0) * open) / this.puzzles;
  }

  private cactus(): CactusStep[] {
    const bins = [...this.bins].sort(([a], [b]) => a - b);
    let sum = 0;
    return bins.map(([, { solved, ms }]) => ({ ms, solved: (sum += solved) }));
  }
}

/** The part of a standing that makes sense for a solver that does not exist. */
export function virtualBestOf(
  standing: Standing,
): Pick<RunStanding, 'solved' | 'solvedMs' | 'par2Ms' | 'cactus'> {
  const { solved, solvedMs, par2Ms, cactus } = standing.figures();
  return { solved, solvedMs, par2Ms, cactus };
}
