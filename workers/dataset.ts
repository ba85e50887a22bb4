import { workerData } from 'piscina';
import { countAsked } from '../src/lab/census.js';
import { ChunkMaker, type Chunk, type ChunkTask, type Making } from '../src/lab/dataset/chunks.js';
import type { CensusCount } from '../src/pipeline/store/census.js';

/**
 * A thread of `nonomill dataset`, which begins with what is made; or of `nonomill study census` and
 * of a worker of a queue, which does all tasks that are sent to it. Both need the engine, which is
 * most of what is loaded.
 */
const maker = workerData === null ? null : new ChunkMaker(workerData as Making);
export default (task: ChunkTask): Chunk | CensusCount[] =>
  maker === null ? countAsked(task) : maker.make(task);
