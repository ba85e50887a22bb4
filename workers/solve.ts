import { createBatchSolver } from '../src/pool/solve-batch.js';
import { Solver } from '../src/solver/solve.js';

/** A worker thread of the local pool: solves the puzzles of one batch. */
export default createBatchSolver(() => {
  const solver = new Solver();
  return (words, offset, limits) => solver.solve(words, offset, limits);
});
