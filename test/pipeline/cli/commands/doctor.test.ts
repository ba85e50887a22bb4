import assert from 'node:assert/strict';
import { readdirSync, writeFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  judgementsText,
  judgeLoad,
  judgeMemory,
  judgeProcessors,
  judgeTerminal,
  judgeFileClock,
  judgeFileSystemType,
  judgeFreeBytes,
  judgePlace,
} from '../../../../src/pipeline/cli/commands/doctor.js';
import { ends, succeeds } from '../../../support/nonomill.js';
import { assertEach, temporaryFolder, eachOf } from '../../../support/tests.js';

test('doctor looks at everything that runs need, and leaves nothing behind', async (t) => {
  const cwd = temporaryFolder(t);
  const { stdout } = await succeeds(['doctor', '--json'], { cwd });
  const judgements = JSON.parse(stdout) as ReturnType<typeof judgePlace>;
  assert.deepEqual(eachOf(judgements, 'check'), [
    ...['Node.js', 'WebAssembly', 'threads', 'processors', 'load', 'memory', 'terminal', 'fonts'],
    ...['disk', 'file system', 'database', 'clock'],
  ]);
  for (const { state, todo } of judgements) assert.equal(todo === null, state === 'good');
  assert.deepEqual(readdirSync(cwd), []);
});

test('where no run is possible doctor ends with 1, and the run that fails there names it', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'file'), '');
  writeFileSync(join(cwd, 'a.csv'), 'rows,columns\n1,1\n');
  const db = ['--db', join('file', 'a.sqlite')];
  const { stdout } = await ends(1, ['doctor', ...db], { cwd });
  assert.match(stdout, /^disk +bad +.*file is not a folder$/m);
  assert.match(stdout, /\nNo run is possible here\.\n$/);
  const run = await ends(1, ['run', 'a.csv', ...db], { cwd });
  assert.match(run.stderr, /\(NM_DATABASE_ACCESS\) .*"nonomill doctor" says/);
});

const GB = 1e9;
const good = (check: string, found: string) =>
  ({ check, state: 'good', found, todo: null }) as const;

test('memory is judged by what is available and what the threads of a run take', () => {
  const machine = { total: 16 * GB, limit: null, available: 8 * GB, threads: 4 };
  assert.deepEqual(judgeMemory(machine), good('memory', '8.0 GB of 16 GB available'));
  const many = judgeMemory({ ...machine, threads: 256 });
  assert.equal(many.state, 'weak');
  assert.match(many.todo!, /^A run of 256 threads takes 5\.3 GB .*--threads/);
  const container = judgeMemory({ ...machine, limit: 0.5 * GB, available: 0.4 * GB });
  assert.equal(container.state, 'weak');
  assert.match(container.found, /^400 MB of 500 MB available \(limited; the machine has 16 GB\)$/);
  assert.equal(judgeMemory({ ...machine, available: 0.1 * GB }).state, 'bad');
});

test('more threads than processors that may be used, and a busy machine, are weak', () => {
  const few = good('processors', '2 of 8 processors may be used');
  assert.deepEqual(judgeProcessors(2, 8, 2), few);
  const many = judgeProcessors(8, 8, 2);
  assert.deepEqual([many.state, /--threads 2 is as fast/.test(many.todo!)], ['weak', true]);
  assertEach([1, 9, null], (load) => judgeLoad(load, 4).state, ['good', 'weak', 'good']);
});

test('file systems on a network and in memory are named, and weak', () => {
  for (const [type, name] of [
    [0x6969, 'NFS'],
    [0xff534d42 | 0, 'CIFS'],
    [0x01021997, '9P'],
  ] as const) {
    const { state, found } = judgeFileSystemType(type);
    assert.deepEqual([state, found], ['weak', `${name}, on a network`]);
  }
  assert.deepEqual(judgeFileSystemType(0xef53), good('file system', 'ext4'));
  assert.match(judgeFileSystemType(0x01021994).todo!, /outlive a restart/);
  assert.deepEqual(judgeFileSystemType(0x1234), good('file system', 'type 0x1234'));
});

test('room on the disk for less than a million puzzles is weak, for less than some thousand bad', () => {
  assertEach([1e7, 1e9, 1e11], (free) => judgeFreeBytes(free).state, ['bad', 'weak', 'good']);
});

test('clocks that differ are weak, since runs say when something was written', () => {
  assert.equal(judgeFileClock(-500).state, 'good');
  const ahead = judgeFileClock(61_000);
  assert.deepEqual([ahead.state, /; the disk's is 1m 1s ahead$/.test(ahead.found)], ['weak', true]);
});

test('a terminal without UTF-8, or too narrow for tables, is weak', () => {
  const terminal = { isTty: true, depth: 8, columns: 120, env: {}, platform: 'linux' };
  const utf8 = { ...terminal, env: { LANG: 'de_DE.utf8' } };
  assert.deepEqual(judgeTerminal(utf8), good('terminal', '120 columns, 256 colours'));
  assert.match(judgeTerminal({ ...terminal, env: { LANG: 'C' } }).todo!, /LC_ALL=C\.UTF-8/);
  assert.equal(judgeTerminal({ ...utf8, env: { LANG: 'de_DE.utf8', LC_ALL: 'C' } }).state, 'weak');
  assert.equal(judgeTerminal({ ...terminal, platform: 'win32' }).state, 'good');
  assert.equal(judgeTerminal({ ...utf8, columns: 40 }).state, 'weak');
  assert.equal(judgeTerminal({ ...terminal, isTty: false }).state, 'good');
});

test('a place for a database is tried and left as it was, also where the folder is to be made', (t) => {
  const folder = temporaryFolder(t);
  for (const db of [join(folder, 'a.sqlite'), join(folder, 'reports', 'deep', 'a.sqlite')]) {
    const found = judgePlace(db);
    assert.deepEqual(eachOf(found, 'check'), ['disk', 'file system', 'database', 'clock']);
    assert.match(found[2].found, /^SQLite 3\.\d+\.\d+, made and locked in /);
  }
  assert.deepEqual(readdirSync(folder), []);
});

const ANYWHERE = process.platform === 'win32' || process.getuid?.() === 0;

const skip = ANYWHERE && 'root writes anywhere';
test('a folder that cannot be written to is bad', { skip }, (t) => {
  const folder = join(temporaryFolder(t), 'closed');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  const found = judgePlace(join(folder, 'a.sqlite'));
  assert.deepEqual(eachOf(found, 'check', 'state'), [['disk', 'bad']]);
});

test('judgements are a table with what to do below it, and a sentence at the end', () => {
  const shown = { columns: 80, colours: false };
  const text = judgementsText(
    [good('disk', '9 GB free'), { ...good('load', '9.0'), state: 'weak', todo: 'Wait.' }],
    shown,
  );
  assert.equal(
    text,
    'check  is    found\ndisk   good  9 GB free\nload   weak  9.0\n\nload: Wait.\n\n' +
      'Runs are possible here, and could do better.\n',
  );
  const expected = /\n\nNothing here holds a run back\.\n$/;
  assert.match(judgementsText([good('disk', '9 GB')], shown), expected);
  assert.match(
    judgementsText([{ ...good('disk', 'full'), state: 'bad', todo: 'Go.' }], shown),
    /\n\nNo run is possible here\.\n$/,
  );
  const painted = judgementsText([{ ...good('a', 'b'), state: 'bad', todo: 'c' }], {
    ...shown,
    colours: true,
  });
  assert.ok(painted.includes('\u001b[31mbad\u001b[39m'));
});
