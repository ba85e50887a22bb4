import { mixWord, spreadBits } from '../../../solver/core/puzzle/fingerprint.js';

// The file format of SQLite: https://www.sqlite.org/fileformat2.html

/** Bytes of a page: of a batch with a single puzzle, two are nearly empty. */
export const PAGE = 8192;

/** The first byte of a page with rows, and the bytes before the places of these. */
const LEAF = 13;
const HEAD = 8;

/** The bytes of a row on its page: all up to MOST, else at least LEAST; the rest on other pages. */
const MOST = PAGE - 35;
const LEAST = Math.floor(((PAGE - 12) * 32) / 255) - 23;
/** A page on which a row goes on begins with the number of the next one. */
const NEXT = 4;

/** The types of a text and a blob of no bytes; each byte adds two. */
const [BLOB, TEXT] = [12, 13];

/** The most columns of a table, and room before the values of a row for their types. */
const MOST_COLUMNS = 100;
const TYPES_ROOM = 9 * MOST_COLUMNS + 4;

const encoder = new TextEncoder();

/** Rows of some tables on pages. */
export interface Pages {
  readonly bytes: ArrayBuffer;
  /** Of each table, in the order of its rows. */
  readonly leaves: readonly (readonly LeafPage[])[];
  /** Where in `bytes` there are numbers of pages, which count from 1. */
  readonly links: readonly number[];
}

/** A page with rows. */
export interface LeafPage {
  /** Counts from 1. */
  readonly page: number;
  readonly lastRow: number;
}

/** The page of a table that rows are added to. */
interface OpenPage {
  readonly leaves: LeafPage[];
  /** 0 before the first. */
  page: number;
  rows: number;
  /** The rows are written from the end of the page to its beginning. */
  start: number;
  lastRow: number;
}

/**
 * Writes rows, value by value, as SQLite stores them: as pages of tables with an INTEGER PRIMARY
 * KEY. Whoever has such pages only needs to line them up (see store/write/staged-rows.ts) for
 * any connection to read them. SQLite itself takes longer for each value: a run of a million 5x5
 * then takes 1.6 times the CPU, one of 15x15 1.15 times, in threads or not
 * (docs/solver/lab-notes.md).
 */
export class RowPages {
  private bytes = new Uint8Array(2 * PAGE);
  private view = new DataView(this.bytes.buffer);
  private pages = 0;
  private tables: OpenPage[];
  private links: number[] = [];
  /** The row under work: its values, and before them room for their types, which are known last. */
  private row = new Uint8Array(PAGE);
  private rowView = new DataView(this.row.buffer);
  private rowWords = new Int32Array(this.row.buffer);
  private at = TYPES_ROOM;
  private readonly types = new Uint8Array(9 * MOST_COLUMNS + 4);
  private readonly typeWords = new Int32Array(this.types.buffer);
  private typesEnd = 0;

  constructor(private readonly tableCount: number) {
    this.tables = newTables(tableCount);
  }

  null(): void {
    this.types[this.typesEnd++] = 0;
  }

  number(value: number): void {
    const { row, at } = this;
    if (value >= 0 && value < 128 && (value | 0) === value && !Object.is(value, -0)) {
      // 8 and 9 are the types of 0 and 1.
      if (value < 2) {
        this.types[this.typesEnd++] = 8 + value;
      } else {
        row[at] = value;
        this.at = at + 1;
        this.types[this.typesEnd++] = 1;
      }
      return;
    }
    const type = typeOf(value);
    this.types[this.typesEnd++] = type;
    if (type === 0) return;
    if (at + 8 > row.length) this.growRow(8);
    this.at = writeNumber(this.rowView, at, type, value);
  }

  text(value: string): void {
    const { length } = value;
    const row = this.room(3 * length);
    const { at } = this;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 127) {
        this.written(encoder.encodeInto(value, row.subarray(at)).written, TEXT);
        return;
      }
      row[at + i] = code;
    }
    this.written(length, TEXT);
  }

  /** Adds bytes: text in UTF-8, or a blob. */
  bytesOf(source: Uint8Array, from: number, length: number, isText: boolean): void {
    const row = this.room(length);
    const { at } = this;
    if (length > 64) row.set(source.subarray(from, from + length), at);
    else for (let i = 0; i < length; i++) row[at + i] = source[from + i];
    this.written(length, isText ? TEXT : BLOB);
  }

  /** Room for `most` bytes from `place` on: written there, then added by `endText` or `endBlob`. */
  room(most: number): Uint8Array {
    // A little more, so that a number finds room without being asked.
    if (this.at + most + 8 > this.row.length) this.growRow(most + 8);
    return this.row;
  }

  /** Where the next value begins. */
  get place(): number {
    return this.at;
  }

  /** Adds a text that was written up to `end`. */
  endText(end: number): void {
    this.written(end - this.at, TEXT);
  }

  /** Adds a blob that was written up to `end`. */
  endBlob(end: number): void {
    this.written(end - this.at, BLOB);
  }

  /**
   * A hash of the values of the row so far, 32 bits: the steps of MurmurHash3 (A. Appleby, public
   * domain) over them as SQLite stores them, padded with zeros.
   */
  sum(): number {
    const { at, typesEnd, types, typeWords } = this;
    const row = this.room(4);
    for (let i = 0; i < 3; i++) types[typesEnd + i] = row[at + i] = 0;
    let hash = typesEnd;
    for (let i = 0; 4 * i < typesEnd; i++) hash = mixWord(hash, typeWords[i]);
    const { rowWords } = this;
    for (let i = TYPES_ROOM / 4; 4 * i < at; i++) hash = mixWord(hash, rowWords[i]);
    return spreadBits(hash) >>> 0;
  }

  /** Ends the row: it goes to a table, in which its number is the highest so far. */
  end(table: number, id: number): void {
    const begin = this.writeTypes();
    const length = this.at - begin;
    const local = localBytes(length);
    const cell = varintLength(length) + varintLength(id) + local + (local < length ? NEXT : 0);
    const open = this.tables[table];
    if (open.page === 0 || open.start - cell < HEAD + 2 * (open.rows + 1)) this.turnPage(open);
    const base = (open.page - 1) * PAGE;
    open.start -= cell;
    this.view.setUint16(base + HEAD + 2 * open.rows++, open.start);
    open.lastRow = id;
    let at = writeVarint(this.bytes, base + open.start, length);
    at = writeVarint(this.bytes, at, id);
    this.bytes.set(this.row.subarray(begin, begin + local), at);
    if (local < length) this.goOn(at + local, begin + local);
    this.at = TYPES_ROOM;
    this.typesEnd = 0;
  }

  /** All rows that were added. It begins anew. */
  take(): Pages {
    for (const open of this.tables) this.closePage(open);
    const taken = {
      bytes: this.bytes.slice(0, this.pages * PAGE).buffer,
      leaves: this.tables.map(({ leaves }) => leaves),
      links: this.links,
    };
    this.pages = 0;
    this.tables = newTables(this.tableCount);
    this.links = [];
    return taken;
  }

  /** Forgets the values of the row under work. */
  drop(): void {
    this.at = TYPES_ROOM;
    this.typesEnd = 0;
  }

  private growRow(more: number): void {
    const longer = new Uint8Array((2 * this.row.length + more + 3) & ~3);
    longer.set(this.row);
    this.row = longer;
    this.rowView = new DataView(longer.buffer);
    this.rowWords = new Int32Array(longer.buffer);
  }

  private written(length: number, type: number): void {
    this.at += length;
    this.typesEnd = writeVarint(this.types, this.typesEnd, 2 * length + type);
  }

  /** Writes the types of the values before these; returns where the row begins. */
  private writeTypes(): number {
    const { row, types, typesEnd } = this;
    const length = typesEnd < 127 ? typesEnd + 1 : typesEnd + 2;
    const begin = TYPES_ROOM - length;
    const at = writeVarint(row, begin, length);
    for (let i = 0; i < typesEnd; i++) row[at + i] = types[i];
    return begin;
  }

  /** Writes the row from `from` on to pages of its own; the number of the first goes to `link`. */
  private goOn(link: number, from: number): void {
    for (let next = link; from < this.at; from += PAGE - NEXT) {
      const page = this.addPage();
      this.view.setUint32(next, page);
      this.links.push(next);
      next = (page - 1) * PAGE;
      this.view.setUint32(next, 0);
      this.bytes.set(this.row.subarray(from, Math.min(this.at, from + PAGE - NEXT)), next + NEXT);
    }
  }

  private turnPage(open: OpenPage): void {
    this.closePage(open);
    open.page = this.addPage();
    open.rows = 0;
    open.start = PAGE;
  }

  private closePage({ leaves, page, rows, start, lastRow }: OpenPage): void {
    if (page === 0) return;
    writePageHead(this.view, (page - 1) * PAGE, LEAF, rows, start);
    leaves.push({ page, lastRow });
  }

  private addPage(): number {
    if (++this.pages * PAGE > this.bytes.length) {
      const longer = new Uint8Array(2 * this.bytes.length);
      longer.set(this.bytes);
      this.bytes = longer;
      this.view = new DataView(longer.buffer);
    }
    return this.pages;
  }
}

function newTables(count: number): OpenPage[] {
  return Array.from({ length: count }, () => {
    return { leaves: [], page: 0, rows: 0, start: PAGE, lastRow: 0 };
  });
}

/** Writes the beginning of a page of this kind, whose rows or pages lie from `start` on. */
export function writePageHead(
  view: DataView,
  at: number,
  kind: number,
  cells: number,
  start: number,
): void {
  view.setUint8(at, kind);
  view.setUint16(at + 1, 0);
  view.setUint16(at + 3, cells);
  view.setUint16(at + 5, start);
  view.setUint8(at + 7, 0);
}

/** How many bytes of a row stay on its page. */
function localBytes(length: number): number {
  if (length <= MOST) return length;
  const best = LEAST + ((length - LEAST) % (PAGE - NEXT));
  return best <= MOST ? best : LEAST;
}

/** The type of a number in a row: 0 is null, as which SQLite stores NaN; 8 and 9 are 0 and 1. */
function typeOf(value: number): number {
  if (!Number.isSafeInteger(value)) return Number.isNaN(value) ? 0 : 7;
  if (value === 0) return Object.is(value, 0) ? 8 : 7;
  if (value === 1) return 9;
  const size = value < 0 ? -1 - value : value;
  if (size < 2 ** 15) return size < 2 ** 7 ? 1 : 2;
  if (size < 2 ** 31) return size < 2 ** 23 ? 3 : 4;
  return size < 2 ** 47 ? 5 : 6;
}

function writeNumber(view: DataView, at: number, type: number, value: number): number {
  switch (type) {
    case 1:
      view.setInt8(at, value);
      return at + 1;
    case 2:
      view.setInt16(at, value);
      return at + 2;
    case 3:
      view.setInt8(at, value >> 16);
      view.setUint16(at + 1, value & 0xffff);
      return at + 3;
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

/** The bytes of a whole number below 2^53 as a varint: seven bits in each, the highest first. */
export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) length++;
  return length;
}

/** Writes such a number; returns the place after it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  if (value < 128) {
    bytes[at] = value;
    return at + 1;
  }
  const end = at + varintLength(value);
  bytes[end - 1] = value & 127;
  let rest = Math.floor(value / 128);
  for (let i = end - 2; i >= at; i--) {
    bytes[i] = 128 | (rest & 127);
    rest = Math.floor(rest / 128);
  }
  return end;
}
