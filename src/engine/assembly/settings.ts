// The tunable numbers that the engine needs. JavaScript writes the first three before each puzzle, and all of them when
// `writeSettings` asks for them: most puzzles need no more. src/solver/model/settings.ts says what each is, and what
// was measured for it.

/** Lets JavaScript write all settings. */
export declare function writeSettings(): void;

/** The places of the settings: the names in engine.ts have the same order. */
export const enum Setting {
  workBetweenLooks,
  briefConflicts,
  loggedWords,
  restartUnit,
  decay,
  clauses,
  moreClauses,
  tier,
  deepRank,
  deepSteps,
  imageRank,
  firstProving,
  provingRank,
  provingRankSymmetric,
  finding,
  proving,
  provingSymmetric,
  turnGrowth,
  likely,
  beliefRounds,
  beliefRoundsAgain,
  beliefSteps,
  freshShare,
  freshConflicts,
  aheadBlocks,
  aheadSteps,
  rememberedRemovals,
  keptExplanationWords,
  countedOneByOne,
  backboneConflicts,
  firstWhole,
  lastWhole,
  fewestCountSteps,
  leastCountShare,
  countCacheBytes,
  estimateShare,
  estimateTrust,
  estimateLeast,
  estimateCounted,
  estimateSteps,
  estimateWays,
  estimateNodes,
}

const values: usize = memory.data(8 * 64, 16);

/** Where JavaScript writes the settings, as doubles. */
export function settingsPlace(): usize {
  return values;
}

/** The value of a setting. */
export function setting(which: Setting): f64 {
  return load<f64>(values + ((<usize>which) << 3));
}

/** Changes a setting. */
export function setSetting(which: Setting, value: f64): void {
  store<f64>(values + ((<usize>which) << 3), value);
}
