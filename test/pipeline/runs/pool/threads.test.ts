import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import { LoadWatch } from '../../../../src/pipeline/runs/pool/rest.js';
import { LIMITS, batchOf } from '../../../support/packed-batches.js';
import { depth, until, eachOf } from '../../../support/tests.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { oneAtATime } from '../../../../src/pipeline/runs/pool/serve-solving.js';
import {
  TaskProgress,
  type SolveTask,
  type ThreadAnswer,
} from '../../../../src/pipeline/runs/pool/pool.js';
import { createBatchSolver } from '../../../../src/pipeline/runs/pool/solve-batch.js';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';
import { TaskThreads } from '../../../../src/pipeline/runs/pool/task-threads.js';
import type { TestTask } from '../../../fixtures/threads/task-thread.js';

/** Far longer than the puzzle takes, and than its thread may exceed the limit. */
const REST_MS = 1500;

test('a thread rests while others need the machine: the clocks of its puzzle and of the watchdog stop', async (t) => {
  let others = 100;
  const loadWatch = new LoadWatch(1, { running: () => others, memoryMs: 1 });
  const pool = new LocalPool({ threads: 1, memoryMiB: null, graceMs: 200, pollMs: 20, loadWatch });
  t.after(() => pool.close());
  await until(() => pool.health.resting === 1);
  const began = performance.now();
  let isOver = false;
  const solving = pool.solve(batchOf(1), { ...LIMITS, timeoutMs: 500 });
  void solving.then(() => (isOver = true));
  await until(() => performance.now() - began > REST_MS);
  assert.ok(!isOver, 'it is solved although its thread rests');
  others = 0;
  const { results, heldMs } = await solving;
  assert.equal(results[0].status, 'unique');
  // What is left of the whole, however busy the machine is.
  const leftMs = performance.now() - began - REST_MS;
  assert.ok(results[0].solveMs <= leftMs && heldMs <= leftMs, `${heldMs} of ${leftMs} ms`);
  assert.deepEqual([pool.health.resting, pool.health.threadDeaths], [0, 0]);
});

test('a pool whose threads rest is closed at once', async () => {
  const loadWatch = new LoadWatch(1, { running: () => 100, memoryMs: 1 });
  const pool = new LocalPool({ threads: 1, memoryMiB: null, loadWatch });
  await until(() => pool.health.resting === 1);
  const solving = pool.solve(batchOf(1), LIMITS);
  const failed = assert.rejects(solving, /closed/);
  await pool.close();
  await failed;
});

/**
 * A machine on which `others` run something besides the threads at work; looks are half a second
 * apart.
 */
function machine(most: number): {
  others: number;
  readonly look: (threads: number, atWork: number, looks?: number) => number;
} {
  let [time, busy] = [0, 0];
  const load = { running: () => seen.others + busy, memoryMs: 5000 };
  const watch = new LoadWatch(most, load, () => time);
  const seen = {
    others: 0,
    look(threads: number, atWork: number, looks = 1): number {
      let allowed = threads;
      for (let i = 0; i < looks; i++) {
        busy = Math.min(atWork, allowed);
        time += 500;
        allowed = watch.allowed(threads, busy);
      }
      return allowed;
    },
  };
  return seen;
}

test('as long as nobody else needs the machine, as many threads work as the load may be', () => {
  assert.equal(machine(6).look(4, 4), 4);
  assert.equal(machine(6).look(8, 8, 20), 6);
});

test('as many threads rest as others need processors, all of them if need be', () => {
  const four = machine(6);
  assert.equal(four.look(4, 4), 4);
  four.others = 4;
  assert.equal(four.look(4, 4, 60), 2);
  four.others = 9;
  assert.equal(four.look(4, 4, 60), 0);
  four.others = 0;
  assert.equal(four.look(4, 4, 60), 4);
});

test('what others do for a moment lets no thread rest', () => {
  const one = machine(6);
  assert.equal(one.look(4, 4, 20), 4);
  one.others = 5;
  assert.equal(one.look(4, 4), 4);
  one.others = 0;
  assert.equal(one.look(4, 4), 4);
});

test('the threads that work do not count as others', () => {
  assert.equal(machine(2).look(2, 2, 200), 2);
});

test('of two tasks that are there at once, the second begins after the answer to the first', async () => {
  const seen: string[] = [];
  const handle = oneAtATime((task: string) => {
    seen.push(`begin ${task}`);
    return Promise.resolve(task);
  });
  // As Piscina does: the answer is sent once the handler's promise is.
  const send = async (task: string): Promise<void> => {
    seen.push(`send ${await handle(task)}`);
  };
  await Promise.all([send('a'), send('b'), send('c')]);
  assert.deepEqual(seen, ['begin a', 'send a', 'begin b', 'send b', 'begin c', 'send c']);
});

test('a task that comes after an answer begins at once', async () => {
  const seen: string[] = [];
  const handle = oneAtATime((task: string) => {
    seen.push(task);
    return Promise.resolve();
  });
  for (const task of ['a', 'b']) {
    const answer = handle(task);
    assert.equal(seen.at(-1), task);
    await answer;
    await Promise.resolve();
  }
});

test('a task that fails fails alone', async () => {
  const handle = oneAtATime((task: string) =>
    task === 'bad' ? Promise.reject(new Error('bad')) : Promise.resolve(task),
  );
  const answers = await Promise.allSettled([handle('bad'), handle('good'), handle('bad')]);
  await nextTurn();
  assert.deepEqual(eachOf(answers, 'status'), ['rejected', 'fulfilled', 'rejected']);
  assert.equal(await handle('good'), 'good');
});

/** Counts the puzzles that it solves. */
class Counting extends Solver {
  static solved = 0;

  override solve(...asked: Parameters<Solver['solve']>): ReturnType<Solver['solve']> {
    Counting.solved++;
    return super.solve(...asked);
  }
}

function taskOf(puzzles: number): SolveTask {
  const random = randomNumbers(puzzles);
  const packed = Array.from({ length: puzzles }, () => pack(randomPuzzle(random, 5, 5, 0.6)));
  const limits = { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity };
  return { batch: packBatch(packed), limits, form: null, progress: new TaskProgress().buffer };
}

function resultsOf(answer: ThreadAnswer | null): readonly PuzzleResult[] {
  return answer!.results;
}

test('only the first batch is solved beforehand, and each puzzle has one result', () => {
  const solve = createBatchSolver(() => new Counting(), { warmsUp: true });
  const cold = createBatchSolver(() => new Solver());
  for (const isFirst of [true, false]) {
    Counting.solved = 0;
    const results = resultsOf(solve(taskOf(7)));
    assert.equal(results.length, 7);
    assert.equal(Counting.solved > 7, isFirst);
    const verdicts = resultsOf(cold(taskOf(7))).map(({ status, solution }) => [status, solution]);
    assert.deepEqual(eachOf(results, 'status', 'solution'), verdicts);
  }
});

test('a solver that fails while it warms up is replaced, and fails again for the result', () => {
  let made = 0;
  const solve = createBatchSolver(
    () => {
      made++;
      return {
        solve() {
          throw new Error('broken');
        },
      };
    },
    { warmsUp: true },
  );
  const results = resultsOf(solve(taskOf(2)));
  assert.deepEqual(eachOf(results, 'status'), ['crash', 'crash']);
  assert.match(results[0].error!, /broken/);
  assert.equal(made, 4);
});

for (const { thrown, kept, error } of [
  { thrown: new TypeError('a bug on purpose'), kept: 'crash', error: /the rating failed: .*a bug/ },
  { thrown: new RangeError('Array buffer allocation failed'), kept: 'unique', error: /allocation/ },
]) {
  test(`a puzzle whose rating fails with a ${thrown.name} is ${kept}, and the next has its result`, () => {
    let rated = 0;
    class Failing extends Solver {
      override rate(...asked: Parameters<Solver['rate']>): ReturnType<Solver['rate']> {
        if (rated++ === 0) throw thrown;
        return super.rate(...asked);
      }
    }
    const solved = (solver: () => Solver): readonly PuzzleResult[] =>
      resultsOf(createBatchSolver(solver)(taskOf(7)));
    const sound = solved(() => new Solver());
    const results = solved(() => new Failing());
    const first = sound.findIndex(({ status }) => status === 'unique');
    assert.equal(results[first].status, kept);
    assert.match(results[first].error!, error);
    assert.equal(results[first].difficulty, null);
    const others = (all: readonly PuzzleResult[]): unknown =>
      all.flatMap(({ status, solution, difficulty }, i) =>
        i === first ? [] : [[status, solution, difficulty]],
      );
    assert.deepEqual(others(results), others(sound));
  });
}

function threads(t: TestContext, most: number): TaskThreads<TestTask, string> {
  const file = new URL('../../../fixtures/threads/task-thread.js', import.meta.url);
  const pool = new TaskThreads<TestTask, string>(file, most);
  t.after(() => pool.close());
  return pool;
}

/** Tasks of which each ends after as many others as are given for it. */
function tasksAfter(counts: readonly number[], ends: readonly TestTask['end'][] = []): TestTask[] {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  return counts.map((after, i) => ({ name: `task ${i}`, ended, after, end: ends[i] ?? 'answer' }));
}

const doIt = (task: TestTask, doTask: (task: TestTask) => Promise<string>): Promise<string> =>
  doTask(task);

test('answers come in the order of their items, whichever task ends first', async (t) => {
  const made: string[] = [];
  for await (const one of threads(t, 2).inOrder(tasksAfter([1, 0, 2, 3]), doIt)) made.push(one);
  assert.deepEqual(made, ['TASK 0', 'TASK 1', 'TASK 2', 'TASK 3']);
});

test('items are taken as threads have room', async (t) => {
  let taken = 0;
  const items = function* (): Generator<TestTask> {
    for (const task of tasksAfter(Array<number>(20).fill(0))) {
      taken++;
      yield task;
    }
  };
  for await (const made of threads(t, 2).inOrder(items(), doIt)) {
    assert.equal(made, 'TASK 0');
    break;
  }
  assert.equal(taken, 4);
});

test('answers that come while it closes, and that nobody waits for, harm nothing', async (t) => {
  for (let round = 0; round < depth(2, 20); round++) {
    const pool = threads(t, 2);
    for await (const made of pool.inOrder(tasksAfter(Array<number>(100).fill(0)), doIt)) {
      assert.equal(made, 'TASK 0');
      break;
    }
    // The threads answer the other tasks while this thread is busy, and then closes the pool.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    await pool.close();
  }
});

test('what a task throws is thrown in its turn, and so is the death of its thread', async (t) => {
  for (const [end, reason] of [
    ['throw', /task 1 has no answer/],
    ['exit', /worker exited with code: 3|terminated|exit/i],
  ] as const) {
    const made: string[] = [];
    const all = threads(t, 2).inOrder(tasksAfter([1, 0, 2], ['answer', end]), doIt);
    await assert.rejects(async () => {
      for await (const one of all) made.push(one);
    }, reason);
    assert.deepEqual(made, ['TASK 0'], end);
  }
});
