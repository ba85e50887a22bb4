import {
  fieldRole,
  isDirection,
  isImage,
  isRowNumber,
  type FieldRole,
} from '../parse/csv-records.js';
import { labelOf, type FirstSide } from '../contract/format.js';
import { isRow } from '../parse/picture-lines.js';

/**
 * The fields of an entry by their meaning; undefined if there is none. It is a class, so that every
 * entry has the same shape and reading it stays fast.
 */
export class Fields implements Record<FieldRole, unknown> {
  name: unknown = undefined;
  title: unknown = undefined;
  label: unknown = undefined;
  rows: unknown = undefined;
  columns: unknown = undefined;
  rowClues: unknown = undefined;
  columnClues: unknown = undefined;
  rowSide: unknown = undefined;
  columnSide: unknown = undefined;
  clues: unknown = undefined;
  width: unknown = undefined;
  height: unknown = undefined;
  size: unknown = undefined;
  goal: unknown = undefined;
  grid: unknown = undefined;
  start: unknown = undefined;
  palette: unknown = undefined;
  background: unknown = undefined;
  /** A puzzle in another format, and which clues come first in it, if its field says so. */
  text: string | undefined = undefined;
  textFirst: FirstSide | undefined = undefined;
  /** The names of the fields under `grid` and `palette`. */
  gridName = '';
  paletteName = '';
  /** Whether a side is named by how its clues run, which can be meant either way. */
  isDirected = false;
  /** Whether the name is a number that a database gave the puzzle: any other name is better. */
  private isNumbered = false;

  /**
   * Adds a field; null is ignored. If two fields mean the same, the first one counts, but a list
   * counts more than a number: `rows` may be a size, and `left` the clues. What `export` calls
   * `puzzle_id` is a name only if there is no other.
   */
  add(role: FieldRole, name: string, value: unknown): void {
    if (value === null || value === undefined) return;
    // A number of hints, a position on a page: not the clues, nor colours.
    if (LISTS.has(role) && typeof value !== 'object' && typeof value !== 'string') return;
    // How many colours there are: in a table, numbers are texts.
    if (role === 'palette' && typeof value === 'string' && /^\s*\d{1,3}\s*$/.test(value)) return;
    if (role === 'grid' && isImage(name) && !isDrawn(value)) return;
    // An object of its own, or the score that export writes: not what people said.
    if (role === 'label' && !isLabel(name, value)) return;
    // A puzzle that is called so, in a map of puzzles.
    if (isSide(role) && isObject(value) && listWithin(value) === null) return;
    const before = this[role];
    const isNumber = role === 'name' && isRowNumber(name);
    if (before !== undefined && !(role === 'name' && this.isNumbered && !isNumber)) {
      if (isNumber) return;
      if (role === 'label' && name.toLowerCase() === 'label') this.label = value;
      if (role === 'name') this.title ??= value;
      // What is only called colours may be anything: a palette by its name is surer.
      const isSurer =
        role === 'palette' && isNamedPalette(name) && !isNamedPalette(this.paletteName);
      if (!isSurer && (Array.isArray(before) || !Array.isArray(value))) return;
    }
    if (role === 'grid') this.gridName = name;
    if (role === 'palette') this.paletteName = name;
    if (role === 'rowSide' || role === 'columnSide') this.isDirected ||= isDirection(name);
    if (role === 'name') this.isNumbered = isNumber;
    this[role] = value;
  }

  /** Whether there are clues of its own, on one side at least. */
  get hasClues(): boolean {
    return (
      isClues(this.rows) ||
      isClues(this.columns) ||
      isClues(this.rowClues) ||
      isClues(this.columnClues) ||
      isClues(this.rowSide) ||
      isClues(this.columnSide)
    );
  }

  /** Takes a text that may be a puzzle in another format; whether there is one. */
  addText(value: object): boolean {
    for (const [key, text] of Object.entries(value) as [string, unknown][]) {
      if (!isTextKey(key) || typeof text !== 'string') continue;
      [this.text, this.textFirst] = [text, TEXTS.get(key)];
      return true;
    }
    return false;
  }

  /** Takes what an object around the clues says of their puzzle and they do not. */
  addMissing(outer: Fields): void {
    for (const role of AROUND) {
      if (this[role] !== undefined) continue;
      this[role] = outer[role];
      if (role === 'grid') this.gridName = outer.gridName;
      if (role === 'palette') this.paletteName = outer.paletteName;
    }
    if (typeof outer.rows === 'number') this.height ??= outer.rows;
    if (typeof outer.columns === 'number') this.width ??= outer.columns;
  }

  /** Whether there is anything that can be the clues or the picture of a puzzle. */
  get isPuzzle(): boolean {
    return (
      this.rows !== undefined ||
      this.columns !== undefined ||
      this.rowClues !== undefined ||
      this.columnClues !== undefined ||
      this.rowSide !== undefined ||
      this.columnSide !== undefined ||
      this.clues !== undefined ||
      this.goal !== undefined ||
      this.grid !== undefined
    );
  }
}

/**
 * The keys of texts that are puzzles in another format; in PuzzleKit's `problem`, the columns come
 * first.
 */
const TEXTS: ReadonlyMap<string, FirstSide | undefined> = new Map([
  ['puzzle', undefined],
  ['problem', 'columns'],
]);

/** Whether a text under this key may be a puzzle in another format. */
export function isTextKey(key: string): boolean {
  return TEXTS.has(key);
}

/** What may stand beside the object with the clues. */
const AROUND = [
  'name',
  'title',
  'label',
  'width',
  'height',
  'size',
  'goal',
  'grid',
  'start',
  'palette',
  'background',
] as const satisfies readonly FieldRole[];

/** What only counts as a list, an object or a text. */
const LISTS: ReadonlySet<FieldRole> = new Set<FieldRole>([
  'clues',
  'rowSide',
  'columnSide',
  'palette',
]);

/** Whether a field is called what only palettes are. */
export function isNamedPalette(name: string): boolean {
  return name.toLowerCase() === 'palette';
}

function isLabel(name: string, value: unknown): boolean {
  if (labelOf(value) === null) return false;
  return !/^difficulty$/i.test(name) || !/^\s*\d+\.\d+\s*$/.test(String(value));
}

function isSide(role: FieldRole): boolean {
  return role === 'rowSide' || role === 'columnSide';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Whether a value is a picture by its rows, and not the name of a file or the like. */
function isDrawn(value: unknown): boolean {
  const isText = typeof value === 'string' && /[/\n]/.test(value);
  const rows: unknown[] = isText ? value.trim().split(/[/\n]/) : Array.isArray(value) ? value : [];
  return (
    rows.length > 0 &&
    rows.every((row) => Array.isArray(row) || (typeof row === 'string' && isRow(row)))
  );
}

function isClues(value: unknown): boolean {
  return value !== undefined && typeof value !== 'number';
}

/** The fields of a JSON object by role. */
export function fieldsOfObject(value: object): Fields {
  const fields = new Fields();
  for (const key in value) {
    const role = fieldRole(key);
    if (role !== null) fields.add(role, key, (value as Record<string, unknown>)[key]);
  }
  return fields;
}

/** Letters that mean a side only as a pair, and if nothing else holds clues. */
const LETTERS: readonly (readonly [rows: string, columns: string])[] = [
  ['y', 'x'],
  ['h', 'v'],
  ['r', 'c'],
];

/** Whether a name is one of a pair of letters that can mean the sides: `x` and `y`. */
export function isLetterOfSide(name: string): boolean {
  return name.length === 1 && LETTERS.some((pair) => pair.includes(name.toLowerCase()));
}

/** Takes clues from fields such as `x` and `y`; whether there are both. */
export function addLetters(fields: Fields, value: object): boolean {
  const lists = new Map<string, unknown>();
  for (const [key, item] of Object.entries(value)) {
    if (isLetterOfSide(key) && typeof item === 'object') lists.set(key.toLowerCase(), item);
  }
  for (const [rows, columns] of LETTERS) {
    if (!lists.has(rows) || !lists.has(columns)) continue;
    fields.rowSide = lists.get(rows);
    fields.columnSide = lists.get(columns);
    fields.isDirected = true;
    return true;
  }
  return false;
}

/** The list that an object holds: its only one, or its values if they are numbered; or null. */
export function listWithin(value: unknown): unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const items = Object.values(value) as unknown[];
  if (items.length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key))) return items;
  const lists = items.filter((item) => Array.isArray(item));
  return lists.length === 1 ? (lists[0] as unknown[]) : null;
}
