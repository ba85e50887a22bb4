import { setImmediate as turn } from 'node:timers/promises';
import {
  type AbortSignalLike,
  checkOptions,
  type Expectation,
  isAbortSignal,
  oneOf,
  orNull,
  positiveNumber,
  shownValue,
  text,
  truth,
  wholeNumber,
  type PuzzleInput,
  puzzleOf,
} from '../../../solver/craft/library/options.js';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import {
  type RunObserver,
  type RunOutcome,
  type RunProgress,
  type RunStart,
  asking,
  MATCHING_OPTIONS,
  newRequest,
  type RunMode,
  type RunRequest,
  StopRequest,
} from '../request.js';
import { programVersion } from '../../files/program.js';
import { doRun as carryOut } from '../do-run.js';
import { PROOF_FORMATS } from '../../../solver/engine/certificate/lemma-text.js';
import {
  ArgumentError,
  EngineError,
  FormatError,
  NonomillError,
  PuzzleError,
} from '../../../solver/craft/library/errors.js';
import {
  SOLVE_OPTIONS,
  type SolveOptions,
  solveLimits,
} from '../../../solver/craft/library/solve.js';
import { STATUSES, type Status, type Verdict } from '../../../solver/core/result/outcome.js';
import { readShard } from '../../record/options.js';
import { openStore } from '../../store/open/open.js';
import { findRun, listRuns } from '../../store/stored-runs.js';
import type { Run, SolvedPuzzle, StoredReject } from '../../store/stored.js';
import { solvedPuzzles } from '../../store/queries/stored-results.js';
import { listRejects } from '../../store/queries/rejects.js';
import { LocalPool } from '../pool/local-pool.js';
import type { BatchLimits, Pool } from '../pool/pool.js';
import {
  batchCount,
  cutBatch,
  type PackedBatch,
  packBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import { pack, packedLength } from '../../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';

/** The options of `run`, like the flags of `nonomill run`. */
export interface RunOptions extends SolveOptions {
  /**
   * Files, folders and patterns. None with `retry`, or with `resume` to go on with the latest
   * unfinished run of the database, whatever its corpora.
   */
  readonly corpora?: string | readonly string[] | undefined;
  /** The database, made if there is none. Default: reports/nonomill.sqlite. */
  readonly db?: string | undefined;
  readonly name?: string | null | undefined;
  /** Threads that solve. Default: the parallelism of the machine. */
  readonly threads?: number | undefined;
  /** The share of puzzles, 0 to 1, that a second engine solves, too. Default: 0. */
  readonly crossCheck?: number | undefined;
  /** Whether unique puzzles are rated. Default: true. */
  readonly difficulty?: boolean | undefined;
  /** Whether unique and contradictory verdicts are proven, and proofs checked. Default: false. */
  readonly prove?: boolean | undefined;
  /** Prove, and keep the checked proofs in this folder as `<fingerprint>.proof.gz`. */
  readonly proveTo?: string | null | undefined;
  /** How the proofs there are written, `lrat` and `drat` with their clauses. Default: `own`. */
  readonly proofFormat?: 'own' | 'lrat' | 'drat' | undefined;
  /** The format of all corpora. Default: by extension, then by content. */
  readonly format?: string | null | undefined;
  /** Files of folders that are passed over: patterns, or names at any depth. */
  readonly ignore?: readonly string[] | undefined;
  /** Whether pictures (PNG) are read as puzzles, a cell for each pixel. Default: false. */
  readonly images?: boolean | undefined;
  readonly ignoreStart?: boolean | undefined;
  /** Whether columns come first in plain text that does not say which is which. Default: false. */
  readonly columnsFirst?: boolean | undefined;
  /** The most entries to read. */
  readonly limit?: number | null | undefined;
  /** The part of the entries to solve, '2/8' say, to be merged with the others. Default: all. */
  readonly shard?: string | null | undefined;
  /**
   * Whether to go on with the latest unfinished run, of the same corpora and name if these are
   * given. Options that are left out are then those of that run.
   */
  readonly resume?: boolean | undefined;
  /** Solve the puzzles of the latest run again whose results have one of these statuses. */
  readonly retry?: readonly Status[] | null | undefined;
  /** Whether what the database knows is taken over instead of solved again. Default: false. */
  readonly reuse?: boolean | undefined;
  /** The same, and this database is asked as well. */
  readonly reuseFrom?: string | null | undefined;
  /** Whether each commit waits until it is on the disk, so that a power cut takes nothing back. */
  readonly durable?: boolean | undefined;
  /** Milliseconds after which the run stops cleanly and can be resumed. */
  readonly stopAfterMs?: number | null | undefined;
  /** Stops the run cleanly: what is under work is finished and kept, and it can be resumed. */
  readonly signal?: AbortSignalLike | null | undefined;
  /** Called once, before the first puzzle. */
  readonly onStart?: ((start: RunStart) => void) | undefined;
  /** Called at most some ten times a second, and once at the end. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Called with what a person should know now: little disk left, a thread that was ended. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/**
 * Solves corpora into a database, as `nonomill run` does, without the report.
 * @throws ArgumentError if an option is not valid; FailureError if the run cannot be done, with the
 * reason: STOPPED_EARLY if the signal is aborted before the first puzzle. What a callback throws
 * stops the run as the signal does, and is thrown when it has stopped. What was committed stays.
 */
export async function run(options: RunOptions): Promise<RunOutcome> {
  const request = requestOf(options);
  const { signal, onStart, onProgress, onWarning } = options;
  const stop = new StopRequest();
  const ask = (): void => stop.request('signal');
  const thrown: unknown[] = [];
  const fail = (error: unknown): void => {
    thrown.push(error);
    ask();
  };
  /** Callbacks are called from timers, where nobody else could catch what they throw. */
  const guarded = <Told>(callback: ((what: Told) => unknown) | undefined, what: Told): void => {
    if (thrown.length > 0) return;
    try {
      const answer = callback?.(what);
      if (answer instanceof Promise) answer.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
  const observer: RunObserver = {
    started: (start) => guarded(onStart, start),
    progress: (progress) => guarded(onProgress, progress),
    warn: (message) => guarded(onWarning, message),
  };
  if (signal?.aborted === true) ask();
  signal?.addEventListener('abort', ask);
  try {
    const outcome = await carryOut(request, { observer, stop, toolVersion: programVersion() });
    if (thrown.length > 0) throw thrown[0];
    return outcome;
  } catch (error) {
    throw thrown.length > 0 ? thrown[0] : libraryError(error);
  } finally {
    signal?.removeEventListener('abort', ask);
  }
}

function requestOf(options: RunOptions): RunRequest {
  checkOptions('run', options ?? null, RUN_OPTIONS);
  const { difficulty, proveTo } = options;
  const corpora = [options.corpora ?? []].flat();
  if (corpora.includes('-')) {
    throw new ArgumentError('run: corpora: standard input is the program’s own; pass a file');
  }
  return asking(
    newRequest({
      corpora,
      db: options.db ?? 'reports/nonomill.sqlite',
      name: options.name ?? null,
      threads: options.threads ?? availableParallelism(),
      ignore: options.ignore ?? [],
      images: options.images ?? false,
      format: options.format ?? null,
      mode: modeOf(options, corpora),
      stopAfterMs: options.stopAfterMs ?? null,
      durable: options.durable ?? false,
      reuse: reuseOf(options),
    }),
    {
      ...options,
      noDifficulty: difficulty === undefined ? undefined : !difficulty,
      prove: options.prove === true || proveTo != null,
    },
  );
}

function reuseOf({ reuse = false, reuseFrom = null }: RunOptions): RunRequest['reuse'] {
  if (!reuse && reuseFrom === null) return null;
  return { from: reuseFrom === null ? null : resolve(reuseFrom) };
}

function modeOf(options: RunOptions, corpora: readonly string[]): RunMode {
  const { resume = false, retry = null } = options;
  if (retry !== null) {
    if (resume || corpora.length > 0) {
      throw new ArgumentError(
        'run: retry takes the puzzles of the latest run: no corpora, no resume',
      );
    }
    return { kind: 'retry', statuses: retry, given: givenOf(options) };
  }
  if (resume) return { kind: 'resume', given: givenOf(options) };
  if (corpora.length === 0) throw new ArgumentError('run: corpora: expected at least one');
  return { kind: 'new' };
}

type MatchingOption = (typeof MATCHING_OPTIONS)[number];

/** The options that are given, of those that must be the same when a run goes on. */
function givenOf(options: RunOptions): MatchingOption[] {
  // So that the type check misses an option that the library lacks.
  const all = options as Required<RunOptions>;
  const given: Record<MatchingOption, unknown> = { ...all, noDifficulty: options.difficulty };
  return MATCHING_OPTIONS.filter((key) => given[key] !== undefined);
}

const texts: Expectation = (value) =>
  Array.isArray(value) && value.every((one) => text(one) === null) ? null : 'an array of strings';

const callback: Expectation = (value) => (typeof value === 'function' ? null : 'a function');

const RUN_OPTIONS: Readonly<Record<keyof RunOptions, Expectation>> = {
  // An option that `asking` does not hand on would do nothing: it has no place here.
  ...(SOLVE_OPTIONS satisfies {
    [Key in keyof SolveOptions]-?: Key extends MatchingOption ? Expectation : never;
  }),
  corpora: (value) =>
    typeof value === 'string' ? null : texts(value) && `${texts(value)}, or one`,
  db: text,
  name: orNull(text),
  threads: wholeNumber(1, 1024),
  crossCheck: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? null : 'a number from 0 to 1',
  difficulty: truth,
  prove: truth,
  proveTo: orNull(text),
  proofFormat: (value) =>
    PROOF_FORMATS.some((name) => name === value) ? null : PROOF_FORMATS.join(', '),
  format: orNull(text),
  ignore: texts,
  images: truth,
  ignoreStart: truth,
  columnsFirst: truth,
  limit: orNull(wholeNumber(1)),
  shard: orNull((value) =>
    typeof value === 'string' && readShard(value) !== null
      ? null
      : "a part of a whole, such as '2/8'",
  ),
  resume: truth,
  durable: truth,
  reuse: truth,
  reuseFrom: orNull(text),
  retry: orNull((value) => {
    if (!Array.isArray(value) || value.length === 0) return 'an array of statuses';
    const wrong: unknown = value.find((one) => !STATUSES.includes(one as Status));
    return wrong === undefined ? null : `${status(wrong)} in place of ${shownValue(wrong)}`;
  }),
  stopAfterMs: orNull(positiveNumber),
  signal: orNull(isAbortSignal),
  onStart: callback,
  onProgress: callback,
  onWarning: callback,
};

export interface ResultFilter {
  /** The number of a run, or its name. Default: the latest. */
  readonly run?: number | string | null | undefined;
  /** Only these; null or nothing for all. */
  readonly status?: Status | readonly Status[] | null | undefined;
}

/** Opens a database for reading, also during a run. @throws FailureError with DATABASE */
export function openResults(path: string): Results {
  if (typeof path !== 'string') {
    throw new ArgumentError(
      `openResults: expected the path of a database, got ${shownValue(path)}`,
    );
  }
  const store = translated(() => openStore(path, { readonly: true }));
  const idOf = (run: ResultFilter['run']): number =>
    translated(() => findRun(store, run == null ? undefined : String(run)).runId);
  return {
    runs: () => translated(() => listRuns(store)),
    *results(filter = {}) {
      checkOptions('results', filter, FILTER);
      const { run, status } = filter;
      const statuses = status == null ? null : [status].flat();
      yield* solvedPuzzles(store, idOf(run), statuses);
    },
    rejects(filter = {}) {
      checkOptions('rejects', filter, { run: FILTER.run });
      return listRejects(store, idOf(filter.run), 1_000_000);
    },
    close: () => store.close(),
  };
}

/** The results of a database, to be closed when done. */
export interface Results {
  /** The runs of the database, the latest first. */
  runs(): Run[];
  /**
   * The puzzles of a run with their results, in the order of its corpora. They are read page by
   * page on demand, so that memory stays flat and a run can go on writing.
   * @throws FailureError with DATABASE if there is no such run.
   */
  results(filter?: ResultFilter): Generator<SolvedPuzzle, void, undefined>;
  /** The entries of a run that are not puzzles, a million at most, in the order of its corpora. */
  rejects(filter?: Pick<ResultFilter, 'run'>): StoredReject[];
  close(): void;
}

function translated<Found>(work: () => Found): Found {
  try {
    return work();
  } catch (error) {
    throw libraryError(error);
  }
}

const status = oneOf(STATUSES);

const FILTER: Readonly<Record<keyof ResultFilter, Expectation>> = {
  run: orNull((value) =>
    typeof value === 'string' || Number.isInteger(value) ? null : 'the number or name of a run',
  ),
  status: orNull((value) => {
    const wrong = [value].flat().find((one) => status(one) !== null);
    return wrong === undefined ? null : status(wrong);
  }),
};

/** A run, a pool or a database failed; the message says what to do. */
export class FailureError extends NonomillError {
  override readonly name = 'FailureError';
}

const OF_LIBRARY = [ArgumentError, EngineError, FailureError, FormatError, PuzzleError];

/** An error of the layers below as one of the library; those that are, and bugs, stay. */
function libraryError(error: unknown): unknown {
  if (!(error instanceof NonomillError) || OF_LIBRARY.some((kind) => error instanceof kind)) {
    return error;
  }
  return new FailureError(error.code, error.message, { cause: error });
}

/** What may be spent on each puzzle, and how they are solved. */
export interface SolveManyOptions extends SolveOptions {
  /** Threads that solve. Default: the parallelism of the machine. */
  readonly threads?: number | undefined;
  /** Whether unique puzzles are rated. Default: true. */
  readonly difficulty?: boolean | undefined;
  /** Ends the work at once; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignalLike | null | undefined;
}

/** An input of `solveMany`: a puzzle, or an object with one, as `readPuzzles` returns. */
export type ManyInput = PuzzleInput | { readonly puzzle: PuzzleInput };

/** An input and what was found about it. */
export interface SolvedInput<Input> {
  readonly input: Input;
  readonly result: PuzzleResult & Verdict;
}

/** Milliseconds after which a thread returns what it has: others can take of the rest. */
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
  const wishes = wishesOf('solve', options);
  const alone = { atOnce: 1, warmsUp: false };
  for await (const { result } of results([input], wishes, alone)) found = result;
  return found!;
}

function wishesOf(name: string, options: SolveManyOptions) {
  const { threads = availableParallelism(), difficulty = true, signal, ...solving } = options;
  const limits = { ...solveLimits(name, solving), difficulty, sliceMs: SLICE_MS };
  const memoryMiB = solving.memoryMiB === Infinity ? null : (solving.memoryMiB ?? null);
  return { threads, memoryMiB, limits, signal: signal ?? null };
}

async function* results<Input extends ManyInput>(
  puzzles: Iterable<Input> | AsyncIterable<Input>,
  { limits, signal, ...wishes }: ReturnType<typeof wishesOf>,
  alone: { readonly atOnce?: number; readonly warmsUp?: boolean } = {},
): AsyncGenerator<SolvedInput<Input>, void, undefined> {
  signal?.throwIfAborted();
  const reader = new ReadAhead(puzzles);
  const pool = new LocalPool({ ...wishes, ...alone });
  const aborted = abortion(signal);
  let reading: ReturnType<typeof reader.next> = Promise.resolve(null);
  /** What is found of the puzzles after those that are read; null after the last. */
  const solveNext = (): Promise<SolvedInput<Input>[] | null> => {
    reading = reading.then(() => reader.next());
    const solved = reading.then(async (batch) => {
      if (batch === null) return null;
      const found = await solveAll(pool, batch.packed, limits);
      // The threads have refused what does not have the pictures of its verdict.
      const results = found as readonly (PuzzleResult & Verdict)[];
      return results.map((result, i) => ({ input: batch.inputs[i], result }));
    });
    solved.catch(() => undefined);
    return solved;
  };
  try {
    const underWay = Array.from({ length: pool.capacity }, solveNext);
    for (;;) {
      const found = await Promise.race([underWay.shift()!, aborted.promise]);
      if (found === null) break;
      for (const one of found) {
        yield one;
        signal?.throwIfAborted();
      }
      underWay.push(solveNext());
    }
  } finally {
    aborted.forget();
    await Promise.all([pool.close(), reader.close()]);
  }
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
function abortion(signal: AbortSignalLike | null) {
  const { promise, reject } = Promise.withResolvers<never>();
  const listener = (): void => reject(signal?.reason);
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

/** How much travels together; large puzzles go alone. */
const MOST_PUZZLES = 64;

const MOST_WORDS = 16 * 1024;

/** Cuts an iterable into batches on demand: it reads no further than needed. */
class ReadAhead<Input extends ManyInput> {
  private readonly iterator: Iterator<Input> | AsyncIterator<Input>;
  /** An item that was asked for and has not come yet. */
  private coming: Promise<IteratorResult<Input>> | null = null;
  private ended = false;
  /** The error that reading ended with, after puzzles that are solved first. */
  private failure: { readonly error: unknown } | null = null;

  constructor(inputs: Iterable<Input> | AsyncIterable<Input>) {
    this.iterator =
      Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
  }

  /** The next puzzles, those that have come, at least one, also packed; null at the end. */
  async next() {
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
        const puzzle = puzzleOfInput(item.value);
        inputs.push(item.value);
        puzzles.push(puzzle);
        words += packedLength(puzzle);
      }
    } catch (error) {
      if (puzzles.length === 0) throw error;
      this.failure = { error };
    }
    if (puzzles.length === 0) return null;
    return { inputs, packed: packBatch(puzzles.map((puzzle) => pack(puzzle))) };
  }

  /** Lets the iterable clean up; if it still works on an item, later: nobody waits for that. */
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
    const item = mayWait ? await Promise.race([coming, turn('not yet' as const)]) : await coming;
    if (item !== 'not yet') this.coming = null;
    return item;
  }
}
