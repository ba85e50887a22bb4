import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import { trace } from '../../trace/trace.js';
import { RowImage } from './row-image.js';
import type { RowValues } from './row-inserter.js';

/** A table that rows go to, as for a RowInserter. */
export interface StagedTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly tail?: string;
}

/** What the database of the rows is called in SQL. */
const SCHEMA = 'staged';

/**
 * Inserts many rows at once: they are written as a database of their own to a file beside this one, which is attached, and
 * SQLite copies them over. That takes a third of the time of passing each value to SQLite.
 *
 *     add ... -> stage, before the transaction -> insert, in it
 *
 * The file loses its name once it is attached, where the system allows that, so that a killed run leaves none behind.
 * If it cannot be made or written, `stage` returns false from then on: rows must be inserted by other means.
 */
export class StagedRows {
  /** The rows that wait, to which more can be added. */
  readonly image: RowImage;
  private readonly file: string;
  private fd: number | null = null;
  private inserts: readonly Statement<[]>[] = [];
  private failed = false;

  constructor(
    private readonly db: Database,
    private readonly tables: readonly StagedTable[],
  ) {
    this.image = new RowImage(tables.map(({ columns }) => columns.length));
    this.file = `${db.name}-rows-${randomBytes(4).toString('hex')}`;
    this.failed = db.memory;
  }

  /** Whether rows can be added: nothing has failed yet. */
  get isUsable(): boolean {
    return !this.failed;
  }

  /** Adds a row to the table at this index; false if it is too long. */
  add(table: number, row: RowValues): boolean {
    return this.image.add(table, row);
  }

  /** How many rows a table has got since the last `clear`. */
  countOf(table: number): number {
    return this.image.countOf(table);
  }

  /** Makes the rows that were added ready to be inserted; not within a transaction. */
  stage(): boolean {
    try {
      this.fd ??= openSync(this.file, 'wx+', 0o600);
      writeAll(this.fd, this.image.finish());
      if (this.inserts.length === 0) this.attach();
      return true;
    } catch (error) {
      this.failed = true;
      trace('store', () => `rows cannot be staged: ${String(error)}`);
      this.close();
      return false;
    }
  }

  /** Inserts the rows of a table, within a transaction; returns how many there are more. */
  insert(table: number): number {
    return this.image.countOf(table) === 0 ? 0 : this.inserts[table].run().changes;
  }

  /** Forgets all rows. */
  clear(): void {
    this.image.clear();
  }

  /** Removes the file, whose rows cannot be inserted any more. */
  close(): void {
    if (this.fd === null) return;
    closeSync(this.fd);
    this.fd = null;
    rmSync(this.file, { force: true });
  }

  private attach(): void {
    this.db.prepare(`ATTACH ? AS ${SCHEMA}`).run(this.file);
    this.db.pragma(`${SCHEMA}.cache_size = 8`);
    this.inserts = this.tables.map(({ table, columns, tail = '' }, i) => {
      const staged = columns.map((_, column) => `c${column}`);
      return this.db.prepare(
        `INSERT INTO ${table} (${columns.join(', ')})
         SELECT ${staged.join(', ')} FROM ${SCHEMA}.rows${i} WHERE true ${tail}`,
      );
    });
    try {
      rmSync(this.file, { force: true });
    } catch {
      // Windows keeps the name of an open file; `close` removes it.
    }
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(fd, bytes, at, bytes.length - at, at);
  }
}
