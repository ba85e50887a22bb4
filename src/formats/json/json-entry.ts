import type { Draft } from '../../puzzle/draft.js';
import type { Palette } from '../../puzzle/types.js';
import { cellsOfJson, type FoundCells } from './json-cells.js';
import { sideOf } from './json-clues.js';
import { Fields, fieldsOfObject } from './json-fields.js';
import { pictureDraft } from './json-picture.js';
import { sizesOf } from './json-sizes.js';
import { draftOfPicture } from '../contract/draft-of.js';
import { unrolledPicture } from '../parse/unrolled.js';
import { Unreadable, shown } from '../contract/unreadable.js';

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
  const fields = fieldsOfObject(value);
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

function bothSides(value: unknown): [unknown, unknown] {
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
