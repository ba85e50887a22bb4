/** A machine that solves for a run. */
export interface RunWorker {
  readonly id: string;
  readonly host: string;
  readonly cpu: string;
  readonly threads: number;
  /** The version of nonomill, and of Node.js. */
  readonly version: string;
  readonly node: string;
}

/** One of the machines of a pool, and what it did for this run. */
export interface PoolMember extends RunWorker {
  readonly puzzles: number;
  /** Milliseconds since it last sent a sign of life. */
  readonly seenMsAgo: number;
}

/** A solver that is not nonomill's own, as far as a run of its answers knows it. */
export interface OtherSolver {
  /** All that decides what it answers: plain data that is kept with the run. */
  readonly kept: Readonly<Record<string, unknown>>;
  /**
   * The keys of `kept` that are flags: with other values it is the same solver, asked otherwise.
   */
  readonly flags: readonly string[];
}

/** The name of what is kept among the options of a run. */
export const OTHER_SOLVER = 'rival';

/** What is kept of the solver of a run; null if that is nonomill itself. */
export function otherSolverOf(
  options: Readonly<Record<string, unknown>>,
): OtherSolver['kept'] | null {
  const kept = options[OTHER_SOLVER];
  return typeof kept === 'object' ? (kept as OtherSolver['kept'] | null) : null;
}
