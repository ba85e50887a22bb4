// Copies a database that the last version before the first release wrote, or one of the days after
// it whose tables took any row, into a new one that this version reads. A row that cannot be true
// is refused. The old database stays as it is:
//
//     node scripts/bring-forward.mjs old.sqlite new.sqlite
import './suitable-node.mjs';
import { existsSync, rmSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { prepare } from './prepare.mjs';

/** The version whose tables had the columns of today. */
const VERSION = 11;

/** What its rows may lack. */
const INSTEAD = { 'rejects.kind': "'clues'", 'retries.wall_ms': '0' };

const [from, to, ...rest] = process.argv.slice(2);
if (to === undefined || rest.length > 0) {
  fail('Two databases are wanted: node scripts/bring-forward.mjs old.sqlite new.sqlite');
}
if (!existsSync(from)) fail(`There is no database ${from}.`);
if (existsSync(to)) fail(`${to} is there already: name a file that is not.`);
prepare();
const { openStore } = await import('../dist/src/pipeline/store/open/open.js');
const { makeQuickIndexes } = await import('../dist/src/pipeline/store/open/indexes.js');
const { APPLICATION_ID, BEFORE_RELEASE_ID, SCHEMA_TABLES } =
  await import('../dist/src/pipeline/store/open/schema.js');

// Nothing is made for a file that cannot be brought forward.
if (!isOfLastVersion()) {
  fail(
    `${from} is not a database of version ${VERSION}, the last before the release: open an older one ` +
      'for writing with the nonomill of then, or run its corpora again.',
  );
}
const store = openStore(to, { readonly: false });
try {
  copy(store.db);
  makeQuickIndexes(store);
} catch (error) {
  store.close();
  rmSync(to, { force: true });
  fail(`${from} cannot be copied: ${error.message}. Nothing is left of ${to}.`);
}
store.close();
process.stdout.write(`${to} has the runs of ${from}.\n`);

function isOfLastVersion() {
  try {
    const old = new SqliteDatabase(from, { readonly: true });
    const header = (name) => old.pragma(name, { simple: true });
    const [application, version] = [header('application_id'), header('user_version')];
    const isChecked = "SELECT strict FROM pragma_table_list WHERE name = 'result_rows'";
    const isOfThoseDays =
      application === APPLICATION_ID && version === 1 && old.prepare(isChecked).pluck().get() === 0;
    old.close();
    return (application === BEFORE_RELEASE_ID && version === VERSION) || isOfThoseDays;
  } catch {
    return false;
  }
}

function copy(db) {
  db.prepare('ATTACH ? AS old').run(from);
  db.pragma('foreign_keys = OFF');
  const columnsOf = db.prepare('SELECT name FROM pragma_table_info(?, ?)').pluck();
  db.transaction(() => {
    for (const table of Object.keys(SCHEMA_TABLES)) {
      // What came later is null in older rows.
      const known = new Set(columnsOf.all(table, 'old'));
      const columns = columnsOf.all(table, 'main').filter((name) => known.has(name));
      if (columns.length === 0) continue;
      const read = columns.map((name) => {
        const instead = INSTEAD[`${table}.${name}`];
        return instead === undefined ? name : `coalesce(${name}, ${instead})`;
      });
      db.exec(
        `INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${read.join(', ')} FROM old.${table}`,
      );
    }
    // In those days every run wrote its own rows.
    db.exec(
      `INSERT INTO main.held_results (run_id, source_id, held_by)
       SELECT DISTINCT run_id, source_id, run_id FROM main.run_sources`,
    );
  })();
  db.exec('DETACH old');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
