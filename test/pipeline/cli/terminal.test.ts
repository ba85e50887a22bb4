import assert from 'node:assert/strict';
import {
  mkdtempSync,
  rmdirSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import {
  Failure,
  UsageError,
  Terminal,
  colourDepth,
  type ColourDepth,
  puzzleColours,
  type Environment,
  localTime,
  timedLines,
  fittingTable,
  tableText,
} from '../../../src/pipeline/cli/terminal.js';
import { reportFailure } from '../../../src/pipeline/cli/command.js';
import { RunError } from '../../../src/pipeline/runs/request.js';
import { ends } from '../../support/nonomill.js';
import { folderWith } from '../../support/tests.js';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSink } from '../../../src/pipeline/cli/input-output.js';
import { WorkProgress } from '../../../src/pipeline/cli/progress.js';

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

function onTerminal(env: Environment): number {
  return colourDepth(true, env);
}

test('a terminal shows the colours that it says it has', () => {
  assert.equal(onTerminal({ TERM: 'xterm-256color', COLORTERM: 'truecolor' }), 24);
  assert.equal(onTerminal({ TERM: 'xterm', COLORTERM: '24bit' }), 24);
  assert.equal(onTerminal({ TERM: 'xterm-256color' }), 8);
  assert.equal(onTerminal({ TERM: 'tmux-256color' }), 8);
  assert.equal(onTerminal({ TERM: 'xterm' }), 4);
});

test('COLORTERM is believed inside tmux, too', () => {
  const tmux = { TERM: 'tmux-256color', TMUX: '/tmp/tmux-1/default,1,0' };
  assert.equal(onTerminal(tmux), 8);
  assert.equal(onTerminal({ ...tmux, COLORTERM: 'truecolor' }), 24);
});

test('NO_COLOR, a dumb terminal and a pipe have no colours, unless FORCE_COLOR asks', () => {
  const env = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };
  assert.equal(onTerminal({ ...env, NO_COLOR: '1' }), 1);
  assert.equal(onTerminal({ ...env, TERM: 'dumb' }), 1);
  assert.equal(colourDepth(false, env), 1);
  assert.equal(colourDepth(false, { ...env, FORCE_COLOR: '1' }), 4);
  assert.equal(colourDepth(false, { FORCE_COLOR: '3' }), 24);
  assert.equal(onTerminal({ ...env, FORCE_COLOR: '0' }), 1);
});

const coloursOf = (palette: readonly string[], depth: ColourDepth) =>
  puzzleColours({ colours: 2, palette }, depth)!;

test('colours become the nearest of the fixed 256, or of the basic 16', () => {
  const palette = ['#ffffff', '#000000', '#ff0000', '#5f87af', '#767676'];
  const grounds = (depth: 4 | 8): string[] => coloursOf(palette, depth).map(({ ground }) => ground);
  assert.deepEqual(grounds(8), ['48;5;231', '48;5;16', '48;5;196', '48;5;67', '48;5;243']);
  assert.deepEqual(grounds(4), ['107', '40', '101', '100', '104']);
});

test('colours of a palette stay different as long as there are enough', () => {
  const greys = Array.from({ length: 16 }, (_, i) => `#${`0${i.toString(16)}`.repeat(3)}`);
  for (const depth of [4, 8] as const) {
    const grounds = coloursOf(greys, depth).map(({ ground }) => ground);
    assert.equal(new Set(grounds).size, 16, String(depth));
  }
  const more = Array.from({ length: 32 }, () => '#ff0000');
  assert.equal(new Set(coloursOf(more, 4).map(({ text }) => text)).size, 16);
});

test('text on a colour can be read', () => {
  const [light, dark] = coloursOf(['#ffff00', '#00008b'], 24);
  assert.equal(light.ink, '30');
  assert.equal(dark.ink, '97');
  for (const depth of [4, 8, 24] as const) {
    const [grey] = coloursOf(['#808080'], depth);
    assert.equal(grey.faint, grey.ink, 'no grey dot on grey');
  }
});

test('a time is local, to the second, with its offset', (t) => {
  const now = new Date('2026-11-27T23:30:59.900Z');
  for (const [minutesBehind, text] of [
    [0, '2026-11-27T23:30:59+00:00'],
    [-60, '2026-11-28T00:30:59+01:00'],
    [210, '2026-11-27T20:00:59-03:30'],
    [-345, '2026-11-28T05:15:59+05:45'],
  ] as const) {
    const mocked = t.mock.method(Date.prototype, 'getTimezoneOffset', () => minutesBehind);
    assert.equal(localTime(now), text);
    mocked.mock.restore();
  }
});

test('each line of a text has the time', () => {
  assert.equal(timedLines('one\n  two', 'now'), 'now one\nnow   two');
});

const HEAD = [{ number: 'run' }, 'name', 'what it is'];
const ROWS = [
  ['1', 'first', 'a description of some length'],
  ['12', 'x', ''],
];

test('columns are under their titles, and numbers are aligned at the right', () => {
  const expected = 'run  name   what it is\n  1  first  a description of some length\n 12  x\n';
  assert.equal(tableText(HEAD, ROWS, Infinity), expected);
});

test('the last column is cut off at the edge of the terminal', () => {
  assert.equal(tableText(HEAD, ROWS, 24).split('\n')[1], '  1  first  a descrip...');
});

test('a last column is left out if hardly anything of it would be seen', () => {
  assert.equal(tableText(HEAD, ROWS, 23), 'run  name\n  1  first\n 12  x\n');
});

test('what a terminal has no room for is named below', () => {
  const at = (columns: number): string => fittingTable(HEAD, ROWS, columns, '--json');
  assert.equal(at(24), tableText(HEAD, ROWS, 24));
  assert.match(at(23), /^run {2}name\n.*\n.*\nNot enough room for:\nwhat it is\. A wider/);
  assert.match(at(9).replace(/\n/g, ' '), /^run .* name, what it is\. .* so does --json\. $/);
});

const folder = folderWith({ 'header.csv': 'id,rows,columns\n' });
const file = join(folder, 'header.csv');

for (const [name, ...rest] of [
  ['solve'],
  ['rate'],
  ['fix'],
  ['convert', join(folder, 'out.json')],
  ['convert', `${join(folder, 'out')}/`, '--to', 'non'],
  ['sheets', '--out', join(folder, 'out.pdf')],
]) {
  const how = rest.at(-1) === 'non' ? ' to a folder' : '';
  test(`${name}${how} names the file that holds no puzzle`, async () => {
    const { stderr } = await ends(1, [name, file, ...rest]);
    assert.ok(stderr.includes(`${file}: it holds no puzzle (NM_CORPUS_EMPTY)`), stderr);
  });
}

const NO_TERMINAL = {} as unknown as Terminal;
const skip = process.platform === 'win32' ? 'needs links and pipes' : false;

async function write(out: string, text: string, force = false): Promise<void> {
  const sink = await openSink({ out, force }, NO_TERMINAL);
  await sink.write(text);
  await sink.done();
}

test('a file is overwritten only on demand, and keeps its permissions', { skip }, async () => {
  const file = join(folderWith({ 'corpus.csv': 'precious' }), 'corpus.csv');
  execFileSync('chmod', ['640', file]);
  await assert.rejects(write(file, 'new'), /corpus\.csv exists already/);
  assert.equal(readFileSync(file, 'utf8'), 'precious');
  await write(file, 'new', true);
  assert.equal(readFileSync(file, 'utf8'), 'new');
  assert.equal(lstatSync(file).mode & 0o777, 0o640);
});

test('a database is not written over, even on demand', async () => {
  const folder = folderWith({ 'night.sqlite': 'SQLite format 3\0 and a night' });
  const file = join(folder, 'night.sqlite');
  await assert.rejects(write(file, 'new', true), /night\.sqlite is a database/);
  assert.match(readFileSync(file, 'utf8'), /a night$/);
});

test('a file that is given up leaves nothing behind, and an earlier one stays', async () => {
  const folder = folderWith({ 'a.csv': 'old' });
  const sink = await openSink({ out: join(folder, 'a.csv'), force: true }, NO_TERMINAL);
  await sink.write('half of it');
  await sink.giveUp();
  assert.deepEqual(readdirSync(folder), ['a.csv']);
  assert.equal(readFileSync(join(folder, 'a.csv'), 'utf8'), 'old');
});

test('a .part file of somebody else is not touched', async () => {
  const folder = folderWith({ 'a.csv.part': 'mine' });
  await write(join(folder, 'a.csv'), 'text');
  assert.equal(readFileSync(join(folder, 'a.csv.part'), 'utf8'), 'mine');
  assert.deepEqual(readdirSync(folder).sort(), ['a.csv', 'a.csv.part']);
});

test('a link is followed: its file is written, and the link stays', { skip }, async () => {
  const folder = folderWith({ 'real.csv': 'old' });
  symlinkSync('real.csv', join(folder, 'link.csv'));
  symlinkSync('later.csv', join(folder, 'dangling.csv'));
  await assert.rejects(write(join(folder, 'link.csv'), 'new'), /exists already/);
  await write(join(folder, 'link.csv'), 'new', true);
  await write(join(folder, 'dangling.csv'), 'late');
  assert.equal(readFileSync(join(folder, 'real.csv'), 'utf8'), 'new');
  assert.equal(readFileSync(join(folder, 'later.csv'), 'utf8'), 'late');
  assert.ok(lstatSync(join(folder, 'link.csv')).isSymbolicLink());
  assert.ok(lstatSync(join(folder, 'dangling.csv')).isSymbolicLink());
});

test('a device is written to, and stays a device', { skip }, async () => {
  await write('/dev/null', 'text');
  assert.ok(lstatSync('/dev/null').isCharacterDevice());
});

test('a named pipe is written to, and stays a pipe', { skip }, async () => {
  const pipe = join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = spawn('cat', [pipe]);
  let read = '';
  reader.stdout.setEncoding('utf8').on('data', (text: string) => (read += text));
  await Promise.all([write(pipe, 'through the pipe'), once(reader, 'close')]);
  assert.equal(read, 'through the pipe');
  assert.ok(lstatSync(pipe).isFIFO());
});

test('a folder is refused, with its name', async () => {
  const folder = folderWith({});
  await assert.rejects(write(folder, 'text', true), /is a folder/);
  assert.ok(existsSync(folder));
});

test('a file that appears while another is written is not replaced', async () => {
  const folder = folderWith({});
  const file = join(folder, 'a.csv');
  const sink = await openSink({ out: file, force: false }, NO_TERMINAL);
  await sink.write('mine');
  writeFileSync(file, 'theirs');
  await assert.rejects(sink.done(), /exists already/);
  assert.equal(readFileSync(file, 'utf8'), 'theirs');
  assert.deepEqual(readdirSync(folder), ['a.csv']);
});

test('a pipe that nobody reads does not hold up a command that is stopped', { skip }, async () => {
  const pipe = join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const opened = openSink({ out: pipe, force: false, isStopped: () => true }, NO_TERMINAL);
  await assert.rejects(opened, { message: `${pipe}: nobody read it` });
});

test('what cannot be written is reported in words', { skip }, async () => {
  const folder = folderWith({ file: '' });
  await assert.rejects(write(join(folder, 'file', 'a.csv'), ''), {
    message: `${join(folder, 'file', 'a.csv')} cannot be written: a part of its path is a file, not a folder`,
  });
  const long = join(folder, 'n'.repeat(300));
  await assert.rejects(write(long, ''), /cannot be written: its name is too long/);
});

test('no command writes over a file that it reads, whatever its name there, and --force is no help', async () => {
  const puzzle = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}\n';
  const cwd = folderWith({ 'a.ndjson': puzzle, 'recipe.json': '{}' });
  symlinkSync('a.ndjson', join(cwd, 'link.ndjson'));
  linkSync(join(cwd, 'a.ndjson'), join(cwd, 'same.cnf'));
  for (const words of [
    ['convert', 'a.ndjson', './a.ndjson'],
    ['convert', 'link.ndjson', 'a.ndjson'],
    ['convert', 'a.ndjson', 'same.cnf'],
    ['convert', '.', 'a.ndjson'],
    ['convert', '*.ndjson', 'link.ndjson'],
    ['fix', '.', '--out', 'a.ndjson'],
    ['sheets', '.', '--out', 'a.ndjson'],
    ['fix', 'a.ndjson', '--out', 'link.ndjson'],
    ['sheets', 'a.ndjson', '--out', 'a.ndjson'],
    ['prove', 'a.ndjson', '--out', 'same.cnf'],
    ['prove', 'a.ndjson', '--format', 'lrat', '--out', 'p.lrat', '--cnf', 'same.cnf'],
    ['dataset', '--recipe', 'recipe.json', '--out', 'recipe.json'],
  ]) {
    await ends(1, [...words, '--force'], {
      cwd,
      says: /is what is read: it would be written over \(NM_FILE_EXISTS\)/,
    });
    assert.equal(readFileSync(join(cwd, 'a.ndjson'), 'utf8'), puzzle);
  }
});

/** What is shown of some work, with a clock that stands still until it is set. */
function shown(t: TestContext, { isTTY, quiet = false }: { isTTY: boolean; quiet?: boolean }) {
  const clock = { ms: 0 };
  t.mock.method(performance, 'now', () => clock.ms);
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 120 });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  const progress = new WorkProgress(new Terminal(streams, { NO_COLOR: '1' }), quiet);
  const said = (): string => (stderr.read() as string | null) ?? '';
  return { clock, progress, said };
}

test('on a terminal a live line begins after a second, and is gone at the end', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: true });
  clock.ms = 999;
  progress.reached(10, 100);
  assert.equal(said(), '');
  clock.ms = 1000;
  progress.reached(20, 100);
  assert.match(said(), /^#{5}\.{19} {3}20 % {2}20 of 100 done {2}20\/s\n$/);
  progress.reached(21, 100);
  assert.equal(said(), '', 'a tenth of a second has not passed');
  clock.ms = 4000;
  progress.reached(50, 100);
  assert.match(said(), /50 % {2}50 of 100 done .* left\n$/);
  progress.close();
  assert.equal(said(), '\r\u001b[1A\u001b[J');
  progress.close();
  assert.equal(said(), '');
});

test('what takes less than a second leaves no trace', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: true });
  progress.stage('counting');
  clock.ms = 200;
  progress.stage('writing');
  clock.ms = 900;
  progress.reached(9, 9);
  progress.close();
  assert.equal(said(), '');
});

test('what begins after a while is said at once, since nothing may follow for long; its count begins anew', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: true });
  progress.reached(7, 9);
  clock.ms = 400;
  progress.stage('writing the report');
  assert.equal(said(), 'writing the report\n');
  clock.ms = 1500;
  progress.reached(11, null);
  assert.match(said(), /writing the report\n11 done {2}10\/s\n$/);
});

test('elsewhere a plain line comes once a minute', (t) => {
  const { clock, progress, said } = shown(t, { isTTY: false });
  const times: number[] = [];
  for (clock.ms = 0; clock.ms < 400_000; clock.ms += 7000) {
    progress.reached(clock.ms / 1000, 400);
    const line = said();
    if (line === '') continue;
    times.push(clock.ms / 1000);
    assert.match(line, /^\d+ of 400 done \(\d+ %\), 1.00\/s, .* left\n$/);
  }
  assert.deepEqual(times, [63, 126, 189, 252, 315, 378]);
  progress.close();
  assert.equal(said(), '');
});

test('nothing is said if quiet', (t) => {
  for (const isTTY of [false, true]) {
    const { clock, progress, said } = shown(t, { isTTY, quiet: true });
    clock.ms = 200_000;
    progress.stage('writing');
    progress.reached(1, 2);
    progress.close();
    assert.equal(said(), '');
    t.mock.restoreAll();
  }
});
