import { compareRuns } from '../../store/compare/comparison.js';
import { conditionDifferences } from '../../store/compare/conditions.js';
import type { Store } from '../../store/open/open.js';
import { timeFigures } from '../../store/runs/run-figures.js';
import { findRun } from '../../store/runs/runs.js';
import type { CompareAnswer, RunEntry } from '../api.js';

/**
 * Makes comparisons one after the other (they share temporary tables of the connection) and keeps
 * the last one for the next request.
 */
export class CompareAnswers {
  private queue: Promise<unknown> = Promise.resolve();
  private kept: { readonly key: string; readonly answer: CompareAnswer } | null = null;

  constructor(private readonly store: Store) {}

  of(left: RunEntry, right: RunEntry): Promise<CompareAnswer> {
    const answer = this.queue.then(() => this.answer(left, right));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  private async answer(left: RunEntry, right: RunEntry): Promise<CompareAnswer> {
    const key = [left, right]
      .map(({ runId, state, finishedAt, results }) => [runId, state, finishedAt, results].join())
      .join(' ');
    if (this.kept?.key === key) return this.kept.answer;
    const answer: CompareAnswer = {
      left,
      right,
      comparison: await compareRuns(this.store, left.runId, right.runId),
      conditions: conditionDifferences(
        findRun(this.store, String(left.runId)),
        findRun(this.store, String(right.runId)),
      ),
      leftBins: timeFigures(this.store, left.runId, []).bins,
      rightBins: timeFigures(this.store, right.runId, []).bins,
    };
    this.kept = { key, answer };
    return answer;
  }
}
