import type { Store } from '../open/open.js';

/** How hard a puzzle is for people, as a run stored it. */
export interface StoredScore {
  readonly score: number;
  readonly stars: number;
}

/**
 * The scores of puzzles by their fingerprints, each from the latest run that has one. Reads the
 * fingerprints of all puzzles once, some 0.3 s for a million.
 */
export function scoresByFingerprint(
  store: Store,
  fingerprints: readonly string[],
): ReadonlyMap<string, StoredScore> {
  const rows = store.db
    .prepare<[string], StoredScore & { readonly fingerprint: string }>(
      // The order of the tables is that of the look-ups: a puzzle, then its result of each run by
      // its key.
      `SELECT fingerprint, difficulty AS score, stars FROM puzzles CROSS JOIN runs CROSS JOIN results
       ON results.run_id = runs.run_id AND results.puzzle_id = puzzles.puzzle_id
       WHERE fingerprint IN (SELECT value FROM json_each(?)) AND difficulty IS NOT NULL AND stars IS NOT NULL
       ORDER BY runs.run_id`,
    )
    .all(JSON.stringify(fingerprints));
  return new Map(rows.map(({ fingerprint, score, stars }) => [fingerprint, { score, stars }]));
}
