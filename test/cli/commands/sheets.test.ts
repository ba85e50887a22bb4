import assert from 'node:assert/strict';
import { lstatSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../support/temporary.js';
import { nonomill } from '../../support/nonomill.js';

const PLUS = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
test('a puzzle that no address holds has no QR code, and is counted', async () => {
  const red =
    '{"id":"red","rows":[[{"n":1,"c":1}]],"columns":[[{"n":1,"c":1}]],"palette":["#ffffff","#ff0000","#00ff00"]}';
  const folder = folderWith({ 'two.ndjson': `${PLUS}\n${red}\n` });
  const out = join(folder, 'book.pdf');
  const { code, stderr } = await nonomill([
    'sheets',
    join(folder, 'two.ndjson'),
    '--qr',
    '--out',
    out,
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /no address holds 1 puzzle: no QR code/);
});

const skip = process.platform === 'win32' && 'links need a permission there';

test(
  'a book is written to what a link names, and only with --force over a file',
  { skip },
  async () => {
    const folder = folderWith({ 'plus.ndjson': PLUS, 'target.pdf': 'old' });
    const out = join(folder, 'book.pdf');
    symlinkSync('target.pdf', out);
    const words = ['sheets', join(folder, 'plus.ndjson'), '--out', out];
    const refused = await nonomill(words);
    assert.deepEqual([refused.code, /--force/.test(refused.stderr)], [1, true]);
    assert.equal(readFileSync(join(folder, 'target.pdf'), 'utf8'), 'old');
    const { code, stderr } = await nonomill([...words, '--force']);
    assert.equal(code, 0, stderr);
    assert.match(readFileSync(join(folder, 'target.pdf'), 'latin1'), /^%PDF/);
    assert.ok(lstatSync(out).isSymbolicLink());
    assert.deepEqual(readdirSync(folder).sort(), ['book.pdf', 'plus.ndjson', 'target.pdf']);
  },
);
