import SqliteDatabase, { type Database } from 'better-sqlite3';
import { packPicture } from '../../packed/packed-picture.js';
import { RESULTS_VIEW, RESULT_ROW_COLUMNS } from '../layout/result-layout.js';
import { RESULT_COLUMN_LIST } from '../../../core/result/result-columns.js';
import type { Watch } from '../../../core/progress/counted-work.js';
import { SOURCE_INDEX, TABLES } from './schema.js';

/**
 * The last version whose rows were laid out otherwise. In all of them `puzzles` and `results` are
 * tables or views that show what is documented, with the columns that there were; so what they show
 * is all that has to be known of them.
 */
export const LAST_OLDER_VERSION = 5;

/**
 * The kind of a reject that an older version wrote, by the words of its reasons: what validation
 * said (`row 1: ..`), and what a reader said after the name of its format (`CSV: row 1: ..`).
 */
export const OLDER_REJECT_KIND = `CASE
  WHEN reason GLOB '*the start position*' OR reason GLOB '*the goal*' OR reason GLOB '*the picture*' THEN 'cells'
  WHEN reason GLOB 'the rows hold * the columns *' OR reason GLOB 'the grid is * is read'
    OR reason GLOB 'the height is *' OR reason GLOB 'the width is *'
    OR reason GLOB 'the palette has *' OR reason GLOB 'colour * of the palette is *'
    OR reason GLOB 'row [0-9]*: *' OR reason GLOB 'column [0-9]*: *'
    OR reason GLOB '*: row [0-9]*: *' OR reason GLOB '*: column [0-9]*: *' THEN 'clues'
  ELSE 'text' END`;

/** What the columns that an older version lacks are instead of null. */
const INSTEAD: Readonly<Record<string, string>> = {
  'runs.timeout_ms': `CASE WHEN json_valid(options) THEN
    iif(json_type(options, '$.timeoutMs') IN ('integer', 'real'), json_extract(options, '$.timeoutMs'), NULL) END`,
  'rejects.kind': OLDER_REJECT_KIND,
  'results.limit_ms': '(SELECT timeout_ms FROM runs WHERE runs.run_id = results.run_id)',
};

/**
 * What is read of a database, by its tables; the rows of results are read as `results` shows them.
 */
function columnsRead(): ReadonlyMap<string, readonly string[]> {
  const db = new SqliteDatabase(':memory:');
  for (const [name, definition] of Object.entries(TABLES)) {
    db.exec(`CREATE TABLE ${name} ${definition}`);
  }
  db.exec(RESULTS_VIEW);
  const names = [...Object.keys(TABLES).filter((name) => name !== 'result_rows'), 'results'];
  const columns = new Map(names.map((name) => [name, columnsOf(db, name)]));
  db.close();
  return columns;
}

function columnsOf(db: Database, table: string): string[] {
  return db
    .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')")
    .pluck()
    .all(table);
}

/**
 * Has this connection read a database of an older version as one of the current version: what it
 * lacks is added in temporary views, and nothing is written. Returns their names, which stand
 * before those of the database itself.
 */
export function readAsCurrent(db: Database): readonly string[] {
  const made: string[] = [];
  for (const [table, columns] of columnsRead()) {
    const there = columnsOf(db, table);
    const missing = columns.filter((name) => !there.includes(name));
    if (missing.length === 0) continue;
    const added = missing.map((name) => `${INSTEAD[`${table}.${name}`] ?? 'NULL'} AS ${name}`);
    // An empty one, if the table came later.
    const shown =
      there.length === 0
        ? `${columns.map((name) => `NULL AS ${name}`).join(', ')} WHERE false`
        : `*, ${added.join(', ')} FROM main.${table}`;
    db.exec(`CREATE TEMP VIEW ${table} AS SELECT ${shown}`);
    made.push(table);
  }
  return made;
}

/** What a user is told while a database is brought forward. */
export const BRINGING_FORWARD = 'bringing the database to this version';

/** Lets statements pack pictures; other values stay what they are. */
export function definePackPicture(db: Database): void {
  db.function('pack_picture', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? packPicture(text) : text,
  );
}

/** How many rows are copied between two looks at how far the work is. */
const CHUNK = 5000;

/**
 * Brings a database of an older version forward, within a transaction of the caller; foreign keys
 * must be off. `watch` is told how many of the puzzles and results are copied.
 */
export function bringForward(db: Database, watch: Watch): void {
  watch.doing(BRINGING_FORWARD);
  const views = readAsCurrent(db);
  // Renaming must neither look at views of others that read what is replaced, nor change what
  // refers to it.
  db.pragma('legacy_alter_table = ON');
  for (const [name, definition] of Object.entries(TABLES)) {
    db.exec(`CREATE TABLE main.new_${name} ${definition}`);
  }
  copyRows(db, watch);
  for (const name of views) db.exec(`DROP VIEW temp.${name}`);
  for (const name of [...Object.keys(TABLES), 'results', 'puzzle_rows']) {
    const type = db
      .prepare<[string], string>(
        "SELECT type FROM sqlite_schema WHERE name = ? AND type IN ('table', 'view')",
      )
      .pluck()
      .get(name);
    if (type !== undefined) db.exec(`DROP ${type} main.${name}`);
  }
  for (const name of Object.keys(TABLES)) db.exec(`ALTER TABLE new_${name} RENAME TO ${name}`);
  db.exec(SOURCE_INDEX);
  db.pragma('legacy_alter_table = OFF');
}

/** Copies the rows of all tables; puzzles and results, of which there are most, in chunks. */
function copyRows(db: Database, watch: Watch): void {
  definePackPicture(db);
  const count = (table: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!;
  const total = count('puzzles') + count('results');
  let done = 0;
  for (const [table, shown] of columnsRead()) {
    const isResults = table === 'results';
    const copy = isResults
      ? `INSERT INTO new_result_rows SELECT ${RESULT_ROW_COLUMNS.map(copiedSql).join(', ')} FROM results`
      : `INSERT INTO new_${table} (${shown.join(', ')}) SELECT ${shown.join(', ')} FROM ${table}`;
    const key = KEYS[table];
    if (key === undefined) {
      db.exec(`${copy} ORDER BY 1`);
      continue;
    }
    const names = key.join(', ');
    const places = key.map(() => '?').join(', ');
    const chunk = db.prepare<number[]>(
      `${copy} WHERE (${names}) > (${places}) ORDER BY ${names} LIMIT ${CHUNK}`,
    );
    const down = key.map((name) => `${name} DESC`).join(', ');
    const last = db
      .prepare<[], number[]>(
        `SELECT ${names} FROM new_${isResults ? 'result_rows' : table} ORDER BY ${down} LIMIT 1`,
      )
      .raw();
    for (let changes = CHUNK; changes === CHUNK;) {
      changes = chunk.run(...(last.get() ?? key.map(() => 0))).changes;
      watch.far((done += changes), total);
    }
  }
}

/** The keys of the tables that are copied in chunks; each part is larger than 0. */
const KEYS: Readonly<Partial<Record<string, readonly string[]>>> = {
  puzzles: ['puzzle_id'],
  results: ['run_id', 'puzzle_id'],
};

/**
 * A value as the row holds it; of one that cannot be, which was damaged before, something that
 * cannot be either.
 */
function copiedSql(name: string): string {
  const column = RESULT_COLUMN_LIST.find((one) => one.name === name);
  if (column === undefined) return name;
  const { kind, isNull } = column;
  const isText = kind.is === 'choice' || kind.is === 'decimal' || kind.is === 'text';
  const value =
    kind.is === 'cells'
      ? `pack_picture(${name})`
      : kind.is === 'time'
        ? `CAST(round((julianday(${name}) - 2440587.5) * 86400000) AS INTEGER)`
        : name;
  return isNull === undefined ? `coalesce(${value}, ${isText ? "''" : -1})` : value;
}
