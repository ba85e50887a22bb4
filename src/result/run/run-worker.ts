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
