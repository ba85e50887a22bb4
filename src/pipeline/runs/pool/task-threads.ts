import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { requireSpace } from '../../files/program.js';

/** How many tasks are under way for each thread: the one that it works on, and the next. */
const TASKS_A_THREAD = 2;

/** Threads for one task at a time, started as tasks come and kept until closed, without limits. */
export class TaskThreads<Task, Answer> {
  private readonly pool: Piscina<Task, Answer>;

  /** @param file The built module: its default export does a task. @param workerData At start */
  constructor(
    file: URL,
    private readonly most: number,
    workerData: unknown = null,
  ) {
    requireSpace(most);
    this.pool = threadsOfPiscina({
      filename: fileURLToPath(file),
      minThreads: 0,
      maxThreads: most,
      idleTimeout: Infinity,
      workerData,
    });
  }

  /** How many tasks may be under way, so that no thread waits for one. */
  get capacity(): number {
    return this.most * TASKS_A_THREAD;
  }

  /** @throws what the task throws, or why its thread died */
  run(task: Task): Promise<Answer> {
    return this.pool.run(task);
  }

  /**
   * What `work` makes of each item, in the order of the items, which are taken as threads have
   * room; `work` does a task in one of the threads by the function that it is given, which throws
   * as `run`. Errors are thrown when the turn of their item comes.
   */
  async *inOrder<Item, Made>(
    items: AsyncIterable<Item> | Iterable<Item>,
    work: (item: Item, doTask: (task: Task) => Promise<Answer>) => Promise<Made>,
  ): AsyncGenerator<Made, void, undefined> {
    const underWay: Promise<Made>[] = [];
    for await (const item of items) {
      const made = work(item, (task) => this.run(task));
      // Until its turn comes, an error is not an unhandled one.
      made.catch(() => undefined);
      underWay.push(made);
      if (underWay.length >= this.capacity) yield await underWay.shift()!;
    }
    while (underWay.length > 0) yield await underWay.shift()!;
  }

  /** Ends all threads; tasks under way fail. */
  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

/**
 * With this flag Piscina imports our ES modules instead of calling require for them. A thread that
 * is ended in the middle of that call ends the whole process: "Assertion failed:
 * facade->InstantiateModule" (seen in Node.js 20 and 24).
 */
const IMPORTS = '--no-experimental-require-module';

/** Flags of Node.js for this process that its threads are to have as well; others stay here. */
const INHERITED = /^--(enable-source-maps|no-warnings|(cpu|heap)-prof(-.*)?)(=|$)/;

/** Threads of Piscina that may be ended at any time: `run` throws what a task died of. */
export function threadsOfPiscina<Task, Answer>(options: ConstructorParameters<typeof Piscina>[0]) {
  const piscina = new Piscina<Task, Answer>({
    ...options,
    // Bun and Deno do not know the flag; Deno refuses it.
    ...(process.allowedNodeEnvironmentFlags.has(IMPORTS) && {
      execArgv: [...process.execArgv.filter((flag) => INHERITED.test(flag)), IMPORTS],
    }),
  });
  // A thread died between two tasks, or its answer was under way when it was ended.
  piscina.on('error', () => undefined);
  return piscina;
}
