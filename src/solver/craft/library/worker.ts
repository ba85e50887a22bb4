import type { AmbiguityMap, AmbiguityOptions } from '../advice/ambiguity.js';
import type { Hint } from '../advice/hint.js';
import type { Checked } from '../advice/mistake.js';
import type { Fixed, NotFixed } from '../fix/fix.js';
import type { Difficulty } from '../../core/result/difficulty.js';
import type { Cells } from '../../core/puzzle/types.js';
import { type AbortSignalLike, isAbortSignal, type PuzzleInput, shownValue } from './options.js';
import {
  ArgumentError,
  EngineError,
  FormatError,
  NonomillError,
  PuzzleError,
  type ErrorCode,
} from './errors.js';
import type { AdviceOptions, FixPuzzleOptions } from './advice.js';
import type { ReadOptions, ReadPuzzles } from './puzzles.js';
import type { SolveOptions, SolveResult, Solving } from './solve.js';

/** Options of a function that a worker carries out: it can be stopped. */
export type Stoppable<Options> = Options & {
  /** Ends the work at once; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignalLike | null | undefined;
};

/**
 * The functions of the library, carried out one after the other by a worker, so that nothing holds
 * up the page or the program. What they throw here, the promises reject with.
 */
export interface SolverWorker {
  solve(puzzle: PuzzleInput, options?: Stoppable<SolveOptions>): Promise<SolveResult>;
  rate(puzzle: PuzzleInput, options?: Stoppable<SolveOptions>): Promise<Difficulty | null>;
  steps(puzzle: PuzzleInput, options?: Stoppable<SolveOptions>): Promise<Solving>;
  check(
    puzzle: PuzzleInput,
    cells: Cells | string,
    options?: Stoppable<AdviceOptions>,
  ): Promise<Checked>;
  hint(
    puzzle: PuzzleInput,
    cells: Cells | string,
    options?: Stoppable<AdviceOptions>,
  ): Promise<Hint>;
  fix(puzzle: PuzzleInput, options?: Stoppable<FixPuzzleOptions>): Promise<Fixed | NotFixed>;
  ambiguity(
    puzzle: PuzzleInput,
    options?: Stoppable<AmbiguityOptions>,
  ): Promise<AmbiguityMap | null>;
  readPuzzles(text: string, options?: Stoppable<ReadOptions>): Promise<ReadPuzzles>;
  /** Ends the worker; whatever is not answered yet rejects, and so does all that is asked later. */
  close(): void;
}

/**
 * A worker that solves: a Web Worker, or in Node.js a thread, which starts when it is first asked
 * something and keeps no program alive. An aborted `signal` ends it at once, in the midst of its
 * work; the next question starts another one.
 */
export function openWorker(): SolverWorker {
  const questions = new Questions();
  return {
    solve: (puzzle, options) => questions.ask('solve', [puzzle], options),
    rate: (puzzle, options) => questions.ask('rate', [puzzle], options),
    steps: (puzzle, options) => questions.ask('steps', [puzzle], options),
    check: (puzzle, cells, options) => questions.ask('check', [puzzle, cells], options),
    hint: (puzzle, cells, options) => questions.ask('hint', [puzzle, cells], options),
    fix: (puzzle, options) => questions.ask('fix', [puzzle], options),
    ambiguity: (puzzle, options) => questions.ask('ambiguity', [puzzle], options),
    readPuzzles: (text, options) => questions.ask('readPuzzles', [text], options),
    close: () => questions.close(),
  };
}

/** A function and what it is called with, as plain data. */
export interface Question {
  readonly name: Exclude<keyof SolverWorker, 'close'>;
  readonly args: readonly unknown[];
}

/** What it returned, or what of its error survives the way. */
export type Answer = { readonly value: unknown } | { readonly error: AnsweredError };

interface AnsweredError {
  readonly name: string;
  readonly code: ErrorCode | undefined;
  readonly message: string;
}

interface Asked {
  readonly question: Question;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** Asks a worker one question after the other. */
class Questions {
  private readonly waiting: Asked[] = [];
  private current: Asked | null = null;
  private thread: Thread | null = null;
  private isClosed = false;

  async ask<Value>(
    name: Question['name'],
    args: readonly unknown[],
    options: Stoppable<object> = {},
  ): Promise<Value> {
    const { signal = null, ...rest } = options;
    const expected = signal === null ? null : isAbortSignal(signal);
    if (expected !== null) {
      throw new ArgumentError(`${name}: signal: expected ${expected}, got ${shownValue(signal)}`);
    }
    signal?.throwIfAborted();
    if (this.isClosed) throw closed();
    return await new Promise<Value>((resolve, reject) => {
      const abort = (): void => this.giveUp(asked, signal?.reason);
      const settle = <Given>(how: (given: Given) => void) => {
        return (given: Given) => {
          signal?.removeEventListener('abort', abort);
          how(given);
        };
      };
      const question = { name, args: [...args, rest] };
      const asked: Asked = { question, resolve: settle(resolve), reject: settle(reject) };
      signal?.addEventListener('abort', abort);
      this.waiting.push(asked);
      this.goOn();
    });
  }

  close(): void {
    this.isClosed = true;
    for (const asked of [...this.waiting]) this.giveUp(asked, closed());
    if (this.current !== null) this.giveUp(this.current, closed());
    this.endThread();
  }

  /** Puts the next question, if there is one and the worker has nothing to do. */
  private goOn(): void {
    if (this.current !== null) return;
    const next = this.waiting.shift();
    if (next === undefined) {
      this.thread?.hold(false);
      return;
    }
    this.current = next;
    try {
      this.thread ??= startThread(
        (answer) => this.answered(answer),
        (error) => this.fail(error),
      );
      this.thread.hold(true);
      this.thread.ask(next.question);
    } catch (error) {
      // What cannot travel to a worker, a function for example, is no puzzle.
      this.giveUp(next, error);
    }
  }

  private answered(answer: Answer): void {
    const { current } = this;
    this.current = null;
    if ('error' in answer) current?.reject(errorOf(answer.error));
    else current?.resolve(answer.value as never);
    this.goOn();
  }

  /** The worker cannot be started, or has died. */
  private fail(error: unknown): void {
    if (this.current !== null) this.giveUp(this.current, error);
    else this.endThread();
  }

  /** Rejects a question; if it is under work, the worker ends. */
  private giveUp(asked: Asked, reason: unknown): void {
    if (asked === this.current) {
      this.current = null;
      this.endThread();
    } else {
      const at = this.waiting.indexOf(asked);
      if (at !== -1) this.waiting.splice(at, 1);
    }
    asked.reject(reason);
    if (!this.isClosed) this.goOn();
  }

  private endThread(): void {
    this.thread?.end();
    this.thread = null;
  }
}

function closed(): ArgumentError {
  return new ArgumentError('the worker was closed: open another one');
}

/** Errors lose their class on the way from a worker. */
function errorOf({ name, code, message }: AnsweredError): Error {
  switch (name) {
    case 'ArgumentError':
      return new ArgumentError(message);
    case 'PuzzleError':
      return new PuzzleError(message.replace(/^not a puzzle: /, ''));
    case 'FormatError':
      return new FormatError(code as FormatError['code'], message);
    case 'EngineError':
      return new EngineError(code as EngineError['code'], message);
    default:
      return code === undefined ? new Error(message) : new NonomillError(code, message);
  }
}

/** A worker of the browser, or a thread of Node.js; programs wait for it while it is held. */
type Thread = ReturnType<typeof startThread>;

function startThread(hear: (answer: Answer) => void, fail: (error: unknown) => void) {
  let isOver = false;
  const unlessOver =
    <Given>(how: (given: Given) => void) =>
    (given: Given) => {
      if (!isOver) how(given);
    };
  if (typeof Worker === 'function') {
    // Bundlers know a worker by these very words; only Bun's can be held.
    const worker: Worker & { ref?(): void; unref?(): void } = new Worker(
      new URL('./worker-thread.js', import.meta.url),
      { type: 'module' },
    );
    worker.onmessage = unlessOver(({ data }: MessageEvent<Answer>) => hear(data));
    worker.onerror = unlessOver((event: ErrorEvent) => {
      event.preventDefault();
      fail(new Error(`the worker cannot work: ${event.message || 'its script was not loaded'}`));
    });
    return {
      ask: (question: Question) => worker.postMessage(question),
      hold: (isBusy: boolean) => (isBusy ? worker.ref?.() : worker.unref?.()),
      end: () => {
        isOver = true;
        worker.terminate();
      },
    };
  }
  const script = new URL('./worker-thread.js', import.meta.url);
  // Flags of the program, such as --input-type, are not for this script.
  const thread = new (nodeThreads().Worker)(script, { execArgv: [] });
  thread.on('message', unlessOver(hear));
  thread.on('error', unlessOver(fail));
  return {
    ask: (question: Question) => thread.postMessage(question),
    hold: (isBusy: boolean) => (isBusy ? thread.ref() : thread.unref()),
    end: () => {
      isOver = true;
      void thread.terminate();
    },
  };
}

/** What is needed of node:worker_threads, whose types users of the library may not have. */
interface NodeThreads {
  readonly Worker: new (
    script: URL,
    options: { readonly execArgv: readonly string[] },
  ) => {
    on(event: 'message', listener: (answer: Answer) => void): void;
    on(event: 'error', listener: (error: unknown) => void): void;
    postMessage(question: Question): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<unknown>;
  };
  readonly parentPort: {
    on(event: 'message', listener: (question: Question) => void): void;
    postMessage(answer: Answer): void;
  } | null;
}

/** An import would send bundlers for pages looking for it. */
export function nodeThreads(): NodeThreads {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => NodeThreads };
  };
  const found = process?.getBuiltinModule?.('node:worker_threads');
  if (found === undefined) throw new ArgumentError('openWorker: there are no workers here');
  return found;
}
