import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { CorpusError } from '../../../src/pipeline/corpus/bytes.js';
import { isOnOtherDrive } from '../../../src/pipeline/corpus/patterns.js';
import { describeSource, findSources, leftOutLines } from '../../../src/pipeline/corpus/sources.js';
import { withSlashes } from '../../../src/pipeline/files/files.js';
import { assertEach, folderWith, eachOf } from '../../support/tests.js';

const ONE = '{"rows":[[1]],"columns":[[1]]}';

/** A path in a folder, as on every system. */
const within = (folder: string, path: string): string =>
  relative(folder, path).replaceAll('\\', '/');

test('a folder is read recursively and in name order, without what is not a corpus', async () => {
  const folder = folderWith({
    'b.csv': 'rows,columns\n1,1\n',
    'a/z.json': ONE,
    'a/y': ONE,
    'README.md': '# Puzzles\nBy several authors.\n',
    '.hidden.json': ONE,
    'c.txt': 'no puzzle at all',
  });
  const { sources, leftOut } = await findSources([folder], { format: null });
  const read = sources.map(({ path, format }) => `${within(folder, path)} as ${format}`);
  assert.deepEqual(read, ['a/y as json', 'a/z.json as json', 'b.csv as csv']);
  assertEach(leftOut, ({ path }) => relative(folder, path), ['c.txt']);
  assert.match(leftOut[0].reason, /^not recognised as a puzzle/);
});

test('databases and reports of runs are left out of folders and patterns without a note', async () => {
  const database = 'SQLite format 3\0 and so on';
  const folder = folderWith({
    'a.csv': 'rows,columns\n1,1\n',
    'reports/nonomill.sqlite': database,
    'reports/nonomill.sqlite-wal': '7',
    'reports/nonomill.sqlite.lock': '',
    'reports/run-1/index.html': '<!doctype html>',
    'reports/run-1/summary.json': '{\n  "run": {\n    "runId": 1\n',
    'reports/run-1/summary.md': '# Run 1',
    'mine.db': database,
    'other/index.html': '<!doctype html>',
    'other/summary.json': ONE,
  });
  for (const path of [folder, `${folder}/**`]) {
    const { sources, leftOut } = await findSources([path], { format: null });
    assertEach(sources, (one) => within(folder, one.path), ['a.csv', 'other/summary.json']);
    // Nobody knows who wrote this one.
    assertEach(leftOut, (one) => within(folder, one.path), ['other/index.html']);
  }
  const refused = findSources([join(folder, 'reports')], { format: null });
  await assert.rejects(refused, /there is no file with puzzles in it/);
});

test('notes, programs and hidden files beside puzzles are passed over without a word', async () => {
  const folder = folderWith({
    'a.csv': 'rows,columns\n1,1\n',
    LICENSE: 'Do what you like with it.',
    'README.txt': 'Puzzles',
    '.DS_Store': 'x',
    '.git/a.csv': 'rows,columns\n1,1\n',
    'draw.py': 'print()',
    'deep/licence.txt': 'The same.',
    'notes.md': 'By hand.',
  });
  const { sources, leftOut } = await findSources([folder], { format: null });
  assert.equal(sources.length, 1);
  assert.deepEqual(leftOut, []);
});

test('a program with puzzles in it is read in a folder as it is alone', async () => {
  const lists = 'export const puzzles = [{ title: "T", rowClues: [[1]], colClues: [[1]] }];\n';
  const folder = folderWith({ 'level.ts': lists, 'levels.py': 'rows=[[1]]\ncolumns=[[1]]\n' });
  for (const path of [folder, `${folder.replaceAll('\\', '/')}/*.ts`]) {
    const { sources } = await findSources([path], { format: null });
    assert.ok(
      sources.some(({ path: found, format }) => /level\.ts$/.test(found) && format === 'lists'),
    );
  }
});

test('a puzzle, or a folder of puzzles, that is called as notes are is read', async () => {
  const folder = folderWith({ 'todo/a.json': ONE, 'credits.json': ONE, 'draw.js/b.json': ONE });
  const { sources, leftOut } = await findSources([folder], { format: null });
  assert.equal(sources.length, 3);
  assert.deepEqual(leftOut, []);
});

test('pictures, web pages and archives in a folder are left out by name, with what to do', async () => {
  const folder = folderWith({
    'a.csv': 'rows,columns\n1,1\n',
    'book.pdf': '%PDF-1.7',
    'cat.png': 'PNG',
    'deep/dog.JPG': 'JPEG',
    'index.html': '<!doctype html>',
    'more.zip': 'PK',
    'more.yaml': 'rows: []',
  });
  for (const [what, format] of [
    [folder, null],
    [folder, 'csv'],
    [`${folder}/**`, null],
  ] as const) {
    const { sources, leftOut } = await findSources([what], { format });
    assert.equal(sources.length, 1);
    assertEach(leftOut, ({ path, reason }) => `${within(folder, path)}: ${reason}`, [
      'book.pdf: a PDF, not a format of puzzles',
      'cat.png: a picture (PNG): "generate --from-image" makes a puzzle of it',
      'deep/dog.JPG: a picture (JPEG): once it is PNG, "generate --from-image" makes a puzzle of it',
      'index.html: a web page, not a format of puzzles',
      'more.yaml: YAML is not a format of puzzles: save it as CSV or JSON',
      'more.zip: an archive, not puzzles: unpack it',
    ]);
  }
  const { leftOut } = await findSources([folder], {
    format: null,
    ignore: ['*.p*', '*.JPG', '*.html', 'more.*'],
  });
  assert.deepEqual(leftOut, []);
});

test('a folder that holds nothing but pictures is an error that says how to make puzzles of them', async () => {
  const folder = folderWith({ 'art/a.png': 'PNG', 'art/b.png': 'PNG', 'photos/a.jpeg': 'JPEG' });
  const art = join(folder, 'art');
  for (const [what, pictures] of [
    [art, /are 2 pictures \(PNG\)\. "nonomill generate --from-image \S*art --out puzzles\.json"/],
    [`${art}/*.png`, /are 2 pictures \(PNG\)\. "nonomill generate --from-image <folder> --out /],
    [`${art}/a.*`, /is 1 picture \(PNG\)\. "nonomill generate --from-image \S*a\.png --out /],
  ] as const) {
    const error = await findSources([what], { format: null }).catch((reason: unknown) => reason);
    assert.ok(error instanceof CorpusError);
    assert.match(error.message, /there is no file with puzzles in it, but there /);
    assert.match(error.message, pictures);
  }
  await assert.rejects(
    findSources([join(folder, 'photos')], { format: null }),
    /there is no file with puzzles in it, for example \S*a\.jpeg: a picture \(JPEG\): once it is PNG, /,
  );
});

test('files that are left out for one reason are said on one line, and of many only the first are named', () => {
  const reason = 'a picture';
  const many = Array.from({ length: 2021 }, (_, i) => ({ path: `${i}.png`, reason }));
  const lines = leftOutLines([{ path: 'a\u001b[2J.txt', reason: 'it is empty' }, ...many]);
  assert.equal(lines.length, 2);
  assert.match(lines[0], /^left out: a.*\.txt: it is empty$/);
  assert.ok(!lines[0].includes('\u001b'));
  assert.match(lines[1], /^left out: 0\.png, 1\.png, .*, 19\.png and 2,001 more: a picture$/);
});

test('--ignore names files by a pattern, or by a name at any depth', async () => {
  const folder = folderWith({
    'a.csv': 'rows,columns\n1,1\n',
    'a.txt': 'a shopping list',
    'drafts/b.csv': 'rows,columns\n1,1\n',
    'deep/drafts/c.csv': 'rows,columns\n1,1\n',
    'deep/d.csv': 'rows,columns\n1,1\n',
  });
  const readWith = async (...ignore: string[]): Promise<string[]> => {
    const { sources, leftOut } = await findSources([folder], { format: null, ignore });
    const names = (files: readonly { path: string }[]): string[] =>
      files.map(({ path }) => relative(folder, path).replaceAll('\\', '/'));
    return [...names(sources), ...names(leftOut).map((name) => `left out: ${name}`)];
  };
  const all = ['a.csv', 'deep/d.csv', 'deep/drafts/c.csv', 'drafts/b.csv', 'left out: a.txt'];
  assert.deepEqual(await readWith(), all);
  assert.deepEqual(await readWith('*.txt'), all.slice(0, 4));
  assert.deepEqual(await readWith('drafts'), ['a.csv', 'deep/d.csv', 'left out: a.txt']);
  assert.deepEqual(await readWith('drafts/*.csv', 'a.txt'), all.slice(0, 3));
  assert.deepEqual(await readWith('./deep/', `${folder}/a.*`), ['drafts/b.csv']);
});

test('--ignore names files of a pattern that leads out of the working folder, too', async () => {
  const folder = folderWith({ 'x/a.csv': ONE, 'x/b (1).csv': ONE, 'x/old/c.csv': ONE });
  for (const pattern of [`${folder}/**/*.csv`, `${relative('.', folder)}/**/*.csv`]) {
    for (const [ignored, left] of [
      ['c.*', 'a.csv b (1).csv'],
      ['old', 'a.csv b (1).csv'],
      ['b (1).csv', 'a.csv c.csv'],
      [`${relative('.', folder)}/x/*.csv`, 'c.csv'],
      [`${folder}/x/old`, 'a.csv b (1).csv'],
    ]) {
      const { sources } = await findSources([pattern], { format: null, ignore: [ignored] });
      assert.equal(sources.map(({ path }) => basename(path)).join(' '), left, ignored);
    }
  }
});

test('a pattern stands for the files that fit it, in name order', async () => {
  const folder = folderWith({ 'b.json': ONE, 'a.json': ONE, 'c.csv': 'rows,columns\n' });
  const { sources } = await findSources([`${folder}/*.json`], { format: null });
  assertEach(sources, ({ path }) => path.slice(-6), ['a.json', 'b.json']);
});

test('a file whose name looks like a pattern is a file', async () => {
  const folder = folderWith({ 'x[1].json': ONE, 'x1.json': ONE });
  const { sources } = await findSources([join(folder, 'x[1].json')], { format: null });
  assert.deepEqual(eachOf(sources, 'path'), [withSlashes(join(folder, 'x[1].json'))]);
});

test('what cannot be read is an error that names it', async () => {
  const folder = folderWith({ 'notes.md': 'nothing' });
  mkdirSync(join(folder, 'empty'));
  const refused = async (path: string, message: RegExp): Promise<void> => {
    await assert.rejects(findSources([path], { format: null }), {
      name: 'CorpusError',
      message: message,
    });
  };
  await refused(join(folder, 'missing.csv'), /missing\.csv: there is no such file or folder/);
  await refused(`${folder}/*.csv`, /\*\.csv: no file fits the pattern/);
  await refused(join(folder, 'empty'), /empty: there is no file with puzzles in it/);
  const expected = /standard input \(-\) can be read only once/;
  await assert.rejects(findSources(['-', '-'], { format: null }), expected);
});

test('a subfolder that cannot be read is left out, and the rest is read', async (t) => {
  if (process.platform === 'win32') {
    t.skip('needs a shell of Unix');
    return;
  }
  const folder = folderWith({ 'a.csv': 'rows,columns\n1,1\n' });
  // Its path is too long to be opened, which even the superuser cannot.
  const name = 'x'.repeat(250);
  const dig = `for i in $(seq 17); do mkdir ${name} && cd -P ${name} || exit 1; done`;
  execFileSync('sh', ['-c', dig], { cwd: folder });
  const { sources, leftOut } = await findSources([folder], { format: null });
  // Node.js 22 cannot remove what is so deep.
  execFileSync('rm', ['-rf', join(folder, name)]);
  assert.deepEqual(eachOf(sources, 'path'), [join(folder, 'a.csv')]);
  assert.equal(leftOut.length, 1);
  assert.ok(leftOut[0].path.startsWith(join(folder, name)));
  assert.match(leftOut[0].reason, /name|long/i);
});

test('a source is described by the hash of its bytes, its size and its format', async () => {
  const path = join(folderWith({ 'a.json': '{}\n' }), 'a.json');
  assert.deepEqual(await describeSource({ path, format: null }), {
    path,
    format: 'json',
    sha256: 'ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356',
    bytes: 3,
  });
});

test('a file that is not what its extension says has the reason of the reader in its error', async () => {
  const reasons = {
    'a.dzn': ['rows = 3;\nrow_rules = [2, 0, 4', /\(MiniZinc: /],
    'a.xml': ['<project></project>', /\(webpbn XML: .*; .*\)/],
    'a.ini': ['what is this', /\(.*: expected /],
    'a.txt': ['what is this', /as a puzzle\. Name its format/],
  } as const;
  for (const [name, [text, reason]] of Object.entries(reasons)) {
    const path = join(folderWith({ [name]: text }), name);
    await assert.rejects(describeSource({ path, format: null }), reason, name);
  }
});

test('a format that is not known by name or content is an error that says what to do', async () => {
  const path = join(folderWith({ 'a.puz': 'what is this' }), 'a.puz');
  await assert.rejects(describeSource({ path, format: null }), /not recognised as a puzzle/);
  const expected = /jsno is not a format that can be read; there are csv, json/;
  await assert.rejects(describeSource({ path, format: 'jsno' }), expected);
});

test('a database that is named as a corpus is recognised, and the message says how to name it', async () => {
  const folder = folderWith({ 'results.sqlite': 'SQLite format 3\0and more' });
  const path = join(folder, 'results.sqlite');
  const expected = /results\.sqlite: a database, not puzzles\. Name it with --db /;
  await assert.rejects(describeSource({ path, format: null }), expected);
});

test('an empty file whose name says nothing is reported as empty', async () => {
  const folder = folderWith({ a: '', b: '\r\n \n' });
  for (const name of ['a', 'b']) {
    const described = describeSource({ path: join(folder, name), format: null });
    await assert.rejects(described, /[ab]: it is empty$/);
  }
});

test('pipes, sockets and links that lead nowhere are left out of folders, and the rest is read', async (t) => {
  if (process.platform === 'win32') {
    t.skip('needs mkfifo and symbolic links');
    return;
  }
  const folder = folderWith({ 'a.json': ONE });
  execFileSync('mkfifo', [join(folder, 'pipe.json')]);
  symlinkSync(join(folder, 'gone.json'), join(folder, 'link.json'));
  symlinkSync(join(folder, 'circle.json'), join(folder, 'circle.json'));
  const server = createServer().listen(join(folder, 'socket.json'));
  await once(server, 'listening');
  const { sources, leftOut } = await findSources([folder], { format: null });
  server.close();
  assertEach(sources, ({ path }) => relative(folder, path), ['a.json']);
  assertEach(leftOut, ({ path, reason }) => `${relative(folder, path)}: ${reason.split(',')[0]}`, [
    'circle.json: its links lead in a circle',
    'link.json: there is no such file or folder',
    'pipe.json: it is a pipe',
    'socket.json: it is a pipe',
  ]);
});

test('a pipe is a source that is read once', async (t) => {
  if (process.platform === 'win32') {
    t.skip('needs mkfifo');
    return;
  }
  const pipe = join(folderWith({}), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { sources } = await findSources([pipe], { format: 'json' });
  assert.deepEqual(sources, [{ path: pipe, format: 'json', isNamed: true, once: true }]);
});

/** Does `work` as somebody to whom permissions apply: root reads everything. */
async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid!(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid!(0);
  }
}

test(
  'files and folders below a folder that cannot be read are left out alike, with the reason',
  { skip: process.platform === 'win32' && 'has other permissions' },
  async () => {
    const folder = folderWith({
      'a.csv': 'rows,columns\n1,1\n',
      'closed.csv': 'rows,columns\n1,1\n',
      'closed.txt': '1\n\n1\n',
      'shut/a.csv': 'rows,columns\n1,1\n',
    });
    const isClosed = ['shut', 'closed.csv', 'closed.txt'].map((name) => join(folder, name));
    chmodSync(folder, 0o755);
    for (const path of isClosed) chmodSync(path, 0);
    for (const [what, format] of [
      [folder, null],
      [folder, 'csv'],
      [`${folder}/*`, null],
    ] as const) {
      const { sources, leftOut } = await withoutRights(() => findSources([what], { format }));
      assertEach(sources, ({ path, found }) => [basename(path), found], [['a.csv', true]]);
      // A pattern for files names no folder.
      assert.deepEqual(
        leftOut.map(({ path, reason }) => [resolve(path), reason]),
        isClosed
          .slice(what === folder ? 0 : 1)
          .map((path) => [path, 'permission to read it is missing']),
      );
    }
    // What is named itself must be there.
    const named = findSources([join(folder, 'none.csv')], { format: null });
    await assert.rejects(named, /none\.csv: there is no such file or folder/);
    chmodSync(join(folder, 'shut'), 0o755);
  },
);

test('on Windows a file has one name, with slashes, however it is found and typed', async () => {
  const folder = folderWith({ 'data/a.json': ONE, 'data/deep/b.json': ONE });
  const typed = folder.replaceAll('/', '\\');
  const found = async (word: string): Promise<string[]> => {
    const { sources } = await findSources([word], { format: null, platform: 'win32' });
    return sources.map(({ path }) => relative(folder, path).replaceAll('\\', '/'));
  };
  assert.deepEqual(await found(`${typed}\\data`), ['data/a.json', 'data/deep/b.json']);
  assert.deepEqual(await found(`${typed}\\data\\*.json`), ['data/a.json']);
  assert.deepEqual(await found(`${typed}\\data\\a.json`), ['data/a.json']);
  const { sources } = await findSources([`${typed}\\data`], { format: null, platform: 'win32' });
  assertEach(sources, ({ path }) => path.includes('\\'), [false, false]);
});

test('a pattern of Windows on another drive keeps its drive', () => {
  const folder = 'C:\\Users\\ann';
  const other = ['D:/puzzles/*.csv', '//server/share/*.csv'];
  const same = ['c:/puzzles/*.csv', 'C:/*.csv', 'puzzles/*.csv', '/puzzles/*.csv'];
  for (const pattern of other) assert.equal(isOnOtherDrive(pattern, folder, 'win32'), true);
  for (const pattern of same) assert.equal(isOnOtherDrive(pattern, folder, 'win32'), false);
  assert.equal(isOnOtherDrive('D:/puzzles/*.csv', '/home/ann', 'linux'), false);
});

test('a folder in front of a pattern is what it is called, and so is a file to be ignored', async () => {
  const folder = folderWith({
    'Copy (1)/a.json': ONE,
    'Copy (1)/b (2).json': ONE,
    'Copy 1/c.json': ONE,
  });
  const found = async (word: string, ignore: string[]): Promise<string[]> => {
    const { sources } = await findSources([word], { format: null, ignore });
    return sources.map(({ path }) => relative(folder, path).replaceAll('\\', '/'));
  };
  const both = ['Copy (1)/a.json', 'Copy (1)/b (2).json'];
  assert.deepEqual(await found(`${folder}/Copy (1)/*.json`, []), both);
  assert.deepEqual(await found(`${folder}/Copy (1)`, ['b (2).json']), ['Copy (1)/a.json']);
});
