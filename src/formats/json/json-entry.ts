import { type Draft, MAX_BLOCK_LENGTH, type Palette, type Cells } from '../../core/puzzle/types.js';
import { cellsOfJson, type FoundCells } from './json-cells.js';
import { sideOf, unfolded, wholeNumber } from './json-clues.js';
import { Fields, fieldsOfObject } from './json-fields.js';
import { draftOfPicture, Unreadable, shown } from '../contract/draft-of.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';

/** One puzzle as a JSON value or a row of CSV describes it, before validation. */
export type NamedDraft =
  | {
      readonly name: string | null;
      readonly title: string | null;
      readonly draft: Draft;
      readonly reason?: undefined;
    }
  | {
      readonly name: string | null;
      readonly title?: undefined;
      readonly draft?: undefined;
      readonly reason: string;
    };

/**
 * The puzzles of one parsed JSON value: of an object with clues, of the pair [rows, columns], or of
 * each object in `{"a": {"rows": ..}, "b": {..}}`. At least one draft or reason.
 */
export function draftsOfJson(value: unknown): NamedDraft[] {
  if (typeof value !== 'object' || value === null) {
    return [{ name: null, reason: `expected an object with clues, found ${shown(value)}` }];
  }
  if (Array.isArray(value)) {
    const fields = new Fields();
    fields.clues = value;
    return [draftOfFields(fields)];
  }
  if (Object.hasOwn(value, '__proto__')) {
    return [{ name: null, reason: 'there is a key __proto__, which is not a field of a puzzle' }];
  }
  const fields = fieldsOfObject(value);
  if (fields.isPuzzle && 'puzzles' in value && Array.isArray(value.puzzles)) {
    const reason = 'an object holds both clues and a list of puzzles: expected one of the two';
    return [{ name: textOf(fields.name), reason }];
  }
  if (!fields.isPuzzle) {
    const inner: NamedDraft[] = [];
    for (const item of Object.values(value)) {
      if (typeof item !== 'object' || item === null || Array.isArray(item)) continue;
      const found = fieldsOfObject(item as object);
      if (found.isPuzzle) inner.push(draftOfFields(found));
    }
    if (inner.length > 0) return inner;
  }
  return [draftOfFields(fields)];
}

/** The puzzle of an entry's fields. */
export function draftOfFields(fields: Fields): NamedDraft {
  const name = textOf(fields.name);
  try {
    return { name, title: textOf(fields.title), draft: buildDraft(fields) };
  } catch (error) {
    if (error instanceof Unreadable) return { name, reason: error.message };
    throw error;
  }
}

function buildDraft(fields: Fields): Draft {
  const { width, height } = sizesOf(fields);
  const palette = paletteOf(fields.palette);
  let rows = fields.rowClues ?? clueSide(fields.rows);
  let columns = fields.columnClues ?? clueSide(fields.columns);
  if (rows === undefined && columns === undefined && fields.clues !== undefined) {
    [rows, columns] = bothSides(fields.clues);
  }
  if (rows === undefined && columns === undefined) {
    return pictureDraft(fields, { width, height }, palette);
  }
  if (rows === undefined || columns === undefined) {
    throw new Unreadable(`there are no ${rows === undefined ? 'row' : 'column'} clues`);
  }
  const grid = gridOf(fields.grid, 'grid', palette !== null);
  const given = gridOf(fields.start, 'start position', palette !== null);
  const picture = gridOf(fields.goal, 'goal picture', palette !== null);
  const rowClues = sideOf(rows, 'row', height);
  const columnClues = sideOf(columns, 'column', width);
  const cells = unrolledPicture(rowClues, columnClues);
  if (typeof cells === 'string') throw new Unreadable(cells);
  if (cells !== null) return draftOfPicture(cells, columnClues.length, rowClues.length);
  return {
    width,
    height,
    rows: rowClues,
    columns: columnClues,
    palette,
    start: given?.cells ?? (grid?.partial === true ? grid.cells : null),
    goal: fullPicture(picture) ?? fullPicture(grid),
  };
}

/** A field named `rows` or `columns`: its clues, or undefined if it is a size. */
function clueSide(value: unknown): unknown {
  return typeof value === 'number' ? undefined : value;
}

function bothSides(found: unknown): [unknown, unknown] {
  const value = unfolded(found, 'clues');
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { rows, rowClues, columns, columnClues } = fieldsOfObject(value);
    return [rowClues ?? rows, columnClues ?? columns];
  }
  throw new Unreadable('expected the clues of the rows and of the columns, in this order');
}

function paletteOf(value: unknown): Palette | null {
  if (value === undefined) return null;
  const list = typeof value === 'string' ? value.split(/[\s,;]+/) : value;
  if (Array.isArray(list) && list.every((colour) => typeof colour === 'string')) {
    return list.map((colour) => colour.toLowerCase());
  }
  throw new Unreadable('expected the palette as a list of #rrggbb');
}

function gridOf(value: unknown, what: string, coloured: boolean): FoundCells | null {
  if (value === undefined) return null;
  const found = cellsOfJson(value, coloured);
  if (typeof found === 'string') throw new Unreadable(`the ${what}: ${found}`);
  return found;
}

function fullPicture(found: FoundCells | null): FoundCells['cells'] | null {
  return found !== null && !found.partial ? found.cells : null;
}

const MAX_NAME = 500;

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : null;
}

/**
 * An entry that holds the finished picture instead of clues: they follow from it.
 * @throws Unreadable
 */
function pictureDraft(fields: Fields, size: Size, palette: Palette | null): Draft {
  const value = fields.grid ?? fields.goal;
  if (value === undefined) {
    throw new Unreadable('there are neither clues (rows and columns) nor a picture');
  }
  const indexed = palette !== null && fields.gridName?.toLowerCase() === 'cells';
  const found = cellsOfJson(value, palette !== null, indexed);
  if (typeof found === 'string') throw new Unreadable(found);
  if (found === null) throw new Unreadable(`expected a picture, found ${shown(value)}`);
  const { cells, partial } = found;
  if (partial) throw new Unreadable('there are no clues, and the picture has unknown cells');
  const { width, height } = pictureSize(found, size);
  const full = palette !== null && indexed ? ['#ffffff', ...palette] : palette;
  const most = full === null ? 1 : full.length - 1;
  const strange = cells.findIndex((cell) => cell > most);
  if (strange >= 0) {
    const place = `row ${Math.floor(strange / width) + 1}, cell ${(strange % width) + 1}`;
    throw new Unreadable(
      `the picture: ${place} is not a cell${most > 1 ? ` of ${most} colours` : ''}`,
    );
  }
  const clues = cluesOfPicture(cells, width, height);
  return { width, height, ...clues, palette: full, start: null, goal: cells };
}

function pictureSize(found: FoundCells, size: Size): { width: number; height: number } {
  const count = found.cells.length;
  let width = found.width ?? size.width;
  let height = found.height ?? size.height;
  if (width === null && height !== null && height > 0) width = count / height;
  if (height === null && width !== null && width > 0) height = count / width;
  if (width === null || height === null)
    throw new Unreadable('the picture has no width and height');
  if (width !== (size.width ?? width) || height !== (size.height ?? height)) {
    throw new Unreadable(
      `the picture is ${width}x${height}, but the size is ${size.width ?? width}x${size.height ?? height}`,
    );
  }
  if (width * height !== count || !Number.isInteger(width) || !Number.isInteger(height)) {
    throw new Unreadable(`the picture has ${count} cells, but the grid is ${width}x${height}`);
  }
  if (Math.max(width, height) > MAX_BLOCK_LENGTH) {
    throw new Unreadable(`the picture is ${width}x${height}, too large`);
  }
  return { width, height };
}

/** The sizes that an entry states, or null if it does not. */
interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * The sizes that the entry states, in whichever field.
 * @throws Unreadable if they are not numbers or contradict each other.
 */
function sizesOf(fields: Fields): Size {
  let width = numberOf(fields.width, 'width');
  let height = numberOf(fields.height, 'height');
  const agree = (kind: string, one: number | null, other: number | null): number | null => {
    if (one !== null && other !== null && one !== other) {
      throw new Unreadable(`the ${kind} is both ${one} and ${other}`);
    }
    return one ?? other;
  };
  if (typeof fields.rows === 'number') height = agree('height', height, fields.rows);
  if (typeof fields.columns === 'number') width = agree('width', width, fields.columns);
  const { size } = fields;
  if (size === undefined) return { width, height };
  if (Array.isArray(size) && size.length === 2) {
    height = agree('height', height, numberOf(size[0], 'size'));
    width = agree('width', width, numberOf(size[1], 'size'));
  } else if (typeof size === 'object' && size !== null && !Array.isArray(size)) {
    const inner = fieldsOfObject(size);
    // A size within a size is not looked at: such objects could nest without end.
    inner.size = undefined;
    const both = sizesOf(inner);
    height = agree('height', height, both.height);
    width = agree('width', width, both.width);
  } else {
    const pair = typeof size === 'string' ? /^\s*(\d+)\s*x\s*(\d+)\s*$/i.exec(size) : null;
    height = agree('height', height, pair ? Number(pair[2]) : numberOf(size, 'size'));
    width = agree('width', width, pair ? Number(pair[1]) : numberOf(size, 'size'));
  }
  return { width, height };
}

function numberOf(value: unknown, what: string): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? wholeNumber(value) : value;
  if (typeof number === 'number' && Number.isInteger(number)) return number;
  throw new Unreadable(`the ${what} is ${shown(value)}, expected a whole number`);
}

type Side = readonly (readonly number[] | null)[];

/**
 * Whether the "clues" are a picture, written out as lists of 0 and 1: those of the rows as long as
 * there are columns, and those of the columns as long as there are rows. Real clues never look like
 * that, except for a grid of one cell, where both mean the same: they would need padding of exactly
 * that length on every line.
 *
 * Returns null for clues, the picture if rows and columns show the same one, which proves it, and
 * otherwise the reason why the entry cannot be read.
 */
function unrolledPicture(rows: Side, columns: Side): Cells | string | null {
  const [width, height] = [columns.length, rows.length];
  if (width * height <= 1) return null;
  if (!isUnrolled(rows, width) || !isUnrolled(columns, height)) return null;
  const cells = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rows[y]![x] !== columns[x]![y]) {
        return `the lists of 0 and 1 look like cells instead of clues, but row ${y + 1} and column ${x + 1} disagree about their cell`;
      }
      cells[y * width + x] = rows[y]![x];
    }
  }
  return cells;
}

function isUnrolled(side: Side, length: number): boolean {
  for (const line of side) {
    if (line?.length !== length) return false;
    for (let i = 0; i < length; i++) if (line[i] !== 0 && line[i] !== 1) return false;
  }
  return true;
}
