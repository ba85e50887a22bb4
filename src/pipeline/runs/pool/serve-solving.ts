import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { Solver } from '../../../solver/engine/solver/solve.js';
import { openCrossChecker, createBatchSolver, type Helpers } from './solve-batch.js';
import {
  ALL_SOLVED,
  TaskProgress,
  type HelpTask,
  type SolveTask,
  type SolvingThread,
  type ThreadAnswer,
} from './pool.js';
import { restInClock } from './rest.js';
import { SharedPuzzle, helpWith } from './shared-puzzle.js';

/**
 * The inside of a solving thread: solves the puzzles of one batch after the other, or helps another
 * thread. The answer is null if the batch was taken back, or there was none.
 */
export function serveSolving(): (task: SolveTask | HelpTask) => Promise<ThreadAnswer | null> {
  const { rest, sharing, warmsUp = true } = (workerData ?? {}) as Partial<SolvingThread>;
  if (rest != null) restInClock(rest);
  const shared = sharing == null ? null : new SharedPuzzle(sharing.buffer, sharing.afterMs);
  const solveBatch = createBatchSolver(() => new Solver(undefined, shared), { warmsUp });
  return oneAtATime(async (task) => {
    if ('offer' in task) return help(task);
    const answer = solveBatch(task, await helpersFor(task));
    // Left to the garbage collector, such buffers call it three times as often.
    task.batch.transfer(0);
    return answer && movedAnswer(answer);
  });
}

/** The answer as a thread returns it: its rows move instead of being copied. */
function movedAnswer(answer: ThreadAnswer): ThreadAnswer {
  const [rows] = answer.rows;
  if (rows === undefined) return answer;
  const movable = { [Piscina.transferableSymbol]: rows.bytes, [Piscina.valueSymbol]: answer };
  return Piscina.move(movable as unknown as ArrayBuffer) as unknown as ThreadAnswer;
}

function help({ buffer, offer, limits, progress }: HelpTask): null {
  const underWork = new TaskProgress(progress);
  if (!underWork.begin()) return null;
  helpWith(buffer, offer, limits, () => underWork.isRecalled);
  underWork.note(ALL_SOLVED);
  return null;
}

/** What a task asks for besides solving; loaded when one first does. */
export async function helpersFor(task: Pick<SolveTask, 'limits' | 'form'>): Promise<Helpers> {
  const { limits, form } = task;
  const wish = form === 'packed' ? undefined : form?.reuse;
  return {
    crossChecker: (limits.crossCheck ?? 0) > 0 ? await openCrossChecker() : undefined,
    reuse: wish && (await import('../reuse/reuse.js')).reuseFor(wish),
  };
}

/**
 * Makes a thread's handler begin a task only after the answer to the one before has been sent. When
 * a thread starts or wakes up, two tasks may arrive at once: without this, the second would begin
 * before the first one's answer is sent, and that answer would have to wait for it.
 *
 * A task that comes alone, as nearly all do, begins at once: waiting for a turn of the event loop
 * would take up to 6 ms on a busy machine.
 */
export function oneAtATime<Task, Answer>(handle: (task: Task) => Promise<Answer>) {
  let unsent = 0;
  let last: Promise<void> = Promise.resolve();
  // Piscina sends an answer in the same round of promise jobs: before it fetches another task, but
  // after it has begun one that it has already fetched.
  const sent = (): void => {
    unsent--;
  };
  return (task: Task) => {
    const answer =
      unsent === 0 ? handle(task) : last.then(() => turnOfEventLoop()).then(() => handle(task));
    unsent++;
    last = answer.then(sent, sent);
    return answer;
  };
}
