import { packBatch } from '../../core/puzzle/packed-batch.js';
import type { PackedWords } from '../../core/puzzle/packed.js';
import type { KnownVerdict } from './judge.js';
import { LocalPool } from '../pool/local-pool.js';

/** nonomill's own solver, which is asked about a puzzle if a claim about it must be judged. */
export class Reference {
  private readonly pool: LocalPool;

  constructor(
    threads: number,
    private readonly timeoutMs: number,
  ) {
    // Questions come one by one, and many runs have none.
    this.pool = new LocalPool({ threads, memoryMiB: null, atOnce: 1 });
  }

  /** What is known of a puzzle once the solver has worked on it for its time. */
  async known(words: PackedWords): Promise<KnownVerdict> {
    const { results } = await this.pool.solve(packBatch([words]), {
      timeoutMs: this.timeoutMs,
      maxSteps: Infinity,
      memoryBytes: Infinity,
      count: 2,
      guessDepth: 0,
      difficulty: false,
      sliceMs: Infinity,
    });
    return results[0];
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
