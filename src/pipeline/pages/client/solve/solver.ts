import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Puzzle, Cells } from '../../../../solver/core/puzzle/types.js';
import type { Outcome } from '../../../../solver/core/result/outcome.js';
import type { Replay } from '../../../../solver/craft/replay/step.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../../solver/engine/model/limits.js';
import { otherPositions } from '../../../../solver/engine/solver/solve.js';
import { useLoaded } from '../window.js';
import type { Advice, SolveAnswer, SolveBegun, SolvedVerdict, SolveRequest } from './answers.js';

/** The newest replay may be of an earlier puzzle; null if there is none yet. */
const NOT_YET: { readonly solving: SolvingState; readonly replayed: Replayed | null } = {
  solving: { state: 'idle' },
  replayed: null,
};

/** Solves a puzzle in a worker thread; its replay is made once it has stayed for `pauseMs`. */
export function useSolved(puzzle: Puzzle | null, pauseMs = 0) {
  const [solved, setSolved] = useState(NOT_YET);
  const [solver] = useState(
    () =>
      new LatestSolver({
        start: startWorker,
        helpers: Math.min(MOST_HELPERS, (navigator.hardwareConcurrency || 1) - 1),
        onSolving: (solving) => setSolved((now) => ({ ...now, solving })),
        onReplay: (replayed) => setSolved((now) => ({ ...now, replayed })),
        pauseMs,
      }),
  );
  useEffect(() => () => solver.end(), [solver]);
  // Before the page is painted: the verdict of a stroke may then be there in the same frame.
  useLayoutEffect(() => {
    if (puzzle !== null) {
      solver.solve(puzzle);
      return;
    }
    solver.end();
    setSolved(NOT_YET);
  }, [solver, puzzle]);
  return solved;
}

function startWorker(): Worker {
  return new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' });
}

/** The limits for a page: as in the pipeline, with as much memory as a browser's tab has. */
const PAGE_LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, memoryBytes: 256 * 2 ** 20 };

/** How many milliseconds a newer puzzle waits for the work on an older one. */
const PATIENCE_MS = 200;

export interface JudgedPuzzle {
  readonly puzzle: Puzzle;
  readonly verdict: SolvedVerdict;
}

export interface Replayed {
  readonly puzzle: Puzzle;
  readonly outcome: Outcome;
  readonly replay: Replay;
}

/** The state of solving a puzzle: under way, done, or ended with a reason. */
export type SolvingState =
  | { readonly state: 'idle' }
  /** `before` is the newest verdict so far, of an earlier puzzle. */
  | { readonly state: 'solving'; readonly before: JudgedPuzzle | null }
  | ({ readonly state: 'solved' } & JudgedPuzzle)
  | { readonly state: 'failed'; readonly reason: string };

/**
 * Solves the latest puzzle in a worker, one at a time: those that come meanwhile replace each
 * other, so that answers come in order, none of a puzzle older than one told before. Other workers
 * help if it takes long. The replay follows once no puzzle has come for a while.
 */
export class LatestSolver {
  private worker: SolvingWorker | null = null;
  private working: SolveRequest | null = null;
  private waiting: Puzzle | null = null;
  private before: JudgedPuzzle | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly helping: HelpingWorkers;

  constructor(
    private readonly parts: {
      readonly start: () => SolvingWorker;
      /** How many workers may help. */
      readonly helpers: number;
      readonly onSolving: (solving: SolvingState) => void;
      readonly onReplay: (replayed: Replayed) => void;
      /** How long no other puzzle must come, in milliseconds, before the replay is made. */
      readonly pauseMs: number;
    },
  ) {
    this.helping = new HelpingWorkers(parts.start, parts.helpers);
  }

  solve(puzzle: Puzzle): void {
    this.parts.onSolving({ state: 'solving', before: this.before });
    if (this.working === null) {
      this.ask('verdict', puzzle);
      return;
    }
    if (this.waiting === null) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.stop();
        this.next();
      }, PATIENCE_MS);
    }
    this.waiting = puzzle;
  }

  /** Ends the worker, and whatever is under way or waits. */
  end(): void {
    this.stop();
    this.helping.end();
    this.waiting = null;
    this.before = null;
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.helping.stop();
    this.worker?.terminate();
    this.worker = null;
    this.working = null;
  }

  private next(): void {
    const puzzle = this.waiting;
    this.waiting = null;
    if (puzzle !== null) this.ask('verdict', puzzle);
  }

  private ask(kind: SolveRequest['kind'], puzzle: Puzzle): void {
    clearTimeout(this.timer);
    this.worker ??= this.owned(this.parts.start());
    this.working = { kind, puzzle, position: 0, limits: PAGE_LIMITS };
    this.worker.postMessage(this.working);
  }

  private owned(worker: SolvingWorker): SolvingWorker {
    worker.onmessage = ({ data }: MessageEvent<SolveBegun | SolveAnswer>) => {
      // One that was ended may have said something just before.
      if (worker !== this.worker) return;
      if (data.kind === 'begun') this.letHelp();
      else this.answered(data);
    };
    worker.onerror = (event) => {
      this.stop();
      const reason =
        event.message.replace(/^Uncaught (\w+: )?/, '') || 'The worker could not be started.';
      this.parts.onSolving({ state: 'failed', reason });
      this.next();
    };
    return worker;
  }

  private letHelp(): void {
    this.helping.begin(this.working!, (verdict, worker) => {
      this.worker?.terminate();
      this.worker = this.owned(worker);
      this.answered({ kind: 'verdict', verdict });
    });
  }

  private answered(answer: SolveAnswer): void {
    const { puzzle } = this.working!;
    const isLatest = this.waiting === null;
    this.working = null;
    clearTimeout(this.timer);
    this.helping.stop();
    if (answer.kind === 'replay') {
      if (isLatest) this.parts.onReplay({ puzzle, outcome: answer.outcome, replay: answer.replay });
    } else if (answer.verdict !== null) {
      this.before = { puzzle, verdict: answer.verdict };
      this.parts.onSolving(
        isLatest ? { state: 'solved', ...this.before } : { state: 'solving', before: this.before },
      );
      this.timer = setTimeout(() => this.ask('replay', puzzle), this.parts.pauseMs);
    }
    this.next();
  }
}

/** What the solver needs of a worker. */
export type SolvingWorker = Pick<Worker, 'onmessage' | 'onerror' | 'terminate'> & {
  postMessage(request: SolveRequest): void;
};

/** How long a puzzle takes before others help, in milliseconds, as on threads of Node.js. */
const HELP_AFTER_MS = 100;

/** When workers that are to help start: loading them takes a while. */
const START_AFTER_MS = 50;

/** The workers that help with one puzzle at most: each may take as much memory as a page's own. */
const MOST_HELPERS = 3;

/** They look for the verdict in other positions; the first that finds it counts. */
class HelpingWorkers {
  /** Those that have loaded and nothing to do, and those at work. */
  private idle: SolvingWorker[] = [];
  private busy: SolvingWorker[] = [];
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly start: () => SolvingWorker,
    private readonly most: number,
  ) {}

  /**
   * A page's loaded worker begins with a request. `onVerdict` hears of a verdict found sooner
   * elsewhere, and takes over the worker that found it; the work of the others is given up.
   */
  begin(request: SolveRequest, onVerdict: (verdict: SolvedVerdict, worker: SolvingWorker) => void) {
    if (this.most <= 0) return;
    const began = performance.now();
    const help = (): void =>
      this.help(request, (verdict, worker) => {
        this.stop();
        onVerdict({ ...verdict, ms: performance.now() - began }, worker);
      });
    this.timers = [setTimeout(() => this.load(), START_AFTER_MS), setTimeout(help, HELP_AFTER_MS)];
  }

  /** The puzzle is solved, or given up: whoever is at work on it ends. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    for (const worker of this.busy) worker.terminate();
    this.busy = [];
  }

  end(): void {
    this.stop();
    for (const worker of this.idle) worker.terminate();
    this.idle = [];
  }

  private load(): void {
    while (this.idle.length < this.most) this.idle.push(this.start());
  }

  private help(
    request: SolveRequest,
    onVerdict: (verdict: SolvedVerdict, worker: SolvingWorker) => void,
  ): void {
    for (const position of otherPositions(request.puzzle).slice(0, this.most)) {
      const worker = this.idle.pop()!;
      this.busy.push(worker);
      // Without its help the puzzle takes as long as it takes.
      worker.onerror = () => undefined;
      worker.onmessage = ({ data }: MessageEvent<SolveBegun | SolveAnswer>) => {
        if (data.kind !== 'verdict' || data.verdict === null) return;
        const at = this.busy.indexOf(worker);
        if (at === -1) return;
        this.busy.splice(at, 1);
        onVerdict(data.verdict, worker);
      };
      worker.postMessage({ ...request, position });
    }
  }
}

/** Asks a worker thread for advice; undefined if it could not start, or `signal` ended it. */
export function askAdvice<K extends keyof Advice>(
  kind: K,
  asked: Parameters<Advice[K]>,
  signal?: AbortSignal,
): Promise<ReturnType<Advice[K]> | undefined> {
  return new Promise((resolve) => {
    const worker = startWorker();
    const end = (answer?: ReturnType<Advice[K]>): void => {
      worker.terminate();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<ReturnType<Advice[K]>>) => end(data);
    worker.onerror = () => end();
    signal?.addEventListener('abort', () => end());
    worker.postMessage({ kind, asked });
  });
}

/** The advice that is asked for anew with each change of `by`; undefined until it is there. */
export function useAdvice<K extends keyof Advice>(
  kind: K,
  /** Null asks for none. */
  asked: Parameters<Advice[K]> | null,
  by: readonly unknown[],
): ReturnType<Advice[K]> | undefined {
  return useLoaded((signal) => asked && askAdvice(kind, asked, signal), by);
}

/** The two solutions of a puzzle that has several, or null. */
export function solutionsOf({ solution, secondSolution }: Outcome): readonly [Cells, Cells] | null {
  return solution === null || secondSolution === null ? null : [solution, secondSolution];
}
