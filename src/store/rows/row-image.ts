import { packPictureBytes } from '../layout/packed-picture.js';
import type { RowValues } from './row-inserter.js';

// The file format of SQLite: https://www.sqlite.org/fileformat2.html

const PAGE = 32_768;
/** The most rows of a page, at whose beginning there is room for the places of that many. */
const PAGE_ROWS = 512;
const FIRST_ROW = 8 + 2 * PAGE_ROWS;

const LEAF = 13;
const INTERIOR = 5;

/** What a row may take, at most: a cell that needs more would go on in other pages. */
const MOST_BYTES = PAGE - FIRST_ROW;

/** Besides the bytes of texts: lengths and types, and at most 8 bytes for a number. */
const ROW_BYTES = 16;
const VALUE_BYTES = 11;

/** The types of a text and a blob of no bytes; each byte adds two. */
const [NULL, BLOB, TEXT] = [0, 12, 13];

/** The rows of one table. */
interface Table {
  /** How many there are. */
  readonly columns: number;
  /** The pages that are full, and the last row of each. */
  readonly full: { readonly page: number; readonly lastRow: number }[];
  /** The page that rows are added to; 0 before the first. */
  page: number;
  /** The rows of that page, and where in it the next one goes. */
  rows: number;
  end: number;
  allRows: number;
}

/**
 * Rows of some tables as the bytes of an SQLite database, which any connection can read: the tables `rows0`, `rows1`
 * and so on have columns `c0`, `c1`... without types. Passing values to SQLite one by one takes three
 * quarters of the time of an insert; the rows of such a database go over at once.
 */
export class RowImage {
  private bytes = new Uint8Array(16 * PAGE);
  private view = new DataView(this.bytes.buffer);
  private readonly tables: readonly Table[];
  private readonly schema: Uint8Array;
  private pages = 0;
  /** Goes up with every image, so that SQLite notices that the content is another. */
  private version = 0;
  /** The row that was begun: its table, where it begins, and where its next type and value go. */
  private under: Table | null = null;
  private row = 0;
  private type = 0;
  private at = 0;

  /** Tables are given by the number of their columns. */
  constructor(tables: readonly number[]) {
    this.tables = tables.map((columns) => ({
      ...{ columns, full: [], page: 0, rows: 0, end: 0, allRows: 0 },
    }));
    this.schema = schemaPage(tables);
    this.clear();
  }

  /** How many rows a table has. */
  countOf(table: number): number {
    return this.tables[table].allRows;
  }

  /** Adds a row to a table; false if it is too long for a page. */
  add(table: number, values: RowValues): boolean {
    let texts = 0;
    let bytes = 0;
    for (const value of values) {
      if (value === null || typeof value === 'number') continue;
      texts++;
      bytes += typeof value === 'string' ? 3 * value.length : value.length;
    }
    if (!this.begin(table, texts, bytes)) return false;
    for (const value of values) {
      if (value === null || typeof value === 'number') this.number(value);
      else if (typeof value === 'string') this.string(value);
      else this.blob(value);
    }
    this.end();
    return true;
  }

  /**
   * Begins a row of a table, whose values are then added in their order: numbers, and `texts` texts (also those that
   * are null) of `bytes` bytes at most. False if it is too long for a page. `end` is due after the last value.
   */
  begin(table: number, texts: number, bytes: number): boolean {
    const to = this.tables[table];
    const { columns } = to;
    const most = ROW_BYTES + VALUE_BYTES * columns + bytes;
    if (most > MOST_BYTES) return false;
    if (to.page === 0 || to.rows === PAGE_ROWS || to.end + most > PAGE) this.turnPage(to);
    const base = (to.page - 1) * PAGE;
    this.view.setUint16(base + 8 + 2 * to.rows, to.end);
    to.rows++;
    to.allRows++;
    this.row = base + to.end;
    // The length of the row comes first, and then its number: both of a fixed width. A number has one byte of
    // type, a text four.
    writeLength(this.bytes, this.row + 4, to.allRows);
    const head = 1 + columns + 3 * texts;
    this.bytes[this.row + 8] = head;
    this.type = this.row + 9;
    this.at = this.row + 8 + head;
    this.under = to;
    return true;
  }

  /** Ends the row that was begun. */
  end(): void {
    writeLength(this.bytes, this.row, this.at - this.row - 8);
    this.under!.end += this.at - this.row;
  }

  /** Adds a number, or null in the place of one. */
  number(value: number | null): void {
    if (value === null) {
      this.bytes[this.type++] = 0;
      return;
    }
    const kind = kindOf(value);
    this.bytes[this.type++] = kind;
    this.at = this.writeNumber(this.at, kind, value);
  }

  /** Adds text that is UTF-8 already; a length of -1 is null. */
  text(source: Uint8Array, from: number, length: number): void {
    const { bytes, at } = this;
    for (let i = 0; i < length; i++) bytes[at + i] = source[from + i];
    this.addType(at + length, length < 0 ? NULL : TEXT);
  }

  /** Adds a picture as `packPicture` stores it; a length of -1 is null. */
  cells(source: Uint8Array, from: number, length: number): void {
    const end =
      length < 0 ? -1 : packPictureBytes(source, from, from + length, this.bytes, this.at);
    this.addType(end, length < 0 ? NULL : TEXT);
  }

  /** Adds bytes; a length of -1 is null. */
  blob(source: Uint8Array, from = 0, length = source.length): void {
    const { bytes, at } = this;
    for (let i = 0; i < length; i++) bytes[at + i] = source[from + i];
    this.addType(at + length, length < 0 ? NULL : BLOB);
  }

  /** Adds a text. */
  string(value: string): void {
    const { bytes, at } = this;
    let end = at + value.length;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 127) {
        end = at + encoder.encodeInto(value, bytes.subarray(at)).written;
        break;
      }
      bytes[at + i] = code;
    }
    this.addType(end, TEXT);
  }

  /** The image; it is valid until the next call of anything here. */
  finish(): Uint8Array {
    for (const [i, table] of this.tables.entries()) this.writeRoot(2 + i, table);
    this.bytes.set(this.schema);
    this.version++;
    // The change counter, the number of pages, and the counter for which that number is valid.
    this.view.setUint32(24, this.version);
    this.view.setUint32(28, this.pages);
    this.view.setUint32(92, this.version);
    return this.bytes.subarray(0, this.pages * PAGE);
  }

  /** Drops all rows. */
  clear(): void {
    this.pages = 1 + this.tables.length;
    for (const table of this.tables) {
      table.full.length = 0;
      table.page = table.rows = table.end = table.allRows = 0;
    }
  }

  private turnPage(table: Table): void {
    this.closePage(table);
    if (table.page !== 0) table.full.push({ page: table.page, lastRow: table.allRows });
    table.page = ++this.pages;
    table.rows = 0;
    table.end = FIRST_ROW;
    if (this.pages * PAGE <= this.bytes.length) return;
    const longer = new Uint8Array(2 * this.bytes.length);
    longer.set(this.bytes);
    this.bytes = longer;
    this.view = new DataView(longer.buffer);
  }

  private closePage({ page, rows }: Table): void {
    if (page !== 0) this.writeHead((page - 1) * PAGE, LEAF, rows, FIRST_ROW);
  }

  private writeHead(at: number, kind: number, cells: number, content: number): void {
    this.view.setUint8(at, kind);
    this.view.setUint16(at + 1, 0);
    this.view.setUint16(at + 3, cells);
    this.view.setUint16(at + 5, content);
    this.view.setUint8(at + 7, 0);
  }

  /** The root of a table has a fixed place, and lists the other pages if there are several. */
  private writeRoot(root: number, table: Table): void {
    this.closePage(table);
    const { bytes, view } = this;
    const at = (root - 1) * PAGE;
    if (table.page === 0) {
      this.writeHead(at, LEAF, 0, FIRST_ROW);
    } else if (table.full.length === 0) {
      bytes.copyWithin(at, (table.page - 1) * PAGE, table.page * PAGE);
    } else {
      const cells = at + 12 + 2 * table.full.length;
      this.writeHead(at, INTERIOR, table.full.length, cells - at);
      view.setUint32(at + 8, table.page);
      table.full.forEach(({ page, lastRow }, i) => {
        const cell = cells + 8 * i;
        view.setUint16(at + 12 + 2 * i, cell - at);
        view.setUint32(cell, page);
        writeLength(bytes, cell + 4, lastRow);
      });
    }
  }

  /** Adds the type of a text or blob that was written up to `end`. */
  private addType(end: number, type: number): void {
    if (type === NULL) {
      writeLength(this.bytes, this.type, NULL);
    } else {
      writeLength(this.bytes, this.type, 2 * (end - this.at) + type);
      this.at = end;
    }
    this.type += 4;
  }

  private writeNumber(at: number, kind: number, value: number): number {
    const { bytes, view } = this;
    switch (kind) {
      case 1:
        bytes[at] = value;
        return at + 1;
      case 2:
        view.setInt16(at, value);
        return at + 2;
      case 4:
        view.setInt32(at, value);
        return at + 4;
      case 5:
        view.setInt16(at, Math.floor(value / 2 ** 32));
        view.setUint32(at + 2, value >>> 0);
        return at + 6;
      case 6:
        view.setInt32(at, Math.floor(value / 2 ** 32));
        view.setUint32(at + 4, value >>> 0);
        return at + 8;
      case 7:
        view.setFloat64(at, value);
        return at + 8;
      default:
        return at;
    }
  }
}

const encoder = new TextEncoder();

/** The type of a number in a row: 0 is null, as which SQLite stores NaN; 8 and 9 are the numbers 0 and 1. */
function kindOf(value: number): number {
  if (!Number.isSafeInteger(value)) return Number.isNaN(value) ? 0 : 7;
  if (value === 0) return Object.is(value, 0) ? 8 : 7;
  if (value === 1) return 9;
  const size = value < 0 ? -1 - value : value;
  if (size < 2 ** 15) return size < 2 ** 7 ? 1 : 2;
  if (size < 2 ** 31) return 4;
  return size < 2 ** 47 ? 5 : 6;
}

/** A number below 2^28 as a varint of four bytes, whatever it is. */
function writeLength(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = 128 | (value >> 21);
  bytes[at + 1] = 128 | (value >> 14);
  bytes[at + 2] = 128 | (value >> 7);
  bytes[at + 3] = value & 127;
}

/** The first page, without the counters: what the tables are called and where their roots are. */
function schemaPage(columns: readonly number[]): Uint8Array {
  const page = new Uint8Array(PAGE);
  const view = new DataView(page.buffer);
  page.set(encoder.encode('SQLite format 3\0'));
  view.setUint16(16, PAGE);
  // A write version that no SQLite knows: the file can only be read.
  page.set([3, 1, 0, 64, 32, 32], 18);
  // The schema is number 1, of format 4, in UTF-8.
  view.setUint32(40, 1);
  view.setUint32(44, 4);
  view.setUint32(56, 1);
  let at = PAGE;
  for (const [i, count] of columns.entries()) {
    const names = Array.from({ length: count }, (_, column) => `c${column}`);
    const row = schemaRow(i, `CREATE TABLE rows${i} (${names.join(', ')})`);
    at -= row.length;
    page.set(row, at);
    view.setUint16(100 + 8 + 2 * i, at);
  }
  page[100] = LEAF;
  view.setUint16(103, columns.length);
  view.setUint16(105, at);
  return page;
}

function schemaRow(table: number, sql: string): Uint8Array {
  const texts = ['table', `rows${table}`, `rows${table}`].map((text) => encoder.encode(text));
  const body = [...texts.flatMap((text) => [...text]), 2 + table, ...encoder.encode(sql)];
  const types = texts.map(({ length }) => 13 + 2 * length);
  const head = [1 + types.length + 1 + 4, ...types, 1, 0, 0, 0, 0];
  const row = Uint8Array.from([0, 0, 0, 0, 1 + table, ...head, ...body]);
  writeLength(row, 5 + head.length - 4, 13 + 2 * sql.length);
  writeLength(row, 0, head.length + body.length);
  return row;
}
