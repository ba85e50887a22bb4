import { workerData } from 'piscina';
import { CensusCounter, type CensusTask } from '../src/lab/census.js';
import type { CensusCount } from '../src/pipeline/store/census.js';
import type { GridSize } from '../src/solver/core/puzzle/types.js';

/** A thread of `nonomill study census`: a part of the work a task. */
const counter = new CensusCounter(workerData as GridSize);
export default (task: CensusTask): CensusCount[] => counter.count(task);
