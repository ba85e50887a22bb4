import { parentPort, workerData } from 'node:worker_threads';
import { QueueError } from '../link/queue-error.js';
import { Coordinator } from './coordinator.js';
import type { Found } from './assignment.js';
import type { CoordinatorReport, CoordinatorRequest, CoordinatorTask } from './thread-protocol.js';

/**
 * The inside of the coordinating thread: messages are packed, parsed and checked here, so that the main thread
 * has little more to do than to write rows.
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

  const give = (batch: number, found: Found): void => {
    const { results, heldMs, by } = found;
    if (found.kept !== null) kept.set(batch, found.kept);
    report({ kind: 'solved', batch, results, heldMs, by }, [results]);
  };

  port.on('message', (request: CoordinatorRequest) => {
    switch (request.kind) {
      case 'solve': {
        const { batch, packed, limits } = request;
        coordinator.solve(packed, limits).then((found) => give(batch, found), lose);
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
