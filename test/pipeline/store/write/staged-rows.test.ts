import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { PAGE, RowPages, type Pages } from '../../../../src/pipeline/store/packed/row-pages.js';
import { StagedRows } from '../../../../src/pipeline/store/write/staged-rows.js';
import { depth, temporaryFolder } from '../../../support/tests.js';
import { remount, smallDisk } from '../../../support/small-disk.js';
import { holdOpenFiles, NO_OPEN_FILES } from '../../../support/windows-files.js';
import { holds } from '../../../support/property.js';

const COLUMNS = ['id', 'a', 'b', 'c'];

type Value = string | number | null | Uint8Array;
type Row = readonly [id: number, ...Value[]];

/** A database, and rows staged for it in two tables. */
function staging(t: TestContext): { db: Database.Database; staged: StagedRows; folder: string } {
  const folder = temporaryFolder(t);
  const db = new Database(join(folder, 'a.sqlite'));
  const staged = new StagedRows(db, [
    { name: 't', columns: COLUMNS },
    { name: 'u', columns: COLUMNS },
  ]);
  t.after(() => {
    db.close();
    staged.close();
  });
  return { db, staged, folder };
}

/** The pages of some rows of each table. */
function pagesOf(...tables: readonly (readonly Row[])[]): Pages {
  const pages = new RowPages(2);
  for (const [table, rows] of tables.entries()) {
    for (const [id, ...values] of rows) {
      pages.null();
      for (const value of values) {
        if (value === null) pages.null();
        else if (typeof value === 'number') pages.number(value);
        else if (typeof value === 'string') pages.text(value);
        else pages.bytesOf(value, 0, value.length, false);
      }
      pages.end(table, id);
    }
  }
  return pages.take();
}

/** What SQLite reads of a table, which is a sound one. */
function read(db: Database.Database, table: string): unknown[] {
  assert.deepEqual(db.pragma('staged.integrity_check', { simple: true }), 'ok');
  const rows = db.prepare(`SELECT * FROM staged.${table}`).raw().all() as Value[][];
  // The last row is found from the other end of the table.
  const last = db.prepare(`SELECT * FROM staged.${table} ORDER BY id DESC LIMIT 1`).raw().get();
  assert.deepEqual(last, rows.at(-1));
  return rows.map((row) =>
    row.map((value) => (value instanceof Uint8Array ? new Uint8Array(value) : value)),
  );
}

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(
    ...[0, 1, 127, 128, -128, -129, 32_767, 32_768, 8_388_607, 8_388_608, -8_388_609],
  ),
  fc.constantFrom(...[2 ** 31, -(2 ** 31) - 1, 2 ** 47, -(2 ** 47) - 1, 2 ** 53 - 1, -0]),
  fc.double({ noNaN: true }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ minLength: 40, maxLength: 200 }),
  fc.uint8Array({ maxLength: 100 }),
  // As long as the room on a page, and a little longer or shorter, and on many pages.
  fc
    .tuple(fc.constantFrom(PAGE, 2 * PAGE, 4000, 5 * PAGE), fc.integer({ min: -60, max: 60 }))
    .map(([length, more]) => 'ü'.repeat(30) + 'x'.repeat(length + more)),
);
const steps = fc.oneof(
  fc.constant(1),
  fc.nat(300).map((n) => n + 1),
);
/** Some rows, each with how much higher its number is than the one before. */
const rowsOf = fc.array(fc.tuple(steps, value, value, value), { maxLength: 40 });

test('SQLite reads pages that several threads made as they were meant, time after time', (t) => {
  const { db, staged } = staging(t);
  const parts = fc.array(fc.tuple(rowsOf, rowsOf), { maxLength: 4 });
  holds(depth(40, 500), [parts, fc.constantFrom(0, 2 ** 32 * 7)], (found, first) => {
    let id = first;
    const rows = found.map((tables) =>
      tables.map((table) => table.map(([step, ...values]): Row => [(id += step), ...values])),
    );
    // They come in any order, and again if another program held the database, maybe with others.
    const pages = rows.map((tables) => pagesOf(...tables)).reverse();
    for (const left of [0, 0, 1, 0]) {
      staged.stage(pages.slice(left));
      const kept = rows.slice(0, Math.max(0, rows.length - left));
      for (const [i, table] of ['t', 'u'].entries()) {
        const rows = kept.flatMap((tables) => tables[i]);
        assert.deepEqual(read(db, table), rows);
      }
    }
  });
});

test('a table of so many pages that one cannot list them is read in order', (t) => {
  const { db, staged } = staging(t);
  const long = 'x'.repeat(PAGE - 100);
  const rows = Array.from({ length: 2500 }, (_, i): Row => [2 ** 40 + i, i, long, null]);
  staged.stage([pagesOf(rows, [])]);
  assert.equal(read(db, 't').length, rows.length);
  assert.deepEqual(
    db
      .prepare('SELECT a FROM staged.t WHERE id = ?')
      .pluck()
      .all(2 ** 40 + 1999),
    [1999],
  );
});

test('rows go over to another table by a statement', (t) => {
  const { db, staged } = staging(t);
  db.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY, a, b TEXT, c REAL)');
  const insert = 'INSERT INTO kept SELECT * FROM staged.t WHERE true ON CONFLICT (id) DO NOTHING';
  for (const [word, added] of [
    ['old', 2],
    ['new', 1],
  ] as const) {
    const ids = word === 'old' ? [1, 3] : [1, 2, 3];
    staged.stage([
      pagesOf(
        ids.map((id) => [id, word, 5, 7]),
        [],
      ),
    ]);
    assert.equal(db.transaction(() => db.prepare(insert).run().changes).immediate(), added);
  }
  assert.deepEqual(db.prepare('SELECT a FROM kept ORDER BY id').pluck().all(), [
    ...['old', 'new', 'old'],
  ]);
});

test('no file is left once it is closed, or a killed process would have ended', (t) => {
  const { db, staged, folder } = staging(t);
  staged.stage([pagesOf([[1, 2, 3, 4]], [])]);
  if (process.platform !== 'win32') assert.deepEqual(readdirSync(folder), ['a.sqlite']);
  db.close();
  staged.close();
  assert.deepEqual(readdirSync(folder), ['a.sqlite']);
});

test('an open file goes with the database, or with the next one', { skip: NO_OPEN_FILES }, (t) => {
  holdOpenFiles(t);
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'a.sqlite-rows-0123abcd'), '');
  writeFileSync(join(folder, 'a.sqlite-rows-of-mine'), '');
  const db = new Database(join(folder, 'a.sqlite'));
  const staged = new StagedRows(db, [{ name: 't', columns: COLUMNS }], 'win32');
  staged.stage([pagesOf([[1, 'a', 'b', 'c']])]);
  assert.deepEqual(read(db, 't'), [[1, 'a', 'b', 'c']]);
  db.close();
  staged.close();
  assert.deepEqual(readdirSync(folder).sort(), ['a.sqlite', 'a.sqlite-rows-of-mine']);
});

const KEPT = process.platform === 'win32' && 'Windows keeps the folder of an open file';

test('where no file can be made beside the database, staging says so', { skip: KEPT }, (t) => {
  const { staged, folder } = staging(t);
  rmSync(folder, { recursive: true });
  assert.throws(() => staged.stage([pagesOf([[1, 2, 3, 4]], [])]), { code: 'ENOENT' });
});

test('rows that a full disk cuts off hinder no transaction, and are staged once there is room', (t) => {
  const disk = smallDisk(t, '256k');
  if (disk === null) return;
  const db = new Database(join(disk, 'a.sqlite'));
  db.exec('CREATE TABLE kept (a)');
  const staged = new StagedRows(db, [
    { name: 't', columns: COLUMNS },
    { name: 'u', columns: COLUMNS },
  ]);
  const rows = (count: number): Row[] =>
    Array.from({ length: count }, (_, i) => [i + 1, 'x'.repeat(100), null, i]);
  try {
    staged.stage([pagesOf(rows(10), rows(5))]);
    assert.equal(read(db, 't').length, 10);
    const many = pagesOf(rows(5000), rows(1));
    assert.throws(() => staged.stage([many]), { code: 'ENOSPC' });
    db.transaction(() => db.prepare('SELECT * FROM kept').all()).immediate();
    remount(disk, 'size=4m');
    staged.stage([many]);
    assert.equal(read(db, 't').length, 5000);
  } finally {
    db.close();
    staged.close();
  }
});
