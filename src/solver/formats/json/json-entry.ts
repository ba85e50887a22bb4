import { cluesOfPicture } from '../../core/puzzle/picture.js';
import {
  BLANK,
  type Cells,
  type Draft,
  MAX_BLOCK_LENGTH,
  type Palette,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import type { RejectKind } from '../../core/puzzle/validate.js';
import {
  draftOfPicture,
  type FirstSide,
  type FoundEntry,
  labelOf,
  quoted,
  shown,
  type TextEntry,
  Unreadable,
  unreadable,
} from '../contract/format.js';
import { twoNumbers } from '../contract/lines.js';
import { draftOfRows, isRow } from '../contract/picture-lines.js';
import {
  ColoursSeen,
  isPalette,
  recoloured,
  sideOf,
  spelledNumber,
  unfolded,
  withoutPairs,
} from './json-clues.js';
import { addLetters, Fields, fieldsOfObject, isNamedPalette } from './fields.js';

/** One puzzle as a JSON value or a row of CSV describes it, before validation. */
export type NamedDraft =
  | (TextEntry & { readonly reason?: undefined })
  | {
      readonly name: string | null;
      readonly title?: undefined;
      readonly draft?: undefined;
      /** Left out for what is not a puzzle at all. */
      readonly kind?: RejectKind;
      readonly reason: string;
    };

/**
 * A puzzle as an entry of its file; `excerptOf` makes one of its source. It is a class, because a
 * closure for the excerpt of each entry would nearly always be made in vain.
 */
export class DraftEntry<Source> implements FoundEntry {
  readonly name: string | null;
  readonly title: string | null;
  readonly label: string | null;
  readonly draft: Draft;

  constructor(
    readonly line: number | null,
    { name, title, label = null, draft }: NamedDraft & { readonly draft: Draft },
    private readonly source: Source,
    private readonly excerptOf: (source: Source) => string,
  ) {
    this.name = name;
    this.title = title;
    this.label = label;
    this.draft = draft;
  }

  excerpt(): string {
    return this.excerptOf(this.source);
  }
}

/**
 * Reads a puzzle that is a text in another format: `{"id": "x", "puzzle": "2 2\n1\n1\n2\n0"}`; its
 * columns come first if `first` says so, or whoever reads.
 */
export type TextReader = (text: string, first?: FirstSide) => NamedDraft;

/** Puzzles are looked for in objects within objects down to here. */
const MAX_DEPTH = 8;

/** What an object is called that holds the clues of the puzzle around it: no name of its own. */
const WRAPPER =
  /^(?:the)?(?:puzzle|nonogram|picross|griddler|hanjie|board|game|level|field|problem|input|content|body|payload|clues?|hints?|numbers|constraints?|rules?|def|definition|spec|data|grid|sides?|lines|value|item|entry)(?:data|info|clues|hints|def|definition)?$/;

/** Whether what is called so holds a puzzle, and the name is not the puzzle's own. */
export function isWrapper(key: string): boolean {
  return WRAPPER.test(key.toLowerCase().replace(/[\s_-]/g, ''));
}

/**
 * The puzzles of one parsed JSON value: of an object with clues, in it or in an object within, of
 * the pair [rows, columns], or of each object in `{"a": {"rows": ..}, "b": {..}}`, which are called
 * by their keys. At least one draft or reason.
 */
export function draftsOfJson(value: unknown, readText: TextReader): NamedDraft[] {
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
  const found = puzzlesIn(value, fields, 0);
  if (found.length === 0) found.push(fields);
  return found.map((puzzle) => draftOfText(puzzle, readText) ?? draftOfFields(puzzle));
}

/**
 * The puzzle that a member of an object describes, called by its key; none if it is something else,
 * such as settings beside puzzles.
 */
export function draftsOfMember(key: string, value: unknown, readText: TextReader): NamedDraft[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const found = puzzlesIn({ [key]: value }, new Fields(), 0);
  return found.map((puzzle) => draftOfText(puzzle, readText) ?? draftOfFields(puzzle));
}

/**
 * The puzzle of a text in another format, with what the fields around it say; null if there is no
 * such text, or only a word about a picture. A picture of the solution tells which clues are the
 * rows.
 */
function draftOfText(fields: Fields, readText: TextReader): NamedDraft | null {
  const { text, textFirst } = fields;
  if (text === undefined) return null;
  const own = readText(text, textFirst);
  const hasPicture = (fields.grid ?? fields.goal) !== undefined;
  if (own.draft === undefined && (own.kind ?? 'text') === 'text' && hasPicture) return null;
  const name = textOf(fields.name) ?? own.name;
  try {
    const fits = ({ draft }: NamedDraft): boolean =>
      draft === undefined ? fields.goal === undefined : goalOf(fields, draft).fits;
    const read = fits(own)
      ? own
      : ([readText(text, 'rows'), readText(text, 'columns')].find(fits) ?? own);
    if (read.draft === undefined) return { ...read, name };
    const goal = read.draft.goal ?? goalOf(fields, read.draft).cells;
    const title = textOf(fields.title) ?? read.title;
    const label = labelOf(fields.label) ?? read.label ?? null;
    return { name, title, label, draft: { ...read.draft, goal } };
  } catch (error) {
    if (error instanceof Unreadable) return { name, kind: 'cells', reason: error.message };
    throw error;
  }
}

/** The picture of the solution beside a text, and whether its clues are those of the text. */
function goalOf(fields: Fields, draft: Draft): { cells: Cells | null; fits: boolean } {
  const [width, height] = [draft.columns.length, draft.rows.length];
  const cells = goalIn(fields, width * height, cellReader(draft.palette !== null, false));
  if (cells?.length !== width * height) return { cells, fits: fields.goal === undefined };
  const clues = cluesOfPicture(cells, width, height);
  return { cells, fits: isSide(draft.rows, clues.rows) && isSide(draft.columns, clues.columns) };
}

/** The fields of each puzzle in an object, whose own `fields` are known; none if there are none. */
function puzzlesIn(value: object, fields: Fields, depth: number): Fields[] {
  if (fields.hasClues || isPair(fields.clues) || addLetters(fields, value)) return [fields];
  if (depth >= MAX_DEPTH) return [];
  const inner: { readonly key: string; readonly found: Fields[] }[] = [];
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    const found = fieldsWithin(item, depth + 1);
    if (found.length > 0) inner.push({ key, found });
  }
  // A picture of its own is one of the solution, if there are clues within.
  const ofClues = inner.filter(({ found }) =>
    found.some(
      ({ hasClues, clues, text }) => hasClues || clues !== undefined || text !== undefined,
    ),
  );
  if (ofClues.length === 0 && fields.addText(value)) return [fields];
  const isPicture = (fields.grid ?? fields.goal) !== undefined;
  const members = isPicture || ofClues.length > 0 ? ofClues : inner;
  if (members.length === 0) return isPicture ? [fields] : [];
  const [{ key, found }] = members;
  if (members.length === 1 && found.length === 1) {
    const [puzzle] = found;
    // What the object says of its one puzzle: `{"id": .., "size": .., "clues": {..}}`.
    if (!isWrapper(key) && fields.name === undefined) puzzle.name ??= key;
    puzzle.addMissing(fields);
    return found;
  }
  for (const { key: name, found: puzzles } of members) {
    if (puzzles.length === 1) puzzles[0].name ??= name;
  }
  return members.flatMap(({ found: puzzles }) => puzzles);
}

function fieldsWithin(item: unknown, depth: number): Fields[] {
  if (typeof item !== 'object' || item === null) return [];
  if (!Array.isArray(item)) return puzzlesIn(item, fieldsOfObject(item), depth);
  if (!isPair(item)) return [];
  const fields = new Fields();
  fields.clues = item;
  return [fields];
}

/** Whether a value is the clues of both sides, as two lists of lists. */
function isPair(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return (value as unknown[]).every(
    (side) => Array.isArray(side) && side.length > 0 && side.every((line) => Array.isArray(line)),
  );
}

/** The puzzle of an entry's fields; `key` is what it is called if it has no name of its own. */
export function draftOfFields(fields: Fields, key: unknown = null): NamedDraft {
  const name = textOf(fields.name) ?? (typeof key === 'string' ? textOf(key) : null);
  try {
    const [title, label] = [textOf(fields.title), labelOf(fields.label)];
    return { name, title, label, draft: buildDraft(fields) };
  } catch (error) {
    if (error instanceof Unreadable) return { name, kind: kindOf(fields), reason: error.message };
    throw error;
  }
}

/** What fields are that no draft can be made of: without clues and cells they are no puzzle. */
function kindOf(fields: Fields): RejectKind {
  const { rows, columns, rowClues, columnClues, clues, start, goal, grid } = fields;
  const holds = (value: unknown): boolean =>
    typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
  if ([start, goal, grid].some(holds)) return 'cells';
  if ([rows, columns, rowClues, columnClues].some(holds)) return 'clues';
  // A list of nothing but numbers may be anything.
  const isAnything = Array.isArray(clues) && clues.every((item) => typeof item === 'number');
  return holds(clues) && !isAnything ? 'clues' : 'text';
}

function buildDraft(fields: Fields): Draft {
  const size = sizesOf(fields);
  let rows = fields.rowClues ?? clueSide(fields.rows) ?? fields.rowSide;
  let columns = fields.columnClues ?? clueSide(fields.columns) ?? fields.columnSide;
  if (rows === undefined && columns === undefined && fields.clues !== undefined) {
    [rows, columns] = bothSides(fields.clues);
  }
  if (rows === undefined && columns === undefined) return pictureDraft(fields, size);
  if (rows === undefined || columns === undefined) {
    unreadable(`there are no ${rows === undefined ? 'row' : 'column'} clues`);
  }
  [rows, columns] = withoutPairs(rows, columns, isPalette(fields.palette));
  const { width, height } = size;
  const colours = new ColoursSeen();
  let rowClues = sideOf(rows, 'row', height, colours);
  let columnClues = sideOf(columns, 'column', width, colours);
  if (fields.isDirected && areTurned(fields, rowClues, columnClues, size)) {
    [fields.rowSide, fields.columnSide] = [fields.columnSide, fields.rowSide];
    fields.isDirected = false;
    return buildDraft(fields);
  }
  const { palette, colourOf, zeroIsColour } = colours.resolve(
    paletteBesideClues(fields, colours),
    fields.background,
  );
  if (colourOf !== null) {
    rowClues = recoloured(rowClues, colourOf);
    columnClues = recoloured(columnClues, colourOf);
  }
  const cells = unrolledPicture(rowClues, columnClues);
  if (typeof cells === 'string') unreadable(cells);
  if (cells !== null) return draftOfPicture(cells, columnClues.length, rowClues.length);
  const read = cellReader(palette !== null, zeroIsColour);
  const count = columnClues.length * rowClues.length;
  const start = gridOf(fields.start, 'start position', count, read);
  const goal = goalIn(fields, count, read);
  const most = palette === null ? 1 : palette.length - 1;
  const grid = pictureBesideClues(fields, read, (found) => {
    const fits =
      found.cells.length === count && (found.width ?? columnClues.length) === columnClues.length;
    return fits && found.cells.every((cell) => cell <= most || cell === UNKNOWN);
  });
  return {
    width,
    height,
    rows: rowClues,
    columns: columnClues,
    palette,
    start: start?.cells ?? (grid?.partial === true ? grid.cells : null),
    goal: goal ?? (grid?.partial === false ? grid.cells : null),
  };
}

/** A field named `rows` or `columns`: its clues, or undefined if it is a size. */
function clueSide(value: unknown): unknown {
  return typeof value === 'number' ? undefined : value;
}

/**
 * Whether sides that are named by a direction are meant the other way round: `vertical` are the
 * clues of the columns, or those that are listed from top to bottom, which are those of the rows.
 * The sizes of the grid tell, or its picture.
 */
function areTurned(fields: Fields, rows: Side, columns: Side, size: Size): boolean {
  const { rowSide, columnSide } = fields;
  // The other side has a clearer name.
  if (rowSide === undefined || columnSide === undefined) return false;
  if ((fields.rowClues ?? clueSide(fields.rows) ?? fields.columnClues) !== undefined) return false;
  if (clueSide(fields.columns) !== undefined) return false;
  const picture = cellsOfJson(fields.goal ?? fields.grid, true);
  const drawn = picture === null || typeof picture === 'string' ? null : picture;
  const width = size.width ?? drawn?.width ?? null;
  const height = size.height ?? drawn?.height ?? null;
  const fits = (wide: number, high: number): boolean =>
    (width ?? wide) === wide && (height ?? high) === high;
  if (!fits(rows.length, columns.length)) return false;
  if (!fits(columns.length, rows.length)) return true;
  if (drawn === null || drawn.partial || width === null || height === null) return false;
  if (drawn.cells.length !== width * height) return false;
  const clues = cluesOfPicture(drawn.cells, width, height);
  return !isSide(rows, clues.rows) && isSide(rows, clues.columns) && isSide(columns, clues.rows);
}

/** Whether two sides have the same clues. */
function isSide(side: Side, as: Side): boolean {
  return side.length === as.length && side.every((clue, i) => wordsOf(clue) === wordsOf(as[i]));
}

function wordsOf(clue: Side[number]): string {
  return (clue ?? []).filter((value) => value !== 0).join();
}

/** The palette of an entry with clues: what is only called `colors` must have to do with them. */
function paletteBesideClues(fields: Fields, colours: ColoursSeen): unknown {
  const { palette, paletteName } = fields;
  if (palette === undefined || isNamedPalette(paletteName)) return palette;
  return colours.areColoured ? palette : undefined;
}

/** Fields of these names are cells, those of others only if they fit. */
const CELLS = /^(?:grid|cells)$/i;

type CellReader = ReturnType<typeof cellReader>;

/** Reads cells beside clues; if index 0 is a colour, null may be the background. */
function cellReader(coloured: boolean, zeroIsColour: boolean) {
  return (value: unknown) => cellsOfJson(value, coloured, zeroIsColour && nullsOf(value) !== null);
}

/** The picture or start position beside clues, which count more than some other matrix. */
function pictureBesideClues(
  { grid, gridName }: Fields,
  read: CellReader,
  fits: (found: FoundCells) => boolean,
): FoundCells | null {
  const found = grid === undefined ? null : read(grid);
  if (found === null) return null;
  const isNamed = CELLS.test(gridName);
  if (typeof found === 'string') {
    if (isNamed) unreadable(`the grid: ${found}`);
    return null;
  }
  const areCells = found.cells.every((cell) => cell !== BROKEN);
  return fits(found) || (isNamed && areCells) ? found : null;
}

function bothSides(found: unknown): [unknown, unknown] {
  const value = unfolded(found, 'clues');
  if (Array.isArray(value) && value.length === 2) return [value[0], value[1]];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { rows, rowClues, rowSide, columns, columnClues, columnSide } = fieldsOfObject(value);
    return [rowClues ?? rows ?? rowSide, columnClues ?? columns ?? columnSide];
  }
  unreadable('expected the clues of the rows and of the columns, in this order');
}

/** The author's picture; null if there is none. @throws Unreadable if it is not a whole one. */
function goalIn({ goal }: Fields, count: number, read: CellReader): Cells | null {
  const what = 'goal picture';
  const found = gridOf(goal, what, count, read);
  if (found?.partial !== true) return found?.cells ?? null;
  unreadable(`the ${what}: expected # or . for every cell, found one that is unknown`);
}

function gridOf(value: unknown, what: string, count: number, read: CellReader): FoundCells | null {
  if (value === undefined) return null;
  const found = read(value);
  if (typeof found === 'string') unreadable(`the ${what}: ${found}`);
  if (found === null && typeof value === 'string') refuseMistyped(value, what, count);
  return found;
}

/**
 * Refuses a text that is no picture of `count` cells but was meant as one: as many signs of which
 * most are cells, or lines of nothing but cells. Other texts may be words about the solution.
 * @throws Unreadable
 */
function refuseMistyped(text: string, what: string, count: number): void {
  const all = text.trim().split(/\r\n|[/\n\r]/);
  const lines = twoNumbers(all[0]) === null ? all : all.slice(1);
  const signs = Array.from(lines.join('').replace(/\s/g, ''));
  const strange = signs.filter((sign) => !/[.#01xX_?-]/.test(sign));
  if (strange.length === 0 && all.length > 1 && signs.length !== count) {
    unreadable(`the ${what}: expected ${count} cells, found ${signs.length}`);
  }
  if (signs.length !== count || strange.length === 0 || strange.length * 2 >= count) return;
  unreadable(`the ${what}: expected # or ., found ${quoted(strange[0])}`);
}

const MAX_NAME = 500;

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME) : null;
}

/** An entry that holds the finished picture, of which the clues follow. @throws Unreadable */
function pictureDraft(fields: Fields, size: Size): Draft {
  const value = fields.grid ?? fields.goal;
  if (value === undefined) unreadable('there are neither clues (rows and columns) nor a picture');
  // What is only called `colors` may be something else.
  const isOne = isNamedPalette(fields.paletteName) || isPalette(fields.palette);
  const { palette, colourOf } = new ColoursSeen().resolve(
    isOne ? fields.palette : undefined,
    fields.background,
  );
  const nulls = palette === null ? null : nullsOf(value);
  // Null for the background: then all of the palette are colours, unless the first is not used.
  const isShifted = nulls !== null && (nulls.zeros || palette![0] !== '#ffffff');
  const found = cellsOfJson(value, palette !== null, isShifted);
  if (typeof found === 'string') unreadable(found);
  if (found === null) unreadable(`expected a picture, found ${shown(value)}`);
  const { cells } = found;
  for (let i = 0; i < cells.length; i++) {
    if (nulls !== null && !isShifted && cells[i] === UNKNOWN) cells[i] = BLANK;
    else if (colourOf !== null && !isShifted && cells[i] < BROKEN) cells[i] = colourOf(cells[i]);
  }
  if (cells.includes(UNKNOWN)) unreadable('there are no clues, and the picture has unknown cells');
  const { width, height } = pictureSize(found, size);
  const full = isShifted ? ['#ffffff', ...palette!] : (palette ?? found.palette ?? null);
  const most = full === null ? 1 : full.length - 1;
  const strange = cells.findIndex((cell) => cell > most);
  if (strange >= 0) {
    const place = `row ${Math.floor(strange / width) + 1}, cell ${(strange % width) + 1}`;
    unreadable(`the picture: ${place} is not a cell${most > 1 ? ` of ${most} colours` : ''}`);
  }
  return draftOfPicture(cells, width, height, full);
}

/** Whether a picture in lists has null cells, and then whether it has the index 0 as well. */
function nullsOf(value: unknown): { readonly zeros: boolean } | null {
  if (!Array.isArray(value)) return null;
  const cells = (value as readonly unknown[]).flat();
  return cells.includes(null) && !cells.includes(-1) ? { zeros: cells.includes(0) } : null;
}

function pictureSize(found: FoundCells, size: Size): { width: number; height: number } {
  const count = found.cells.length;
  let width = found.width ?? size.width;
  let height = found.height ?? size.height;
  if (width === null && height !== null && height > 0) width = count / height;
  if (height === null && width !== null && width > 0) height = count / width;
  if (width === null || height === null) unreadable('the picture has no width and height');
  if (width !== (size.width ?? width) || height !== (size.height ?? height)) {
    unreadable(
      `the picture is ${width}x${height}, but the size is ${size.width ?? width}x${size.height ?? height}`,
    );
  }
  if (width * height !== count || !Number.isInteger(width) || !Number.isInteger(height)) {
    unreadable(`the picture has ${count} cells, but the grid is ${width}x${height}`);
  }
  if (Math.max(width, height) > MAX_BLOCK_LENGTH) {
    unreadable(`the picture is ${width}x${height}, too large`);
  }
  return { width, height };
}

/** The sizes that an entry states, or null if it does not. */
type Size = Pick<Draft, 'width' | 'height'>;

/** The sizes that the entry states. @throws Unreadable if they are no numbers, or disagree */
function sizesOf(fields: Fields): Size {
  let width = numberOf(fields.width, 'width');
  let height = numberOf(fields.height, 'height');
  const agree = (kind: string, one: number | null, other: number | null): number | null => {
    if (one !== null && other !== null && one !== other) {
      unreadable(`the ${kind} is both ${one} and ${other}`);
    }
    return one ?? other;
  };
  if (typeof fields.rows === 'number') height = agree('height', height, fields.rows);
  if (typeof fields.columns === 'number') width = agree('width', width, fields.columns);
  const { size } = fields;
  if (size === undefined) return { width, height };
  let [high, wide]: unknown[] = [size, size];
  if (Array.isArray(size)) {
    if (size.length === 2) [high, wide] = size as unknown[];
  } else if (typeof size === 'object' && size !== null) {
    const inner = fieldsOfObject(size);
    // A size within a size is not looked at: such objects could nest without end.
    inner.size = undefined;
    ({ width: wide, height: high } = sizesOf(inner));
  } else if (typeof size === 'string') {
    [, wide = size, high = size] = /^\s*(\d+)\s*x\s*(\d+)\s*$/i.exec(size) ?? [];
  }
  height = agree('height', height, numberOf(high, 'size'));
  return { width: agree('width', width, numberOf(wide, 'size')), height };
}

function numberOf(value: unknown, what: string): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' ? spelledNumber(value) : value;
  if (typeof number === 'number' && Number.isInteger(number)) return number;
  unreadable(`the ${what} is ${shown(value)}, expected a whole number`);
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

/** A grid of cells as an entry describes it; a flat list has no sizes of its own. */
interface FoundCells {
  readonly cells: Cells;
  readonly width: number | null;
  readonly height: number | null;
  /** Whether a cell is unknown (-1, null or `?`). */
  readonly partial: boolean;
  /** The colours that the signs of the picture name themselves, if they do. */
  readonly palette?: Palette;
}

/** A value that no cell can have: validation finds it and names its position. */
const BROKEN = 254;

/**
 * The cells of a JSON value: rows of booleans, numbers (-1 and null are unknown) or texts, one flat
 * list of them, or one text with or without `/` or line breaks between rows. Rows in the signs of
 * plain text (🟦, ■, O) are read as they are there.
 *
 * Returns null if the value is not a grid, or the reason if its rows differ in length. Texts may
 * name colours only if the puzzle is `coloured`; otherwise words would look like pictures.
 * `nullIsBlank` is for grids of palette indexes, where null is the background and 0 the first
 * colour.
 */
export function cellsOfJson(
  value: unknown,
  coloured: boolean,
  nullIsBlank = false,
): FoundCells | string | null {
  if (typeof value === 'string') return cellsOfText(value, coloured);
  if (!Array.isArray(value) || value.length === 0) return null;
  const rows = value as unknown[];
  return drawnCells(rows) ?? cellsOfRows(rows, nullIsBlank);
}

/** As `cellsOfJson`, for rows that are not in the signs of plain text. */
function cellsOfRows(rows: readonly unknown[], nullIsBlank: boolean): FoundCells | string | null {
  let alone = 0;
  while (alone < rows.length && isAlone(rows[alone])) alone++;
  if (alone === rows.length)
    return { ...fill([rows], rows.length, nullIsBlank), width: null, height: null };
  if (!rows.every((row) => Array.isArray(row) || typeof row === 'string')) return null;
  const lines = rows as (readonly unknown[] | string)[];
  const width = lines[0].length;
  const ragged = lines.findIndex((line) => line.length !== width);
  if (ragged >= 0) {
    return `row ${ragged + 1} of the picture has ${lines[ragged].length} cells, row 1 has ${width}`;
  }
  return { ...fill(lines, width, nullIsBlank), width, height: lines.length };
}

/** Signs of pictures in plain text that are no cells of JSON by themselves. */
const DRAWN = /[^ -~]|[O*@]|^[ox]*o[ox]*$/;

/** Rows of texts, or of lists of signs, in the signs of plain text; null if they are not. */
function drawnCells(rows: readonly unknown[]): FoundCells | null {
  const lines: string[] = [];
  let isDrawn = false;
  for (const row of rows) {
    const line = Array.isArray(row) && typeof row[0] === 'string' ? row.join('') : row;
    if (typeof line !== 'string') return null;
    isDrawn ||= DRAWN.test(line);
    lines.push(line);
  }
  if (!isDrawn || !lines.every(isRow)) return null;
  const draft = draftOfRows(lines, null);
  if (typeof draft === 'string') return null;
  const { goal, palette } = draft;
  // One sign a text is a flat list, as it is for numbers.
  const isFlat = draft.width === 1 && !rows.some((row) => Array.isArray(row));
  const width = isFlat ? null : draft.width;
  const height = isFlat ? null : draft.height;
  const found = { cells: goal!, width, height, partial: false };
  return palette === null ? found : { ...found, palette };
}

/** Whether a value is one cell, and not a row of them. */
function isAlone(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return !Array.isArray(value) && !(typeof value === 'string' && value.length > 1);
}

/** As `cellsOfJson`, for one text such as `0110/1001` or `#..#`. */
function cellsOfText(text: string, coloured: boolean): FoundCells | string | null {
  const trimmed = text.trim();
  if (trimmed.length === 0) return null;
  const lines = withoutSizes(trimmed.split(/\r\n|[/\n\r]/));
  const drawn = lines.length > 1 ? drawnCells(lines) : null;
  if (drawn !== null) return drawn;
  for (const line of lines) {
    for (let i = 0; i < line.length; i++) {
      const cell = textCell(line.charCodeAt(i));
      if (cell === BROKEN || (cell > 1 && cell !== UNKNOWN && !coloured)) return null;
    }
  }
  return lines.length > 1
    ? cellsOfRows(lines, false)
    : { ...fill(lines, trimmed.length, false), width: null, height: null };
}

/** The lines of a picture; after one with its sizes, there may be blanks between the cells. */
function withoutSizes(lines: string[]): string[] {
  const sizes = twoNumbers(lines[0]);
  if (sizes === null || sizes[0] !== lines.length - 1) return lines;
  const cells = lines.slice(1).map((line) => line.trim().split(/[ \t]+/));
  const isSized = cells.every((line) => line.every((cell) => cell.length === 1));
  return isSized ? cells.map((line) => line.join('')) : lines;
}

function fill(rows: readonly (readonly unknown[] | string)[], width: number, nullIsBlank: boolean) {
  const cells = new Uint8Array(width * rows.length);
  let at = 0;
  for (const row of rows) {
    const end = at + width;
    if (typeof row === 'string' && !nullIsBlank) {
      for (let x = 0; at < end; x++) cells[at++] = textCell(row.charCodeAt(x));
    } else {
      const cellOf = nullIsBlank ? indexCell : jsonCell;
      for (let x = 0; at < end; x++) cells[at++] = cellOf(row[x]);
    }
  }
  return { cells, partial: cells.includes(UNKNOWN) };
}

function indexCell(value: unknown): number {
  if (value === null) return BLANK;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 253
    ? value + 1
    : BROKEN;
}

function jsonCell(value: unknown): number {
  if (value === 0 || value === 1) return value;
  if (typeof value === 'string') return value.length === 1 ? textCell(value.charCodeAt(0)) : BROKEN;
  if (value === true) return 1;
  if (value === false) return BLANK;
  if (value === null || value === -1) return UNKNOWN;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 253
    ? value
    : BROKEN;
}

/** By code, of ASCII: what a character of a picture means. */
const TEXT_CELLS = new Uint8Array(128).fill(BROKEN);
for (const [characters, first] of [
  ['0123456789abcdefghijklmnopqrstuv', null],
  ['.- _', BLANK],
  ['#Xx', 1],
  ['?', UNKNOWN],
] as const) {
  for (let i = 0; i < characters.length; i++) TEXT_CELLS[characters.charCodeAt(i)] = first ?? i;
}

/** A character, by its code: 0 . - blank; 1 # X filled; ? unknown; a colour in base 32. */
function textCell(code: number): number {
  return code < 128 ? TEXT_CELLS[code] : BROKEN;
}
