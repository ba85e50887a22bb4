import { availableParallelism } from 'node:os';
import { ArgumentError } from '../../../solver/craft/library/errors.js';
import {
  type AbortSignalLike,
  checkOptions,
  type Expectation,
  isAbortSignal,
  orNull,
  type PuzzleInput,
  puzzleOf,
  shownValue,
  truth,
  wholeNumber,
} from '../../../solver/craft/library/options.js';
import {
  SOLVE_OPTIONS,
  solveLimits,
  type SolveOptions,
} from '../../../solver/craft/library/solve.js';
import { LocalPool } from '../pool/local-pool.js';
import type { BatchLimits, Pool } from '../pool/pool.js';
import {
  batchCount,
  cutBatch,
  type PackedBatch,
  packBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import type { Verdict } from '../../../solver/core/result/outcome.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import { libraryError } from './library-run.js';
import { pack, packedLength } from '../../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';

/** What may be spent on each puzzle, and how they are solved. */
export interface SolveManyOptions extends SolveOptions {
  /** Threads that solve. Default: the parallelism of the machine. */
  readonly threads?: number | undefined;
  /** Whether unique puzzles are rated. Default: true. */
  readonly difficulty?: boolean | undefined;
  /** Ends the work at once; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignalLike | null | undefined;
}

/**
 * One of the inputs of `solveMany`: a puzzle, or an object with one, such as `readPuzzles` returns.
 */
export type ManyInput = PuzzleInput | { readonly puzzle: PuzzleInput };

/** An input and what was found about it. */
export interface SolvedInput<Input> {
  readonly input: Input;
  readonly result: PuzzleResult & Verdict;
}

/**
 * Milliseconds after which a thread returns what it has, so that others can take some of the rest.
 */
const SLICE_MS = 100;

/**
 * Solves puzzles on several threads, and yields results in the order of the puzzles, as they come.
 * It reads no further ahead than the threads need: taking results slowly slows the reading, too.
 * The threads start when the first result is asked for, and end with the iteration, even if it is
 * left in the middle. If a puzzle exceeds its limits or kills its thread, its result says so.
 * @throws ArgumentError and PuzzleError, after the results of the puzzles before it, for an input
 * that is not a puzzle; FailureError NM_THREADS_NOT_STARTED if no thread starts.
 */
export function solveMany<Input extends ManyInput>(
  puzzles: Iterable<Input> | AsyncIterable<Input>,
  options: SolveManyOptions = {},
): AsyncGenerator<SolvedInput<Input>, void, undefined> {
  checkOptions('solveMany', options, SOLVE_MANY_OPTIONS);
  if (!isIterable(puzzles)) {
    throw new ArgumentError(
      `solveMany: expected an iterable of puzzles, got ${shownValue(puzzles)}`,
    );
  }
  return results(puzzles, wishesOf('solveMany', options));
}

/**
 * Solves one puzzle on several threads, while this one goes on: if it takes more than a tenth of a
 * second, each thread solves it in another position, turned or mirrored, and the first verdict
 * counts. With `maxSteps` or one thread, one alone solves it. They end before the
 * promise settles.
 * @throws ArgumentError and PuzzleError if the puzzle or an option is not valid; FailureError with
 * NM_THREADS_NOT_STARTED if no thread starts; the signal's reason if it is aborted.
 */
export async function solveByThreads(
  puzzle: PuzzleInput,
  options: SolveManyOptions = {},
): Promise<PuzzleResult & Verdict> {
  checkOptions('solve', options, SOLVE_MANY_OPTIONS);
  // Before a thread starts for what is not a puzzle.
  const input = puzzleOf(puzzle);
  let found: (PuzzleResult & Verdict) | null = null;
  // Other threads than the first start when they are to help. Solving it twice, so that its time is
  // not that of a cold thread, would only take longer.
  const wishes = { ...wishesOf('solve', options), atOnce: 1, warmsUp: false };
  for await (const { result } of results([input], wishes)) found = result;
  return found!;
}

function wishesOf(name: string, options: SolveManyOptions): Wishes {
  const { threads = availableParallelism(), difficulty = true, signal, ...solving } = options;
  const limits = { ...solveLimits(name, solving), difficulty, sliceMs: SLICE_MS };
  const memoryMiB = solving.memoryMiB === Infinity ? null : (solving.memoryMiB ?? null);
  return { threads, memoryMiB, limits, signal: signal ?? null };
}

interface Wishes {
  readonly threads: number;
  /** As in LocalPoolOptions. */
  readonly atOnce?: number;
  readonly warmsUp?: boolean;
  readonly memoryMiB: number | null;
  readonly limits: BatchLimits;
  readonly signal: AbortSignalLike | null;
}

/** Puzzles that were sent, and their results. */
interface Sent<Input> {
  readonly inputs: readonly Input[];
  readonly results: Promise<readonly PuzzleResult[]>;
}

async function* results<Input extends ManyInput>(
  puzzles: Iterable<Input> | AsyncIterable<Input>,
  { limits, signal, ...wishes }: Wishes,
): AsyncGenerator<SolvedInput<Input>, void, undefined> {
  signal?.throwIfAborted();
  const reader = new ReadAhead(puzzles, puzzleOfInput);
  const pool = new LocalPool(wishes);
  const aborted = abortion(signal);
  const underWay: Sent<Input>[] = [];
  let failed: { readonly error: unknown } | null = null;
  let reading: ReturnType<typeof reader.next> | null = null;
  let ended = false;
  try {
    for (;;) {
      if (reading === null && !ended && underWay.length < pool.capacity) {
        reading = reader.next();
        reading.catch(() => undefined);
      }
      const [first] = underWay;
      if (reading === null && first === undefined) break;
      const came = await Promise.race([
        ...(first === undefined ? [] : [first.results.then(() => 'results' as const)]),
        ...(reading === null
          ? []
          : [
              reading.then(
                () => 'puzzles' as const,
                () => 'puzzles' as const,
              ),
            ]),
        aborted.promise,
      ]);
      if (came === 'results') {
        underWay.shift();
        const found = await first.results;
        for (const [i, result] of found.entries()) {
          // The threads have refused what does not have the pictures of its verdict.
          yield { input: first.inputs[i], result: result as PuzzleResult & Verdict };
          signal?.throwIfAborted();
        }
        continue;
      }
      try {
        const batch = await reading;
        if (batch === null) ended = true;
        else {
          const solving = solveAll(pool, batch.packed, limits);
          solving.catch(() => undefined);
          underWay.push({ inputs: batch.inputs, results: solving });
        }
      } catch (error) {
        failed = { error };
        ended = true;
      }
      reading = null;
    }
  } finally {
    aborted.forget();
    await Promise.all([pool.close(), reader.close()]);
  }
  if (failed !== null) throw failed.error;
}

/** All results of a batch: what a thread leaves after its slice is solved in two parts. */
async function solveAll(
  pool: Pool,
  batch: PackedBatch,
  limits: BatchLimits,
): Promise<readonly PuzzleResult[]> {
  const { results: found } = await pool.solve(batch, limits).catch((error: unknown) => {
    throw libraryError(error);
  });
  const left = batchCount(batch) - found.length;
  if (left === 0) return found;
  const parts = cutBatch(batch, found.length, Math.ceil(left / 2));
  const rest = await Promise.all(parts.map((part) => solveAll(pool, part, limits)));
  return [...found, ...rest.flat()];
}

/** A promise that rejects once the signal is aborted, and can be released. */
function abortion(signal: AbortSignalLike | null): {
  readonly promise: Promise<never>;
  forget(): void;
} {
  let abort: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, reject) => (abort = reject));
  const listener = (): void => abort(signal?.reason);
  signal?.addEventListener('abort', listener);
  promise.catch(() => undefined);
  return { promise, forget: () => signal?.removeEventListener('abort', listener) };
}

function puzzleOfInput(input: ManyInput): ReturnType<typeof puzzleOf> {
  const isWrapped = typeof input === 'object' && input !== null && 'puzzle' in input;
  return puzzleOf(isWrapped ? input.puzzle : input);
}

function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}

const SOLVE_MANY_OPTIONS: Readonly<Record<keyof SolveManyOptions, Expectation>> = {
  ...SOLVE_OPTIONS,
  threads: wholeNumber(1, 1024),
  difficulty: truth,
  signal: orNull(isAbortSignal),
};

/** Puzzles that travel together, and the inputs that they came from. */
interface InputBatch<Input> {
  readonly inputs: readonly Input[];
  readonly puzzles: readonly Puzzle[];
  readonly packed: PackedBatch;
}

/** How much travels together; large puzzles go alone. */
const MOST_PUZZLES = 64;

const MOST_WORDS = 16 * 1024;

/** Cuts an iterable into batches on demand: it reads no further than needed. */
class ReadAhead<Input> {
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
