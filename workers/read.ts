// The thread that reads a corpus, whose two ends are in
// src/pipeline/corpus/reader/reading-thread.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { serveReading, type ReadingTask } from '../src/pipeline/corpus/reader/reading-thread.js';

if (parentPort === null) throw new Error('the reading thread has no one to talk to');
serveReading(parentPort, workerData as ReadingTask);
