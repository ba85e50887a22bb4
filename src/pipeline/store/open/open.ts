import { accessSync, constants, existsSync, statSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import SqliteDatabase, { type Database, type RunResult, type Statement } from 'better-sqlite3';
import { StoreError, sqliteCode, explainedError } from './store-error.js';
import { isLocked, takeLock, lockedError } from './lock.js';
import {
  makeFolder,
  requireInside,
  whyForbidden,
  realPlace,
  BESIDE_DATABASE,
  whyNoFolder,
  requirePlain,
} from '../../files/files.js';
import { plainText, messageOf } from '../../../solver/core/text/plain-text.js';
import { trace } from '../../files/program.js';
import { cluesJsonSql } from '../../../solver/core/puzzle/clues-json.js';
import { MAX_BLOCK_LENGTH, MAX_COLOURS } from '../../../solver/core/puzzle/types.js';
import { PIECE_ENTRIES } from '../../record/puzzle-id.js';
import { EVERY_PLACE, IS_FIRST_PLACE, RESULT_ROWS, RESULT_VIEWS } from '../result-layout.js';
import type { RowValue } from '../../record/result-rules.js';
import { durationText } from '../../../solver/core/text/numbers.js';

/** An open database: what every query and writer of this folder takes. */
export interface Store {
  readonly path: string;
  readonly readonly: boolean;
  /** Only for this folder; other code uses its queries and writers. */
  readonly db: Database;
  /** Whether some process, this one included, writes to the database now. */
  isWritten(): boolean;
  /** `work` is done once it is closed. */
  whenClosed(work: () => void): void;
  /** Copies the log into the database if possible, and frees the lock. */
  close(): void;
}

type Asked = Pick<Store, 'db'>;

/** The statements of databases that were used last, by their text. */
const PREPARED = new WeakMap<Database, Map<string, Statement>>();
const MOST_PREPARED = 200;

/** Prepares a statement once for a database: that takes longer than most of them. */
function prepared<Row>({ db }: Asked, sql: string): Statement<unknown[], Row> {
  const known = PREPARED.get(db) ?? new Map<string, Statement>();
  PREPARED.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  if (!known.has(sql)) {
    if (known.size === MOST_PREPARED) known.delete(known.keys().next().value!);
    known.set(sql, statement);
  }
  return statement as Statement<unknown[], Row>;
}

/** What a query finds: its rows. */
export function queryRows<Row>(store: Asked, sql: string, ...parameters: unknown[]): Row[] {
  return prepared<Row>(store, sql)
    .raw(false)
    .pluck(false)
    .all(...parameters);
}

/** The same as lists of their values, which takes less time. */
export function queryLists<Row>(store: Asked, sql: string, ...parameters: unknown[]): Row[] {
  return prepared<Row>(store, sql)
    .raw()
    .all(...parameters);
}

/** The values of the first column of a query. */
export function queryValues<Value>(store: Asked, sql: string, ...parameters: unknown[]): Value[] {
  return prepared<Value>(store, sql)
    .pluck()
    .all(...parameters);
}

/** Changes rows. */
export function change(store: Asked, sql: string, ...parameters: unknown[]): RunResult {
  return prepared(store, sql).run(...parameters);
}

/** Measured with both tables: 32 rows take the same, 8 rows 6 % more, 64 rows 3 %, 1 two thirds. */
const ROWS_AT_ONCE = 16;

/**
 * Inserts rows `into` a table with its columns, `tail` ends the statement, and returns how many
 * there are more. Whole numbers that a column without a type is to hold as such are bigints. Values
 * are arguments: of an array, better-sqlite3 asks the engine for each element, which takes a fifth
 * of the time.
 */
export function insertRows(
  store: Asked,
  into: string,
  rows: readonly (readonly (RowValue | bigint)[])[],
  tail = '',
): number {
  let changes = 0;
  for (let at = 0; at < rows.length;) {
    const some = rows.slice(at, at + (rows.length - at < ROWS_AT_ONCE ? 1 : ROWS_AT_ONCE));
    const values = `(${some[0].map(() => '?').join(', ')})`;
    const sql = `INSERT INTO ${into} VALUES ${some.map(() => values).join(', ')} ${tail}`;
    changes += change(store, sql, ...some.flat()).changes;
    at += some.length;
  }
  return changes;
}

/** A text in a pattern of `LIKE ... ESCAPE '\\'`. */
export function escapedLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The log is copied into the database whenever it has grown by this many pages (32 MB). */
const CHECKPOINT_PAGES = 4096;

/** The size to which an empty log file is cut, so that one long reader's log does not stay. */
const LOG_BYTES = 64 * 2 ** 20;

/** How long to wait for another program that has the database locked for a moment. */
const TIMEOUT_MS = 5000;

/** The same for a commit of a run, which tries again. */
const WRITING_TIMEOUT_MS = 200;

/** Memory for pages of a reader: what a report and pages read. */
const CACHE_KIB = 64 * 1024;

/** The same for a writer: the right edges of the trees. 64 MiB take 45 MB more and no less time. */
const WRITING_CACHE_KIB = 16 * 1024;

const SCANNING_CACHE_KIB = 4 * 1024;

interface OpenOptions {
  readonly readonly: boolean;
  /** Whether it is an error if there is none; for reading it always is. */
  readonly mustExist?: boolean;
  /**
   * Whether every commit waits until it is on the disk. Otherwise a power cut (but never a kill)
   * can take back the last commits, up to the last checkpoint; the database stays sound.
   */
  readonly durable?: boolean;
}

/**
 * Opens the database at `path`. For writing it takes the lock, makes the folder and the file if
 * they are missing; for reading it does none of these, so that it works while a run writes, and in
 * folders that are not writable.
 * @throws StoreError if the file is missing (for reading), locked, foreign, of another version, or
 * cannot be read or written.
 */
export function openStore(path: string, options: OpenOptions): Store {
  const { readonly, mustExist = readonly, durable = false } = options;
  const file = realPath(path);
  trace('store', () => `opens ${plainText(path)} for ${readonly ? 'reading' : 'writing'}`);
  if (mustExist && !existsSync(file)) {
    throw new StoreError('NM_DATABASE_ABSENT', `There is no database ${path}.`);
  }
  if (readonly) checkFile(file, path, constants.R_OK, 'read');
  else prepareFile(file, path);
  const lock = readonly ? null : takeLock(file);
  let db: Database | null = null;
  try {
    db = readonly ? openForReading(file, path) : new SqliteDatabase(file, { timeout: TIMEOUT_MS });
    const isEmpty = checkOwn(db, path, readonly);
    if (readonly) db.pragma(`cache_size = -${CACHE_KIB}`);
    else prepareForWriting(db, durable);
    // This program just made it: making it again, to compare, takes 2 % of a run of one puzzle.
    if (isEmpty) own ??= objectsIn(db);
    else checkSchema(db, path, readonly);
    trace('store', () => `opened ${plainText(path)}`);
    return storeOf(db, path, file, lock);
  } catch (error) {
    db?.close();
    lock?.release();
    throw openError(error, path);
  }
}

/** Works without a log beside the database, too, without which SQLite does not open it. */
function openForReading(file: string, path: string): Database {
  const db = new SqliteDatabase(file, { readonly: true, timeout: TIMEOUT_MS });
  try {
    // The first query opens the log.
    schemaVersion(db);
    return db;
  } catch (error) {
    db.close();
    if (!/^SQLITE_(CANTOPEN|READONLY)/.test(sqliteCode(error))) throw error;
    return openInMemory(file, path);
  }
}

/** An open database; with its lock, if it is one to write to. */
function storeOf(
  db: Database,
  path: string,
  file: string,
  lock: ReturnType<typeof takeLock> | null,
): Store {
  const afterwards: (() => void)[] = [];
  const readonly = lock === null;
  return {
    path,
    readonly,
    db,
    isWritten: () => !readonly || isLocked(file),
    whenClosed: (work) => afterwards.push(work),
    close() {
      try {
        db.close();
        for (const work of afterwards.splice(0)) work();
        trace('store', () => `closed ${plainText(path)}`);
        if (readonly && !db.memory) removeEmptyLog(file);
      } finally {
        lock?.release();
      }
    },
  };
}

function prepareForWriting(db: Database, durable: boolean): void {
  // It only takes effect in an empty database, and before the log is turned on.
  db.pragma(`page_size = ${PAGE_SIZE}`);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  db.pragma('foreign_keys = OFF');
  db.pragma(`cache_size = -${WRITING_CACHE_KIB}`);
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  if (schemaVersion(db) === 0) makeSchema(db);
  db.pragma('foreign_keys = ON');
  // From here on a writer waits in turns of the event loop, and says that it waits.
  db.pragma(`busy_timeout = ${WRITING_TIMEOUT_MS}`);
}

/** Refuses files of others and of unknown versions. Returns whether nothing is in it. */
function checkOwn(db: Database, path: string, readonly: boolean): boolean {
  const [objects] = queryValues<number>({ db }, 'SELECT count(*) FROM sqlite_schema');
  const version = schemaVersion(db);
  const application = db.pragma('application_id', { simple: true });
  if (IDS_BEFORE_RELEASE.includes(Number(application))) {
    const why = `${path} was written by a build of nonomill from before its first release, which was never given out, and cannot be read.`;
    throw new StoreError('NM_DATABASE_VERSION', why);
  }
  if (objects > 0 && application !== APPLICATION_ID) {
    const why = `${path} is an SQLite database, but not one of nonomill. Use another file.`;
    throw new StoreError('NM_DATABASE_FOREIGN', why);
  }
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      'NM_DATABASE_VERSION',
      `${path} has schema version ${version}, this nonomill knows ${SCHEMA_VERSION}. ` +
        `Use the newer nonomill that wrote it, or another database.`,
    );
  }
  if (readonly && version === 0) {
    const why = `${path} is an empty database: it holds no run yet.`;
    throw new StoreError('NM_DATABASE_VERSION', why);
  }
  return objects === 0 && version === 0;
}

/**
 * Refuses a database in which what this program calls is not what it makes: a view of a stranger
 * may never end, and so may a trigger, even of another table, as rows that go can take others with
 * them. Other tables and views are never called, so that people may keep their own beside these.
 */
function checkSchema(db: Database, path: string, readonly: boolean): void {
  const found = objectsIn(db);
  for (const [name, text] of ownObjects()) {
    if (found.get(name) === text) continue;
    const why = `${path} is not as nonomill makes it: its ${name} is missing, or another. Use another database.`;
    throw new StoreError('NM_DATABASE_FOREIGN', why);
  }
  const triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'";
  const trigger = readonly ? undefined : queryValues<string>({ db }, triggers).at(0);
  if (trigger === undefined) return;
  throw new StoreError(
    'NM_DATABASE_FOREIGN',
    `${path} has the trigger ${plainText(trigger)}, which would act on what is written. ` +
      `Drop it, or use another database.`,
  );
}

let own: ReadonlyMap<string, string> | null = null;

function ownObjects(): ReadonlyMap<string, string> {
  if (own !== null) return own;
  const db = new SqliteDatabase(':memory:');
  makeSchema(db);
  own = objectsIn(db);
  db.close();
  return own;
}

/** The tables by their columns, and the views by what they say. */
function objectsIn(db: Database): Map<string, string> {
  const objects = db.prepare<[], [name: string, text: string]>(
    `SELECT 'table ' || m.name,
       group_concat(json_array(c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden), char(10) ORDER BY c.name)
     FROM sqlite_schema m CROSS JOIN pragma_table_xinfo(m.name) c
     WHERE m.type = 'table' AND m.sql LIKE 'CREATE TABLE %' AND m.name NOT LIKE 'sqlite%' GROUP BY m.name
     UNION ALL SELECT 'view ' || name, sql FROM sqlite_schema WHERE type = 'view'`,
  );
  return new Map(objects.raw().all());
}

/** That a database cannot be used where it is, with what to do. */
function noAccess(message: string, cause?: unknown): StoreError {
  return new StoreError('NM_DATABASE_ACCESS', message, { cause });
}

function prepareFile(file: string, path: string): void {
  const folder = dirname(file);
  const forbidden = whyForbidden(path);
  if (forbidden !== null) throw noAccess(`${path}: ${forbidden}. Use another name.`);
  try {
    requireInside(path);
    makeFolder(folder);
  } catch (error) {
    throw noAccess(
      `The folder ${folder} for the database cannot be made (${messageOf(error)}). ` +
        `Use another place.`,
      error,
    );
  }
  checkWritable(file, path);
}

function openError(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === 'SQLITE_NOTADB') {
    const why = `${path} is not an SQLite database. Use another file.`;
    return new StoreError('NM_DATABASE_FOREIGN', why, { cause: error });
  }
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return noAccess(
      `${path} cannot be opened. Check the permissions of the file and its folder ` +
        `(SQLite keeps ${path}-wal and ${path}-shm beside it), or use another database.`,
      error,
    );
  }
  return explainedError(error, path);
}

/** Does `work` in a transaction, unless another program writes now, for which nobody waits. */
export function writeIfPossible(path: string, what: string, work: (store: Store) => void): void {
  try {
    const store = openStore(path, { readonly: false, mustExist: true });
    try {
      store.db.transaction(() => work(store))();
    } finally {
      store.close();
    }
  } catch (error) {
    trace('store', () => `${what} not noted: ${String(error)}`);
  }
}

/**
 * Runs queries that must agree with each other on one state of the database, whatever a run commits
 * meanwhile. During `work` the log cannot be copied into the database: keep it to seconds.
 */
export function readSnapshot<T>(store: Store, work: () => T): T {
  return store.db.transaction(work).deferred();
}

/** Has SQLite keep few pages until the result is called: one pass over all rows needs no more. */
export function keepFewPages({ db }: Store): () => void {
  const before = db.pragma('cache_size', { simple: true }) as number;
  db.pragma(`cache_size = -${SCANNING_CACHE_KIB}`);
  return () => db.pragma(`cache_size = ${before}`);
}

/**
 * What SQLite finds wrong with the pages of a database, and with rows that the checks of their
 * tables would not let in. It takes a connection of its own, as the writer of a run has switched
 * checks off; one that only reads does not know them (`withChecks`).
 */
export function quickCheck({ db: read }: Store) {
  const withChecks = !read.memory && isWritable(read.name);
  const db = withChecks ? new SqliteDatabase(read.name) : read;
  try {
    const said = queryValues<string>({ db }, 'PRAGMA quick_check');
    return { said: said[0] === 'ok' ? [] : said, withChecks };
  } finally {
    if (withChecks) db.close();
  }
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a file without links, even if it does not exist: its names share a lock and log. */
export function realPath(path: string): string {
  try {
    return realPlace(path);
  } catch {
    // It cannot be looked at: opening it will say why.
    return resolve(path);
  }
}

/** How many bytes a database and its log take on the disk; 0 if there is none. */
export function bytesOfDatabase(path: string): number {
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

/**
 * Removes the log files that reading has left: a connection that only reads makes them, but may not
 * remove them. SQLite does so when the last writing one closes, and keeps them while anybody has
 * the database open. A log with contents is left to the next run.
 */
function removeEmptyLog(file: string): void {
  try {
    if (statSync(`${file}-wal`).size > 0) return;
    const db = new SqliteDatabase(file, { fileMustExist: true, timeout: 0 });
    try {
      db.pragma('user_version');
    } finally {
      db.close();
    }
  } catch {
    // There are none, or the folder is not writable: then they do no harm either.
  }
}

/** The most that is read into memory: more than a night's results, far less than machines have. */
const MOST_BYTES = 2 ** 30;

/** Where the header names the versions for reading and writing the file: 2 means with a log. */
const VERSIONS = [18, 19];
const WITHOUT_LOG = 1;

/**
 * Opens a database beside which no log can be written: its content in memory, without a log.
 * SQLite's `immutable=1` needs no copy, but better-sqlite3 is built without file names as URIs.
 * @throws StoreError if its log holds what it does not, or if it is too large.
 */
function openInMemory(file: string, path: string): Database {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) {
    throw noAccess(
      `${path} is in a folder that is not writable, and ${path}-wal holds results that are not ` +
        `yet in it. Copy both into a folder that can be written to, and use it there.`,
    );
  }
  const { size } = statSync(file);
  if (size > MOST_BYTES) {
    throw noAccess(
      `${path} is in a folder that is not writable, and is too large for memory ` +
        `(${Math.ceil(size / 2 ** 20)} MiB). Copy it into a folder that can be written to, and ` +
        `use it there.`,
    );
  }
  const content = readFileSync(file);
  for (const at of VERSIONS) content[at] = WITHOUT_LOG;
  return new SqliteDatabase(content, { readonly: true });
}

/** @throws StoreError if it is no file, or cannot be used in this way. */
function checkFile(file: string, path: string, mode: number, what: string): void {
  if (!statSync(file).isFile()) throw noAccess(`${path} is not a file. Use a database file.`);
  try {
    accessSync(file, mode);
  } catch (error) {
    const why = `${path} cannot be ${what}. Check its permissions, or use another database.`;
    throw noAccess(why, error);
  }
}

/** @throws StoreError if a file cannot be written, or one beside it is somebody else's. */
function checkWritable(file: string, path: string): void {
  try {
    for (const end of BESIDE_DATABASE) if (end !== '') requirePlain(file + end);
  } catch (error) {
    const reason = messageOf(error);
    throw noAccess(`${reason}. Or use another database.`);
  }
  if (!existsSync(file)) return;
  checkFile(file, path, constants.R_OK | constants.W_OK, 'written to');
  if (statSync(file).nlink > 1) {
    throw noAccess(
      `${path} has a second name (a hard link), and SQLite keeps the log of a database by its ` +
        `name: writing by both would damage it. Copy it, or delete the other name.`,
    );
  }
}

/** Why no run could write to `path` (file, folder or lock); null if one could. Changes nothing. */
export function whyNotWritable(path: string): StoreError | null {
  const file = realPath(path);
  try {
    checkWritable(file, path);
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  const folder = dirname(file);
  const reason = whyNoFolder(folder);
  if (reason !== null) {
    return noAccess(
      `No file can be made in ${folder} (${reason}), and ${path} needs its lock and its log there. ` +
        `Check the folder's permissions, or use another database.`,
    );
  }
  return isLocked(file) ? lockedError(file) : null;
}

/** Marks a file as nonomill's ("nnm1" in ASCII); SQLite keeps it in the file's header. */
const APPLICATION_ID = 0x6e6e6d31;

/** What marked the databases of builds that were never given out. */
const IDS_BEFORE_RELEASE: readonly number[] = [0x6e6f6e6f, 0x6e6e6d6c];

/** Bytes. As fast as 4096 for 5x5, and a row of 50x50 (2700 bytes and more) wastes less of it. */
const PAGE_SIZE = 8192;

/** A table with a key of several columns. */
const KEYED = 'WITHOUT ROWID, STRICT';

const COUNT = (name: string): string => `${name} INTEGER CHECK (${name} >= 0)`;

/** Milliseconds of work. */
const WALL = 'wall_ms REAL NOT NULL DEFAULT 0 CHECK (wall_ms >= 0)';

/** A side of a puzzle, and a picture of it as text: a letter for each cell, rows joined by '/'. */
const SIDE = (name: string): string =>
  `${name} INTEGER NOT NULL CHECK (${name} BETWEEN 1 AND ${MAX_BLOCK_LENGTH})`;
const PICTURE = (name: string): string =>
  `${name} TEXT CHECK (length(${name}) = width * height + height - 1)`;

/**
 * The tables of a database, each after the tables that it refers to; what their columns say is in
 * `src/solver/core/result/`. `puzzle_rows` and `result_rows` refer to no others, which would slow a
 * run down. A value that its column cannot have no program can write into them, unless it switches
 * the checks off, as the writer of a run does for rows of its threads (see `EntryWriter`).
 */
export const SCHEMA_TABLES = {
  runs: `(
  run_id INTEGER PRIMARY KEY, name TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'interrupted')),
  started_at TEXT NOT NULL, finished_at TEXT, ${WALL},
  options TEXT NOT NULL CHECK (json_valid(options)),
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, host TEXT NOT NULL, cpu TEXT NOT NULL,
  queue_key TEXT, timeout_ms REAL CHECK (timeout_ms >= 0), progress TEXT, accepted_at TEXT, accepted_by TEXT, failed_gates TEXT, damage TEXT
) STRICT`,
  retries: `(
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, started_at TEXT NOT NULL, finished_at TEXT,
  statuses TEXT NOT NULL, timeout_ms REAL CHECK (timeout_ms >= 0), ${COUNT('max_steps')}, ${COUNT('memory_mib')},
  puzzles INTEGER NOT NULL, tried INTEGER NOT NULL CHECK (tried BETWEEN 0 AND puzzles),
  decided INTEGER NOT NULL CHECK (decided BETWEEN 0 AND tried), round INTEGER CHECK (round >= 2), ${WALL},
  ${COUNT('reused')},
  PRIMARY KEY (run_id, position)
) ${KEYED}`,
  sources: `(
  source_id INTEGER PRIMARY KEY, sha256 TEXT, format TEXT NOT NULL, reading TEXT NOT NULL DEFAULT '', reader TEXT NOT NULL,
  ${COUNT('bytes')}, ${COUNT('entries')}, UNIQUE (sha256, format, reading, reader)
) STRICT`,
  run_sources: `(
  run_id INTEGER NOT NULL REFERENCES runs, position INTEGER NOT NULL, source_id INTEGER NOT NULL REFERENCES sources,
  path TEXT NOT NULL, ${COUNT('entries')}, ${COUNT('all_entries')},
  PRIMARY KEY (run_id, position)
) ${KEYED}`,
  pieces: `(
  piece_id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
  entries INTEGER NOT NULL CHECK (entries BETWEEN 1 AND ${PIECE_ENTRIES}), rejects INTEGER NOT NULL CHECK (rejects BETWEEN 0 AND entries),
  puzzles INTEGER NOT NULL AS (entries - rejects)
) STRICT`,
  source_pieces: `(
  source_id INTEGER NOT NULL REFERENCES sources, position INTEGER NOT NULL, piece_id INTEGER NOT NULL REFERENCES pieces,
  first_entry INTEGER NOT NULL CHECK (first_entry >= 0), first_line INTEGER CHECK (first_line >= 1),
  PRIMARY KEY (source_id, position)
) ${KEYED}`,
  run_pieces: `(
  run_id INTEGER NOT NULL REFERENCES runs, piece_id INTEGER NOT NULL REFERENCES pieces,
  held_by INTEGER NOT NULL REFERENCES runs CHECK (held_by <= run_id),
  PRIMARY KEY (run_id, piece_id)
) ${KEYED}`,
  piece_counts: `(
  run_id INTEGER NOT NULL REFERENCES runs, piece_id INTEGER NOT NULL REFERENCES pieces, counts BLOB NOT NULL,
  PRIMARY KEY (run_id, piece_id)
) STRICT`,
  left_out: `(
  run_id INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (run_id, path)
) ${KEYED}`,
  standings: `(
  run_id INTEGER PRIMARY KEY REFERENCES runs, version TEXT NOT NULL, losses TEXT NOT NULL CHECK (json_valid(losses))
) STRICT`,
  accepted: `(
  run_id INTEGER NOT NULL REFERENCES runs, path TEXT NOT NULL, name TEXT NOT NULL,
  accepted_at TEXT NOT NULL, accepted_by TEXT,
  PRIMARY KEY (run_id, path, name)
) ${KEYED}`,
  puzzle_rows: `(
  puzzle_id INTEGER PRIMARY KEY,
  name TEXT, title TEXT, ${SIDE('width')}, ${SIDE('height')},
  colours INTEGER NOT NULL CHECK (colours BETWEEN 1 AND ${MAX_COLOURS}), palette TEXT CHECK (palette IS NOT NULL OR colours = 1),
  clues TEXT NOT NULL CHECK (json_valid(${cluesJsonSql('clues')})), ${PICTURE('start')}, ${PICTURE('goal')},
  fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
  shape BLOB NOT NULL CHECK (length(shape) = 8), filled INTEGER NOT NULL CHECK (filled BETWEEN 0 AND width * height)
) STRICT`,
  label_rows: `(puzzle_id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT`,
  result_rows: RESULT_ROWS,
  piece_rejects: `(
  piece_id INTEGER NOT NULL REFERENCES pieces, place INTEGER NOT NULL CHECK (place BETWEEN 0 AND ${PIECE_ENTRIES - 1}),
  line INTEGER CHECK (line >= 0), name TEXT, reason TEXT NOT NULL, excerpt TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'clues', 'cells')),
  PRIMARY KEY (piece_id, place)
) ${KEYED}`,
  workers: `(
  worker_id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs, name TEXT NOT NULL,
  host TEXT NOT NULL, cpu TEXT NOT NULL, threads INTEGER NOT NULL,
  tool_version TEXT NOT NULL, node_version TEXT NOT NULL, puzzles INTEGER NOT NULL DEFAULT 0, seen_at TEXT,
  UNIQUE (run_id, name)
) STRICT`,
  solved_by: `(
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, worker_id INTEGER NOT NULL REFERENCES workers,
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) ${KEYED}`,
  claims: `(
  run_id INTEGER NOT NULL REFERENCES runs, puzzle_id INTEGER NOT NULL, said TEXT,
  judged TEXT NOT NULL CHECK (judged IN ('right', 'wrong', 'open')), cpu_ms REAL CHECK (cpu_ms >= 0), ${COUNT('memory_bytes')},
  PRIMARY KEY (run_id, puzzle_id), FOREIGN KEY (run_id, puzzle_id) REFERENCES result_rows (run_id, puzzle_id)
) ${KEYED}`,
} as const;

/**
 * For the source of a run, of which there may be 50,000 (`ORDER BY +position` keeps SQLite from
 * taking the primary key), and for the places of a piece.
 */
const SCHEMA_INDEXES = {
  run_sources_by_source: 'run_sources (run_id, source_id)',
  source_pieces_by_piece: 'source_pieces (piece_id)',
} as const;

/** The views, by their names, each after those that it reads. */
const SCHEMA_VIEWS: Readonly<Record<string, string>> = {
  ...RESULT_VIEWS,
  puzzles: `CREATE VIEW puzzles AS SELECT puzzle_id, name, title,
  (SELECT label FROM label_rows l WHERE l.puzzle_id = p.puzzle_id) AS label, width, height, colours, palette,
  ${cluesJsonSql('clues')} AS clues, start, goal,
  lower(hex(fingerprint)) AS fingerprint, lower(hex(shape)) AS shape, filled FROM puzzle_rows p`,
  places: `CREATE VIEW places AS SELECT f.run_id AS run_id, f.path AS path,
  s.first_entry + p.puzzle_id % ${PIECE_ENTRIES} AS entry, p.puzzle_id AS puzzle_id
${EVERY_PLACE} JOIN puzzles p ON p.puzzle_id >= s.piece_id * ${PIECE_ENTRIES} AND p.puzzle_id < (s.piece_id + 1) * ${PIECE_ENTRIES}
  AND s.piece_id = p.puzzle_id / ${PIECE_ENTRIES}`,
  rejects: `CREATE VIEW rejects AS SELECT f.run_id AS run_id, f.source_id AS source_id, s.first_entry + j.place AS ordinal,
  s.first_line + j.line AS line, j.name AS name, j.reason AS reason, j.excerpt AS excerpt, j.kind AS kind
${EVERY_PLACE} JOIN piece_rejects j ON j.piece_id = s.piece_id
WHERE ${IS_FIRST_PLACE}`,
};

/** The version that this program writes, in the header of the database. */
const SCHEMA_VERSION = 1;

/** The version that the database's header names; 0 for an empty database. */
function schemaVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/** Makes the tables and views of an empty database, in one transaction. */
function makeSchema(db: Database): void {
  db.transaction(() => {
    for (const [name, definition] of Object.entries(SCHEMA_TABLES)) {
      db.exec(`CREATE TABLE ${name} ${definition}`);
    }
    for (const [name, columns] of Object.entries(SCHEMA_INDEXES)) {
      db.exec(`CREATE INDEX ${name} ON ${columns}`);
    }
    for (const view of Object.values(SCHEMA_VIEWS)) db.exec(view);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

/**
 * The indexes by which pages, gates and retries look up results. Those of `results` end with the
 * puzzle's id and hold what else pages filter by, so that a page of a million results needs no
 * rows. "By size" means by the longer side; puzzles of one size come in the order of their ids.
 * Together they take about 4 us a row of the whole database, and 70 bytes of disk.
 */
const INDEXES: Readonly<Record<string, string>> = {
  results_by_verdict: 'result_rows (run_id, status, technique, guess_depth, solve_ms)',
  results_by_time: 'result_rows (run_id, solve_ms, puzzle_id, status, technique, guess_depth)',
  results_by_stars: 'result_rows (status, stars)',
  puzzles_by_size: 'puzzle_rows (max(width, height))',
  puzzles_by_name: "puzzle_rows (ifnull(name, '') COLLATE NOCASE)",
  puzzles_by_title: 'puzzle_rows (title COLLATE NOCASE) WHERE title IS NOT NULL',
};

/**
 * Makes the missing indexes, one sort for each.
 * @throws StoreError of the kind `disk` if it is full; queries work without them, but slower.
 */
export function makeIndexes(store: Store): void {
  const began = performance.now();
  try {
    for (const [name, columns] of Object.entries(INDEXES)) {
      trace('store', () => `makes the index ${name}`);
      store.db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${columns}`);
    }
    trace('store', () => `made the indexes in ${durationText(performance.now() - began)}`);
  } catch (error) {
    throw explainedError(error, store.path);
  }
}

/** Up to this many results, indexes are made at the end of a run: they take some 4 us each. */
const QUICKLY_INDEXED = 100_000;

/**
 * Makes the missing indexes if that takes less than a second. A larger database gets them when its
 * pages are first shown (`nonomill serve`): nobody may ever look at a run of millions that way.
 * @throws as `makeIndexes`.
 */
export function makeQuickIndexes(store: Store): void {
  if (knownEntries(store) <= QUICKLY_INDEXED) makeIndexes(store);
  else trace('store', () => 'leaves the indexes to those who show pages');
}

function knownEntries(store: Store): number {
  return queryValues<number | null>(store, 'SELECT sum(entries) FROM run_sources')[0] ?? 0;
}

/** Drops all of them; every query still works, but slower. */
export function dropIndexes(store: Store): void {
  trace('store', () => 'drops the indexes');
  for (const name of Object.keys(INDEXES)) store.db.exec(`DROP INDEX IF EXISTS ${name}`);
}

/**
 * From how many new results on dropping the indexes and making them anew is cheaper. With a million
 * rows there and a million new ones, kept indexes cost a new row 6 us of CPU and 11 us of time
 * (times come in no order, so that every commit writes many pages), new ones 4 us for every row of
 * the database. So a small run into a large database leaves them alone.
 */
export function rowsWorthDropping(store: Store): number {
  return Math.max(20_000, knownEntries(store) / 2);
}

/** Whether all indexes exist: before the first run's end, and while one works, they may not. */
export function hasIndexes(store: Store): boolean {
  const there = queryValues<string>(store, `SELECT name FROM sqlite_schema WHERE type = 'index'`);
  return Object.keys(INDEXES).every((name) => there.includes(name));
}
