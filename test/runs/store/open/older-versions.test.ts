import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { TABLES as DESCRIBED } from '../../../../src/core/result/tables.js';
import { makeIndexes } from '../../../../src/runs/store/open/indexes.js';
import { addColumn, migrate } from '../../../../src/runs/store/open/migrations.js';
import { openStore } from '../../../../src/runs/store/open/open.js';
import { solvedPuzzle } from '../../../../src/runs/store/queries/stored-results.js';
import { puzzleId } from '../../../../src/runs/store/rows/stored-puzzle-id.js';
import { countRun, listRuns, runById } from '../../../../src/runs/store/stored-runs/read-runs.js';
import { RunWriter } from '../../../../src/runs/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';
import { run } from '../../../../src/runs/stages/do-run.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { nonomill } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';

// Databases that nonomill wrote when each of these versions was the newest: one run, retried since
// version 2, over puzzles with one, several and no solutions, with colours, a start, pictures, a
// reject, and one that was too hard for its limit.
const VERSIONS = [1, 2, 3, 4, 5, 8];

function olderDatabase(t: TestContext, version: number): string {
  const packed = readFileSync(
    new URL(`../../../../../test/fixtures/older-versions/v${version}.sqlite.gz`, import.meta.url),
  );
  const path = join(temporaryFolder(t), `v${version}.sqlite`);
  writeFileSync(path, gunzipSync(packed));
  return path;
}

/** All rows of the documented tables, by their names, with the columns that `known` has. */
function contents(db: Database, known: Database): Readonly<Record<string, unknown[]>> {
  const all = Object.keys(DESCRIBED).flatMap((table) => {
    const there = known.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    const names = Object.keys(DESCRIBED[table].columns).filter((name) => there.includes(name));
    if (names.length === 0) return [];
    const rows = db.prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY 1, 2`).all();
    return [[table, rows] as const];
  });
  return Object.fromEntries(all);
}

for (const version of VERSIONS) {
  test(`a database of version ${version} is read without being written to`, (t) => {
    const path = olderDatabase(t, version);
    const before = readFileSync(path);
    const old = new SqliteDatabase(path, { readonly: true });
    assert.equal(old.pragma('user_version', { simple: true }), version);
    const store = openStore(path, { readonly: true });
    assert.deepEqual(contents(store.db, old), contents(old, old));
    const fresh = temporaryStore(t);
    for (const [table, rows] of Object.entries(contents(store.db, fresh.db))) {
      const isNew = contents(old, old)[table] === undefined;
      assert.equal(isNew, rows.length === 0 && isNew, table);
    }
    const limits = store.db.prepare('SELECT DISTINCT limit_ms FROM results ORDER BY 1').pluck();
    assert.deepEqual(limits.all(), version < 4 ? [100] : [100, 300]);
    store.close();
    old.close();
    assert.deepEqual(readFileSync(path), before);
  });

  test(`a database of version ${version} is brought forward, and says the same`, (t) => {
    const path = olderDatabase(t, version);
    const old = new SqliteDatabase(path, { readonly: true });
    const before = contents(old, old);
    const fresh = temporaryStore(t);
    // As it was read, so it is written.
    const read = openStore(path, { readonly: true });
    const shown = contents(read.db, fresh.db);
    read.close();
    const copy = new SqliteDatabase(old.serialize());
    old.close();
    const store = openStore(path, { readonly: false });
    assert.deepEqual(contents(store.db, copy), before);
    assert.deepEqual(contents(store.db, fresh.db), shown);
    // SQLite adds columns to the text of a table, with a line break in another place.
    const schema = (db: Database): unknown =>
      db
        .prepare(
          "SELECT type, name, replace(replace(sql, '\"', ''), char(10), '') AS sql FROM sqlite_schema WHERE tbl_name <> 'result_rows' OR type = 'table' ORDER BY 1, 2",
        )
        .all();
    const withoutIndexes = (rows: unknown): unknown[] =>
      (rows as { type: string; name: string }[]).filter(
        ({ type, name }) => type !== 'index' || name === 'run_sources_by_source',
      );
    assert.deepEqual(withoutIndexes(schema(store.db)), withoutIndexes(schema(fresh.db)));
    assert.deepEqual(store.db.pragma('foreign_key_check'), []);
    assert.equal(store.db.pragma('integrity_check', { simple: true }), 'ok');
    const [{ runId }] = listRuns(store);
    const { results } = countRun(store, runId);
    const writer = new RunWriter(store);
    assert.equal(writer.startRun(NEW_RUN), runId + 1);
    writer.discardEmptyRun();
    assert.equal(countRun(store, runId).results, results);
    store.close();
  });

  test(`a database of version ${version} stays what it was if bringing it forward fails`, (t) => {
    const path = olderDatabase(t, version);
    const before = readFileSync(path);
    const db = new SqliteDatabase(path);
    db.pragma('foreign_keys = OFF');
    assert.throws(
      () =>
        migrate(db, {
          doing: () => undefined,
          far: () => {
            throw new Error('no more');
          },
        }),
      /no more/,
    );
    db.close();
    assert.deepEqual(readFileSync(path), before);
    openStore(path, { readonly: false }).close();
  });

  test(`the commands show a database of version ${version}`, async (t) => {
    const path = olderDatabase(t, version);
    for (const words of [
      ['runs'],
      ['show', 'heart'],
      ['show', 'traffic-light'],
      ['rank'],
      ['report', '--report', join(temporaryFolder(t), 'report')],
      ['export', '--out', join(temporaryFolder(t), 'all.csv'), '--with', 'clues'],
      ['compare', '1', '1'],
    ]) {
      const { code, stderr } = await nonomill([...words, '--db', path]);
      assert.equal(code, 0, `${words.join(' ')}: ${stderr}`);
    }
  });
}

test('a run says how far it is with an older database, before it starts', async (t) => {
  const db = olderDatabase(t, 5);
  const old = new SqliteDatabase(db, { readonly: true });
  const rows = old
    .prepare('SELECT (SELECT count(*) FROM puzzles) + (SELECT count(*) FROM results)')
    .pluck()
    .get();
  old.close();
  const told: unknown[] = [];
  const observer = new Recorder();
  observer.beforehand = {
    doing: (what) => told.push(what),
    far: (done, total) => told.push([done, total]),
  };
  observer.onStart = () => told.push('started');
  const corpus = writeCsv(temporaryFolder(t), 'one', { count: 1, width: 5, height: 5 });
  await run(requestFor([corpus], db), controls(observer));
  assert.equal(told[0], 'bringing the database to this version');
  assert.deepEqual(told.at(-2), [rows, rows]);
  assert.equal(told.at(-1), 'started');
});

test('what was damaged before is damaged after, and does not keep the rest from coming forward', (t) => {
  const path = olderDatabase(t, 5);
  const old = new SqliteDatabase(path);
  old.exec(
    'UPDATE result_rows SET status = 99, finished_at = 9e18 WHERE puzzle_id % 4294967296 = 1',
  );
  old.close();
  const store = openStore(path, { readonly: false });
  const words = store.db.prepare("SELECT count(*) FROM results WHERE status = ''").pluck().get();
  assert.ok(Number(words) > 0);
  store.close();
});

test('views that others have added do not keep a database from coming forward', (t) => {
  const path = olderDatabase(t, 5);
  const old = new SqliteDatabase(path);
  old.exec(
    'CREATE VIEW mine AS SELECT facts FROM result_rows; CREATE VIEW yours AS SELECT name FROM puzzles',
  );
  old.close();
  const store = openStore(path, { readonly: false });
  assert.ok(store.db.prepare('SELECT * FROM yours').all().length > 0);
  store.close();
});

test('a column that is new is added to older rows, where it is null, and the view shows it', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { sha256: 'aa', format: 'csv', path: 'a.csv', bytes: 100, label: 'a.csv' };
  const { sourceId } = writer.addSource(source);
  writeEntries(writer, sourceId, columnsOf(0), [resultOf({ stars: 3 })], []);
  // As the database was before there were stars.
  store.db.exec('DROP VIEW results; DROP INDEX IF EXISTS results_by_stars');
  store.db.exec('ALTER TABLE result_rows DROP COLUMN stars');
  addColumn(store.db, 'stars');
  addColumn(store.db, 'stars');
  migrate(store.db);
  assert.equal(solvedPuzzle(store, runId, puzzleId(sourceId, 0))?.result.stars, null);
  writer.updateResults([
    { puzzleId: puzzleId(sourceId, 0), result: resultOf({ stars: 2, solveMs: 7 }) },
  ]);
  const { stars, solveMs } = solvedPuzzle(store, runId, puzzleId(sourceId, 0))!.result;
  assert.deepEqual([stars, solveMs], [2, 7]);
});

test('a condition on words of the view uses an index, and so does one on the time', (t) => {
  const store = temporaryStore(t);
  makeIndexes(store);
  const plan = (where: string, shown = '*'): string =>
    store.db
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT ${shown} FROM results WHERE ${where}`,
      )
      .all()
      .map(({ detail }) => detail)
      .join();
  const stars = plan("status = 'unique' AND stars = 3");
  assert.match(stars, /SEARCH .*results_by_stars \(status=\? AND stars=\?\)/);
  const verdict = plan("status = 'unique' AND technique = 'line' AND run_id = 1", 'count(*)');
  assert.match(verdict, /USING COVERING INDEX results_by_verdict \(run_id=\? AND status=\? AND/);
  assert.match(plan('run_id = 1 AND solve_ms > 9', 'status'), /COVERING INDEX results_by_time/);
});

test("another program's SQLite shows words, pictures and times, and reads the whole schema", (t) => {
  if (spawnSync('sqlite3', ['--version']).status !== 0) {
    t.skip('sqlite3 is not installed');
    return;
  }
  const store = openStore(olderDatabase(t, 5), { readonly: false });
  store.close();
  const ask = (words: string): string =>
    execFileSync('sqlite3', [store.path, words], { encoding: 'utf8' });
  assert.equal(
    ask(`SELECT name, status, technique, needs, guess_depth, solution, clues FROM results
      JOIN puzzles USING (puzzle_id) WHERE name = 'heart'`),
    'heart|unique|line|overlap|0|.#.#./#####/#####/.###./..#..|' +
      '{"rows":[[1,1],[5],[5],[3],[1]],"columns":[[2],[4],[4],[4],[2]]}\n',
  );
  assert.match(ask('SELECT min(finished_at) FROM results'), /^2026-11-25T04:\d\d:\d\d\.\d{3}Z$/m);
  assert.equal(
    ask(
      "SELECT solution FROM results JOIN puzzles USING (puzzle_id) WHERE name LIKE 'traffic%'",
    ).slice(0, 20),
    '...111.../.1111111./',
  );
  const lines = ask('.schema').split('\n');
  assert.ok(lines.length < 100, `${lines.length} lines`);
});

test('retries of a database from before there were rounds have none, read as they are and brought forward', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const limits = { timeoutMs: 9, maxSteps: null, memoryMiB: null };
  writer.resumeRun(runId, { statuses: ['timeout'], ...limits, puzzles: 1 });
  writer.finishRun('complete');
  const now = runById(store, runId)!.retries;
  store.db.exec(`ALTER TABLE retries DROP COLUMN round; ALTER TABLE retries DROP COLUMN wall_ms;
    ALTER TABLE rejects DROP COLUMN kind;
    ALTER TABLE runs DROP COLUMN accepted_at; ALTER TABLE runs DROP COLUMN accepted_by;
    ALTER TABLE runs DROP COLUMN failed_gates;
    PRAGMA user_version = 6`);
  store.close();
  const then = [{ ...now[0], round: null, wallMs: null }];
  for (const readonly of [true, false, true]) {
    const again = openStore(store.path, { readonly });
    assert.deepEqual(runById(again, runId)!.retries, then);
    again.close();
  }
});
