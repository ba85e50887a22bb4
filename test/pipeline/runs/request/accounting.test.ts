import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  accountOf,
  isRunWhole,
  requireAccounted,
  storedEntries,
} from '../../../../src/pipeline/runs/request/accounting.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { nonomill } from '../../../support/nonomill.js';
import { change } from '../../../support/runs/solve-parts.js';
import { folderWith } from '../../../support/temporary.js';

const LINES = ['{"rows":[[1]],"columns":[[1]]}', '{"rows":[[9]],"columns":[[1]]}'].join('\n');

/**
 * The database of a run over a file of a puzzle and a reject, and a copy of it, after changes that
 * nobody should make.
 */
async function runWith(t: { after: (work: () => void) => void }, ...changes: string[]) {
  const folder = folderWith({ 'a.ndjson': LINES, 'b.ndjson': LINES });
  const db = join(folder, 'run.sqlite');
  const { code, stderr } = await nonomill(['run', folder, '--db', db, '--no-report', '--quiet']);
  assert.equal(code, 0, stderr);
  for (const sql of changes) change(db, sql);
  const store = openStore(db, { readonly: true });
  t.after(() => store.close());
  return store;
}

test('every entry of a whole run has its result or its reject, once for each copy', async (t) => {
  const store = await runWith(t);
  assert.equal(storedEntries(store, 1), 2);
  const account = accountOf(store, 1, 2);
  assert.deepEqual(account, { entries: 4, results: 1, rejects: 1, copied: 2, holds: true });
  assert.ok(isRunWhole(store, 1));
  requireAccounted(1, account);
});

test('a run whose readers saw only a part is neither whole nor wrong', async (t) => {
  const store = await runWith(t, 'UPDATE run_sources SET entries = NULL');
  assert.equal(storedEntries(store, 1), null);
  const account = accountOf(store, 1, null);
  assert.deepEqual(account, { entries: null, results: 1, rejects: 1, copied: 2, holds: null });
  assert.equal(isRunWhole(store, 1), false);
  requireAccounted(1, account);
});

test('a copy that was not read to its end adds no entries, and so the account does not hold', async (t) => {
  const store = await runWith(t, 'UPDATE run_sources SET entries = NULL WHERE position = 1');
  assert.deepEqual(accountOf(store, 1, 2).entries, 2);
});

test('a result that is lost makes an error that counts what is there', async (t) => {
  const store = await runWith(t, 'DELETE FROM result_rows');
  const account = accountOf(store, 1, 2);
  assert.equal(isRunWhole(store, 1), false);
  assert.throws(
    () => requireAccounted(1, account),
    /Run 1 does not add up: 4 entries were read, but the database holds 0 results and 1 rejects, of which 1 are in copies, too\. It stays interrupted/,
  );
  assert.throws(
    () => requireAccounted(1, { ...account, copied: 0 }),
    /4 entries were read, but the database holds 0 results and 1 rejects\. It stays/,
  );
});
