/**
 * A worker that carries out the functions of the library; docs/solver/library.md describes it.
 * Everything exported here is public: names and types follow SemVer.
 */
export { openWorker } from './solver/craft/library/worker.js';
export type { SolverWorker, Stoppable } from './solver/craft/library/worker.js';
