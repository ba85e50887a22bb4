import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import type { RowValue } from '../../../../src/pipeline/record/result-rules.js';
import { insertRows } from '../../../../src/pipeline/store/open/open.js';
import { holds } from '../../../support/property.js';

const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f'];

function emptyTable(): Database.Database {
  const db = new Database(':memory:');
  db.exec(`CREATE TABLE t (id INTEGER PRIMARY KEY, ${COLUMNS.join(', ')})`);
  return db;
}

function insert(db: Database.Database, rows: readonly (readonly RowValue[])[]): number {
  const numbered = rows.map((row, i) => [i, ...row]);
  return insertRows(
    { db },
    `t (id, ${COLUMNS.join(', ')})`,
    numbered,
    'ON CONFLICT (id) DO NOTHING',
  );
}

const value = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true }));
/**
 * Rows that follow each other with nulls in the same columns, as those of one kind of puzzle do.
 */
const alike = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }).chain((isNull) =>
  fc.array(fc.tuple(...isNull.map((no) => (no ? fc.constant(null) : fc.option(value)))), {
    maxLength: 40,
  }),
);

test('rows come back as they were, whichever of their columns are null', () => {
  holds(100, [fc.array(alike, { maxLength: 6 })], (blocks) => {
    const rows = blocks.flat();
    const db = emptyTable();
    assert.equal(insert(db, rows), rows.length);
    const found = db
      .prepare(`SELECT ${COLUMNS.join(', ')} FROM t ORDER BY id`)
      .raw()
      .all();
    assert.deepEqual(found, rows);
    db.close();
  });
});

test('those rows are counted that were not there yet', () => {
  const db = emptyTable();
  assert.equal(insert(db, new Array<RowValue[]>(20).fill([1, 2, 3, 4, 5, null])), 20);
  assert.equal(insert(db, new Array<RowValue[]>(35).fill([1, 2, 3, 4, 5, null])), 15);
});
