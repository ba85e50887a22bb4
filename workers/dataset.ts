import { parentPort, workerData } from 'node:worker_threads';
import { ChunkMaker, type ChunkTask } from '../src/cli/gathering/chunks.js';
import type { ChunkThreadData } from '../src/cli/gathering/chunk-threads.js';

/** A worker thread of `nonomill dataset`; the other end is src/cli/gathering/chunk-threads.ts. */
const maker = new ChunkMaker(workerData as ChunkThreadData);
parentPort!.on('message', (task: ChunkTask) => parentPort!.postMessage(maker.make(task)));
