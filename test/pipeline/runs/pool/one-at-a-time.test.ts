import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { oneAtATime } from '../../../../src/pipeline/runs/pool/one-at-a-time.js';

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
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'fulfilled', 'rejected'],
  );
  assert.equal(await handle('good'), 'good');
});
