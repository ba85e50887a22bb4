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
    golden: 'f2df07cc7f3464c9fcc2b891276fd649cf0a25d6aafe390b350e3a3f594a36af',
    versions: [
      'a0c281581fb91b4b',
      'f12511b27cc3f62f',
      '72836504a6405e3f',
      'cc3832e2bd00f593',
      '0ad7415119245e92',
      '863feb57b39fe0f9',
    ],
  },
];

/**
 * Versions that did not look ahead inside assumptions: of what they were asked beyond guess depth
 * 1, they have not said all that is said today.
 */
export const WITHOUT_INNER_LOOK_AHEAD: readonly string[] = [
  'ba7fa4481192e644',
  'a0c281581fb91b4b',
  'f12511b27cc3f62f',
];

/** The solver versions whose results are those of `version`, itself included. */
export function solversEqualTo(version: string, groups = EQUAL_SOLVERS): readonly string[] {
  return groups.find(({ versions }) => versions.includes(version))?.versions ?? [version];
}
