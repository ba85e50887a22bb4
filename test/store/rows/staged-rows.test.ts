import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import type { ColumnValue } from '../../../src/store/rows/row-inserter.js';
import { StagedRows } from '../../../src/store/rows/staged-rows.js';

const COLUMNS = ['a', 'b', 'c', 'd'];

/** A database in a file with two tables alike, and rows staged for them. */
function staging(t: TestContext): { db: Database.Database; staged: StagedRows; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-test-'));
  const db = new Database(join(folder, 'a.sqlite'));
  for (const table of ['t', 'u']) {
    db.exec(`CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${COLUMNS.join(', ')})`);
  }
  const columns = ['id', ...COLUMNS];
  const staged = new StagedRows(db, [
    { table: 't', columns, tail: 'ON CONFLICT (id) DO NOTHING' },
    { table: 'u', columns },
  ]);
  t.after(() => {
    db.close();
    staged.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { db, staged, folder };
}

type Row = readonly ColumnValue[];

/** Inserts rows into both tables in one transaction; returns how many were added to the first. */
function insert(db: Database.Database, staged: StagedRows, rows: readonly Row[], from = 0): number {
  staged.clear();
  rows.forEach((row, i) => {
    assert.ok(staged.add(0, [from + i, ...row]));
    assert.ok(staged.add(1, [from + i, ...row]));
  });
  assert.ok(staged.stage());
  return db
    .transaction(() => {
      const added = staged.insert(0);
      assert.equal(staged.insert(1), rows.length);
      return added;
    })
    .immediate();
}

function read(db: Database.Database, table: string): unknown[] {
  return db
    .prepare(`SELECT ${COLUMNS.join(', ')} FROM ${table} ORDER BY id`)
    .raw()
    .all();
}

const value: fc.Arbitrary<ColumnValue> = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.nat({ max: 3 }),
  fc.double({ noNaN: true }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ minLength: 40, maxLength: 2000 }),
);
const rowsOf = fc.array(fc.tuple(value, value, value, value), { maxLength: 60 });

test('staged rows come back as they were, transaction after transaction', (t) => {
  const { db, staged } = staging(t);
  fc.assert(
    fc.property(fc.array(rowsOf, { maxLength: 3 }), (transactions) => {
      db.exec('DELETE FROM t; DELETE FROM u');
      let from = 0;
      for (const rows of transactions) {
        assert.equal(insert(db, staged, rows, from), rows.length);
        from += rows.length;
      }
      for (const table of ['t', 'u']) assert.deepEqual(read(db, table), transactions.flat());
    }),
  );
});

test('ten thousand rows, on many pages, come in their order', (t) => {
  const { db, staged } = staging(t);
  const rows = Array.from({ length: 10_000 }, (_, i): Row => [i, -i, `${i}`, i / 8]);
  insert(db, staged, rows);
  assert.deepEqual(read(db, 't'), rows);
  assert.deepEqual(read(db, 'u'), rows);
});

test('rows that are there already stay, and do not count', (t) => {
  const { db, staged } = staging(t);
  const rows = (word: string): Row[] => [1, 2, 3].map((n) => [word, n, null, null]);
  insert(db, staged, rows('old'));
  db.exec('DELETE FROM u; DELETE FROM t WHERE id = 1');
  assert.equal(insert(db, staged, rows('new')), 1);
  const words = db.prepare('SELECT a FROM t ORDER BY id').pluck().all();
  assert.deepEqual(words, ['old', 'new', 'old']);
});

test('a row that is longer than a page is refused', (t) => {
  const { staged } = staging(t);
  assert.equal(staged.add(0, [1, 'x'.repeat(40_000), null, null, null]), false);
});

test('no file is left once it is closed, or a killed process would have ended', (t) => {
  const { db, staged, folder } = staging(t);
  insert(db, staged, [[1, 2, 3, 4]]);
  if (process.platform !== 'win32') assert.deepEqual(readdirSync(folder), ['a.sqlite']);
  db.close();
  staged.close();
  assert.deepEqual(readdirSync(folder), ['a.sqlite']);
});

test('where no file can be made beside the database, rows cannot be staged', (t) => {
  const { db, staged, folder } = staging(t);
  staged.add(0, [1, 2, 3, 4, 5]);
  rmSync(folder, { recursive: true });
  assert.equal(staged.stage(), false);
  assert.equal(staged.isUsable, false);
  mkdirSync(folder);
  assert.equal(db.open, true);
});
