import { workerData } from 'piscina';
import { CensusCounter, type CensusTask } from '../src/lab/census.js';
import {
  ChunkMaker,
  type Chunk,
  type ChunkTask,
  type ChunkThreadData,
} from '../src/lab/dataset/chunks.js';
import type { CensusCount } from '../src/pipeline/store/census.js';
import type { GridSize } from '../src/solver/core/puzzle/types.js';

/**
 * A thread of `nonomill dataset`, or of `nonomill study census` if it begins with a size: a part of
 * the work a task. Both need the engine, which is most of what is loaded.
 */
const given = workerData as ChunkThreadData | GridSize;
const make = 'width' in given ? counting(given) : making(given);
export default (task: ChunkTask & CensusTask): Chunk | CensusCount[] => make(task);

function counting(size: GridSize): (task: CensusTask) => CensusCount[] {
  const counter = new CensusCounter(size);
  return (task) => counter.count(task);
}

function making(data: ChunkThreadData): (task: ChunkTask) => Chunk {
  const maker = new ChunkMaker(data);
  return (task) => maker.make(task);
}
