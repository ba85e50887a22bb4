import type { OtherSolver } from '../result/run/other-solver.js';

/** Another program: all that decides what it answers. */
export type Rival =
  | {
      readonly kind: 'race';
      readonly command: string;
      readonly format: string | null;
      /** A regular expression, or null if only pictures are read. */
      readonly verdict: string | null;
      readonly runs: number;
    }
  | { readonly kind: 'referee'; readonly claims: string };

/** The rival as a run knows it: a race of the same command is the same one, however its output is read. */
export function solverOf(rival: Rival): OtherSolver {
  return { kept: rival, flags: rival.kind === 'race' ? ['format', 'verdict', 'runs'] : [] };
}
