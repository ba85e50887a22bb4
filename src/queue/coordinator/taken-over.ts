import { batchCount, pickFromBatch, type PackedBatch } from '../../puzzle/packed-batch.js';
import type { PuzzleResult } from '../../result/result.js';
import { packResults } from '../../pool/results/pack-results.js';
import { unpackResults } from '../../pool/results/unpack-results.js';
import type { WorkerCard } from '../messages/cards.js';
import { resultsReason } from '../messages/check-results.js';
import { namesIn, puzzleNames, type Answer } from '../messages/result-message.js';

/** What is kept at most: far more than was under work when a coordinator died. */
const MOST_RESULTS = 200_000;

/** A result, and who found it. */
interface Finding {
  readonly result: PuzzleResult;
  readonly worker: WorkerCard;
}

/** What is known of the first puzzles of a batch, all found by the same worker. */
export interface Known {
  readonly results: readonly PuzzleResult[];
  readonly by: WorkerCard | null;
  /** How many puzzles after them are not known, until one is. */
  readonly unknown: number;
}

/**
 * Results that workers found while their coordinator was gone, by what names their puzzles. Each is
 * given away once.
 */
export class TakenOver {
  private readonly found = new Map<string, Finding>();

  keep({ puzzles, results, worker }: Answer): void {
    const unpacked = unpackResults(results);
    for (const [i, name] of namesIn(puzzles).entries()) {
      if (this.found.size >= MOST_RESULTS) return;
      this.found.set(name, { result: unpacked[i], worker });
    }
  }

  look(batch: PackedBatch, asked: string): Known {
    const count = batchCount(batch);
    if (this.found.size === 0) return { results: [], by: null, unknown: count };
    const names = puzzleNames(batch, asked, 0, count);
    const results: PuzzleResult[] = [];
    let by: WorkerCard | null = null;
    while (results.length < count) {
      const name = names[results.length];
      const finding = this.found.get(name);
      if (finding === undefined || (by !== null && by.id !== finding.worker.id)) break;
      const one = pickFromBatch(batch, [results.length]);
      this.found.delete(name);
      if (resultsReason(one, packResults([finding.result])) !== null) break;
      by = finding.worker;
      results.push(finding.result);
    }
    const next = names.findIndex((name, i) => i >= results.length && this.found.has(name));
    return { results, by, unknown: (next === -1 ? count : next) - results.length };
  }
}
