import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import type { PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import type { BatchLimits } from '../../runs/pool/pool.js';
import type { EntryRows, RowPlace } from '../../store/packed/entry-rows.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import type { WorkerCard } from '../messages/cards.js';
import type { SeenCard } from '../messages/card-registry.js';
import type { CoordinatorOptions } from './coordinator.js';

/** What the coordinating thread is started with. */
export type CoordinatorTask = CoordinatorOptions;

export type CoordinatorRequest =
  /** Batches are numbered by who sends them. */
  | {
      readonly kind: 'solve';
      readonly batch: number;
      readonly packed: PackedBatch;
      readonly limits: BatchLimits;
      readonly place: RowPlace | null;
    }
  /** The results of a batch are committed, or not needed. */
  | { readonly kind: 'kept'; readonly batch: number }
  | { readonly kind: 'close' };

/**
 * Messages from it. Besides notes and workers, the first is `opened` or `lost`, and the last is
 * `closed`.
 */
export type CoordinatorReport =
  | { readonly kind: 'opened' }
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'workers'; readonly workers: readonly SeenCard<WorkerCard>[] }
  | {
      readonly kind: 'solved';
      readonly batch: number;
      /** Checked; none if there are rows, which are there if a place was given. */
      readonly results: readonly PuzzleResult[];
      readonly rows: readonly EntryRows[];
      readonly heldMs: number;
      readonly by: WorkerCard | null;
    }
  /**
   * The queue cannot be used, or not any more. `known`: it is a QueueError, whose message is for
   * people.
   */
  | { readonly kind: 'lost'; readonly code: ErrorCode | null; readonly message: string }
  | { readonly kind: 'closed' };
