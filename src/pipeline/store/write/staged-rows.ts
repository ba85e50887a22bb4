import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { removeIfThere, writeAt } from '../../files/files.js';
import {
  PAGE,
  RowPages,
  varintLength,
  writePageHead,
  writeVarint,
  type LeafPage,
  type Pages,
} from '../packed/row-pages.js';

/** A page with rows, and one with the numbers of others. */
const LEAF = 13;
const INTERIOR = 5;

/** Bytes of such a page's head and, for each other page at most, its place, number and last row. */
const HEAD = 12;
const CHILD = 2 + 4 + 9;
const MOST_CHILDREN = Math.floor((PAGE - HEAD) / CHILD);

/** A table of the staged database, its key first. */
interface StagedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What the staged database is called in SQL. */
export const STAGED = 'staged';

/**
 * Rows that were made elsewhere, lined up as a database of their own: a file beside the database of
 * the run, which is attached, so that a statement copies them over. The file loses its name once it
 * is attached, so that nothing is left of it if the run is killed. On Windows, where an open file
 * keeps its name, the next run removes what is left of a killed one.
 *
 *     stage, before the transaction -> a statement over the tables of `staged`, in it
 */
export class StagedRows {
  private readonly file: string;
  private fd: number | null = null;
  private isAttached = false;
  /** Goes up each time, so that SQLite notices that the content is another. */
  private version = 0;

  /** One for each database: its name in SQL is the same for all. */
  constructor(
    private readonly db: Database,
    private readonly tables: readonly StagedTable[],
    private readonly platform: string = process.platform,
  ) {
    const name = `${db.memory ? join(tmpdir(), 'nonomill') : db.name}-rows-`;
    this.file = name + randomBytes(4).toString('hex');
    if (!db.memory) removeLeftOver(name, platform);
  }

  /**
   * Makes the rows of these pages the content of the staged database, in the order of their
   * numbers; not within a transaction.
   * @throws Error of the system if the file cannot be made or written.
   */
  stage(parts: readonly Pages[]): void {
    const changes: Change[] = [];
    try {
      const [head, ...pieces] = imageOf(this.tables, parts, ++this.version, changes);
      this.fd ??= openSync(this.file, 'wx+', 0o600);
      // The head comes last. If the disk is full before that, the file says that it is as long as
      // it was: were it shorter than it says, no transaction of any database here could begin.
      let at = head.length;
      for (const piece of pieces) {
        writeAt(this.fd, piece, at);
        at += piece.length;
      }
      writeAt(this.fd, head, 0);
    } finally {
      for (const { view, at, was } of changes.reverse()) view.setUint32(at, was);
    }
    if (this.isAttached) return;
    this.db.prepare(`ATTACH ? AS ${STAGED}`).run(this.file);
    this.db.pragma(`${STAGED}.cache_size = 8`);
    if (this.platform !== 'win32') removeIfThere(this.file);
    this.isAttached = true;
  }

  /** Removes the file, whose rows cannot be read any more. */
  close(): void {
    if (this.fd === null) return;
    closeSync(this.fd);
    this.fd = null;
    removeIfThere(this.file, this.platform);
  }
}

/** Removes the files of earlier runs: who stages rows holds the lock, so nobody needs them. */
function removeLeftOver(start: string, platform: string): void {
  const folder = dirname(start);
  for (const name of readdirSync(folder)) {
    const end = name.startsWith(basename(start)) ? name.slice(basename(start).length) : '';
    if (!/^[0-9a-f]{8}$/.test(end)) continue;
    try {
      removeIfThere(join(folder, name), platform);
    } catch {
      // It does no harm where it is.
    }
  }
}

/** A number of the pages of others that is another in the file. */
interface Change {
  readonly view: DataView;
  readonly at: number;
  readonly was: number;
}

/**
 * The pages of a database with these rows, piece by piece: the schema, the root of each table, the
 * rows, other pages. The rows are not copied: what has to be another in the file is changed in them
 * and noted in `changes`, to be undone once it is written. The same rows are staged again if
 * another program held the database.
 */
function imageOf(
  tables: readonly StagedTable[],
  parts: readonly Pages[],
  version: number,
  changes: Change[],
): Uint8Array[] {
  const change = (view: DataView, at: number, value: number): void => {
    changes.push({ view, at, was: view.getUint32(at) });
    view.setUint32(at, value);
  };
  const head = new Uint8Array((1 + tables.length) * PAGE);
  const view = new DataView(head.buffer);
  head.set(schemaOf(tables));
  const pieces = [head];
  const places: { readonly part: Pages; readonly before: number }[] = [];
  let pages = 1 + tables.length;
  for (const part of parts) {
    const bytes = new DataView(part.bytes);
    for (const link of part.links) change(bytes, link, bytes.getUint32(link) + pages);
    places.push({ part, before: pages });
    pieces.push(new Uint8Array(part.bytes));
    pages += part.bytes.byteLength / PAGE;
  }
  const more: Uint8Array[] = [];
  let free = 0;
  for (const table of tables.keys()) {
    const root = head.subarray((1 + table) * PAGE, (2 + table) * PAGE);
    let nodes = places.flatMap(({ part, before }) =>
      part.leaves[table].map(({ page, lastRow }) => ({ page: page + before, lastRow })),
    );
    nodes.sort((one, other) => one.lastRow - other.lastRow);
    if (nodes.length <= 1) {
      // The root is the page with the rows itself, which leaves its place unused: the first of a
      // list of such pages.
      const [only] = nodes;
      if (only === undefined) writePageHead(viewOf(root), 0, LEAF, 0, PAGE);
      else {
        const { part, before } = places.findLast((one) => one.before < only.page)!;
        const page = new Uint8Array(part.bytes, (only.page - before - 1) * PAGE, PAGE);
        root.set(page);
        change(viewOf(page), 0, free);
        change(viewOf(page), 4, 0);
        view.setUint32(36, view.getUint32(36) + 1);
        free = only.page;
      }
      continue;
    }
    while (nodes.length > MOST_CHILDREN) {
      const size = Math.ceil(nodes.length / Math.ceil(nodes.length / MOST_CHILDREN));
      const groups = nodes;
      nodes = [];
      for (let i = 0; i < groups.length; i += size) {
        const children = groups.slice(i, i + size);
        const page = new Uint8Array(PAGE);
        writeInterior(page, children);
        more.push(page);
        nodes.push({ page: ++pages, lastRow: children[children.length - 1].lastRow });
      }
    }
    writeInterior(root, nodes);
  }
  // The change counter, the pages, the first unused one, and the counter that these are valid for.
  view.setUint32(24, version);
  view.setUint32(28, pages);
  view.setUint32(32, free);
  view.setUint32(92, version);
  return [...pieces, ...more];
}

/** Writes a page with the numbers of others, at least two, each with its last row. */
function writeInterior(page: Uint8Array, children: readonly LeafPage[]): void {
  const view = viewOf(page);
  const last = children.length - 1;
  let start = PAGE;
  for (const [i, { page: child, lastRow }] of children.entries()) {
    if (i === last) {
      view.setUint32(8, child);
      continue;
    }
    start -= 4 + varintLength(lastRow);
    view.setUint16(HEAD + 2 * i, start);
    view.setUint32(start, child);
    writeVarint(page, start + 4, lastRow);
  }
  writePageHead(view, 0, INTERIOR, last, start);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The first page, without the counters: what the tables are called, and where their roots are. */
function schemaOf(tables: readonly StagedTable[]): Uint8Array {
  const rows = new RowPages(1);
  for (const [i, { name, columns }] of tables.entries()) {
    const [key, ...others] = columns;
    for (const word of ['table', name, name]) rows.text(word);
    rows.number(2 + i);
    rows.text(`CREATE TABLE ${name} (${[`${key} INTEGER PRIMARY KEY`, ...others].join(', ')})`);
    rows.end(0, 1 + i);
  }
  const page = new Uint8Array(rows.take().bytes);
  // The header of a database comes first.
  page.copyWithin(100, 0, 8 + 2 * tables.length);
  page.fill(0, 0, 100);
  page.set(Buffer.from('SQLite format 3\0'));
  const view = viewOf(page);
  view.setUint16(16, PAGE);
  // A write version that no SQLite knows: the file can only be read.
  page.set([3, 1, 0, 64, 32, 32], 18);
  // The schema is number 1, of format 4, in UTF-8.
  view.setUint32(40, 1);
  view.setUint32(44, 4);
  view.setUint32(56, 1);
  return page;
}
