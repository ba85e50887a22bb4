import { batchCount, pickFromBatch, type PackedBatch } from '../../puzzle/packed-batch.js';
import type { PuzzleResult } from '../../result/result.js';
import { resultsReason } from './messages/check-results.js';
import type { ResultMessage } from './messages/result-message.js';
import { puzzleNames } from './messages/result-message.js';

/** What is kept at most: far more than was under work when a coordinator died. */
const MOST_RESULTS = 200_000;

/**
 * Results that workers found while their coordinator was gone, by what names their puzzles. Each is
 * given away once.
 */
export class TakenOver {
  private readonly found = new Map<string, PuzzleResult>();

  keep({ puzzles, results }: ResultMessage): void {
    for (const [i, name] of puzzles.entries()) {
      if (this.found.size >= MOST_RESULTS) return;
      this.found.set(name, results[i]);
    }
  }

  /**
   * What is known of the first puzzles of a batch; `unknown` says how many puzzles from its front
   * are not, until one is.
   */
  look(batch: PackedBatch, asked: string): { results: PuzzleResult[]; unknown: number } {
    const count = batchCount(batch);
    if (this.found.size === 0) return { results: [], unknown: count };
    const names = puzzleNames(batch, asked, 0, count);
    const results: PuzzleResult[] = [];
    while (results.length < count) {
      const name = names[results.length];
      const result = this.found.get(name);
      if (result === undefined) break;
      const one = pickFromBatch(batch, [results.length]);
      this.found.delete(name);
      if (resultsReason(one, [result]) !== null) break;
      results.push(result);
    }
    const next = names.findIndex((name, i) => i >= results.length && this.found.has(name));
    return { results, unknown: (next === -1 ? count : next) - results.length };
  }
}
