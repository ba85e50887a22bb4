import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { APPLICATION_ID, SCHEMA_TABLES } from '../../src/pipeline/store/open/schema.js';
import { ROOT, nonomill } from '../support/nonomill.js';
import { temporaryFolder } from '../support/temporary.js';

test('a database from before the release is copied row by row, and read and written from then on', async (t) => {
  const folder = temporaryFolder(t);
  const old = join(folder, 'old.sqlite');
  const brought = join(folder, 'new.sqlite');
  const packed = readFileSync(join(ROOT, 'test', 'fixtures', 'development-database.sqlite.gz'));
  writeFileSync(old, gunzipSync(packed));
  const before = await nonomill(['runs', '--db', old]);
  assert.equal(before.code, 1);
  assert.match(before.stderr, /before its first release.*scripts\/bring-forward\.mjs/);
  const script = [join(ROOT, 'scripts', 'bring-forward.mjs'), old, brought];
  const copy = (): ReturnType<typeof spawnSync> => spawnSync(process.execPath, script);
  const { status, stderr } = copy();
  assert.equal(status, 0, String(stderr));
  assert.equal(copy().status, 2, 'what is there is left alone');

  // What is no such database, or lacks what no row may lack now, leaves nothing behind.
  const lacking = join(folder, 'lacking.sqlite');
  writeFileSync(lacking, gunzipSync(packed));
  const db = new SqliteDatabase(lacking);
  db.exec('UPDATE puzzles SET shape = NULL');
  db.close();
  writeFileSync(join(folder, 'text.sqlite'), 'this is a text of some length, and no database');
  for (const [file, message] of [
    [brought, /is not a database of version 11/],
    [join(folder, 'text.sqlite'), /is not a database of version 11/],
    [lacking, /cannot be copied: NOT NULL constraint failed: puzzles\.shape/],
  ] as const) {
    const wanted = join(folder, 'wanted.sqlite');
    const refused = spawnSync(process.execPath, [script[0], file, wanted]);
    assert.equal(refused.status, 2);
    assert.match(String(refused.stderr), message);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('wanted')),
      [],
    );
  }

  // The tables and columns of those days.
  const first = new SqliteDatabase(old, { readonly: true });
  const columns = new Map(
    [...Object.keys(SCHEMA_TABLES), 'results'].flatMap((table) => {
      const names = first.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
      return names.length === 0 ? [] : [[table, names.join(', ')]];
    }),
  );
  first.close();
  const rows = (path: string): unknown => {
    const db = new SqliteDatabase(path, { readonly: true });
    const of = (table: string, names: string): unknown =>
      db.prepare(`SELECT ${names} FROM ${table}`).raw().all();
    const all = [...columns].map(([table, names]) => [table, of(table, names)]);
    db.close();
    return Object.fromEntries(all);
  };
  assert.deepEqual(rows(brought), rows(old));

  // One of the days after, whose tables had another mark and took any row.
  const later = join(folder, 'later.sqlite');
  writeFileSync(later, gunzipSync(packed));
  const marked = new SqliteDatabase(later);
  marked.exec(`UPDATE rejects SET kind = coalesce(kind, 'clues'); UPDATE retries SET wall_ms = 0;
    PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 1`);
  const bring = (to: string): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [script[0], later, join(folder, to)]);
  assert.equal(bring('of-later.sqlite').status, 0);
  assert.deepEqual(rows(join(folder, 'of-later.sqlite')), rows(later));
  marked.exec(`UPDATE result_rows SET guess_depth = 1 WHERE technique = 'line'`);
  marked.close();
  assert.match(
    String(bring('wanted.sqlite').stderr),
    /cannot be copied: CHECK constraint failed: NOT \(guess_depth IS NOT NULL\)/,
  );
  assert.match((await nonomill(['show', 'heart', '--db', brought])).stdout, /Heart/);
  const { code, stderr: said } = await nonomill(['history', '--accept', '3', '--db', brought]);
  assert.equal(code, 0, said);
});
