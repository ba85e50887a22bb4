import { availableParallelism } from 'node:os';
import type {
  FixOptions,
  Fixed,
  NotFixed,
  PicturedPuzzle,
  FixAnswered,
  FixTask,
} from '../../craft/fix/fix.js';
import { pack } from '../../core/puzzle/packed.js';
import type { Puzzle } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import { difficultyText } from '../../core/result/difficulty-words.js';
import { verdictInWords } from '../showing/verdict.js';
import type { ToldFix } from './fix-text.js';
import type { Image } from '../../craft/generate/image.js';
import { imageIn, maskIn } from '../operands/image-file.js';
import type { GivenPuzzle } from '../operands/puzzle-operand.js';
import { Worker } from 'node:worker_threads';

/** A fix, and where its puzzle is from. */
export interface FixedPuzzle extends ToldFix {
  readonly named: GivenPuzzle;
}

interface Fixing {
  readonly options: FixOptions;
  /** A picture of the cells that must not change, or null. */
  readonly keep: string | null;
  readonly threads: number;
}

/**
 * Fixes puzzles on several threads and yields them in their order. It reads no further ahead than
 * the threads need.
 * @throws Failure, before it fixes anything, if the picture of what to keep cannot be read.
 */
export async function* fixedPuzzles(
  puzzles: AsyncIterable<GivenPuzzle>,
  { options, keep, threads }: Fixing,
): AsyncGenerator<FixedPuzzle, void, undefined> {
  const kept = keep === null ? null : await imageIn(keep, null);
  const pool = new FixThreads(Math.min(threads, availableParallelism() * 2));
  const underWay: Promise<FixedPuzzle>[] = [];
  try {
    for await (const named of puzzles) {
      const fixing = fixOne(named, pool, options, kept);
      // A failure is thrown when its turn comes; until then it is not an unhandled one.
      fixing.catch(() => undefined);
      underWay.push(fixing);
      if (underWay.length >= 2 * threads) yield await underWay.shift()!;
    }
    while (underWay.length > 0) yield await underWay.shift()!;
  } finally {
    await pool.close();
  }
}

async function fixOne(
  named: GivenPuzzle,
  pool: FixThreads,
  options: FixOptions,
  kept: Image | null,
): Promise<FixedPuzzle> {
  const { puzzle, goal } = named;
  const mask = kept === null ? null : maskIn(kept, puzzle);
  const answer = await pool.fix({ puzzle, goal }, { ...options, keep: mask });
  if (answer.kind === 'none') return { named, answer, after: '' };
  return { named, answer, after: afterWords(answer.puzzle) };
}

/** What a fixed puzzle is like: its verdict and its difficulty. */
function afterWords(puzzle: Puzzle): string {
  const solver = new Solver();
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: RATING_MS };
  const outcome = solver.solve(pack(puzzle), 0, limits);
  const verdict = verdictInWords(
    { ...outcome, solutions: String(outcome.solutions) },
    puzzle.start !== null,
  );
  const rated = solver.rate(outcome);
  if (rated === null) return verdict;
  return `${verdict}; ${difficultyText(rated)}`;
}

/** Milliseconds for the verdict and the score of a fixed puzzle. */
const RATING_MS = 2000;

interface Waiting {
  readonly task: FixTask;
  readonly resolve: (answer: Fixed | NotFixed) => void;
}

/** Threads that fix puzzles, one puzzle each; started when they are needed. */
class FixThreads {
  private readonly idle: Worker[] = [];
  private readonly queue: Waiting[] = [];
  private readonly busy = new Map<Worker, Waiting>();
  private count = 0;

  constructor(private readonly most: number) {}

  /** The fix of a puzzle; if its thread dies, the puzzle is not fixed, and the answer says so. */
  fix(pictured: PicturedPuzzle, options: FixOptions): Promise<Fixed | NotFixed> {
    return new Promise((resolve) => {
      this.queue.push({ task: { number: this.count++, pictured, options }, resolve });
      this.next();
    });
  }

  /** Ends all threads; work under way is not answered any more. */
  async close(): Promise<void> {
    const threads = [...this.idle, ...this.busy.keys()];
    this.idle.length = 0;
    this.queue.length = 0;
    this.busy.clear();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  private next(): void {
    if (this.queue.length === 0) return;
    const thread = this.idle.pop() ?? (this.busy.size < this.most ? this.start() : null);
    if (thread === null) return;
    const waiting = this.queue.shift()!;
    this.busy.set(thread, waiting);
    thread.postMessage(waiting.task);
  }

  private start(): Worker {
    const thread = new Worker(new URL('../../../workers/fix.js', import.meta.url));
    thread.on('message', ({ answer }: FixAnswered) => {
      const waiting = this.busy.get(thread);
      this.busy.delete(thread);
      this.idle.push(thread);
      waiting?.resolve(answer);
      this.next();
    });
    thread.on('error', (error) => {
      const waiting = this.busy.get(thread);
      this.busy.delete(thread);
      const message = error instanceof Error ? error.message : String(error);
      waiting?.resolve({ kind: 'none', reason: `its thread died: ${message}`, atLeast: 0 });
      this.next();
    });
    return thread;
  }
}
