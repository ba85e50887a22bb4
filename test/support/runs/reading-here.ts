import { EventEmitter } from 'node:events';
import { MessageChannel, type Worker } from 'node:worker_threads';
import {
  serveReading,
  type ReadingTask,
} from '../../../src/pipeline/corpus/reader/reading-thread.js';

/** What stands in for a reading thread: it does the same in this one. */
export function readingHere(task: ReadingTask): Worker {
  const { port1, port2 } = new MessageChannel();
  const thread = new EventEmitter();
  port1.on('message', (answer: unknown) => thread.emit('message', answer));
  const reader = serveReading(port2, task);
  const terminate = (): Promise<void> => {
    port1.close();
    // What waits for standard input does so for ever: nobody waits for that.
    void reader.close();
    return Promise.resolve();
  };
  const postMessage = (request: unknown): void => port1.postMessage(request);
  return Object.assign(thread, { postMessage, terminate }) as unknown as Worker;
}
