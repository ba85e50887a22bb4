import type { Store } from '../store/open/open.js';
import { runScores, scoreRank, type ScoreRank } from '../store/runs/score-rank.js';
import type { RunEntry } from './api.js';

/** Ranks of scores in their run; the scores of the run asked for last are kept, 8 bytes each. */
export class ScoreRanks {
  private kept: { readonly version: string; readonly scores: Float64Array } | null = null;

  constructor(private readonly store: Store) {}

  of({ runId, state, finishedAt, results }: RunEntry, difficulty: number): ScoreRank {
    const version = `${runId} ${state} ${finishedAt ?? ''} ${results}`;
    if (this.kept?.version !== version) {
      this.kept = { version, scores: runScores(this.store, runId) };
    }
    return scoreRank(this.kept.scores, difficulty);
  }
}
