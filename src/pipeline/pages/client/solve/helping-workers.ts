import { otherPositions } from '../../../../solver/engine/solver/solve.js';
import type { SolveAnswer, SolveBegun, SolveRequest, SolvedVerdict } from './solve-request.js';

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

/** How many workers may help in this browser. */
export function helpersHere(): number {
  return Math.min(MOST_HELPERS, (navigator.hardwareConcurrency || 1) - 1);
}

/**
 * Workers that look for the verdict on a puzzle that takes long, each in another position; the
 * first that finds it counts.
 */
export class HelpingWorkers {
  /** Those that have loaded and nothing to do, and those at work. */
  private idle: SolvingWorker[] = [];
  private busy: SolvingWorker[] = [];
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly start: () => SolvingWorker,
    private readonly most: number,
  ) {}

  /**
   * A page's worker, which has loaded, begins with a request. `onVerdict` hears of a verdict that
   * comes sooner elsewhere, and takes over the worker that has found it; the work of the others is
   * given up.
   */
  begin(
    request: SolveRequest,
    onVerdict: (verdict: SolvedVerdict, worker: SolvingWorker) => void,
  ): void {
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

  /** Ends all workers. */
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
