import assert from 'node:assert/strict';
import { lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import PDFDocument from 'pdfkit';
import { folderWith } from '../../support/tests.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

const RED =
  '{"id":"red","rows":[[{"n":1,"c":1}]],"columns":[[{"n":1,"c":1}]],"palette":["#ffffff","#ff0000","#00ff00"]}';
const BEGUN = '{"id":"begun","rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"start":"???/?#?/???"}';

/** What is said of a book with QR codes. */
async function saidOf(puzzles: readonly string[], ...words: string[]): Promise<string> {
  const folder = folderWith({ 'some.ndjson': puzzles.join('\n') });
  const given = [join(folder, 'some.ndjson'), '--out', join(folder, 'book.pdf'), '--qr'];
  const { stderr } = await succeeds(['sheets', ...given, ...words]);
  return stderr;
}

test('puzzles that no address holds have no QR code, and are named with the reason', async () => {
  const said = await saidOf([PLUS, RED, BEGUN]);
  assert.match(said, /no QR code for 2 puzzles:\n {2}red: puzz.link holds no colours\n/);
  assert.match(said, /\n {2}begun: puzz.link holds no start position\n.*--share-base/);
  assert.doesNotMatch(await saidOf([PLUS]), /QR/);
});

test('puzzles without a name are called by their file, and numbered where it has several', async () => {
  const nameless = RED.replace('"id":"red",', '');
  const said = await saidOf([nameless, PLUS, nameless, RED]);
  assert.match(said, /\n {2}some: puzz.link.*\n {2}some 3: puzz.link.*\n {2}red: puzz.link/);
});

test('the easiest are taken after sorting, and names that a program counted are in no book', async (t) => {
  const nameless = PLUS.replace('"id":"plus",', '');
  const hard = '{"id":"hard","rows":[[1,1],[2],[3],[1]],"columns":[[1],[3],[2],[1,1]]}';
  const folder = folderWith({
    'some.ndjson': [hard, PLUS.replace('plus', '3x3-s5-2'), PLUS, nameless].join('\n'),
    'cat.ndjson': nameless,
  });
  const written = async (file: string, ...words: string[]): Promise<readonly unknown[]> => {
    const spy = t.mock.method(PDFDocument.prototype as PDFKit.PDFDocument, 'text');
    const given = [join(folder, file), '--out', join(folder, 'book.pdf'), '--force', '--names'];
    const { code, stderr } = await nonomill(['sheets', ...given, ...words]);
    spy.mock.restore();
    assert.equal(code, 0, stderr);
    const lines = spy.mock.calls.map(({ arguments: [text] }) => text);
    return lines.filter((line) => /^\d+( {2}|$)/.test(line) && line.includes(' '));
  };
  assert.deepEqual(await written('cat.ndjson'), ['1  cat', '1  cat']);
  const named = await written('some.ndjson');
  assert.deepEqual(new Set(named), new Set(['1  hard', '3  plus']));
  const easiest = await written('some.ndjson', '--order', 'difficulty', '--take', '3');
  assert.deepEqual(new Set(easiest), new Set(['2  plus']));
});

test('codes lead every puzzle to a workbench of your own, unless its address is too long', async () => {
  const base = ['--share-base', 'https://example.org/puzzles'];
  assert.doesNotMatch(await saidOf([PLUS, RED, BEGUN], ...base), /QR code/);
  const lines = JSON.stringify(Array.from({ length: 60 }, () => Array<number>(30).fill(1)));
  const large = `{"id":"large","rows":${lines},"columns":${lines}}`;
  const said = await saidOf([large], ...base);
  assert.match(
    said,
    /no QR code for 1 puzzle:\n {2}large: its address of \d{4} characters is too long/,
  );
  const { stderr } = await ends(2, ['sheets', 'some.json', '--out', 'a.pdf', ...base]);
  assert.match(stderr, /--share-base is for QR codes: add --qr/);
});

test('the code of a puzzle holds its name only if names are on the pages of the puzzles', async () => {
  // As a name of 200 such letters makes an address too long, the note tells whether it is in there.
  const named = PLUS.replace('plus', 'ü'.repeat(200));
  const base = ['--share-base', 'https://example.org/'];
  assert.doesNotMatch(await saidOf([named], ...base), /too long/);
  assert.match(await saidOf([named], ...base, '--names'), /too long/);
});

test('puzzles that are there twice are named, turned, mirrored or not', async () => {
  const puzzle = (id: string, rows: object, columns: object): string =>
    JSON.stringify({ id, rows, columns });
  const [rows, columns] = [
    [[2], [1]],
    [[2], [1]],
  ];
  const others = [
    puzzle('first', rows, columns),
    puzzle('same', rows, columns),
    puzzle('mirrored', rows, columns.toReversed()),
    PLUS,
  ];
  const folder = folderWith({ 'some.ndjson': others.join('\n') });
  const words = ['sheets', join(folder, 'some.ndjson'), '--order', 'name'];
  const { stderr } = await succeeds([...words, '--out', join(folder, 'book.pdf')]);
  assert.match(
    stderr,
    /2 puzzles are there twice:\n {2}mirrored is, turned, mirrored or in other colours, first\n {2}same is first\n$/,
  );
  assert.doesNotMatch(await saidOf([PLUS, RED]), /twice/);
});

const skip = process.platform === 'win32' && 'links need a permission there';

test('a book goes where a link leads, and only with --force over a file', { skip }, async () => {
  const folder = folderWith({ 'plus.ndjson': PLUS, 'target.pdf': 'old' });
  const out = join(folder, 'book.pdf');
  symlinkSync('target.pdf', out);
  const words = ['sheets', join(folder, 'plus.ndjson'), '--out', out];
  const refused = await nonomill(words);
  assert.deepEqual([refused.code, /--force/.test(refused.stderr)], [1, true]);
  assert.equal(readFileSync(join(folder, 'target.pdf'), 'utf8'), 'old');
  await succeeds([...words, '--force']);
  assert.match(readFileSync(join(folder, 'target.pdf'), 'latin1'), /^%PDF/);
  assert.ok(lstatSync(out).isSymbolicLink());
  assert.deepEqual(readdirSync(folder).sort(), ['book.pdf', 'plus.ndjson', 'target.pdf']);
});
