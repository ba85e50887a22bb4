import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { type EntrySink, readSoundly } from '../../solver/formats/contract/format.js';
import { textReader } from '../../solver/formats/registry.js';
import { draftsOfJson } from '../../solver/formats/json/json-entry.js';
import { fieldRole } from '../../solver/formats/json/fields.js';
import { type Image, ImageError, puzzleOfImage } from '../../solver/craft/image.js';
import * as zlib from 'node:zlib';
import type { Compressors } from 'hyparquet';
import type { RejectKind } from '../../solver/core/puzzle/validate.js';
import { messageOf } from '../../solver/core/text/plain-text.js';

const STEP = 2000;

/** A file that holds one puzzle in each of its rows. */
interface Rows {
  readonly count: number;
  /** Some rows as JSON would hold them. */
  readonly read: (from: number, to: number) => Promise<readonly object[]>;
}

/** The puzzles of arrays or columns, with the share read. What is wrong becomes a reject. */
export async function* readTable(path: string, format: string, sink: EntrySink) {
  try {
    const { count, read } = await rowsOf(path, format);
    for (let at = 0; at < count;) {
      at += sink.passOver?.(count - at) ?? 0;
      const to = Math.min(at + STEP, count);
      const rows = await read(at, to);
      if (rows.length < to - at) throw new TableError(`it ends before row ${to} of ${count}`);
      for (const row of rows) addEntry(row, sink);
      at = to;
      yield at / count;
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { kind, message } = error;
    const reason = `${format}: ${message}`;
    sink.reject({ line: null, name: null, kind, reason, excerpt: '' });
  }
}

/** Of a text in a row, the rows come first where only custom says so. */
const readText = textReader(false);

function addEntry(row: object, sink: EntrySink): void {
  const drafts = readSoundly((value) => draftsOfJson(value, readText), row);
  const [found] = typeof drafts === 'string' ? [{ name: null, reason: drafts }] : drafts;
  if (found.draft === undefined) sink.reject({ line: null, ...found, excerpt: '' });
  else sink.entry({ line: null, ...found, excerpt: () => '' });
}

function rowsOf(path: string, format: string): Promise<Rows> {
  if (format === 'npz') return npzRows(path);
  return format === 'png' ? pictureRows(path) : parquetRows(path);
}

/** The puzzle of a picture, called as its file. */
async function pictureRows(path: string): Promise<Rows> {
  const puzzle = await puzzleOfPicture(await readFile(path));
  const id = basename(path, extname(path));
  return { count: 1, read: () => Promise.resolve([{ id, ...puzzle }]) };
}

async function npzRows(path: string): Promise<Rows> {
  const members = await zipMembers(await readFile(path), ENDING);
  const arrays = new Map(
    Array.from(members, ([member, bytes]) => {
      const name = member.slice(0, -ENDING.length);
      return [name, readNpy(name, bytes)] as const;
    }),
  );
  return puzzlesInArrays(arrays);
}

const ENDING = '.npy';

async function parquetRows(path: string): Promise<Rows> {
  // Only who reads such a file waits for the package.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } =
    await import('hyparquet');
  const file = await asyncBufferFromFile(path);
  const { metadata, names } = await orTableError(async () => {
    const metadata = await parquetMetadataAsync(file);
    // Those of nested columns are the outermost ones.
    const names: unknown[] = parquetSchema(metadata).children.map(({ element }) => element.name);
    if (!names.every((name) => typeof name === 'string')) throw new Error('a column has no name');
    return { metadata, names };
  });
  const columns = names.filter((name) => fieldRole(name) !== null);
  if (!columns.some((name) => PUZZLE_ROLES.has(fieldRole(name)!))) {
    throw new TableError(
      `there is no column of clues (rows and columns, or clues) or of pictures (solution), ` +
        `but ${names.join(', ') || 'none at all'}`,
    );
  }
  const asked = { file, metadata, columns, compressors: COMPRESSORS, useOffsetIndex: true };
  const read = async (rowStart: number, rowEnd: number): Promise<object[]> => {
    const rows = await orTableError(() => parquetReadObjects({ ...asked, rowStart, rowEnd }));
    return rows.map((row) => plain(row) as object);
  };
  return { count: Number(metadata.num_rows), read };
}

const PUZZLE_ROLES = new Set(['rows', 'rowClues', 'rowSide', 'clues', 'goal', 'grid']);

/** The same without large integers and typed arrays, which JSON does not know. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, plain);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** The longest side of a picture that is read as it is: larger ones are photographs. */
const LONGEST_SIDE = 100;

/** The puzzle of a PNG: dark pixels are filled. @throws TableError, also if it is large or blank */
async function puzzleOfPicture(bytes: Buffer): Promise<object> {
  const image = await imageOf(bytes);
  const { width, height } = image;
  if (Math.max(width, height) > LONGEST_SIDE) {
    throw new TableError(
      `expected a picture of at most ${LONGEST_SIDE}x${LONGEST_SIDE} pixels, a cell for each, found ${width}x${height}; ` +
        '"nonomill generate --from-image" makes it smaller',
    );
  }
  const goal = puzzleOfImage(image, image).goal;
  if (goal.every((cell) => cell === 0)) {
    throw new TableError(
      'the picture is blank: no pixel is dark, and transparent ones count as white; ' +
        '"nonomill generate --from-image" with another --threshold, or with --colours, may tell more apart',
      'cells',
    );
  }
  return { width, height, solution: Array.from(goal) };
}

async function imageOf(bytes: Buffer): Promise<Image> {
  // Most corpora have no pictures.
  const { readImage } = await import('./read-image.js');
  try {
    return readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new TableError(error.message.replace(/^PNG: /, ''));
  }
}

/** Arrays by their names, without `.npy`. */
type Arrays = ReadonlyMap<string, NumberArray>;

type Part = 'rows' | 'columns' | 'clues' | 'pictures' | 'widths' | 'heights';

/** An array whose first index is the puzzle: its values of each, and in which groups. */
interface Side extends NumberArray {
  readonly each: number;
  readonly last: number;
}

/** How many rows are looked at to tell clues from pictures. */
const LOOKED_AT = 1000;

/**
 * Finds puzzles in arrays: clues of rows and columns, in one array or two, padded with zeros, or
 * pictures, flat or not, or both. What an array is, its name tells, or else its values.
 * @throws TableError that names the arrays and their shapes if there are none.
 */
function puzzlesInArrays(arrays: Arrays): Rows {
  const parts = partsOf(arrays);
  const { rows, columns, clues, pictures, widths, heights } = parts;
  const main = clues ?? rows ?? pictures;
  if (main === undefined || (rows === undefined) !== (columns === undefined)) {
    throw unfit(arrays, 'there are neither clues of rows and columns nor pictures');
  }
  const count = main.shape[0];
  const odd = Object.values(parts).find(({ shape }) => shape[0] !== count);
  if (odd !== undefined) throw unfit(arrays, 'they are not of the same number of puzzles');
  const size = sizeOf(parts, arrays);
  const { width, height } = size;
  const fits =
    (clues === undefined || clues.each % (width + height) === 0) &&
    (rows === undefined || rows.each % height === 0) &&
    (columns === undefined || columns.each % width === 0) &&
    (pictures === undefined || pictures.each === width * height);
  if (!fits) throw unfit(arrays, `they do not fit puzzles of ${width}x${height}`);
  /** As JSON would hold it. */
  const puzzleAt = (index: number): object => {
    const width = widths?.values[index] ?? size.width;
    const height = heights?.values[index] ?? size.height;
    const solution = pictures && pictureAt(pictures, index, width, height, size.width);
    const all = clues && linesAt(clues, index, size.width + size.height);
    const above = all?.slice(size.height) ?? (columns && linesAt(columns, index, size.width));
    const beside = all ?? (rows && linesAt(rows, index, size.height));
    const sides = beside && { rows: beside.slice(0, height), columns: above!.slice(0, width) };
    return { width, height, solution, ...sides };
  };
  const read = (from: number, to: number): Promise<object[]> =>
    Promise.resolve(Array.from({ length: to - from }, (_, i) => puzzleAt(from + i)));
  return { count, read };
}

function partsOf(arrays: Arrays): Partial<Record<Part, Side>> {
  const parts: Partial<Record<Part, Side>> = {};
  for (const [name, array] of arrays) {
    const part = partOf(name, array);
    const { shape } = array;
    if (part === null || shape.length === 0) continue;
    const each = shape.slice(1).reduce((product, side) => product * side, 1);
    parts[part] ??= { ...array, each, last: shape[shape.length - 1] };
  }
  return parts;
}

/** The parts of arrays that are called as the fields of JSON are. */
const PARTS: Readonly<Record<string, Part | undefined>> = {
  rows: 'rows',
  rowClues: 'rows',
  columns: 'columns',
  columnClues: 'columns',
  rowSide: 'rows',
  columnSide: 'columns',
  clues: 'clues',
  goal: 'pictures',
  grid: 'pictures',
};

function partOf(name: string, { shape, values }: NumberArray): Part | null {
  if (shape.length === 1) {
    if (/^widths?$/i.test(name)) return 'widths';
    return /^heights?$/i.test(name) ? 'heights' : null;
  }
  if (shape.length < 2) return null;
  const named = PARTS[fieldRole(name) ?? ''];
  if (named !== undefined) return named;
  if (/^(y|target|label|output|picture|image|solution|grid)s?([_-]|\d|$)/i.test(name)) {
    return 'pictures';
  }
  if (/^(x|input|clue|hint)s?([_-]|\d|$)/i.test(name)) return 'clues';
  const most = LOOKED_AT * shape.slice(1).reduce((product, side) => product * side, 1);
  for (let i = 0; i < Math.min(values.length, most); i++) if (values[i] > 1) return 'clues';
  return 'pictures';
}

/** The size of all puzzles, or of the largest. @throws TableError if nothing tells it. */
function sizeOf(parts: Partial<Record<Part, Side>>, arrays: Arrays) {
  const { rows, columns, clues, pictures, widths, heights } = parts;
  if (rows && columns && rows.shape.length > 2 && columns.shape.length > 2) {
    return { width: columns.shape[1], height: rows.shape[1] };
  }
  if (pictures !== undefined && pictures.shape.length === 3) {
    return { width: pictures.shape[2], height: pictures.shape[1] };
  }
  if (widths !== undefined && heights !== undefined) {
    return { width: most(widths.values), height: most(heights.values) };
  }
  const side = pictures !== undefined ? Math.sqrt(pictures.each) : squareSide(clues ?? rows);
  if (side !== null && Number.isInteger(side) && side > 0) return { width: side, height: side };
  throw unfit(arrays, 'the size of the puzzles is not known: they are not square');
}

/** The side of square puzzles whose clues have so many values each; null if there are none such. */
function squareSide(clues: Side | undefined): number | null {
  if (clues === undefined) return null;
  if (clues.shape.length > 2) return clues.each / clues.last / 2;
  for (let side = 1; 2 * side * Math.ceil(side / 2) <= clues.each; side++) {
    if (2 * side * Math.ceil(side / 2) === clues.each) return side;
  }
  return null;
}

function most(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i]);
  return largest;
}

/** The clues of one puzzle's lines, without the zeros around their blocks. */
function linesAt({ values, each }: Side, index: number, count: number): number[][] {
  const blocks = each / count;
  const lines: number[][] = [];
  for (let line = 0; line < count; line++) {
    const from = index * each + line * blocks;
    const clue: number[] = [];
    for (let i = from; i < from + blocks; i++) if (values[i] !== 0) clue.push(values[i]);
    lines.push(clue);
  }
  return lines;
}

/** The cells of one picture, row by row; `stride` is the width of the widest. */
function pictureAt(
  { values, each }: Side,
  index: number,
  width: number,
  height: number,
  stride: number,
): number[] {
  const cells: number[] = [];
  for (let y = 0; y < height; y++) {
    const from = index * each + y * stride;
    for (let x = from; x < from + width; x++) cells.push(values[x]);
  }
  return cells;
}

function unfit(arrays: Arrays, why: string): TableError {
  const found = Array.from(arrays, ([name, { shape }]) => `${name} (${shape.join(', ')})`);
  return new TableError(
    `${why}; expected clues of the shape (puzzles, lines, blocks), rows first, or rows and columns, or ` +
      `pictures of (puzzles, cells) or (puzzles, height, width), found ${found.join(', ') || 'no array'}`,
  );
}

/** The kinds of numbers that are written: unsigned of one, two and eight bytes, and floats. */
type WrittenType = '|u1' | '<u2' | '<u8' | '<f8';

interface NumberArray {
  readonly shape: readonly number[];
  /** Row by row, whatever the order in the file. */
  readonly values: ArrayLike<number>;
}

const MAGIC = '\x93NUMPY';

/** Data begins at a multiple of this many bytes. */
const ALIGNED = 64;

/** How a .npy file of this shape begins (format 1.0 of NumPy); the values follow, row by row. */
export function npyHead(type: WrittenType, shape: readonly number[]): Uint8Array {
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const said = `{'descr': '${type}', 'fortran_order': False, 'shape': (${sides}), }`;
  const before = MAGIC.length + 4;
  const length = Math.ceil((before + said.length + 1) / ALIGNED) * ALIGNED;
  const head = Buffer.alloc(length, ' ', 'latin1');
  head.write(MAGIC, 'latin1');
  head.writeUInt16LE(1, MAGIC.length);
  head.writeUInt16LE(length - before, MAGIC.length + 2);
  head.write(said, before, 'latin1');
  head.write('\n', length - 1, 'latin1');
  return head;
}

/** The array of a .npy file. @throws TableError for damage, or other than numbers and truths */
export function readNpy(name: string, bytes: Uint8Array): NumberArray {
  const wrong = (why: string): TableError => new TableError(`the array ${name} ${why}`);
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.length < 12 || file.toString('latin1', 0, 6) !== MAGIC) {
    throw wrong('is not a NumPy array (.npy)');
  }
  const isLong = file[6] > 1;
  const from = isLong ? 12 : 10;
  const end = from + (isLong ? file.readUInt32LE(8) : file.readUInt16LE(8));
  const said = file.toString('latin1', from, Math.min(end, file.length));
  const type = /'descr':\s*'([^']*)'/.exec(said)?.[1];
  const sides = /'shape':\s*\(([^)]*)\)/.exec(said)?.[1];
  if (type === undefined || sides === undefined || end > file.length) {
    throw wrong('has a header that cannot be read, or rows with named fields');
  }
  const kind = TYPES[type.slice(1)] as ValueType | undefined;
  if (kind === undefined) {
    throw wrong(`holds values of the type ${type}: expected whole numbers, floats or truth values`);
  }
  const shape = (sides.match(/\d+/g) ?? []).map(Number);
  const count = shape.reduce((product, side) => product * side, 1);
  if (file.length - end < count * kind.bytes) {
    throw wrong(`is cut off: its shape is (${shape.join(', ')}), and there are too few values`);
  }
  const data = file.subarray(end, end + count * kind.bytes);
  const values = kind.read(inThisOrder(data, kind.bytes, type.startsWith('>')));
  const isColumnwise = /'fortran_order':\s*True/.test(said) && shape.length > 1;
  return { shape, values: isColumnwise ? rowByRow(values, shape) : values };
}

/** One type of values, and how its bytes (of this machine's order, aligned) become numbers. */
interface ValueType {
  readonly bytes: number;
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => ArrayLike<number>;
}

const TYPES: Readonly<Record<string, ValueType>> = {
  b1: { bytes: 1, read: (bytes) => bytes },
  u1: { bytes: 1, read: (bytes) => bytes },
  i1: { bytes: 1, read: ({ buffer }) => new Int8Array(buffer) },
  u2: { bytes: 2, read: ({ buffer }) => new Uint16Array(buffer) },
  i2: { bytes: 2, read: ({ buffer }) => new Int16Array(buffer) },
  u4: { bytes: 4, read: ({ buffer }) => new Uint32Array(buffer) },
  i4: { bytes: 4, read: ({ buffer }) => new Int32Array(buffer) },
  u8: { bytes: 8, read: ({ buffer }) => Float64Array.from(new BigUint64Array(buffer), Number) },
  i8: { bytes: 8, read: ({ buffer }) => Float64Array.from(new BigInt64Array(buffer), Number) },
  f4: { bytes: 4, read: ({ buffer }) => new Float32Array(buffer) },
  f8: { bytes: 8, read: ({ buffer }) => new Float64Array(buffer) },
};

/** A copy of the bytes, aligned, each value with its lowest byte first. */
function inThisOrder(data: Uint8Array, each: number, isBigEndian: boolean) {
  const copy = new Uint8Array(data);
  if (isBigEndian && each > 1) {
    for (let at = 0; at < copy.length; at += each) copy.subarray(at, at + each).reverse();
  }
  return copy;
}

/** Values that come with the first index running fastest, with the last one running fastest. */
function rowByRow(values: ArrayLike<number>, shape: readonly number[]): Float64Array {
  const turned = new Float64Array(values.length);
  const index = shape.map(() => 0);
  for (let i = 0; i < turned.length; i++) {
    let from = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) from = from * shape[axis] + index[axis];
    turned[i] = values[from];
    for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) {
      index[axis] = 0;
    }
  }
  return turned;
}

/** The most bytes that the members of a file may have, unpacked. */
const MOST_UNPACKED = 2 ** 31;

/**
 * The members of a zip file whose names end with `ending`, unpacked, each with the checksum that
 * the file has for it.
 * @throws TableError if it is damaged or too large.
 */
export async function zipMembers(bytes: Uint8Array, ending: string) {
  // Only who reads such a file waits for the package.
  const { unzipSync } = await import('fflate');
  let left = MOST_UNPACKED;
  const damaged = (reason: string): TableError =>
    new TableError(`the zip file is damaged or cut off: ${reason}`);
  let members: Readonly<Record<string, Uint8Array>>;
  let sums: ReadonlyMap<string, number>;
  try {
    // The package checks neither sums nor that a member has the same name in both places.
    sums = checksums(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    members = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!name.endsWith(ending)) return false;
        left -= originalSize;
        if (left < 0) throw new TableError(`it has more than ${MOST_UNPACKED} bytes, unpacked`);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TableError) throw error;
    throw damaged(messageOf(error));
  }
  const found = new Map(Object.entries(members));
  for (const [name, sum] of sums) {
    if (!name.endsWith(ending)) continue;
    const member = found.get(name);
    if (member === undefined) throw damaged(`${name} is in its directory alone`);
    if (zlib.crc32(member) !== sum) {
      throw damaged(`the checksum (CRC-32) of ${name} is not that of its content`);
    }
  }
  return found;
}

/** How the records of a zip file begin (APPNOTE.TXT 4.3, PKWARE). */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** The bytes of the record at the end, without its comment, which has up to 65,535. */
const END_BYTES = 22;

/** The CRC-32 of each member, from the directory. @throws Error if that contradicts them */
function checksums(file: Buffer): Map<string, number> {
  const least = Math.max(0, file.length - END_BYTES - 0xffff);
  let end = file.length - END_BYTES;
  while (end >= least && file.readUInt32LE(end) !== END) end--;
  if (end < least) throw new Error('its directory is missing');
  const sums = new Map<string, number>();
  if (file.readUInt16LE(end + 8) !== file.readUInt16LE(end + 10)) {
    throw new Error('it says in two ways how many members it has');
  }
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (file.readUInt32LE(at) !== CENTRAL) throw new Error('its directory is cut off');
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => file.readUInt16LE(at + place));
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const localEnd = local + 30 + file.readUInt16LE(local + 26);
    if (
      file.readUInt32LE(local) !== LOCAL ||
      file.toString('utf8', local + 30, localEnd) !== name
    ) {
      throw new Error(`${name} has another name where it begins`);
    }
    if (sums.has(name)) throw new Error(`${name} is there twice`);
    sums.set(name, file.readUInt32LE(at + 16));
    at += 46 + nameLength + extra + comment;
  }
  if (at !== file.readUInt32LE(end + 16) + file.readUInt32LE(end + 12)) {
    throw new Error('its directory has another length than it says');
  }
  return sums;
}

async function orTableError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What the package did not expect shows as an error of JavaScript, which tells nobody anything.
    const isUnexpected = !(error instanceof Error) || /^(Type|Range|Syntax)Error$/.test(error.name);
    const reason = isUnexpected
      ? 'expected columns as its footer describes them, and found other bytes there'
      : error.message;
    throw new TableError(`it is damaged, or cannot be read: ${reason}`);
  }
}

/** What Node.js can unpack besides Snappy, which needs no help; Zstandard from 22.15 on. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes, length) => zlib.gunzipSync(bytes, atMost(length)),
  BROTLI: (bytes, length) => zlib.brotliDecompressSync(bytes, atMost(length)),
  ...('zstdDecompressSync' in zlib && {
    ZSTD: (bytes: Uint8Array, length: number) => zlib.zstdDecompressSync(bytes, atMost(length)),
  }),
};

/** A page of nothing but nulls has no bytes, which Node.js does not take for a limit. */
function atMost(length: number): { readonly maxOutputLength: number } {
  return { maxOutputLength: Math.max(length, 1) };
}

/** A file of arrays or columns that is not as it should be: what was expected, what came. */
export class TableError extends Error {
  override readonly name = 'TableError';

  constructor(
    message: string,
    readonly kind: RejectKind = 'text',
  ) {
    super(message);
  }
}
