import assert from 'node:assert/strict';
import { once } from 'node:events';
import { platform } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { ONLY_DEEP, depth, folderWith, until } from '../../../support/tests.js';
import { ends, begin, nonomill, start, succeeds } from '../../../support/nonomill.js';

const PUZZLE = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

const skip = platform() === 'win32' || ONLY_DEEP;
test('a signal ends serve while a statement goes on that never ends', { skip }, async () => {
  const folder = folderWith({ 'plus.json': PUZZLE });
  const db = join(folder, 'a.sqlite');
  await nonomill(['run', 'plus.json', '--db', db, '--no-report', '--quiet'], { cwd: folder });
  const { child } = start(['serve', '--db', db, '--port', '0'], folder);
  const ended = once(child, 'exit');
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const url = printed.toString().trim();
  const open = new SqliteDatabase(db);
  open.exec(`DROP TABLE left_out; CREATE VIEW left_out AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i + 1 AS run_id, '' AS path, '' AS reason FROM n`);
  open.close();
  const cutOff = assert.rejects(fetch(`${url}api/runs/1`));
  const answers = (): Promise<boolean> =>
    fetch(url, { signal: AbortSignal.timeout(200) }).then(
      () => true,
      () => false,
    );
  await until(async () => !(await answers()));
  child.kill('SIGINT');
  assert.deepEqual(await ended, [null, 'SIGINT']);
  await cutOff;
});

test('what links to share lead to is the address of a workbench on the web', async () => {
  for (const word of [
    'example.org',
    'ftp://example.org/',
    'https://me:secret@example.org/',
    'https://example.org/#p=1',
  ]) {
    await ends(2, ['serve', '--share-base', word], {
      says: /--share-base: expected the address of a workbench on the web, such as https:/,
    });
  }
});

test('serve tells its page where links to share lead, and warns if other machines can read the database, and only then', async () => {
  const folder = folderWith({ 'plus.json': PUZZLE });
  const db = join(folder, 'a.sqlite');
  const words = ['run', 'plus.json', '--db', db, '--no-report', '--quiet'];
  await succeeds(words, { cwd: folder });
  for (const [host, word, told] of [
    ['127.0.0.1', 'https://example.org/puzzles', 'https://example.org/puzzles/'],
    ['0.0.0.0', 'https://example.org', 'https://example.org/'],
    ['127.0.0.1', 'https://example.org/try.html', 'https://example.org/try.html'],
  ].slice(0, depth(2, 3))) {
    const at = ['--db', db, '--host', host, '--port', '0'];
    const serving = begin(['serve', ...at, '--share-base', word]);
    const { port } = new URL((await serving.printed('\n')).trimEnd());
    const page = await (await fetch(`http://127.0.0.1:${port}`)).text();
    assert.ok(page.includes(`<meta name="share-base" content="${told}"`), page);
    await serving.said('Press Ctrl-C to stop.');
    serving.signal('SIGINT');
    const { code, stderr } = await serving.ended;
    assert.equal(code, 0);
    const warns = /Warning: everybody who reaches this machine/.test(stderr);
    assert.equal(warns, host === '0.0.0.0', host);
  }
});
