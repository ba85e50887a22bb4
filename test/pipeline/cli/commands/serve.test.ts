import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../../support/temporary.js';
import { begin, nonomill } from '../../../support/nonomill.js';

const PUZZLE = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

test('serve warns if other machines can read the database, and only then', async () => {
  const folder = folderWith({ 'plus.json': PUZZLE });
  const db = join(folder, 'a.sqlite');
  const words = ['run', 'plus.json', '--db', db, '--no-report', '--quiet'];
  assert.equal((await nonomill(words, { cwd: folder })).code, 0);
  for (const [host, warns] of [
    ['0.0.0.0', true],
    ['127.0.0.1', false],
  ] as const) {
    const serving = begin(['serve', '--db', db, '--host', host, '--port', '0']);
    await serving.said('Press Ctrl-C to stop.');
    serving.signal('SIGINT');
    const { code, stderr } = await serving.ended;
    assert.equal(code, 0);
    assert.equal(/Warning: everybody who reaches this machine/.test(stderr), warns, host);
  }
});

test('what links to share lead to is the address of a workbench on the web', async () => {
  for (const word of [
    'example.org',
    'ftp://example.org/',
    'https://me:secret@example.org/',
    'https://example.org/#p=1',
  ]) {
    const { code, stderr } = await nonomill(['serve', '--share-base', word]);
    assert.equal(code, 2, word);
    assert.match(
      stderr,
      /--share-base: expected the address of a workbench on the web, such as https:/,
    );
  }
  const folder = folderWith({ 'plus.json': PUZZLE });
  const db = join(folder, 'a.sqlite');
  await nonomill(['run', 'plus.json', '--db', db, '--no-report', '--quiet'], { cwd: folder });
  for (const [word, told] of [
    ['https://example.org/puzzles', 'https://example.org/puzzles/'],
    ['https://example.org', 'https://example.org/'],
    ['https://example.org/puzzles/try.html', 'https://example.org/puzzles/try.html'],
  ]) {
    const serving = begin(['serve', '--db', db, '--port', '0', '--share-base', word]);
    const url = (await serving.printed('\n')).trimEnd();
    const page = await (await fetch(url)).text();
    assert.ok(page.includes(`<meta name="share-base" content="${told}"`), page);
    serving.signal('SIGINT');
    await serving.ended;
  }
});
