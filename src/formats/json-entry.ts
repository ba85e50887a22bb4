import type { Draft } from '../puzzle/draft.js';
import { cluesOfPicture } from '../puzzle/picture.js';
import { MAX_COLOURS, block, type Palette } from '../puzzle/types.js';
import { fieldRole, type FieldRole } from './field-names.js';
import { cellsOfJson, type FoundCells } from './json-cells.js';
import { parseClueText, parseSideText } from './clue-text.js';

/** One puzzle as it stands in a JSON value or in a row of CSV, before validation. */
export type NamedDraft =
  | { readonly name: string | null; readonly title: string | null; readonly draft: Draft }
  | { readonly name: string | null; readonly reason: string };

type DraftClues = readonly (readonly number[] | null)[];

/** What the fields of an entry hold, sorted by what they are for. */
export type Fields = Partial<Record<FieldRole, unknown>> & {
  /** The name of the field under `grid`: in `cells` null is background, elsewhere unknown. */
  gridName?: string;
};

/** The fields of a JSON object by role; where two spellings hold one thing, the first wins. */
export function fieldsOfObject(value: object): Fields {
  const fields: Fields = {};
  for (const key of Object.keys(value)) {
    const role = fieldRole(key);
    if (role !== null) addField(fields, role, key, (value as Record<string, unknown>)[key]);
  }
  return fields;
}

/** Adds one field; a null says nothing. */
export function addField(fields: Fields, role: FieldRole, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (role === 'name' && fields.name !== undefined) {
    fields.title ??= value;
    return;
  }
  if (fields[role] !== undefined && !(Array.isArray(value) && !Array.isArray(fields[role]))) return;
  if (role === 'grid') fields.gridName = name;
  fields[role] = value;
}

/** The puzzle of one parsed JSON value: an object, or the pair [rows, columns]. */
export function draftOfJson(value: unknown): NamedDraft {
  if (typeof value !== 'object' || value === null) {
    return { name: null, reason: `expected an object with clues, found ${shown(value)}` };
  }
  if (Array.isArray(value)) return draftOfFields({ clues: value as unknown });
  return draftOfFields(fieldsOfObject(value));
}

/** The puzzle of an entry's fields. */
export function draftOfFields(fields: Fields): NamedDraft {
  const name = textOf(fields.name);
  try {
    const title = textOf(fields.title);
    return { name, title, draft: buildDraft(fields) };
  } catch (error) {
    if (error instanceof Unreadable) return { name, reason: error.message };
    throw error;
  }
}

/** Thrown inside this file alone, on the way to a reject. */
class Unreadable extends Error {}

function buildDraft(fields: Fields): Draft {
  const size = sizesOf(fields);
  const palette = paletteOf(fields.palette);
  let rows = fields.rowClues ?? clueSide(fields.rows);
  let columns = fields.columnClues ?? clueSide(fields.columns);
  if (rows === undefined && columns === undefined && fields.clues !== undefined) {
    [rows, columns] = bothSides(fields.clues);
  }
  if (rows === undefined && columns === undefined) return pictureDraft(fields, size, palette);
  if (rows === undefined || columns === undefined) {
    throw new Unreadable(`there are no ${rows === undefined ? 'row' : 'column'} clues`);
  }
  const grid = gridOf(fields.grid, 'grid');
  const start = gridOf(fields.start, 'start position')?.cells;
  const goal = gridOf(fields.goal, 'goal picture');
  return {
    ...size,
    rows: sideOf(rows, 'row', size.height),
    columns: sideOf(columns, 'column', size.width),
    palette,
    start: start ?? (grid?.partial ? grid.cells : null),
    goal: goal !== null && !goal.partial ? goal.cells : grid?.partial === false ? grid.cells : null,
  };
}

/** A field named `rows` or `columns`: its clues, or undefined where it is a size. */
function clueSide(value: unknown): unknown {
  return typeof value === 'number' ? undefined : value;
}

function bothSides(value: unknown): [unknown, unknown] {
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { rows, rowClues, columns, columnClues } = fieldsOfObject(value);
    return [rowClues ?? rows, columnClues ?? columns];
  }
  throw new Unreadable('expected the clues of the rows and of the columns, in this order');
}

interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/** The sizes that the entry states, wherever it does. */
function sizesOf(fields: Fields): Size {
  let width = numberOf(fields.width, 'width');
  let height = numberOf(fields.height, 'height');
  const agree = (kind: string, one: number | null, other: number | null): number | null => {
    if (one !== null && other !== null && one !== other) {
      throw new Unreadable(`the ${kind} is given as ${one} and as ${other}`);
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
    const both = sizesOf(fieldsOfObject(size));
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

function paletteOf(value: unknown): Palette | null {
  if (value === undefined) return null;
  const list = typeof value === 'string' ? value.split(/[\s,;]+/) : value;
  if (Array.isArray(list) && list.every((colour) => typeof colour === 'string')) {
    return list.map((colour) => colour.toLowerCase());
  }
  throw new Unreadable('expected the palette as a list of #rrggbb');
}

function gridOf(value: unknown, what: string): FoundCells | null {
  if (value === undefined) return null;
  const found = cellsOfJson(value);
  if (typeof found === 'string') throw new Unreadable(`the ${what}: ${found}`);
  return found;
}

/** An entry that holds no clues but the finished picture: they follow from it. */
function pictureDraft(fields: Fields, size: Size, palette: Palette | null): Draft {
  const value = fields.grid ?? fields.goal;
  if (value === undefined) {
    throw new Unreadable('there are neither clues (rows and columns) nor a picture');
  }
  const indexed = palette !== null && fields.gridName?.toLowerCase() === 'cells';
  const found = cellsOfJson(value, indexed);
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
      `the picture: ${place} is no cell${most > 1 ? ` of ${most} colours` : ''}`,
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
  return { width, height };
}

/** The clues of one side, as lists, as texts, or as one text. */
function sideOf(value: unknown, kind: 'row' | 'column', lines: number | null): DraftClues {
  if (typeof value === 'string') {
    const clues = parseSideText(value, lines);
    if (typeof clues === 'string') throw new Unreadable(`the ${kind}s: ${clues}`);
    return clues;
  }
  if (!Array.isArray(value)) {
    throw new Unreadable(`expected the ${kind} clues as a list, found ${shown(value)}`);
  }
  const side = value as unknown[];
  const clues = new Array<readonly number[] | null>(side.length);
  for (let line = 0; line < side.length; line++) clues[line] = clueOf(side[line], kind, line);
  return clues;
}

function clueOf(value: unknown, kind: string, line: number): readonly number[] | null {
  if (value === null) return null;
  if (typeof value === 'string') {
    const clue = parseClueText(value);
    if (typeof clue === 'string') throw new Unreadable(`${kind} ${line + 1}: ${clue}`);
    return clue;
  }
  if (!Array.isArray(value)) {
    throw new Unreadable(`${kind} ${line + 1}: expected a list of blocks, found ${shown(value)}`);
  }
  const blocks = value as unknown[];
  for (let i = 0; i < blocks.length; i++) {
    // Nearly always: plain numbers up to the last, and then the parsed list serves as it is.
    if (!isPlainBlock(blocks[i])) return blocks.map((found) => blockOf(found, kind, line));
  }
  return blocks as number[];
}

/** Numbers that validation judges by their own value, not as a length with a colour. */
function isPlainBlock(value: unknown): boolean {
  return typeof value === 'number' && value <= 0xffff;
}

function blockOf(value: unknown, kind: string, line: number): number {
  if (typeof value === 'number') return block(value);
  if (typeof value === 'string') {
    const number = wholeNumber(value);
    if (number !== null) return block(number);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { n, c } = value as { n?: unknown; c?: unknown };
    if (typeof n === 'number' && typeof c === 'number' && Number.isInteger(c)) {
      if (c >= 1 && c <= MAX_COLOURS) return block(n, c);
      throw new Unreadable(
        `${kind} ${line + 1}: a block of colour ${c}, expected 1 to ${MAX_COLOURS} (0 is the background)`,
      );
    }
  }
  throw new Unreadable(`${kind} ${line + 1}: expected a block, found ${shown(value)}`);
}

/** The whole number that a text spells, or null. */
function wholeNumber(text: string): number | null {
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : null;
}

const MAX_NAME = 500;

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 'nothing' : text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
