import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { TaskThreads } from '../../../../src/pipeline/runs/pool/task-threads.js';
import type { TestTask } from '../../../fixtures/threads/task-thread.js';

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
  for (let round = 0; round < 20; round++) {
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
