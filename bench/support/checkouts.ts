import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type * as Limits from '../../src/solver/engine/model/limits.js';
import type * as Solve from '../../src/solver/engine/solver/solve.js';

/** The solver of a built checkout, with the limits that it has by default. */
export interface CheckoutSolver {
  readonly Solver: typeof Solve.Solver;
  readonly DEFAULT_SOLVE_LIMITS: typeof Limits.DEFAULT_SOLVE_LIMITS;
}

/** Loads the solver of a built checkout, which may be older than the four packages. */
export async function solverOf(checkout: string): Promise<CheckoutSolver> {
  const folder = join(checkout, 'dist', 'src');
  const engine = ['solver/engine', 'engine']
    .map((name) => join(folder, name))
    .find((path) => existsSync(join(path, 'model')));
  const found = engine ?? join(folder, 'solver');
  const solve = [join(found, 'solver', 'solve.js'), join(found, 'solve.js')].find(existsSync);
  if (solve === undefined) throw new Error(`${checkout}: built (npm run build)?`);
  const { Solver } = (await import(solve)) as typeof Solve;
  const limits = join(found, 'model', 'limits.js');
  const { DEFAULT_SOLVE_LIMITS } = (await import(limits)) as typeof Limits;
  return { Solver, DEFAULT_SOLVE_LIMITS };
}
