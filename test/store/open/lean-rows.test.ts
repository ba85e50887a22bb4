import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { PUZZLES } from '../../../src/result/columns/corpus-tables.js';
import {
  RESULTS,
  RESULT_COLUMN_LIST,
  type NamedColumn,
} from '../../../src/result/result-columns.js';
import {
  packPicture,
  unpackPicture,
  unpackedSql,
} from '../../../src/store/layout/packed-picture.js';
import { openStore } from '../../../src/store/open/open.js';
import { APPLICATION_ID, VERSION_1, VERSION_2 } from '../../../src/store/open/schema.js';
import { temporaryFolder } from '../../support/temporary.js';
import { depth } from '../../support/depth.js';

/** Values of a column as version 2 stored them, its edges among them. */
function valuesOf({ kind, isNull, name }: NamedColumn): fc.Arbitrary<string | number | null> {
  const some = ((): fc.Arbitrary<string | number> => {
    switch (kind.is) {
      case 'count': {
        const most = Math.min(kind.most, 2 ** 50);
        return fc.oneof(
          fc.integer({ min: kind.least, max: Math.min(most, kind.least + 70) }),
          fc.constantFrom(1022, 1023, 4094, 4095, most).map((n) => Math.min(n, most)),
        );
      }
      case 'real':
        return fc.double({ min: 0, max: name === 'solve_ms' ? 1e6 : 64, noNaN: true });
      case 'flag':
        return fc.constantFrom(0, 1);
      case 'time':
        return fc
          .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString());
      case 'choice':
        return fc.constantFrom(...kind.choices);
      case 'decimal':
        return fc.constantFrom(
          '0',
          '1',
          '2',
          '6',
          '7',
          '8',
          '10',
          '123456789012345678901234567890',
        );
      case 'text':
        return fc.string({ unit: 'grapheme', minLength: 1 });
      case 'cells':
        return picture;
    }
  })();
  return isNull === undefined ? some : fc.option(some);
}

const row = fc.string({ unit: fc.constantFrom('#', '.'), minLength: 11, maxLength: 11 });
const picture = fc.array(row, { minLength: 1, maxLength: 4 }).map((rows) => rows.join('/'));
const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdef')),
    minLength: length,
    maxLength: length,
  });

const puzzle = fc.record({
  name: fc.string({ unit: 'grapheme' }),
  title: fc.option(fc.string({ unit: 'grapheme' })),
  width: fc.constantFrom(1, 11, 1000),
  height: fc.constantFrom(1, 4, 1000),
  colours: fc.constantFrom(1, 3),
  palette: fc.constantFrom(null, '#ffffff #000000'),
  clues: fc.constantFrom(
    '{"rows":[[1,2],[]],"columns":[[3]]}',
    '{"rows":[[]],"columns":[[],[12,1],[]]}',
    '{"rows":[[{"n":1,"c":2}]],"columns":[[{"n":1,"c":2}]]}',
  ),
  start: fc.constantFrom(null, '??#.???????', '12av?'),
  goal: fc.option(picture),
  fingerprint: hex(32),
  shape: fc.option(hex(16)),
  filled: fc.option(fc.nat(1_000_000)),
});
const result = fc.record(
  Object.fromEntries(
    RESULT_COLUMN_LIST.filter(({ name }) => isOfVersion2('results', name)).map((column) => [
      column.name,
      valuesOf(column),
    ]),
  ),
);

/** Columns that came later have nothing to keep. */
function isOfVersion2(table: string, column: string): boolean {
  const db = new SqliteDatabase(':memory:');
  db.exec(VERSION_1 + VERSION_2);
  const { length } = db
    .prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?')
    .all(table, column);
  db.close();
  return length > 0;
}

test('a database of version 2 reads the same in every column once it is brought forward', (t) => {
  const folder = temporaryFolder(t);
  let count = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(puzzle, result), { minLength: 1, maxLength: 30 }), (rows) => {
      const path = join(folder, `${count++}.sqlite`);
      const old = new SqliteDatabase(path);
      old.exec(VERSION_1 + VERSION_2);
      old.pragma(`application_id = ${APPLICATION_ID}`);
      old.pragma('user_version = 2');
      old.exec(`INSERT INTO runs VALUES (1, NULL, 'complete', '', '', 1, '{}', '0', '0', 'mill', 'cpu', NULL);
        INSERT INTO sources VALUES (1, 'aa', 'csv', '', 1);
        INSERT INTO run_sources VALUES (1, 0, 1, 'a.csv', ${rows.length}, NULL);`);
      rows.forEach(([ofPuzzle, ofResult], ordinal) => {
        const puzzle_id = 2 ** 32 + ordinal;
        insert(old, 'puzzles', { puzzle_id, source_id: 1, ordinal, ...ofPuzzle });
        insert(old, 'results', { run_id: 1, puzzle_id, ...ofResult });
      });
      const before = readAll(old);
      old.close();
      openStore(path, { readonly: false }).close();
      // Not by this program's queries: any SQLite tool reads the same.
      const other = new SqliteDatabase(path, { readonly: true });
      assert.deepEqual(readAll(other), before);
      assert.deepEqual(other.pragma('foreign_key_check'), []);
      other.close();
    }),
    { numRuns: depth(4, 30) },
  );
});

function insert(db: SqliteDatabase.Database, table: string, values: object): void {
  const names = Object.keys(values);
  db.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  ).run(...(Object.values(values) as unknown[]));
}

/** Every row of both tables, its columns by name, with the types that SQLite says they have. */
function readAll(db: SqliteDatabase.Database): unknown[] {
  return Object.entries({ puzzles: PUZZLES, results: RESULTS }).map(([table, { columns }]) => {
    const names = Object.keys(columns).filter((name) => isOfVersion2(table, name));
    const typed = names.flatMap((name) => [name, `typeof(${name}) AS ${name}_type`]);
    return db.prepare(`SELECT ${typed.join(', ')} FROM ${table} ORDER BY puzzle_id`).all();
  });
}

test('pictures of any width and colours come back as they were packed', (t) => {
  const db = new SqliteDatabase(':memory:');
  t.after(() => db.close());
  const unpack = db.prepare<[string], string>(`SELECT ${unpackedSql('?')}`).pluck();
  const cells = fc.string({ unit: fc.constantFrom(...Array.from('..##?19av')), maxLength: 23 });
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (rows) => {
      const text = rows.join('/');
      assert.equal(unpack.get(packPicture(text)), text);
      assert.equal(unpackPicture(packPicture(text)), text);
    }),
  );
  assert.equal(packPicture('#####/.....'), '!/A');
});

test('no statement of the schema nests deeper than old versions of SQLite can parse', (t) => {
  const store = openStore(join(temporaryFolder(t), 'new.sqlite'), { readonly: false });
  const statements = store.db
    .prepare<[], { name: string; sql: string }>(
      'SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL',
    )
    .all();
  store.close();
  for (const { name, sql } of statements) {
    const depths = Array.from(sql.matchAll(/[()]/g), ([sign]) => (sign === '(' ? 1 : -1));
    let now = 0;
    const deepest = Math.max(0, ...depths.map((step) => (now += step)));
    assert.ok(deepest <= 20, `${name} nests ${deepest} deep`);
  }
});

test("another program's SQLite reads the views", (t) => {
  if (spawnSync('sqlite3', ['--version']).status !== 0) {
    t.skip('sqlite3 is not installed');
    return;
  }
  const file = join(temporaryFolder(t), 'new.sqlite');
  const store = openStore(file, { readonly: false });
  const cells = '##.#./.#.#.';
  store.db
    .prepare(
      `INSERT INTO puzzle_rows VALUES (1, 'one', NULL, 5, 2, 1, NULL, '2,1;1,1|1;2;;2;', ?, ?, 5, 'f', 's')`,
    )
    .run(packPicture(cells), null);
  store.close();
  const read = execFileSync(
    'sqlite3',
    [file, 'SELECT clues, start, goal IS NULL FROM puzzles; SELECT count(*) FROM results'],
    { encoding: 'utf8' },
  );
  assert.equal(read, `{"rows":[[2,1],[1,1]],"columns":[[1],[2],[],[2],[]]}|${cells}|1\n0\n`);
});
