import type { Store } from '../open/open.js';

/** The scores of a run's puzzles in ascending order; puzzles without one are left out. */
export function runScores(store: Store, runId: number): Float64Array {
  const scores = store.db
    .prepare<[number], number>(
      'SELECT difficulty FROM results WHERE run_id = ? AND difficulty IS NOT NULL',
    )
    .pluck()
    .iterate(runId);
  return Float64Array.from(scores).sort();
}

/** How a score ranks among the scores of a run. */
export interface ScoreRank {
  /** How many puzzles of the run have a lower score. */
  readonly below: number;
  /** How many puzzles of the run have a score. */
  readonly rated: number;
}

/** The rank of a score among scores in ascending order. */
export function scoreRank(scores: Float64Array, difficulty: number): ScoreRank {
  let [low, high] = [0, scores.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[middle] < difficulty) low = middle + 1;
    else high = middle;
  }
  return { below: low, rated: scores.length };
}
