import type { Database, Statement } from 'better-sqlite3';

export type ColumnValue = string | number | null | Uint8Array;

/** A value to write: whole numbers that a column without a type is to hold as such are bigints. */
type WrittenValue = ColumnValue | bigint;

/** A row, in the order of the columns. */
type RowValues = readonly WrittenValue[];

/**
 * Rows of one statement. Measured with both tables of a run: 16 and 32 rows take the same, 8 rows 6
 * % more, 64 rows 3 %, single rows two thirds.
 */
const ROWS = 16;

/**
 * Statements that are kept, one for each set of columns that are null in all rows of a statement.
 */
const MOST_STATEMENTS = 32;

/** A statement for ROWS rows, and the columns that it fills. */
interface ManyRows {
  readonly columns: readonly number[];
  readonly statement: Statement<WrittenValue[]>;
}

/**
 * Inserts rows many at a time. After the last row `flush` must be called, still inside the same
 * transaction.
 *
 * Values are passed as arguments, not as one array: better-sqlite3 asks the engine for each element
 * of an array, which takes a fifth of the time of a run's inserts. Passing a null costs as much as
 * passing a number, so columns that are null in all rows are left out of the statement: of 25x25
 * with several solutions a third is null, and rows take 8 % less time without.
 */
export class RowInserter {
  private readonly one: Statement<WrittenValue[]>;
  private readonly all: ManyRows;
  /** By the columns that they fill. */
  private readonly some = new Map<string, ManyRows>();
  private rows: RowValues[] = [];
  private changes = 0;

  /**
   * `tail` is the end of the statement, an ON CONFLICT clause for instance. Columns that may be
   * null must have null as their default.
   */
  constructor(
    private readonly db: Database,
    private readonly table: string,
    private readonly columns: readonly string[],
    private readonly tail = '',
  ) {
    const every = columns.map((_, i) => i);
    this.one = this.prepare(every, 1);
    this.all = this.prepareMany(every);
  }

  /** The row still belongs to the inserter until the next `flush`. */
  push(row: RowValues): void {
    if (this.rows.push(row) === ROWS) this.insertMany();
  }

  /** Inserts the remaining rows; returns the number of rows inserted since the last flush. */
  flush(): number {
    for (const row of this.rows) this.changes += this.one.run(...row).changes;
    const changes = this.changes;
    this.reset();
    return changes;
  }

  /** Forgets rows that were pushed in a transaction that failed. */
  reset(): void {
    this.rows = [];
    this.changes = 0;
  }

  private insertMany(): void {
    const { rows } = this;
    const { columns, statement } = this.statementFor(rows);
    const values = new Array<WrittenValue>(columns.length * ROWS);
    let at = 0;
    for (const row of rows) for (const column of columns) values[at++] = row[column];
    this.rows = [];
    this.changes += statement.run(...values).changes;
  }

  private statementFor(rows: readonly RowValues[]): ManyRows {
    let key = '';
    for (let i = 0; i < this.columns.length; i++) key += isNullIn(rows, i) ? '0' : '1';
    const known = this.some.get(key);
    if (known !== undefined) return known;
    if (this.some.size === MOST_STATEMENTS) return this.all;
    const columns = this.columns.flatMap((_, i) => (key[i] === '1' ? [i] : []));
    const made = this.prepareMany(columns);
    this.some.set(key, made);
    return made;
  }

  private prepareMany(columns: readonly number[]): ManyRows {
    return { columns, statement: this.prepare(columns, ROWS) };
  }

  private prepare(columns: readonly number[], rows: number): Statement<WrittenValue[]> {
    const names = columns.map((i) => this.columns[i]);
    const row = `(${names.map(() => '?').join(', ')})`;
    return this.db.prepare(
      `INSERT INTO ${this.table} (${names.join(', ')})
       VALUES ${new Array<string>(rows).fill(row).join(', ')} ${this.tail}`,
    );
  }
}

function isNullIn(rows: readonly RowValues[], column: number): boolean {
  for (const row of rows) if (row[column] !== null) return false;
  return true;
}

/** Inserts rejects of pieces: what a piece has of them already stays. */
export function rejectInserter(db: Database): RowInserter {
  return new RowInserter(
    db,
    'piece_rejects',
    ['piece_id', 'place', 'line', 'name', 'reason', 'excerpt', 'kind'],
    'ON CONFLICT (piece_id, place) DO NOTHING',
  );
}
