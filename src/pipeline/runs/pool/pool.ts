import type { ProofFormat } from '../../../solver/engine/certificate/lemma-text.js';
import type { SolveLimits } from '../../../solver/engine/model/limits.js';
import type { PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import type { EntryRows, RowPlace } from '../../store/packed/entry-rows.js';
import type { PackedResults } from './packed-results.js';
import type { PuzzleResult, RowsBeside } from '../../../solver/core/result/result.js';
import type { PoolMember, RunWorker } from '../../record/options.js';

/**
 * Something that solves batches of puzzles: threads of this process, or many machines. Its
 * interface is plain data, so that it can be put behind a queue on a network.
 */
export interface Pool {
  /**
   * How many batches it can use at the same time, including those that keep whoever solves
   * from waiting. The caller makes sure that no more are under way: a pool holds none back.
   */
  readonly capacity: number;
  /**
   * How many times longer than usual a batch should occupy a thread: 1 for threads of this process,
   * more if a message costs more.
   */
  readonly patience: number;
  /** Calls `listener` whenever `capacity` changes; absent if it never does. */
  readonly onCapacity?: (listener: () => void) => void;
  /** The machines that solve for it; absent if there is only this one. */
  readonly members?: readonly PoolMember[];
  /** How its threads are; absent if they are elsewhere. */
  readonly health?: PoolHealth;
  /**
   * Solves the puzzles of `batch` in order. It may stop early, after `limits.sliceMs`, with at
   * least one result; the caller sends the rest again. A puzzle that kills its thread has a result,
   * too (`timeout`, `memory` or `crash`); the promise rejects only if the pool itself cannot go on.
   * The batch still belongs to the caller, who must not change it meanwhile. With a `form`,
   * whoever solves it gives the results that form, if it can.
   */
  solve(batch: PackedBatch, limits: BatchLimits, form?: ResultForm): Promise<SolvedBatch>;
  /** Ends all work at once, also what is under way: its promises reject. */
  close(): Promise<void>;
}

/**
 * What results are made into besides plain results: with a place, rows of the puzzles and their
 * results; or what travels through a queue.
 */
export type ResultForm = RowPlace | 'packed';

/** How the threads of a pool are. */
export interface PoolHealth {
  /**
   * The longest time that a thread has been on its puzzle, in milliseconds; null if none is on one.
   */
  readonly oldestMs: number | null;
  /** How many threads died, or were ended, and were replaced. */
  readonly threadDeaths: number;
  /** How many threads rest, since others need the machine; absent if none ever does. */
  readonly resting?: number;
}

/** What a pool found about the first puzzles of a batch. */
export interface SolvedBatch {
  /** How many puzzles, at least one. */
  readonly count: number;
  /** A result for each, in order; none if they have another form. */
  readonly results: readonly PuzzleResult[];
  /** Their rows, in order, if a place was given and the pool makes rows; else none. */
  readonly rows: readonly EntryRows[];
  /** The results packed, in order, if that was asked for and the pool packs; else left out. */
  readonly packed?: readonly PackedResults[];
  /** Milliseconds for which they occupied threads, without the time they waited for one. */
  readonly heldMs: number;
  /** Who solved them, if it was another machine that said who it is. */
  readonly by?: RunWorker | null;
  /** Is called once the results are committed, or not needed; absent if nobody asks. */
  readonly onCommitted?: () => void;
  /**
   * What is written beside the results; absent if they are all there is. A pool always has it, or
   * never.
   */
  readonly extra?: RowsBeside;
}

export function solvedBatch(
  results: readonly PuzzleResult[],
  heldMs: number,
  extra?: RowsBeside,
): SolvedBatch {
  return { count: results.length, results, rows: [], heldMs, ...(extra && { extra: extra }) };
}

/** What the solver should find out about each puzzle, and which verdicts are checked. */
export interface PuzzleLimits extends SolveLimits {
  /**
   * The share of the puzzles, 0 to 1, that a second, independent engine solves as well, in at most
   * the same time again; absent: none. A puzzle's content alone decides.
   */
  readonly crossCheck?: number | undefined;
  /** Whether unique puzzles are rated, in the rest of their limits; absent: they are. */
  readonly difficulty?: boolean | undefined;
  /**
   * Whether unique and contradictory verdicts are proven and the proofs checked, each in as much
   * time again; left out: they are not.
   */
  readonly prove?: boolean | undefined;
  /**
   * The folder of this machine that keeps the proofs; left out: none does. Never sent elsewhere.
   */
  readonly proveTo?: string | undefined;
  /** How the proofs there are written; left out: in the own format. */
  readonly proofFormat?: ProofFormat | undefined;
}

/** The limits of each puzzle, and how long a batch may occupy a thread. */
export interface BatchLimits extends PuzzleLimits {
  /** Milliseconds after which a thread returns what it has between two puzzles. */
  readonly sliceMs: number;
}
