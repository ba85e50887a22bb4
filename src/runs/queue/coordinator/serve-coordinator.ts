import { parentPort, workerData } from 'node:worker_threads';
import { rowsOf } from '../../packed/entry-rows.js';
import { withoutLabels } from '../../../core/puzzle/packed-batch.js';
import { QueueError } from '../link/queue-error.js';
import { Coordinator } from './coordinator.js';
import type { WorkerFindings } from './assignment.js';
import type { CoordinatorReport, CoordinatorRequest, CoordinatorTask } from './thread-protocol.js';

/**
 * The inside of the coordinating thread: messages are packed, parsed and checked here, and rows made of them, so that the
 * main thread has little more to do than to write these.
 */
export async function serveCoordinator(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('the coordinating thread has no one to talk to');
  const report = (message: CoordinatorReport, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const lose = (error: unknown): void => {
    const known = error instanceof QueueError;
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report({ kind: 'lost', known, message: known ? error.message : said });
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
  const kept = new Map<number, () => void>();

  const give = (
    asked: CoordinatorRequest & { readonly kind: 'solve' },
    found: WorkerFindings,
  ): void => {
    const { batch, packed, place } = asked;
    const { heldMs, by } = found;
    if (found.kept !== null) kept.set(batch, found.kept);
    const rows = place === null ? [] : [rowsOf(packed, found.results, place)];
    const results = place === null ? found.results : [];
    report(
      { kind: 'solved', batch, results, rows, heldMs, by },
      rows.map(({ bytes }) => bytes),
    );
  };

  port.on('message', (request: CoordinatorRequest) => {
    switch (request.kind) {
      case 'solve': {
        const { packed, limits } = request;
        coordinator
          .solve(withoutLabels(packed), limits)
          .then((found) => give(request, found))
          .catch(lose);
        break;
      }
      case 'kept':
        kept.get(request.batch)?.();
        kept.delete(request.batch);
        break;
      case 'close':
        void coordinator.close().then(() => report({ kind: 'closed' }));
        break;
    }
  });
  report({ kind: 'opened' });
}
