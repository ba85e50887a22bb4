import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { folderWith } from '../../../support/temporary.js';
import { nonomill } from '../../../support/nonomill.js';

const UNIQUE = '{"id":"plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';

/** A database with a complete run of one puzzle, and the folder that it is in. */
async function ranOnce(...flags: string[]): Promise<{ folder: string; db: string }> {
  const folder = folderWith({ 'some.ndjson': `${UNIQUE}\n` });
  const db = join(folder, 'some.sqlite');
  const words = ['run', 'some.ndjson', '--db', db, '--no-report', '--quiet', ...flags];
  assert.equal((await nonomill(words, { cwd: folder })).code, 0);
  return { folder, db };
}

/** Leaves the run as a kill before its first result would have left it. */
function killed(db: string): void {
  const store = openStore(db, { readonly: false });
  store.db.exec(`DELETE FROM result_rows; UPDATE run_pieces SET counts = NULL;
    UPDATE runs SET state = 'running', finished_at = NULL`);
  store.close();
}

test('a run that was killed is listed as stopped without notice, with how to go on', async () => {
  const { folder, db } = await ranOnce('--timeout', '3s');
  killed(db);
  const listed = await nonomill(['runs', '--db', db]);
  assert.match(listed.stdout, / stopped without notice /);
  assert.match(
    listed.stderr,
    /Run 1 was killed, or the machine stopped\. To go on: nonomill run --resume --db .*some\.sqlite\n/,
  );
  const words = ['run', '--resume', '--db', db, '--no-report', '--json'];
  const resumed = await nonomill(words, { cwd: folder });
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.equal((JSON.parse(resumed.stdout) as { puzzles: number }).puzzles, 1);
  const after = await nonomill(['runs', '--db', db, '--json']);
  assert.equal(after.stderr, '');
  assert.match(after.stdout, /"state": "complete"/);
});

test('a retry refuses what says how a corpus is read', async () => {
  for (const flag of [['--limit', '3'], ['--format', 'csv'], ['--name', 'x'], ['--ignore-start']]) {
    const { code, stderr } = await nonomill(['run', '--retry', 'timeout', ...flag]);
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`${flag[0]} has no effect with --retry`));
  }
});

test('damage that shows only when the database is read is called damage', async () => {
  const { db } = await ranOnce();
  const store = openStore(db, { readonly: false });
  store.db.unsafeMode(true);
  store.db.pragma('writable_schema = ON');
  // The table's pages are taken for another's, as after a write to the wrong place.
  store.db.exec(`UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'result_rows'`);
  store.close();
  const { code, stderr } = await nonomill(['runs', '--db', db]);
  assert.equal(code, 1);
  assert.match(stderr, /damaged database/);
  assert.doesNotMatch(stderr, /should not have happened/);
});

test('a run that is stopped leaves a report of what there is, in place of an older one', async () => {
  const folder = folderWith({ 'some.ndjson': `${UNIQUE}\n`.repeat(20_000) });
  const words = ['run', 'some.ndjson', '--db', 'some.sqlite', '--report', 'report'];
  const { code, stderr } = await nonomill([...words, '--stop-after', '1ms'], { cwd: folder });
  assert.equal(code, 130);
  assert.match(stderr, /Report of what there is: report\Windex\.html\n/);
  const page = readFileSync(join(folder, 'report', 'index.html'), 'utf8');
  assert.match(
    page,
    /It is not complete \(interrupted, [\d,]+( of (about )?[\d,]+)? entries done\)/,
  );
});
