import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  Answers,
  STREAM_OPTIONS,
  type StreamOptions,
} from '../../../../src/pipeline/cli/stream/stream.js';
import type { StreamQuestion } from '../../../../src/pipeline/cli/stream/answers.js';

const QUESTION: StreamQuestion = {
  command: 'check',
  timeoutMs: 1000,
  format: null,
  ignoreStart: false,
};

/** Threads that repeat their lines. */
const ECHO: StreamOptions = {
  threads: 2,
  timeoutMs: 100,
  graceMs: 60_000,
  module: new URL('../../../fixtures/stream-thread.js', import.meta.url),
};

/** All lines of the answers to some pieces of text. */
async function answersTo(
  pieces: readonly string[],
  options: StreamOptions = ECHO,
): Promise<{ readonly lines: string[]; readonly failed: number }> {
  const answers = new Answers(QUESTION, options);
  let text = '';
  for await (const some of answers.to(bytesOf(pieces))) text += some;
  assert.ok(text === '' || text.endsWith('\n'));
  return { lines: text.split('\n').slice(0, -1), failed: answers.failed };
}

async function* bytesOf(pieces: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    await nextTurn();
    yield Buffer.from(piece);
  }
}

test('answers come in the order of their lines, however these are cut and whichever thread has them', async () => {
  const wanted = Array.from({ length: 20_000 }, (_, i) => `line ${i} ${'é'.repeat(i % 7)}`);
  const text = `${wanted.slice(0, 5000).join('\n')}\r\n\n\r\n${wanted.slice(5000).join('\r\n')}`;
  const bytes = Buffer.from(text);
  const answers = new Answers(QUESTION, ECHO);
  let answered = '';
  const pieces = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 7) % 50_021) {
      await nextTurn();
      yield bytes.subarray(at, at + step);
    }
  };
  for await (const some of answers.to(pieces())) answered += some;
  assert.equal(answered, `${wanted.join('\n')}\n`);
});

test('a line is answered before the next one comes', async () => {
  const PLUS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"cells":".#./###/.#."}\n';
  const answers = new Answers(QUESTION, { ...STREAM_OPTIONS, threads: 2, timeoutMs: 1000 });
  let answered = 0;
  let tell: () => void = () => undefined;
  const oneByOne = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for (let asked = 0; asked < 5; asked++) {
      yield Buffer.from(PLUS);
      while (answered <= asked) await new Promise<void>((resolve) => (tell = resolve));
    }
  };
  for await (const text of answers.to(oneByOne())) {
    assert.match(text, /^\{"kind":"solution"[^\n]*\}\n$/);
    answered++;
    tell();
  }
  assert.equal(answered, 5);
});

test('it reads no further than a window if nobody takes the answers', async () => {
  const line = Buffer.from(`${'x'.repeat(99)}\n`.repeat(600));
  let read = 0;
  const endless = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      await nextTurn();
      read += 600;
      yield line;
    }
  };
  const answers = new Answers(QUESTION, ECHO).to(endless());
  await answers.next();
  for (let before = -1; before !== read;) {
    before = read;
    for (let turn = 0; turn < 200; turn++) await nextTurn();
  }
  assert.ok(read < 10_000, `${read} lines were read`);
  await answers.return();
});

test('a line that ends its thread is answered with that, and those after it by another', async () => {
  const text = 'one\n{"id":5,"do":"exit"}\ntwo\nexit\nexit\nthree\n';
  const { lines, failed } = await answersTo([text], { ...ECHO, threads: 1 });
  const crash = '{"kind":"crash","reason":"the thread died: worker exited with code: 3"}';
  const withId = crash.replace('{', '{"id":5,');
  assert.deepEqual(lines, ['one', withId, 'two', crash, crash, 'three']);
  assert.equal(failed, 3);
});

test('answers that were lost with a thread are asked for again, and its line is still told from them', async () => {
  const text = 'one\nwait 1\nwait 2\n{"id":5,"do":"exit"}\nwait 3\nexit\nwait 4\n';
  const { lines, failed } = await answersTo([text], { ...ECHO, threads: 1 });
  const crash = '{"kind":"crash","reason":"the thread died: worker exited with code: 3"}';
  const withId = crash.replace('{', '{"id":5,');
  assert.deepEqual(lines, ['one', 'wait 1', 'wait 2', withId, 'wait 3', crash, 'wait 4']);
  assert.equal(failed, 2);
});

test('a thread that does not come back from a line is ended', async () => {
  const options = { ...ECHO, threads: 1, graceMs: 2000 };
  const { lines } = await answersTo(['one\nhang\ntwo\n'], options);
  assert.equal(lines.length, 3);
  assert.match(lines[1], /^\{"kind":"timeout","reason":"the thread did not come back/);
  assert.deepEqual([lines[0], lines[2]], ['one', 'two']);
});

test('a line that is too long is answered with that, and is not kept', async () => {
  const mebibyte = 'x'.repeat(2 ** 20);
  const pieces = ['one\n', ...Array.from({ length: 41 }, () => mebibyte), '\ntwo\n'];
  const { lines, failed } = await answersTo(pieces);
  const reason = 'the line is longer than 41943040 bytes';
  assert.deepEqual(lines, ['one', JSON.stringify({ kind: 'reject', reason }), 'two']);
  assert.equal(failed, 1);
});

test('an input that breaks off is told after the answers to its lines', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    yield Buffer.from('one\ntwo\n');
    await nextTurn();
    throw new Error('the pipe broke');
  };
  let text = '';
  await assert.rejects(async () => {
    for await (const some of new Answers(QUESTION, ECHO).to(broken())) text += some;
  }, /the pipe broke/);
  assert.equal(text, 'one\ntwo\n');
});
