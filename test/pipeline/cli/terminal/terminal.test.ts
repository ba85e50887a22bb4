import assert from 'node:assert/strict';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Failure, UsageError } from '../../../../src/pipeline/cli/terminal/outcome.js';
import { reportFailure } from '../../../../src/pipeline/cli/frame/report-failure.js';
import { Terminal } from '../../../../src/pipeline/cli/terminal/terminal.js';
import { RunError } from '../../../../src/pipeline/runs/request/run-error.js';

/** All that waits in a stream: from Node.js 26 on, a read without a size brings one piece only. */
function waitingIn(stream: PassThrough): string {
  let text = '';
  for (;;) {
    const piece = stream.read() as Buffer | null;
    if (piece === null) return text;
    text += piece.toString();
  }
}

/** A terminal whose messages are kept. */
function recorded(env: NodeJS.ProcessEnv = {}): { terminal: Terminal; said: () => string } {
  const stderr = new PassThrough();
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const terminal = new Terminal(streams, env);
  return { terminal, said: () => waitingIn(stderr) };
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

test('an expected failure is one message with its code and a hint, and no stack trace', async () => {
  const { terminal, said } = recorded();
  const full = new Failure('NM_DISK_FULL', 'it is full', 'Make room.');
  assert.equal(await reportFailure(full, terminal), 1);
  assert.equal(said(), 'nonomill: it is full (NM_DISK_FULL)\nMake room.\n');
  assert.equal(await reportFailure(new UsageError('NM_OPTION_VALUE', 'what?'), terminal), 2);
  assert.equal(said(), 'nonomill: what? (NM_OPTION_VALUE)\n');
  const unfinished = new RunError('NM_RUN_UNFINISHED', 'another run works on it');
  assert.equal(await reportFailure(unfinished, terminal), 1);
  assert.equal(said(), 'nonomill: another run works on it (NM_RUN_UNFINISHED)\n');
});

const KEPT = process.platform === 'win32' && 'Windows keeps the folder in which a process is';

test('a working directory that is gone is called that', { skip: KEPT }, async (t) => {
  const { terminal, said } = recorded();
  const before = process.cwd();
  const gone = mkdtempSync(join(tmpdir(), 'nonomill-'));
  t.after(() => process.chdir(before));
  process.chdir(gone);
  rmdirSync(gone);
  let thrown: unknown = null;
  try {
    process.cwd();
  } catch (error) {
    thrown = error;
  }
  if (thrown === null) {
    t.skip('this system keeps it, or its name');
    return;
  }
  assert.equal(await reportFailure(thrown, terminal), 1);
  assert.match(said(), /^nonomill: the folder that this was started in is gone/);
});

test('a failure that should not happen is reported with its stack trace and what to do with it', async () => {
  const { terminal, said } = recorded();
  assert.equal(await reportFailure(new TypeError('x is not a function'), terminal), 1);
  const text = said();
  assert.match(text, /^nonomill: this should not have happened/);
  assert.match(text, /TypeError: x is not a function\n {4}at .*terminal\.test/);
  assert.match(text, /Please report it/);
});

/** What a name from a stranger may hold: a title, a clipboard, the cursor, and turned writing. */
const HOSTILE = 'a\u001b]0;owned\u0007b\u009b2J\r\u202ec';

test('nothing that is said or printed can control the terminal', async () => {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const terminal = new Terminal({ stdin: new PassThrough(), stdout, stderr }, {});
  terminal.say(HOSTILE);
  await terminal.print(`${HOSTILE}\n`);
  await terminal.print(`${JSON.stringify({ name: HOSTILE })}\n`);
  const expected = 'a\\u001b]0;owned\\u0007b\\u009b2J\\u000d\\u202ec\n';
  assert.equal(waitingIn(stderr), expected);
  const [text, json] = waitingIn(stdout).split(/(?<=\n)/);
  assert.equal(text, expected);
  assert.deepEqual(JSON.parse(json), { name: HOSTILE });
});

test('colours get through, and live lines hide nothing', () => {
  const { terminal, said } = recorded({ FORCE_COLOR: '1' });
  terminal.setLive([`\u001b[31mred\u001b[39m${HOSTILE.slice(0, 4)}`]);
  assert.equal(said(), '\u001b[31mred\u001b[39ma\\u001b]0\n');
});

test('what hides, blinks or swaps colours never gets through, and no colour where nothing is painted', () => {
  const coloured = recorded({ FORCE_COLOR: '1' });
  for (const code of ['0', '5', '7', '8', '', '39;8', '38;5;1;8', '1;1;1']) {
    coloured.terminal.setLive([`a\u001b[${code}mb`]);
    assert.ok(coloured.said().endsWith(`a\\u001b[${code}mb\n`), code);
  }
  for (const code of ['1', '22', '31', '39;49', '38;5;196;48;5;20', '38;2;1;2;3;48;2;4;5;6']) {
    coloured.terminal.setLive([`a\u001b[${code}mb`]);
    assert.ok(coloured.said().endsWith(`a\u001b[${code}mb\n`), code);
  }
  const plain = recorded();
  plain.terminal.setLive(['a\u001b[31mb']);
  assert.equal(plain.said(), 'a\\u001b[31mb\n');
});

test('data stay as they are on the way to a program', async () => {
  const stdout = new PassThrough();
  const streams = { stdin: new PassThrough(), stdout, stderr: new PassThrough() };
  await new Terminal(streams, {}).printData(HOSTILE);
  assert.equal(waitingIn(stdout), HOSTILE);
  const tty = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  await new Terminal({ ...streams, stdout: tty }, {}).printData(HOSTILE);
  assert.match(waitingIn(tty), /^a\\u001b/);
});
