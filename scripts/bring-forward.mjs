// Copies a database that the last version before the first release wrote into a new one that this
// version reads; the old one stays as it is:
//
//     node scripts/bring-forward.mjs old.sqlite new.sqlite
import './suitable-node.mjs';
import { existsSync } from 'node:fs';
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
const { openStore } = await import('../dist/src/runs/store/open/open.js');
const { makeQuickIndexes } = await import('../dist/src/runs/store/open/indexes.js');
const { BEFORE_RELEASE_ID, SCHEMA_TABLES } = await import('../dist/src/runs/store/open/schema.js');

const store = openStore(to, { readonly: false });
const { db } = store;
db.prepare('ATTACH ? AS old').run(from);
const header = (name) => db.pragma(`old.${name}`, { simple: true });
if (header('application_id') !== BEFORE_RELEASE_ID || header('user_version') !== VERSION) {
  fail(
    `${from} is not of version ${VERSION}, the last before the release: open it for writing with ` +
      'the nonomill of then, or run its corpora again.',
  );
}
db.pragma('foreign_keys = OFF');
db.transaction(() => {
  for (const table of Object.keys(SCHEMA_TABLES)) {
    const columns = db.prepare("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(table);
    const read = columns.map((name) => {
      const instead = INSTEAD[`${table}.${name}`];
      return instead === undefined ? name : `coalesce(${name}, ${instead})`;
    });
    db.exec(
      `INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${read.join(', ')} FROM old.${table}`,
    );
  }
})();
db.exec('DETACH old');
makeQuickIndexes(store);
store.close();
process.stdout.write(`${to} has the runs of ${from}.\n`);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
