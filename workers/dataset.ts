import { parentPort, workerData } from 'node:worker_threads';
import { ChunkMaker, type ChunkTask, type ChunkThreadData } from '../src/cli/gathering/chunks.js';

/** A worker thread of `nonomill dataset`; the other end is src/cli/gathering/chunk-threads.ts. */
const maker = new ChunkMaker(workerData as ChunkThreadData);
parentPort!.on('message', (task: ChunkTask) => parentPort!.postMessage(maker.make(task)));
