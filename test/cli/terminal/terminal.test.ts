import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Failure, UsageError } from '../../../src/cli/outcome/failure.js';
import { reportFailure } from '../../../src/cli/frame/report-failure.js';
import { Terminal, type Streams } from '../../../src/cli/terminal/terminal.js';
import { RunError } from '../../../src/batch/contract/run-error.js';

/** A terminal whose messages are kept. */
function recorded(): { terminal: Terminal; said: () => string } {
  const stderr = new PassThrough();
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const terminal = new Terminal(streams as unknown as Streams);
  return { terminal, said: () => String(stderr.read() ?? '') };
}

test('a message goes above the live lines, which are painted again below it', () => {
  const { terminal, said } = recorded();
  terminal.setLive(['one', 'two']);
  assert.equal(said(), 'one\ntwo\n');
  terminal.say('hello');
  assert.equal(said(), '\r\u001b[2A\u001b[Jhello\none\ntwo\n');
  terminal.setLive(['three']);
  assert.equal(said(), '\r\u001b[2A\u001b[Jthree\n');
  terminal.setLive([]);
  assert.equal(said(), '\r\u001b[1A\u001b[J');
});

test('what can be expected to go wrong is one message with a hint, and no stack', () => {
  const { terminal, said } = recorded();
  assert.equal(reportFailure(new Failure('it is full', 'Make room.'), terminal), 1);
  assert.equal(said(), 'nonomill: it is full\nMake room.\n');
  assert.equal(reportFailure(new UsageError('what?'), terminal), 2);
  assert.equal(said(), 'nonomill: what?\n');
  assert.equal(reportFailure(new RunError('another run works on it'), terminal), 1);
  assert.equal(said(), 'nonomill: another run works on it\n');
});

test('what should not happen is said with its stack and what to do with it', () => {
  const { terminal, said } = recorded();
  assert.equal(reportFailure(new TypeError('x is not a function'), terminal), 1);
  const text = said();
  assert.match(text, /^nonomill: this should not have happened/);
  assert.match(text, /TypeError: x is not a function\n {4}at .*terminal\.test/);
  assert.match(text, /Please report it/);
});
