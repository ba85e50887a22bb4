import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSink } from '../../../../src/pipeline/cli/terminal/text-sink.js';
import type { Terminal } from '../../../../src/pipeline/cli/terminal/terminal.js';
import { nonomill } from '../../../support/nonomill.js';
import { folderWith } from '../../../support/temporary.js';

const NO_TERMINAL = {} as unknown as Terminal;
const skip = process.platform === 'win32' ? 'needs links and pipes' : false;

async function write(out: string, text: string, force = false): Promise<void> {
  const sink = await openSink({ out, force }, NO_TERMINAL);
  await sink.write(text);
  await sink.done();
}

test(
  'an existing file is overwritten only on demand, and keeps its permissions',
  { skip },
  async () => {
    const folder = folderWith({ 'corpus.csv': 'precious' });
    const file = join(folder, 'corpus.csv');
    execFileSync('chmod', ['640', file]);
    await assert.rejects(write(file, 'new'), /corpus\.csv exists already/);
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    await write(file, 'new', true);
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.equal(lstatSync(file).mode & 0o777, 0o640);
  },
);

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

test(
  'a link is followed: the file that it names is written, and the link stays',
  { skip },
  async () => {
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
  },
);

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
    ['fix', 'a.ndjson', '--out', 'link.ndjson'],
    ['sheets', 'a.ndjson', '--out', 'a.ndjson'],
    ['prove', 'a.ndjson', '--out', 'same.cnf'],
    ['prove', 'a.ndjson', '--format', 'lrat', '--out', 'p.lrat', '--cnf', 'same.cnf'],
    ['dataset', '--recipe', 'recipe.json', '--out', 'recipe.json'],
  ]) {
    const { code, stderr } = await nonomill([...words, '--force'], { cwd });
    assert.equal(code, 1, words.join(' '));
    assert.match(stderr, /is what is read: it would be written over \(NM_FILE_EXISTS\)/);
    assert.equal(readFileSync(join(cwd, 'a.ndjson'), 'utf8'), puzzle);
  }
});
