import type { SolveLimits } from '../solver/model/limits.js';
import type { PackedBatch } from '../puzzle/packed-batch.js';
import type { PuzzleResult } from '../result/result.js';

/**
 * Something that solves batches of puzzles: threads of this process, or many machines. Its
 * interface is plain data, so that it can be put behind a queue on a network.
 */
export interface Pool {
  /**
   * How many batches it wants at the same time, those included that keep its workers from
   * waiting for the next; more than that only wait.
   */
  readonly capacity: number;
  /**
   * How many times longer than usual a batch should hold a worker: 1 for threads of this process,
   * more if a message costs more.
   */
  readonly patience: number;
  /** Calls `listener` whenever `capacity` changes; left out if it never does. */
  readonly onCapacity?: (listener: () => void) => void;
  /** The machines that solve for it; left out if that is this one alone. */
  readonly members?: readonly PoolMember[];
  /**
   * Solves the puzzles of `batch` in order. It may stop early, after `limits.sliceMs`, with at
   * least one result; the caller sends the rest again. A puzzle that kills its worker has a
   * result too (`timeout`, `memory` or `crash`), and the promise rejects only where the pool
   * itself cannot go on. The batch stays the caller's, and must not be changed meanwhile.
   */
  solve(batch: PackedBatch, limits: BatchLimits): Promise<SolvedBatch>;
  /** Ends all work at once, what is under way included: its promises reject. */
  close(): Promise<void>;
}

/** What a pool found about the first puzzles of a batch. */
export interface SolvedBatch {
  /** One for each puzzle, in order, at least one. */
  readonly results: readonly PuzzleResult[];
  /** Milliseconds for which they held workers; to wait for one does not count. */
  readonly heldMs: number;
  /** Who solved them, if another machine did and said who it is. */
  readonly by?: SolvedBy | null;
  /** Is called once the results are committed, or are of no use; left out if nobody asks. */
  readonly kept?: () => void;
}

/** One of the machines of a pool, and what it did for this run. */
export interface PoolMember extends SolvedBy {
  readonly puzzles: number;
  /** Milliseconds since it last said that it is there. */
  readonly seenMsAgo: number;
}

/** A machine that solves for others. */
export interface SolvedBy {
  readonly id: string;
  readonly host: string;
  readonly cpu: string;
  readonly threads: number;
  /** The version of nonomill, and of Node.js. */
  readonly version: string;
  readonly node: string;
}

/** What is asked of the solver for each puzzle, and of which puzzles its verdict is checked. */
export interface PuzzleLimits extends SolveLimits {
  /**
   * The share of the puzzles, 0 to 1, that a second, independent engine solves too, in as much
   * time again; left out: none. Which puzzles hangs on their content alone.
   */
  readonly crossCheck?: number | undefined;
  /** Whether unique puzzles are rated, in what their limits leave; left out: they are. */
  readonly difficulty?: boolean | undefined;
}

/** The limits of each puzzle, and how long a batch may hold a worker. */
export interface BatchLimits extends PuzzleLimits {
  /** Milliseconds after which a worker gives back what it has between two puzzles. */
  readonly sliceMs: number;
}
