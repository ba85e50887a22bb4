import { Worker } from 'node:worker_threads';
import type { Chunk, ChunkTask, ChunkThreadData } from './chunks.js';

/** Parts that wait in each thread besides the one under work. */
const AT_HAND = 1;

interface Waiting {
  readonly resolve: (chunk: Chunk) => void;
  readonly reject: (error: Error) => void;
}

/** Threads that do parts of the work. */
export class ChunkThreads {
  private readonly threads: { readonly worker: Worker; readonly waiting: Waiting[] }[] = [];
  private failure: Error | null = null;

  constructor(
    private readonly data: ChunkThreadData,
    private readonly most: number,
    private readonly stop: AbortSignal,
  ) {
    stop.addEventListener('abort', () => void this.close());
  }

  /**
   * What comes out of each task, in the order of the tasks, which are taken as threads have room;
   * until it is stopped.
   */
  async *chunks(
    tasks: AsyncIterable<ChunkTask> | Iterable<ChunkTask>,
  ): AsyncGenerator<Chunk, void, undefined> {
    const underWay: Promise<Chunk>[] = [];
    try {
      for await (const task of tasks) {
        underWay.push(this.give(task));
        if (underWay.length >= this.most * (1 + AT_HAND)) yield await underWay.shift()!;
      }
      while (underWay.length > 0) yield await underWay.shift()!;
    } catch (error) {
      if (!this.stop.aborted) throw error;
    }
  }

  /** Ends all threads; work under way is lost. */
  async close(): Promise<void> {
    this.failure ??= new Error('the threads are closed');
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()));
  }

  private give(task: ChunkTask): Promise<Chunk> {
    const chunk = new Promise<Chunk>((resolve, reject) => {
      if (this.failure !== null) {
        reject(this.failure);
        return;
      }
      let thread = this.threads.find(({ waiting }) => waiting.length === 0);
      if (thread === undefined && this.threads.length < this.most) thread = this.start();
      thread ??= this.threads.reduce((a, b) => (b.waiting.length < a.waiting.length ? b : a));
      thread.waiting.push({ resolve, reject });
      thread.worker.postMessage(task);
    });
    // A failure is thrown when its turn comes; until then it is not an unhandled one.
    chunk.catch(() => undefined);
    return chunk;
  }

  private start(): (typeof this.threads)[number] {
    const worker = new Worker(new URL('../../../workers/dataset.js', import.meta.url), {
      workerData: this.data,
    });
    const thread = { worker, waiting: [] as Waiting[] };
    worker.on('message', (chunk: Chunk) => thread.waiting.shift()?.resolve(chunk));
    const fail = (error: Error): void => {
      this.failure ??= error;
      for (const { reject } of thread.waiting.splice(0)) reject(this.failure);
    };
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => fail(new Error('a thread ended early')));
    this.threads.push(thread);
    return thread;
  }
}
