import { parentPort, workerData } from 'node:worker_threads';
import { NonomillError } from '../src/solver/core/text/nonomill-error.js';
import { listen } from '../src/pipeline/pages/listen.js';
import type { ServeRequest, ServeMessage } from '../src/pipeline/pages/serve-thread.js';
import { openStore } from '../src/pipeline/store/open/open.js';

/** The thread of `nonomill serve` that answers requests: the main one stays free for signals. */
const { databases, ...address } = workerData as ServeRequest;
const port = parentPort!;
const tell = (message: ServeMessage): void => port.postMessage(message);
try {
  const [store, ...others] = databases.map((path) => openStore(path, { readonly: true }));
  const server = await listen({ store, others, ...address });
  port.once('message', () => void server.close().then(() => port.close()));
  tell({ url: server.url });
} catch (error) {
  if (!(error instanceof NonomillError)) throw error;
  tell({ code: error.code, message: error.message });
}
