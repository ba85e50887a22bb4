import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../support/temporary.js';
import { begin, nonomill } from '../../support/nonomill.js';

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
