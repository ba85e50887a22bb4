import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import type { Outcome } from '../../../../solver/core/result/outcome.js';
import type { Replay } from '../../../../solver/craft/replay/step.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../../solver/engine/model/limits.js';
import { HelpingWorkers, type SolvingWorker } from './helping-workers.js';
import type { SolveAnswer, SolveBegun, SolveRequest, SolvedVerdict } from './solve-request.js';

/** The limits for a page: as in the pipeline, with as much memory as a browser's tab has. */
const PAGE_LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, memoryBytes: 256 * 2 ** 20 };

/**
 * How long a newer puzzle waits for the work on an older one, in milliseconds, before that is given
 * up.
 */
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
 * other, so that answers arrive in order and none is of a puzzle older than one told before. Other
 * workers help with a puzzle that takes long. The replay follows once no puzzle has come for a
 * while.
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

  /** Listens to a worker. */
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
