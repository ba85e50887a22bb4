import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { EntrySink } from '../../../solver/formats/contract/format.js';
import { textReader } from '../../../solver/formats/registry.js';
import { readSoundly } from '../../../solver/formats/contract/draft-of.js';
import { draftsOfJson } from '../../../solver/formats/json/json-entry.js';
import { fieldRole } from '../../../solver/formats/parse/field-names.js';
import { readNpy } from './npy.js';
import { openParquet } from './parquet-reader.js';
import { TableError } from './table-error.js';
import { zipMembers } from './zip-reader.js';
import { puzzlesInArrays } from './npz-puzzles.js';
import { ImageError, type Image } from '../../../solver/craft/generate/image.js';
import { puzzleOfImage } from '../../../solver/craft/generate/puzzle-of-image.js';

/** Rows that are read in one step. */
const STEP = 2000;

/** A file that holds one puzzle in each of its rows. */
interface Rows {
  readonly count: number;
  /** Some rows as JSON would hold them. */
  readonly read: (from: number, to: number) => Promise<readonly object[]>;
}

/**
 * Reads the puzzles of a file of arrays or columns; after each step comes the share of them that is
 * read. What is wrong with the file becomes a reject.
 */
export async function* readTable(
  path: string,
  format: string,
  sink: EntrySink,
): AsyncGenerator<number, void, undefined> {
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
    const { kind } = error;
    sink.reject({
      line: null,
      name: null,
      kind,
      reason: `${format}: ${error.message}`,
      excerpt: '',
    });
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
  const { count, puzzleAt } = puzzlesInArrays(arrays);
  const read = (from: number, to: number): Promise<object[]> =>
    Promise.resolve(Array.from({ length: to - from }, (_, i) => puzzleAt(from + i)));
  return { count, read };
}

const ENDING = '.npy';

async function parquetRows(path: string): Promise<Rows> {
  const table = await openParquet(path);
  const known = table.columns.filter((name) => fieldRole(name) !== null);
  if (!known.some((name) => PUZZLE_ROLES.has(fieldRole(name)!))) {
    throw new TableError(
      `there is no column of clues (rows and columns, or clues) or of pictures (solution), ` +
        `but ${table.columns.join(', ') || 'none at all'}`,
    );
  }
  const read = async (from: number, to: number): Promise<object[]> =>
    (await table.read(known, from, to)).map((row) => plain(row) as object);
  return { count: table.rows, read };
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

/**
 * The longest side of a picture that is read as it is: larger ones are photographs, not drawings of
 * cells.
 */
const LONGEST_SIDE = 100;

/**
 * The puzzle of a PNG, as JSON would hold it: a cell for each pixel, filled if it is dark.
 * @throws TableError if there is no picture in the bytes, or if it is too large, or blank
 */
async function puzzleOfPicture(bytes: Buffer): Promise<object> {
  const image = await imageOf(bytes);
  const { width, height } = image;
  if (Math.max(width, height) > LONGEST_SIDE) {
    throw new TableError(
      `expected a picture of at most ${LONGEST_SIDE}x${LONGEST_SIDE} pixels, a cell for each, found ${width}x${height}; ` +
        '"nonomill generate --from-image" makes it smaller',
    );
  }
  const goal = puzzleOfImage(image, image).goal!;
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
