import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { StoreError, sqliteCode, explainedError } from './store-error.js';
import {
  openInMemory,
  removeEmptyLog,
  realPath,
  checkFile,
  checkWritable,
} from './database-files.js';
import { isLocked, takeLock, type Lock } from './lock.js';
import {
  APPLICATION_ID,
  IDS_BEFORE_RELEASE,
  PAGE_SIZE,
  SCHEMA_VERSION,
  makeSchema,
  schemaVersion,
} from './schema.js';
import { makeFolder, requireInside, whyForbidden } from '../../files/files.js';
import { plainText, messageOf } from '../../../solver/core/text/plain-text.js';
import { trace } from '../../files/program.js';

/** An open database: what every query and writer of this folder takes. */
export interface Store {
  readonly path: string;
  readonly readonly: boolean;
  /** Only for this folder; other code uses its queries and writers. */
  readonly db: SqliteDatabase.Database;
  /** Whether some process, this one included, writes to the database now. */
  isWritten(): boolean;
  /** `work` is done once it is closed. */
  whenClosed(work: () => void): void;
  /** Copies the log into the database if possible, and frees the lock. */
  close(): void;
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

/**
 * The same for a writer: the right edges of the trees. With 64 MiB a run takes 45 MB more, and no
 * less time.
 */
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
  let db: SqliteDatabase.Database | null = null;
  try {
    db = readonly ? openForReading(file, path) : new SqliteDatabase(file, { timeout: TIMEOUT_MS });
    checkOwn(db, path, readonly);
    if (readonly) db.pragma(`cache_size = -${CACHE_KIB}`);
    else prepareForWriting(db, durable);
    checkSchema(db, path, readonly);
    trace('store', () => `opened ${plainText(path)}`);
    return storeOf(db, { path, file, readonly, lock });
  } catch (error) {
    db?.close();
    lock?.release();
    throw openError(error, path);
  }
}

/**
 * This also works if no log can be made beside the database, without which SQLite does not open it.
 */
function openForReading(file: string, path: string): SqliteDatabase.Database {
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

interface Opened {
  readonly path: string;
  readonly file: string;
  readonly readonly: boolean;
  readonly lock: Lock | null;
}

function storeOf(db: SqliteDatabase.Database, { path, file, readonly, lock }: Opened): Store {
  const afterwards: (() => void)[] = [];
  return {
    path,
    readonly,
    db,
    isWritten: () => lock !== null || isLocked(file),
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

function prepareForWriting(db: SqliteDatabase.Database, durable: boolean): void {
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

/** Refuses files that are not databases of nonomill, or are of an unknown version. */
function checkOwn(db: SqliteDatabase.Database, path: string, readonly: boolean): void {
  const objects = db.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get() ?? 0;
  const version = schemaVersion(db);
  const application = db.pragma('application_id', { simple: true });
  if (IDS_BEFORE_RELEASE.includes(Number(application))) {
    throw new StoreError(
      'NM_DATABASE_VERSION',
      `${path} was written by a build of nonomill from before its first release, which was never given out, and cannot be read.`,
    );
  }
  if (objects > 0 && application !== APPLICATION_ID) {
    throw new StoreError(
      'NM_DATABASE_FOREIGN',
      `${path} is an SQLite database, but not one of nonomill. Use another file.`,
    );
  }
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      'NM_DATABASE_VERSION',
      `${path} has schema version ${version}, this nonomill knows ${SCHEMA_VERSION}. ` +
        `Use the newer nonomill that wrote it, or another database.`,
    );
  }
  if (readonly && version === 0) {
    throw new StoreError(
      'NM_DATABASE_VERSION',
      `${path} is an empty database: it holds no run yet.`,
    );
  }
}

/**
 * Refuses a database in which what this program calls is not what it makes: a view of a stranger
 * may never end, and so may a trigger, even of another table, as rows that go can take others with
 * them. Other tables and views are never called, so that people may keep their own beside these.
 */
function checkSchema(db: SqliteDatabase.Database, path: string, readonly: boolean): void {
  const found = objectsIn(db);
  for (const [name, text] of ownObjects()) {
    if (found.get(name) === text) continue;
    throw new StoreError(
      'NM_DATABASE_FOREIGN',
      `${path} is not as nonomill makes it: its ${name} is missing, or another. Use another database.`,
    );
  }
  const triggers = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger'");
  const trigger = readonly ? undefined : triggers.pluck().get();
  if (trigger === undefined) return;
  throw new StoreError(
    'NM_DATABASE_FOREIGN',
    `${path} has the trigger ${plainText(trigger)}, which would act on what is written. ` +
      `Drop it, or use another database.`,
  );
}

let own: ReadonlyMap<string, string> | null = null;

/** What this program makes in a database. */
function ownObjects(): ReadonlyMap<string, string> {
  if (own !== null) return own;
  const db = new SqliteDatabase(':memory:');
  makeSchema(db);
  own = objectsIn(db);
  db.close();
  return own;
}

/** The tables by their columns, and the views by what they say. */
function objectsIn(db: SqliteDatabase.Database): Map<string, string> {
  const objects = db.prepare<[], [name: string, text: string]>(
    `SELECT 'table ' || m.name,
       group_concat(json_array(c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden), char(10) ORDER BY c.name)
     FROM sqlite_schema m CROSS JOIN pragma_table_xinfo(m.name) c
     WHERE m.type = 'table' AND m.sql LIKE 'CREATE TABLE %' AND m.name NOT LIKE 'sqlite%' GROUP BY m.name
     UNION ALL SELECT 'view ' || name, sql FROM sqlite_schema WHERE type = 'view'`,
  );
  return new Map(objects.raw().all());
}

function prepareFile(file: string, path: string): void {
  const folder = dirname(file);
  const forbidden = whyForbidden(path);
  if (forbidden !== null) {
    throw new StoreError('NM_DATABASE_ACCESS', `${path}: ${forbidden}. Use another name.`);
  }
  try {
    requireInside(path);
    makeFolder(folder);
  } catch (error) {
    throw new StoreError(
      'NM_DATABASE_ACCESS',
      `The folder ${folder} for the database cannot be made (${messageOf(error)}). ` +
        `Use another place.`,
      { cause: error },
    );
  }
  checkWritable(file, path);
}

function openError(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === 'SQLITE_NOTADB') {
    return new StoreError(
      'NM_DATABASE_FOREIGN',
      `${path} is not an SQLite database. Use another file.`,
      {
        cause: error,
      },
    );
  }
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return new StoreError(
      'NM_DATABASE_ACCESS',
      `${path} cannot be opened. Check the permissions of the file and its folder ` +
        `(SQLite keeps ${path}-wal and ${path}-shm beside it), or use another database.`,
      { cause: error },
    );
  }
  return explainedError(error, path);
}

/**
 * Runs queries that must agree with each other on one state of the database, whatever a run commits
 * meanwhile. During `work` the log cannot be copied into the database: keep it to seconds.
 */
export function readSnapshot<T>(store: Store, work: () => T): T {
  return store.db.transaction(work).deferred();
}

/**
 * Has SQLite keep few pages from now on: for those who go over all rows once, where more would only
 * take memory.
 */
export function keepFewPages(store: Store): void {
  store.db.pragma(`cache_size = -${SCANNING_CACHE_KIB}`);
}

/**
 * What SQLite finds wrong with the pages of a database, and with rows that the checks of their
 * tables would not let in. It takes a connection of its own, as the writer of a run has switched
 * checks off; one that only reads does not know them (`withChecks`).
 */
export function quickCheck({ db: read }: Store): {
  readonly said: readonly string[];
  readonly withChecks: boolean;
} {
  const withChecks = !read.memory && isWritable(read.name);
  const db = withChecks ? new SqliteDatabase(read.name) : read;
  try {
    const said = db.prepare<[], string>('PRAGMA quick_check').pluck().all();
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
