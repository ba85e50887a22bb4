/**
 * Solver versions (`dist/solver-version`) with equal results: what one of a group has solved, the others take over (`--reuse`). A
 * version that is in no group is equal to itself alone.
 */
const EQUAL_SOLVERS: readonly (readonly string[])[] = [];

/** The solver versions whose results are those of `version`, itself included. */
export function solversEqualTo(version: string): readonly string[] {
  return EQUAL_SOLVERS.find((versions) => versions.includes(version)) ?? [version];
}
