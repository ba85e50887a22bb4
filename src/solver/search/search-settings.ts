/**
 * What was tuned, on the 83 even tournament puzzles that take clasp 0.15 s or more. Moving the unit
 * of restarts by 3 % alone moves their mean conflicts by 20 %, and their total time by 40 %: most
 * neighbours of these values cannot be told apart.
 */
export const SETTINGS = {
  /** Conflicts to a restart, times Luby's sequence: 250 to 1000 are alike; 100 cost 40 % more. */
  restartUnit: 250,
  /** How much an activity is worth a conflict later: 0.75 to 0.95 are alike. */
  decay: 0.9,
  /** Conflicts until learned clauses are deleted for the first time. */
  clauses: 500,
  /** And how many more each time until the next. */
  moreClauses: 50,
  /** Clauses of this rank or less are kept for two deletions after they were last of use. */
  tier: 6,
  /** What a likely cell's certainty of one half counts among the activities: a hundred bumps. */
  likely: 100,
  /** What led to a clause of this rank or less is bumped this many steps back (`bumpReasons`). */
  deepRank: 6,
  deepSteps: 3,
};
