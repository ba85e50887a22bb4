import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { UNWATCHED } from '../../../../src/pipeline/record/counted-work.js';
import {
  SCHEMA_VERSION,
  STEPS,
  addColumn,
  migrate,
  schemaVersion,
  type MigrationStep,
} from '../../../../src/pipeline/store/open/migrations.js';
import { RESULT_ROWS } from '../../../../src/pipeline/store/layout/result-layout.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { writeEntries } from '../../../support/write-entries.js';

const HALF = fileURLToPath(new URL('../../../fixtures/half-migrated.js', import.meta.url));

/** The columns of `runs`, and its rows. */
function runsOf(db: SqliteDatabase.Database): { columns: unknown[]; rows: unknown[] } {
  const statement = db.prepare('SELECT * FROM runs');
  return { columns: statement.columns().map(({ name }) => name), rows: statement.all() };
}

test('each step is carried out once, in its order, and the version says so', () => {
  const db = new SqliteDatabase(':memory:');
  const done: string[] = [];
  const step =
    (name: string): MigrationStep =>
    () =>
      done.push(name);
  // A new database has the tables of the last version.
  migrate(db, UNWATCHED, []);
  assert.equal(schemaVersion(db), 1);
  migrate(db, UNWATCHED, [step('two')]);
  migrate(db, UNWATCHED, [step('two'), step('three'), step('four')]);
  migrate(db, UNWATCHED, [step('two'), step('three'), step('four')]);
  assert.deepEqual(done, ['two', 'three', 'four']);
  assert.equal(schemaVersion(db), 4);
  const fresh = new SqliteDatabase(':memory:');
  migrate(fresh, UNWATCHED, [step('never')]);
  assert.deepEqual([schemaVersion(fresh), done.length], [2, 3]);
});

test('who is killed in the middle of a step leaves the database as it was; the next one brings it forward', (t) => {
  const path = join(temporaryFolder(t), 'a.sqlite');
  const store = openStore(path, { readonly: false });
  new RunWriter(store).startRun(NEW_RUN);
  store.close();
  const before = new SqliteDatabase(path);
  const { columns, rows } = runsOf(before);
  before.close();

  const { status, signal } = spawnSync(process.execPath, [HALF, path]);
  // Windows has no signals: whoever is killed has an exit code like any other.
  assert.ok(signal === 'SIGKILL' || (process.platform === 'win32' && status !== 0));
  const db = new SqliteDatabase(path);
  t.after(() => db.close());
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  assert.deepEqual([schemaVersion(db), runsOf(db)], [SCHEMA_VERSION, { columns, rows }]);
  migrate(db, UNWATCHED, [...STEPS, () => db.exec('ALTER TABLE runs ADD COLUMN weather TEXT')]);
  assert.deepEqual(
    [schemaVersion(db), runsOf(db)],
    [
      SCHEMA_VERSION + 1,
      {
        columns: [...columns, 'weather'],
        rows: rows.map((row) => ({ ...(row as object), weather: null })),
      },
    ],
  );
});

test('a column that is new in the table of columns is null in older rows, and shown', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const { sourceId } = writer.addSource({
    sha256: 'aa',
    format: 'csv',
    path: 'a.csv',
    bytes: 1,
    label: 'a.csv',
  });
  writeEntries(writer, sourceId, columnsOf(0), [{ ...resultOf(), proof: 3 }], []);
  const { db } = store;
  const shown = (): unknown => db.prepare('SELECT proof, status FROM results').get();
  assert.deepEqual(shown(), { proof: 3, status: 'unique' });
  const isOlder = (line: string): boolean => !/\bproof\b/.test(line);
  db.exec(`DROP VIEW results; DROP VIEW results_in_order; DROP VIEW held_rows; DROP TABLE result_rows;
    CREATE TABLE result_rows ${RESULT_ROWS.split('\n').filter(isOlder).join('\n')}`);
  db.pragma('ignore_check_constraints = OFF');
  db.exec(`INSERT INTO result_rows (run_id, puzzle_id, status, solutions, solutions_exact, solve_ms, attempts, finished_at)
    VALUES (1, 4294967296, 'unique', '1', 1, 0.5, 1, 0), (1, 4294967297, 'multiple', '2', 1, 0.5, 1, 0)`);
  migrate(db, UNWATCHED, [...STEPS, (older) => addColumn(older, 'proof')]);
  assert.deepEqual(shown(), { proof: null, status: 'unique' });
  // It comes with the rules about it, as in a new database.
  db.exec('UPDATE result_rows SET proof = 3 WHERE puzzle_id = 4294967296');
  for (const change of ['proof = 3', 'proof = -1']) {
    const update = `UPDATE result_rows SET ${change} WHERE puzzle_id = 4294967297`;
    assert.throws(() => db.exec(update), /CHECK constraint failed/, change);
  }
});

/** Makes the table of results what it was at version 1. */
function makeFirstVersion(db: SqliteDatabase.Database): void {
  const isNew = (line: string): boolean => /\b(look_ahead|difficulty_version)\b/.test(line);
  const rows = RESULT_ROWS.split('\n').filter((line) => !isNew(line));
  db.exec(`DROP VIEW results_in_order; DROP VIEW results; DROP VIEW held_rows; DROP TABLE held_results; DROP TABLE source_counts; DROP TABLE result_rows;
    CREATE TABLE result_rows ${rows.join('\n').replace(" OR needs = 'lookahead'", '')};
    CREATE INDEX results_by_stars ON result_rows (status, stars)`);
  db.pragma('user_version = 1');
}

/** The rows of two runs, as they were written then: one is damaged. */
const FIRST_ROWS = `INSERT INTO runs (run_id, state, started_at, options, tool_version, node_version, host, cpu)
    SELECT value, 'complete', '', '{}', '', '', '', '' FROM json_each('[1, 2]');
  INSERT INTO sources (source_id, sha256, format) VALUES (1, 'aa', 'csv');
  INSERT INTO run_sources (run_id, position, source_id, path) VALUES (1, 0, 1, 'a.csv'), (2, 0, 1, 'a.csv');
  INSERT INTO result_rows (run_id, puzzle_id, status, technique, guess_depth, guess_depth_min, search_depth,
    solutions, solutions_exact, line_solves, probes, decisions, conflicts, solve_ms, attempts, finished_at,
    solution, difficulty, difficulty_bound, effort_line, effort_probe, tries, stars, needs)
    SELECT value, 4294967296, 'unique', 'probe', 1, 1, 1, '1', 1, 9, 9, 9, 9, 0.5, 1, 0, '#', log2(1 + 100 + 10 * 20), 0, 100, 20, 3, 4, 'assumption'
      FROM json_each('[1, 2]');
  PRAGMA ignore_check_constraints = ON;
  UPDATE result_rows SET stars = 9 WHERE run_id = 2`;

test('a database of the first version takes results with look-ahead, and keeps its rows and indexes', (t) => {
  const { db } = temporaryStore(t);
  makeFirstVersion(db);
  db.exec(FIRST_ROWS);
  const newer = "needs = 'lookahead', look_ahead = 2, difficulty_version = 2";
  db.pragma('ignore_check_constraints = OFF');
  assert.throws(() => db.exec(`UPDATE result_rows SET needs = 'lookahead'`), /CHECK/);

  migrate(db);
  assert.equal(schemaVersion(db), SCHEMA_VERSION);
  const shown = 'SELECT run_id, stars, needs, look_ahead, difficulty_version FROM results';
  assert.deepEqual(db.prepare(shown).raw().all(), [
    [1, 4, 'assumption', null, null],
    [2, 9, 'assumption', null, null],
  ]);
  const indexes = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
  );
  assert.ok(indexes.pluck().all().includes('results_by_stars'));
  db.exec(`UPDATE result_rows SET ${newer} WHERE run_id = 1`);
  assert.throws(() => db.exec('UPDATE result_rows SET look_ahead = 4 WHERE run_id = 1'), /CHECK/);
});

test('a database of the second version takes a look inside assumptions, and keeps counts', (t) => {
  const { db } = temporaryStore(t);
  const isNew = (line: string): boolean =>
    line.includes('inner_look_ahead') && !line.includes('opening IS NULL');
  const rows = RESULT_ROWS.split('\n').filter((line) => !isNew(line));
  db.exec(`DROP VIEW results_in_order; DROP VIEW results; DROP VIEW held_rows; DROP TABLE source_counts; DROP TABLE result_rows;
    CREATE TABLE result_rows ${rows.join('\n').replace(' AND inner_look_ahead IS NULL', '')}`);
  db.pragma('user_version = 2');
  db.exec(FIRST_ROWS);

  migrate(db);
  assert.equal(schemaVersion(db), SCHEMA_VERSION);
  const shown = 'SELECT run_id, needs, inner_look_ahead FROM result_rows';
  assert.deepEqual(db.prepare(shown).raw().all(), [
    [1, 'assumption', null],
    [2, 'assumption', null],
  ]);
  db.pragma('ignore_check_constraints = OFF');
  assert.throws(
    () => db.exec('UPDATE result_rows SET inner_look_ahead = 3 WHERE run_id = 1'),
    /CHECK/,
  );
  assert.deepEqual(db.prepare('SELECT * FROM source_counts').all(), []);
});

test('a step that fails changes nothing', () => {
  const db = new SqliteDatabase(':memory:');
  migrate(db, UNWATCHED, []);
  const fails: MigrationStep = () => {
    db.exec('DROP TABLE claims');
    throw new Error('the disk is full');
  };
  assert.throws(() => migrate(db, UNWATCHED, [fails]), /the disk is full/);
  assert.equal(schemaVersion(db), 1);
  assert.deepEqual(db.prepare('SELECT * FROM claims').all(), []);
});

/** Makes a database what it was at version 1. */
function asVersion1(db: SqliteDatabase.Database): void {
  db.exec(`DROP VIEW results; DROP VIEW results_in_order; DROP VIEW held_rows; DROP TABLE held_results; DROP TABLE source_counts;
    CREATE VIEW results AS SELECT * FROM result_rows`);
  db.pragma('user_version = 1');
}

for (const [how, readonly] of [
  ['read', true],
  ['written to', false],
] as const) {
  test(`a database of version 1 that is ${how} has all of its results`, (t) => {
    const path = join(temporaryFolder(t), 'a.sqlite');
    const store = openStore(path, { readonly: false });
    const writer = new RunWriter(store);
    writer.startRun(NEW_RUN);
    const source = { sha256: 'aa', format: 'csv', path: 'a.csv', bytes: 1, label: 'a.csv' };
    const { sourceId } = writer.addSource(source);
    writer.addSource({ ...source, path: 'copy-of-a.csv' });
    writeEntries(writer, sourceId, columnsOf(0), [resultOf()], []);
    writer.finishRun('complete');
    const results = 'SELECT * FROM results';
    const before = store.db.prepare(results).all();
    store.close();
    const older = new SqliteDatabase(path);
    asVersion1(older);
    older.close();
    const brought = openStore(path, { readonly });
    t.after(() => brought.close());
    assert.equal(schemaVersion(brought.db), SCHEMA_VERSION);
    assert.deepEqual(brought.db.prepare(results).all(), before);
  });
}
