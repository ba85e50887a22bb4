import { Worker } from 'node:worker_threads';
import type { FixAnswered, FixTask } from '../../advice/fix/fix-task.js';
import type { FixOptions, Fixed, NotFixed, PicturedPuzzle } from '../../advice/fix/fix.js';

interface Waiting {
  readonly task: FixTask;
  readonly resolve: (answer: Fixed | NotFixed) => void;
}

/** Threads that fix puzzles, one puzzle each; started when they are needed. */
export class FixThreads {
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
    const workers = [...this.idle, ...this.busy.keys()];
    this.idle.length = 0;
    this.queue.length = 0;
    this.busy.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private next(): void {
    if (this.queue.length === 0) return;
    const worker = this.idle.pop() ?? (this.busy.size < this.most ? this.start() : null);
    if (worker === null) return;
    const waiting = this.queue.shift()!;
    this.busy.set(worker, waiting);
    worker.postMessage(waiting.task);
  }

  private start(): Worker {
    const worker = new Worker(new URL('../../../workers/fix.js', import.meta.url));
    worker.on('message', ({ answer }: FixAnswered) => {
      const waiting = this.busy.get(worker);
      this.busy.delete(worker);
      this.idle.push(worker);
      waiting?.resolve(answer);
      this.next();
    });
    worker.on('error', (error) => {
      const waiting = this.busy.get(worker);
      this.busy.delete(worker);
      const message = error instanceof Error ? error.message : String(error);
      waiting?.resolve({ kind: 'none', reason: `its thread died: ${message}`, atLeast: 0 });
      this.next();
    });
    return worker;
  }
}
