import { workerData } from 'piscina';
import {
  ChunkMaker,
  type Chunk,
  type ChunkTask,
  type ChunkThreadData,
} from '../src/lab/dataset/chunks.js';

/** A thread of `nonomill dataset`: a part of the work a task. */
const maker = new ChunkMaker(workerData as ChunkThreadData);
export default (task: ChunkTask): Chunk => maker.make(task);
