import { pack, packedLength } from '../puzzle/packed.js';
import { packBatch, type PackedBatch } from '../puzzle/packed-batch.js';
import type { Puzzle } from '../puzzle/types.js';

/** Puzzles that travel together, and the inputs that they came from. */
export interface InputBatch<Input> {
  readonly inputs: readonly Input[];
  readonly puzzles: readonly Puzzle[];
  readonly packed: PackedBatch;
}

/** How much travels together; large puzzles go alone. */
const MOST_PUZZLES = 64;
const MOST_WORDS = 16 * 1024;

/** Cuts an iterable into batches on demand: it reads no further than needed. */
export class ReadAhead<Input> {
  private readonly iterator: Iterator<Input> | AsyncIterator<Input>;
  /** An item that was asked for and has not come yet. */
  private coming: Promise<IteratorResult<Input>> | null = null;
  private ended = false;
  /** The error that reading ended with, after puzzles that are solved first. */
  private failure: { readonly error: unknown } | null = null;

  constructor(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    private readonly puzzleOf: (input: Input) => Puzzle,
  ) {
    this.iterator =
      Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
  }

  /**
   * The next puzzles, at least one; null at the end. Puzzles that have come do not wait for those
   * that have not.
   */
  async next(): Promise<InputBatch<Input> | null> {
    if (this.failure !== null) throw this.failure.error;
    const inputs: Input[] = [];
    const puzzles: Puzzle[] = [];
    let words = 0;
    try {
      while (!this.ended && puzzles.length < MOST_PUZZLES && words < MOST_WORDS) {
        const item = await this.item(puzzles.length > 0);
        if (item === 'not yet') break;
        if (item.done === true) {
          this.ended = true;
          break;
        }
        const puzzle = this.puzzleOf(item.value);
        inputs.push(item.value);
        puzzles.push(puzzle);
        words += packedLength(puzzle);
      }
    } catch (error) {
      if (puzzles.length === 0) throw error;
      this.failure = { error };
    }
    if (puzzles.length === 0) return null;
    return { inputs, puzzles, packed: packBatch(puzzles.map((puzzle) => pack(puzzle))) };
  }

  /**
   * Lets the iterable clean up; nothing more is read. If it is still working on an item, it cleans
   * up after that; nobody waits for it.
   */
  async close(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    const closing = Promise.resolve(this.iterator.return?.());
    if (this.coming === null) await closing;
    else closing.catch(() => undefined);
  }

  private async item(mayWait: boolean): Promise<IteratorResult<Input> | 'not yet'> {
    if (this.coming === null) {
      const item = this.iterator.next();
      if (!(item instanceof Promise)) return item;
      this.coming = item;
    }
    const { coming } = this;
    const item = mayWait ? await Promise.race([coming, soon()]) : await coming;
    if (item !== 'not yet') this.coming = null;
    return item;
  }
}

function soon(): Promise<'not yet'> {
  return new Promise((resolve) => setImmediate(resolve, 'not yet'));
}
