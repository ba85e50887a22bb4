interface EqualSolvers {
  /** The SHA-256 of test/goldens/equal-results.txt, as all of them make it. */
  readonly golden: string;
  /** As `dist/solver-version` names them. */
  readonly versions: readonly string[];
}

/**
 * Solver versions whose results are equal: what one of a group has solved, the others take over
 * (`--reuse`). A version that is in no group is equal to itself alone. The golden has what the
 * solver says of 566 puzzles. While it stays as it is, a release joins the last group
 * (CONTRIBUTING.md, "Make a release"); once it changes, a new group begins, and what was solved
 * before is solved again.
 */
export const EQUAL_SOLVERS: readonly EqualSolvers[] = [
  {
    golden: 'b7da3d6a5a4353b4b6c54faf9ace654e8869e8766522fcf4e06fd28c2eff465a',
    versions: ['ba7fa4481192e644'],
  },
  {
    golden: '3eefca36f9e0e6280210394b634168ef12aac3dbebd023e640d3855e54c58a78',
    versions: [],
  },
];

/** The solver versions whose results are those of `version`, itself included. */
export function solversEqualTo(version: string, groups = EQUAL_SOLVERS): readonly string[] {
  return groups.find(({ versions }) => versions.includes(version))?.versions ?? [version];
}
