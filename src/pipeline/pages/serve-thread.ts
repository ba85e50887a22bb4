import { Worker } from 'node:worker_threads';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import type { ErrorCode } from '../../solver/core/text/error-codes.js';
import { builtFile } from '../files/program.js';
import type { listen } from './listen.js';

/** What the thread that serves is started with: paths of databases, and where to listen. */
export interface ServeRequest extends Omit<Parameters<typeof listen>[0], 'store' | 'others'> {
  readonly databases: readonly string[];
}

/** What it tells once: that it listens, or why it cannot. */
export type ServeMessage =
  { readonly url: string } | { readonly code: ErrorCode; readonly message: string };

/** How long a statement under way is waited for. */
const GRACE_MS = 2000;

/**
 * Serves the pages from a thread of its own, so that this one hears signals while a statement of
 * SQLite goes on, which nothing interrupts: of a damaged database it may never end.
 * @throws NonomillError as `listen`
 */
export async function startServer(request: ServeRequest) {
  const thread = new Worker(builtFile('program/serve.js'), { workerData: request });
  const failed = new Promise<never>((_, reject) => thread.once('error', reject));
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const told = new Promise<ServeMessage>((resolve) => thread.once('message', resolve));
  const message = await Promise.race([told, failed]);
  if (!('url' in message)) throw new NonomillError(message.code, message.message);
  return {
    url: message.url,
    /** Fails if the thread does. */
    failed,
    /** Ends it, as `signal` asked for. */
    async close(signal: NodeJS.Signals): Promise<void> {
      thread.postMessage('close');
      // A thread is not ended before its statement, and neither is a process that exits: only one
      // that a signal ends, to which nobody listens any more.
      const late = setTimeout(() => process.kill(process.pid, signal), GRACE_MS);
      await Promise.race([ended, failed]);
      clearTimeout(late);
    },
  };
}
