import { batchCount, cutBatch, type PackedBatch } from '../../puzzle/packed-batch.js';
import { resultOfDeath } from '../worker-death.js';
import type { BatchLimits, SolvedBatch } from '../pool.js';

/** Deaths of workers, or refused answers, after which a batch is cut in halves. */
const MOST_ATTEMPTS = 2;

/** A batch that is away, or waits to be sent, until its first results come. */
export interface Assignment {
  /** Another one each time that it is sent. */
  id: string;
  batch: PackedBatch;
  readonly limits: BatchLimits;
  sentAt: number;
  /** How often in a row the queue was asked for it and did not know it. */
  missing: number;
  /** Since it was cut last. */
  attempts: number;
  readonly resolve: (solved: SolvedBatch) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Takes note that `attempts` more workers came to nothing over an assignment. It is cut in halves
 * once there were too many (what is cut off comes again, as the rest of any batch does), until a
 * single puzzle is left, whose result says so; then this returns false: there is nothing to send.
 */
export function blame(assignment: Assignment, attempts: number, reason: string): boolean {
  assignment.attempts += attempts;
  if (assignment.attempts < MOST_ATTEMPTS) return true;
  const count = batchCount(assignment.batch);
  if (count === 1) {
    const why = `${reason}, ${assignment.attempts} times`;
    const death = { status: 'crash', reason: why, solveMs: 0 } as const;
    assignment.resolve({ results: [resultOfDeath(death)], heldMs: 0 });
    return false;
  }
  assignment.batch = cutBatch(assignment.batch, 0, count >> 1)[0];
  assignment.attempts = 0;
  return true;
}
