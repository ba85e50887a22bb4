import { parentPort, workerData } from 'node:worker_threads';
import {
  rowsOf,
  shareFinder,
  type ReusedResult,
  type RowPlace,
} from '../../store/packed/entry-rows.js';
import {
  pickFromBatch,
  viewBatch,
  withoutLabels,
  type PackedBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import type { PuzzleResult, ResultInCells } from '../../../solver/core/result/result.js';
import type { SolvedWhy } from '../../record/solved-why.js';
import { QueueError } from '../link/queue-error.js';
import { withTexts } from '../messages/sent-results.js';
import { Coordinator } from './coordinator.js';
import type { WorkerFindings } from './assignment.js';
import type { CoordinatorReport, CoordinatorRequest, CoordinatorTask } from './thread-protocol.js';

/**
 * The inside of the coordinating thread: messages are packed, parsed and checked here, and rows
 * made of them, so that the main thread has little more to do than to write these.
 */
export async function serveCoordinator(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('the coordinating thread has no one to talk to');
  const report = (message: CoordinatorReport, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const lose = (error: unknown): void => {
    const code = error instanceof QueueError ? error.code : null;
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report({ kind: 'lost', code, message: error instanceof QueueError ? error.message : said });
  };
  let coordinator: Coordinator;
  try {
    coordinator = await Coordinator.open(workerData as CoordinatorTask, {
      onNote: (message) => report({ kind: 'note', message }),
      onWorkers: (workers) => report({ kind: 'workers', workers }),
      onLost: lose,
    });
  } catch (error) {
    lose(error);
    return;
  }
  /** To be called once the results of a batch are committed. */
  const uncommitted = new Map<number, () => void>();

  const give = (
    asked: CoordinatorRequest & { readonly kind: 'solve' },
    found: WorkerFindings,
    reused: readonly (ReusedResult | SolvedWhy)[] = [],
  ): void => {
    const { batch, packed, place } = asked;
    const { heldMs, by } = found;
    if (found.onCommitted !== null) uncommitted.set(batch, found.onCommitted);
    const rows = place === null ? [] : [rowsOf(packed, found.results, place, reused)];
    const results = place === null ? textResults(packed, found.results) : [];
    report(
      { kind: 'solved', batch, results, rows, heldMs, by },
      rows.map(({ bytes }) => bytes),
    );
  };

  // Workers see only what is left.
  const solve = async (asked: CoordinatorRequest & { readonly kind: 'solve' }): Promise<void> => {
    const { packed, limits, place } = asked;
    const reused = place === null ? [] : await reusedIn(packed, place);
    const left = reused.flatMap((one, i) => (typeof one === 'string' ? [i] : []));
    if (reused.length > 0 && left.length === 0) {
      give(asked, { results: [], heldMs: 0, by: null, onCommitted: null }, reused);
      return;
    }
    const batch = left.length < reused.length ? pickFromBatch(packed, left) : packed;
    give(asked, await coordinator.solve(withoutLabels(batch), limits), reused);
  };

  port.on('message', (request: CoordinatorRequest) => {
    switch (request.kind) {
      case 'solve': {
        solve(request).catch(lose);
        break;
      }
      case 'kept':
        uncommitted.get(request.batch)?.();
        uncommitted.delete(request.batch);
        break;
      case 'close':
        void coordinator.close().then(() => report({ kind: 'closed' }));
        break;
    }
  });
  report({ kind: 'opened' });
}

/** Results of the first puzzles of a batch with their pictures as text. */
function textResults(packed: PackedBatch, results: readonly ResultInCells[]): PuzzleResult[] {
  const { words, offsets } = viewBatch(packed);
  return results.map((result, i) => withTexts(result, words, offsets[i]));
}

/** For each puzzle of a batch the result that is taken over, or why there is none. */
async function reusedIn(
  packed: PackedBatch,
  place: RowPlace,
): Promise<readonly (ReusedResult | SolvedWhy)[]> {
  const { reuse: wish } = place;
  if (wish === undefined) return [];
  const { reuseFor } = await import('../../runs/reuse/reuse.js');
  const reuse = reuseFor(wish);
  const { words, offsets } = viewBatch(packed);
  const view = { words, bytes: new Uint8Array(packed) };
  const shareOf = shareFinder(place);
  return offsets.map((offset, i) => reuse.find(view, offset, shareOf(i)));
}
