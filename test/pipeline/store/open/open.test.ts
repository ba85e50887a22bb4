import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import SqliteDatabase from 'better-sqlite3';
import { StoreError } from '../../../../src/pipeline/store/open/store-error.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { countRun } from '../../../../src/pipeline/store/stored-runs.js';
import { deepTest, depth, temporaryFolder, until } from '../../../support/tests.js';
import { columnsOf, resultOf, temporaryStore, startedRun } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

const WRITE = { readonly: false };
const READ = { readonly: true };

test('opening for writing makes the folder, the file and the schema, with a log', (t) => {
  const path = join(temporaryFolder(t), 'deep', 'er', 'n.sqlite');
  const store = openStore(path, WRITE);
  const pragma = (name: string): unknown => store.db.pragma(name, { simple: true });
  assert.equal(pragma('user_version'), 1);
  assert.equal(pragma('journal_mode'), 'wal');
  assert.equal(pragma('foreign_keys'), 1);
  assert.equal(pragma('synchronous'), 1);
  assert.equal(pragma('page_size'), 8192);
  store.close();
  openStore(path, WRITE).close();
});

test('a second writer is refused and told who holds the lock, a reader is not', (t) => {
  const store = temporaryStore(t);
  assert.throws(
    () => openStore(store.path, WRITE),
    (error) =>
      error instanceof StoreError &&
      error.code === 'NM_DATABASE_LOCKED' &&
      error.message.includes(`process ${process.pid}`),
  );
  openStore(store.path, READ).close();
  store.close();
  openStore(store.path, WRITE).close();
});

test('a writer killed at once leaves no lock and what it committed', async (t) => {
  const path = join(temporaryFolder(t), 'killed.sqlite');
  const script = fileURLToPath(new URL('../../../fixtures/write-forever.js', import.meta.url));
  const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  // Read on to the end: a pipe that is closed would end the writer before the kill does.
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  await until(() => text.split('\n').length > 4, 5);
  assert.throws(() => openStore(path, WRITE), new RegExp(`process ${child.pid}`));
  child.kill('SIGKILL');
  await once(child, 'close');
  const store = openStore(path, WRITE);
  const written = Number(text.split('\n').at(-2));
  const { results } = countRun(store, 1);
  assert.ok(results >= written && results % 50 === 0, `${results} stored, ${written} reported`);
  assert.deepEqual(store.db.pragma('integrity_check', { simple: true }), 'ok');
  store.close();
});

deepTest('a writer killed at any moment from its start leaves a database that opens', async (t) => {
  const folder = temporaryFolder(t);
  const script = fileURLToPath(new URL('../../../fixtures/write-forever.js', import.meta.url));
  const kill = async (i: number): Promise<void> => {
    const path = join(folder, `${i}.sqlite`);
    const child = spawn(process.execPath, [script, path], { stdio: 'ignore' });
    // The lock file is the first thing that a writer makes; from there to the first results it
    // takes some 30 ms.
    await until(() => existsSync(`${path}.lock`), 1);
    await setTimeout(i * depth(10, 2.5));
    child.kill('SIGKILL');
    await once(child, 'close');
    const store = openStore(path, WRITE);
    assert.equal(store.db.pragma('integrity_check', { simple: true }), 'ok');
    assert.equal(countRun(store, 1).results % 50, 0);
    store.close();
  };
  for (let first = 0; first < depth(4, 16); first += 4) {
    await Promise.all([0, 1, 2, 3].map((i) => kill(first + i)));
  }
});

test('a file that is not a database of nonomill is refused, and the message says what to do', (t) => {
  const folder = temporaryFolder(t);
  const text = join(folder, 'text.sqlite');
  writeFileSync(text, 'this is a text of some length, and no database\n'.repeat(40));
  const expected = /text\.sqlite is not an SQLite database\. Use another/;
  assert.throws(() => openStore(text, WRITE), expected);
  assert.throws(() => openStore(text, READ), /is not an SQLite database/);
  assert.match(readFileSync(text, 'utf8'), /^this is a text/);

  const foreign = join(folder, 'foreign.sqlite');
  new SqliteDatabase(foreign).exec('CREATE TABLE t (a)').close();
  assert.throws(() => openStore(foreign, WRITE), /not one of nonomill/);
  for (const id of [0x6e6f6e6f, 0x6e6e6d6c]) {
    const early = join(folder, `${id}.sqlite`);
    new SqliteDatabase(early).exec(`PRAGMA application_id = ${id}`).close();
    assert.throws(() => openStore(early, WRITE), /before its first release, which was never given/);
  }

  assert.throws(() => openStore(join(folder, 'none.sqlite'), READ), /There is no database/);
  mkdirSync(join(folder, 'folder.sqlite'));
  assert.throws(() => openStore(join(folder, 'folder.sqlite'), WRITE), /is not a file/);
  assert.throws(() => openStore(join(text, 'n.sqlite'), WRITE), /folder .* cannot be made/);
});

test('an empty file becomes a database when it is written to, but cannot be read before', (t) => {
  const path = join(temporaryFolder(t), 'empty.sqlite');
  writeFileSync(path, '');
  assert.throws(() => openStore(path, READ), /empty database/);
  openStore(path, WRITE).close();
  openStore(path, READ).close();
});

test('a database of a newer schema is refused', (t) => {
  const store = temporaryStore(t);
  store.db.pragma('user_version = 99');
  store.close();
  assert.throws(() => openStore(store.path, READ), /schema version 99, this nonomill knows 1/);
  assert.throws(() => openStore(store.path, WRITE), /schema version 99/);
});

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';

/** Changes to a database by a stranger, and what is said of them when it is read. */
const STRANGERS: Readonly<Record<string, readonly [sql: string, says: RegExp]>> = {
  'a view of ours that never ends': [
    `DROP VIEW results; CREATE VIEW results AS ${ENDLESS}`,
    /its view results is missing, or another/,
  ],
  'a view in place of a table': [
    `DROP TABLE left_out; CREATE VIEW left_out AS ${ENDLESS}`,
    /its table left_out is missing, or another/,
  ],
  'a virtual table in place of a table': [
    'DROP TABLE left_out; CREATE VIRTUAL TABLE left_out USING fts5(run_id, path, reason)',
    /its table left_out is missing, or another/,
  ],
  'a column that is worked out when it is read': [
    'ALTER TABLE left_out ADD COLUMN more BLOB AS (zeroblob(1000000000))',
    /its table left_out is missing, or another/,
  ],
  'no view of ours': ['DROP VIEW results', /its view results is missing/],
};

for (const [what, [sql, says]] of Object.entries(STRANGERS)) {
  test(`a database with ${what} is refused, and nothing of it is called`, (t) => {
    const store = temporaryStore(t);
    store.db.exec(sql);
    store.close();
    assert.throws(
      () => openStore(store.path, READ),
      (error) =>
        error instanceof StoreError &&
        error.code === 'NM_DATABASE_FOREIGN' &&
        says.test(error.message),
    );
  });
}

test('tables, views and indexes of people stay beside ours, and are never called', (t) => {
  const store = temporaryStore(t);
  store.db.exec(`CREATE TABLE notes (run_id, text); CREATE VIEW mine AS ${ENDLESS};
    CREATE VIEW open_ones AS SELECT * FROM results WHERE status = 'timeout';
    CREATE INDEX notes_by_run ON notes (run_id); CREATE INDEX mine_by_name ON runs (name)`);
  store.close();
  openStore(store.path, READ).close();
  openStore(store.path, WRITE).close();
});

test('a trigger, also of a table that rows of ours would take along, keeps a database from being written', (t) => {
  for (const table of ['runs', 'notes']) {
    const store = temporaryStore(t);
    store.db.exec(`CREATE TABLE notes (run_id REFERENCES runs ON DELETE CASCADE);
      CREATE TRIGGER t AFTER DELETE ON ${table} BEGIN INSERT INTO notes ${ENDLESS}; END`);
    store.close();
    openStore(store.path, READ).close();
    assert.throws(() => openStore(store.path, WRITE), /has the trigger t, which would act/);
  }
});

test('a full disk is reported as such, and what was committed stays', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  store.db.pragma(
    `max_page_count = ${String(Number(store.db.pragma('page_count', { simple: true })) + 4)}`,
  );
  let written = 0;
  const fill = (): void => {
    for (; ; written++) writeEntries(writer, sourceId, columnsOf(written), [resultOf()], []);
  };
  assert.throws(
    fill,
    (e) =>
      e instanceof StoreError && e.code === 'NM_DISK_FULL' && /make room and go on/.test(e.message),
  );
  assert.equal(countRun(store, runId).results, written);
  store.db.pragma('max_page_count = 1000000');
  const resumed = new RunWriter(store);
  resumed.resumeRun(runId);
  writeEntries(resumed, sourceId, columnsOf(written), [resultOf()], []);
  assert.equal(countRun(store, runId).results, written + 1);
});

test('a path with blanks and the punctuation of a URL is only a path', (t) => {
  // Windows forbids question marks in names.
  const rest = process.platform === 'win32' ? '' : '?';
  const path = join(temporaryFolder(t), `a b%20#${rest}.sqlite`);
  openStore(path, WRITE).close();
  openStore(path, READ).close();
});

test('a durable database waits for the disk at every commit', (t) => {
  const path = join(temporaryFolder(t), 'n.sqlite');
  const store = openStore(path, { readonly: false, durable: true });
  assert.equal(store.db.pragma('synchronous', { simple: true }), 2);
  store.close();
});
