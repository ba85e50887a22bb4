import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SafeFileNames } from '../../../../src/pipeline/cli/converting/convert-to-folder.js';
import { folderWith } from '../../../support/temporary.js';
import { nonomill } from '../../../support/nonomill.js';

function dot(id: string | null, more = ''): string {
  return `{${id === null ? '' : `"id":${JSON.stringify(id)},`}"rows":[[1]],"columns":[[1]]${more}}`;
}

test('a folder becomes one file, and the file a folder of the same puzzles', async () => {
  const folder = folderWith({ 'in/a.ndjson': `${dot('a')}\n${dot('b')}`, 'in/c.json': dot('c') });
  const book = join(folder, 'book.csv');
  assert.equal((await nonomill(['convert', join(folder, 'in'), book])).code, 0);
  const out = join(folder, 'out/');
  assert.equal((await nonomill(['convert', book, out, '--to', 'non'])).code, 0);
  assert.deepEqual(readdirSync(out).sort(), ['a.non', 'b.non', 'c.non']);
  const back = await nonomill(['convert', join(out, '*.non'), '-', '--to', 'csv']);
  assert.equal(back.stdout, readFileSync(book, 'utf8'));
});

test('names that are paths, devices, empty or alike stay inside the folder', async () => {
  const ids = ['../x', 'CON', '', 'a', 'A', '/etc/passwd', '.hidden', null];
  const folder = folderWith({ 'in.ndjson': ids.map((id) => dot(id)).join('\n') });
  const out = join(folder, 'deep/out/');
  const { code } = await nonomill(['convert', join(folder, 'in.ndjson'), out, '--to', 'nin']);
  assert.equal(code, 0);
  assert.deepEqual(readdirSync(folder).sort(), ['deep', 'in.ndjson']);
  assert.equal(readdirSync(out).length, ids.length);
  assert.ok(readdirSync(out).every((name) => /^[^.].*\.nin$/.test(name)));
});

describe('File names', () => {
  test('are safe on every system', () => {
    const names = new SafeFileNames();
    const given = ['../x', 'con', 'nul.txt', 'a:b*c', 'end. ', 'a\u0000b', '  ', 'é'].map((name) =>
      names.nameFor(name),
    );
    assert.deepEqual(given, ['_x', '_con', '_nul.txt', 'a_b_c', 'end', 'a_b', 'puzzle', 'é']);
  });

  test('are numbered if they are alike, even if one looks numbered already', () => {
    const names = new SafeFileNames();
    const given = ['a-2', 'a', 'A', 'a', null, null].map((name) => names.nameFor(name));
    assert.deepEqual(given, ['a-2', 'a', 'A-3', 'a-4', 'puzzle', 'puzzle-2']);
  });

  test('are short enough even with characters of four bytes', () => {
    const name = new SafeFileNames().nameFor('😀'.repeat(300));
    assert.ok(Buffer.byteLength(name) <= 200);
  });
});

test('an existing file is overwritten only with --force', async () => {
  const folder = folderWith({ 'in.ndjson': dot('a'), 'a.nin': 'mine', 'a.csv': 'mine' });
  const input = join(folder, 'in.ndjson');
  for (const [out, file] of [
    [join(folder, 'a.csv'), 'a.csv'],
    [folder, 'a.nin'],
  ]) {
    const words = ['convert', input, out, '--to', file.slice(2)];
    const refused = await nonomill(words);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /exists already.*--force/s);
    assert.equal(readFileSync(join(folder, file), 'utf8'), 'mine');
    assert.equal((await nonomill([...words, '--force'])).code, 0);
    assert.notEqual(readFileSync(join(folder, file), 'utf8'), 'mine');
  }
});

test('a file that is being read is never overwritten, not even with --force', async () => {
  const folder = folderWith({ 'a.json': `[${dot('b')},${dot('a')}]` });
  const words = ['convert', join(folder, 'a.json'), folder, '--to', 'json', '--force'];
  const { code, stderr } = await nonomill(words);
  assert.equal(code, 1);
  assert.match(stderr, /would be overwritten while it is read \(files written before it: 1\)/);
});

test('a name without a slash means one file, whatever its format can hold', async () => {
  const folder = folderWith({ 'one.ndjson': dot('a'), 'two.ndjson': `${dot('a')}\n${dot('b')}` });
  const one = await nonomill(['convert', 'one.ndjson', 'out', '--to', 'nin'], { cwd: folder });
  assert.equal(one.code, 0);
  assert.equal(readFileSync(join(folder, 'out'), 'utf8'), '1 1\n1\n1\n');
  const two = await nonomill(['convert', 'two.ndjson', 'book.nin'], { cwd: folder });
  assert.equal(two.code, 1);
  assert.match(
    two.stderr,
    /nin holds one puzzle a file, and there are 2 \(NM_FORMAT_CANNOT_HOLD\)\nSay book\/ for a folder/,
  );
  assert.deepEqual(readdirSync(folder).sort(), ['one.ndjson', 'out', 'two.ndjson']);
});

test('a folder without --to is wrong usage', async () => {
  const { code, stderr } = await nonomill(['convert', '-', 'out/'], { input: dot('a') });
  assert.equal(code, 2);
  assert.match(stderr, /"out\/" is a folder: name the format of its files with --to/);
});

test('a puzzle that does not fit, even after many others, leaves no file', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => dot(String(i)));
  const folder = folderWith({ 'in.ndjson': [...many, dot('last', ',"start":"?"')].join('\n') });
  const out = join(folder, 'out.csv');
  const { code, stderr } = await nonomill(['convert', join(folder, 'in.ndjson'), out]);
  assert.equal(code, 1);
  assert.match(stderr, /last: csv holds no start position/);
  assert.deepEqual([existsSync(out), readdirSync(folder)], [false, ['in.ndjson']]);
});

test('titles survive CSV', async () => {
  const input = dot('a', ',"title":"A, \\"b\\""');
  const csv = await nonomill(['convert', '-', '-', '--to', 'csv'], { input });
  assert.equal(csv.stderr, '');
  const back = await nonomill(['convert', '-', '-', '--to', 'ndjson'], { input: csv.stdout });
  assert.equal((JSON.parse(back.stdout) as { title: string }).title, 'A, "b"');
});
