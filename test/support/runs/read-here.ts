import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import type { CorpusReader } from '../../../src/pipeline/corpus/reader/corpus-reader.js';
import { ReadingThread } from '../../../src/pipeline/corpus/reader/reading-thread.js';
import {
  serveReading,
  type ReadingRequest,
  type ReadingTask,
} from '../../../src/pipeline/corpus/reader/serve-reading.js';
import { depth } from '../depth.js';

type ReadingWorker = ReturnType<typeof ReadingThread.start>;

/**
 * Does what the reading thread does, in this one: most of the time of a short run is the start of
 * its threads.
 */
export class ReadingHere extends EventEmitter implements ReadingWorker {
  private readonly ends = new MessageChannel();
  private readonly reader: CorpusReader;

  constructor(task: ReadingTask) {
    super();
    this.ends.port1.on('message', (answer: unknown) => this.emit('message', answer));
    this.reader = serveReading(this.ends.port2, task);
  }

  postMessage(request: ReadingRequest): void {
    this.ends.port1.postMessage(request);
  }

  terminate(): Promise<void> {
    this.ends.port1.close();
    // What waits for standard input does so for ever: nobody waits for that.
    void this.reader.close();
    return Promise.resolve();
  }
}

/**
 * Where runs of the tests' own process read: there as well; with `npm run test:deep` in a thread,
 * as for users.
 */
const inThread = ReadingThread.start;
mock.method(
  ReadingThread,
  'start',
  depth<typeof inThread>((task) => new ReadingHere(task), inThread),
);
