import {
  batchCount,
  cutBatch,
  type PackedBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import type { ResultInCells } from '../../../solver/core/result/result.js';
import { resultOfDeath } from '../../runs/pool/thread-death.js';
import type { BatchLimits } from '../../runs/pool/pool.js';
import type { WorkerCard } from '../messages/cards.js';

/** Deaths of workers, or refused answers, after which a batch is halved. */
const MOST_ATTEMPTS = 2;

/** What was found about the first puzzles of a batch. */
export interface WorkerFindings {
  readonly results: readonly ResultInCells[];
  readonly heldMs: number;
  /** Who found it; null if nobody did, as for a puzzle that killed its workers. */
  readonly by: WorkerCard | null;
  /** Is to be called once it is committed, or not needed; null if nobody waits for that. */
  readonly onCommitted: (() => void) | null;
}

/** A batch that is out, or waits to be sent, until its first results come. */
export interface Assignment {
  /** A new one whenever what is asked changes, or an answer was refused. */
  id: string;
  batch: PackedBatch;
  readonly limits: BatchLimits;
  sentAt: number;
  /** How often in a row the queue did not know it. */
  missing: number;
  /** How many stray messages had come when it was sent. */
  strays: number;
  /**
   * How often in a row it was lost while stray messages came, one of which may have been its
   * answer.
   */
  lost: number;
  /** Since it was last halved. */
  attempts: number;
  readonly resolve: (found: WorkerFindings) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Notes that `attempts` more workers failed on an assignment. After too many it is halved (the
 * other half comes again, as the rest of any batch does), until a single puzzle is left, whose
 * result says so. Then this returns false: there is nothing to send.
 */
export function blame(assignment: Assignment, attempts: number, reason: string): boolean {
  assignment.attempts += attempts;
  if (assignment.attempts < MOST_ATTEMPTS) return true;
  const count = batchCount(assignment.batch);
  if (count === 1) {
    const why = `${reason}, ${assignment.attempts} times`;
    const death = { status: 'crash', reason: why, solveMs: 0 } as const;
    const result = { ...resultOfDeath(death), solution: null, secondSolution: null };
    assignment.resolve({ results: [result], heldMs: 0, by: null, onCommitted: null });
    return false;
  }
  assignment.batch = cutBatch(assignment.batch, 0, count >> 1)[0];
  assignment.attempts = 0;
  return true;
}
