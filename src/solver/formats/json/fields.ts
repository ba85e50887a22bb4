import { type FirstSide, labelOf } from '../contract/format.js';
import { isRow } from '../contract/picture-lines.js';

/**
 * The values of an entry by what they mean; undefined if there is none. It is a class, so that
 * every entry has the same shape and reading it stays fast.
 */
class FieldValues {
  name: unknown = undefined;
  title: unknown = undefined;
  /** What people said of its difficulty. */
  label: unknown = undefined;
  /** Clues of the rows, or a number of rows. */
  rows: unknown = undefined;
  columns: unknown = undefined;
  /** Only clues of the rows. */
  rowClues: unknown = undefined;
  columnClues: unknown = undefined;
  /** Clues of the rows, if no field says so more clearly. */
  rowSide: unknown = undefined;
  columnSide: unknown = undefined;
  /** The clues of both sides, rows first. */
  clues: unknown = undefined;
  width: unknown = undefined;
  height: unknown = undefined;
  /** Both sizes: one number, `[rows, columns]` or `{rows, columns}`. */
  size: unknown = undefined;
  /** The author's picture. */
  goal: unknown = undefined;
  /** A picture or, if some cells are unknown, a start position. */
  grid: unknown = undefined;
  start: unknown = undefined;
  palette: unknown = undefined;
  background: unknown = undefined;
}

/** What a field of a JSON puzzle, or a column of a CSV file, holds. */
export type FieldRole = keyof FieldValues;

/** What holds the clues of one side. */
export const CLUE_ROLES: readonly FieldRole[] = [
  ...(['rows', 'columns', 'rowClues', 'columnClues', 'rowSide', 'columnSide'] as const),
];

/** What holds all or a part of a puzzle. */
const PUZZLES: readonly FieldRole[] = [...CLUE_ROLES, 'clues', 'goal', 'grid'];

const ROW_NUMBER = 'puzzleid';

/** Names of pictures, which elsewhere are those of files of pictures. */
const IMAGES = ['image', 'picture', 'pixels', 'bitmap', 'drawing'];

const NAMES: Partial<Record<FieldRole, readonly string[]>> = {
  name: ['id', 'name', ROW_NUMBER],
  title: ['title'],
  label: ['label', 'level', 'difficulty', 'rating', 'difficultylevel', 'difficultyrating'],
  // The patterns know these, too, but take longer to compile than to solve a puzzle.
  rows: ['rows'],
  columns: ['columns'],
  clues: ['clues'],
  // The one pair that public solvers agree on: the lists run down the side and along the top.
  rowSide: ['ver'],
  columnSide: ['hor'],
  width: ['width', 'columncount', 'columnscount', 'colcount', 'colscount', 'n'],
  height: ['height', 'rowcount', 'rowscount', 'm'],
  size: ['size', 'dimensions'],
  goal: ['goal', 'solution', 'answer'],
  grid: ['grid', 'pattern', 'matrix', 'data', 'cells', ...IMAGES],
  start: ['start', 'saved'],
  palette: 'palette colors colours colorpalette colourpalette colormap colourmap'.split(' '),
  background: ['background', 'bg', 'backgroundcolor', 'backgroundcolour', 'defaultcolor'],
};

/** The words for lines of one direction, as sources of patterns. */
interface SideWords {
  /** The words themselves, in the languages that puzzles are published in. */
  readonly lines: string;
  /** Where their clues stand, and how the lines run: a layout can use these words as well. */
  readonly place: string;
  /** One letter means a side only beside a word for clues. */
  readonly letters: string;
}

const ROWS: SideWords = {
  lines: 'rows?|lignes?|zeilen?|filas?|righe|riga|linhas?|rijen|wiersze|строки|行',
  place: 'left|side|across|hor|horiz|horizontals?',
  letters: '[rhy]',
};

const COLUMNS: SideWords = {
  lines: 'cols?|columns?|colonnes?|colonna|spalten?|columnas?|colunas?|kolommen|kolumny|столбцы|列',
  place: 'top|up|upper|above|down|ver|vert|verticals?',
  letters: '[cvx]',
};

/** Words that say that a field holds clues. */
const CLUE =
  'clues?|hints?|constraints?|restrictions?|instructions?|rules?|defs?|definitions?|specs?|descriptions?|descriptors?|runs?|blocks?|segments?';

/** Words that clues share with sums, labels and sizes: they count if nothing is clearer. */
const PERHAPS_CLUE =
  'numbers|nums|counts|values?|lengths?|groups?|sequences?|keys?|headers?|headings?|labels?|info|data|lists?|arrays?|sets?|sums|totals|conditions?|requirements?|indicators?|legends?|figures|digits|codes?|sides?|panels?|margins?';

/** Patterns for names in lower case and without `_`, `-`, `.` and blanks, the clearest first. */
const RULES: readonly (readonly [RegExp, FieldRole])[] = [
  ...sideRules(ROWS, 'rows', 'rowClues', 'rowSide', 'height'),
  ...sideRules(COLUMNS, 'columns', 'columnClues', 'columnSide', 'width'),
];

function sideRules(
  { lines, place, letters }: SideWords,
  either: FieldRole,
  clues: FieldRole,
  side: FieldRole,
  size: FieldRole,
): (readonly [RegExp, FieldRole])[] {
  const around = (words: string, about: string): RegExp =>
    new RegExp(
      `^(?:(?:${words})s?(?:${about})+|(?:${about})+(?:of|for|by|on)?(?:the)?(?:${words}))$`,
    );
  return [
    [new RegExp(`^(?:${lines})$`), either],
    [new RegExp(`^(?:n|no|nr|num|number|numberof)(?:${lines})$`), size],
    [around(lines, CLUE), clues],
    [around(`${place}|${letters}`, CLUE), side],
    [around(`${lines}|${place}`, `${CLUE}|${PERHAPS_CLUE}`), side],
    [new RegExp(`^(?:${place})$`), side],
  ];
}

const ROLES = new Map(
  (Object.entries(NAMES) as [FieldRole, readonly string[]][]).flatMap(([role, names]) =>
    names.map((name) => [name, role]),
  ),
);

/**
 * Words that run either way: the clues of a vertical line, or clues that are listed vertically,
 * beside the rows. Sizes tell; without them the usual meaning is taken.
 */
const DIRECTION = /hor|ver|across|down|^[hvxy]/i;

/** Spellings met so far: a look-up costs a third of normalising the name again. */
const known = new Map<string, FieldRole | null>();

/** No name is longer: the patterns are not tried on text that is no name. */
const LONGEST = 40;

/** What a field holds, or null: `row_clues`, `rowClues` and `Row Clues` are the same. */
export function fieldRole(name: string): FieldRole | null {
  let role = known.get(name);
  if (role === undefined) {
    role = name.length > LONGEST ? null : roleOf(normalised(name));
    if (known.size < 1000) known.set(name, role);
  }
  return role;
}

/** What no rule has: such a name, or a whole line that is tried as one, compiles none of them. */
const PUNCTUATION = /[!-/:-@[-`{-~]/;

function roleOf(word: string): FieldRole | null {
  const known = ROLES.get(word);
  if (known !== undefined || PUNCTUATION.test(word)) return known ?? null;
  return RULES.find(([rule]) => rule.test(word))?.[1] ?? null;
}

/** Whether the field called `name` has the number of a row: a name, but a poor one. */
function isRowNumber(name: string): boolean {
  return name.length >= ROW_NUMBER.length && normalised(name) === ROW_NUMBER;
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** The fields of an entry. */
export class Fields extends FieldValues {
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
    if (LISTS.includes(role) && typeof value !== 'object' && typeof value !== 'string') return;
    // How many colours there are: in a table, numbers are texts.
    if (role === 'palette' && typeof value === 'string' && /^\s*\d{1,3}\s*$/.test(value)) return;
    // Beside a puzzle, an image may be the name of a file.
    if (role === 'grid' && IMAGES.includes(normalised(name)) && !isDrawn(value)) return;
    // An object of its own, or the score that export writes: not what people said.
    if (role === 'label' && !isLabel(name, value)) return;
    const isSide = role === 'rowSide' || role === 'columnSide';
    const isObject = typeof value === 'object' && !Array.isArray(value);
    // A puzzle that is called so, in a map of puzzles.
    if (isSide && isObject && listWithin(value) === null) return;
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
    if (isSide) this.isDirected ||= DIRECTION.test(name);
    if (role === 'name') this.isNumbered = isNumber;
    this[role] = value;
  }

  /** Whether there are clues of its own, on one side at least. */
  get hasClues(): boolean {
    return CLUE_ROLES.some((role) => this[role] !== undefined && typeof this[role] !== 'number');
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
    // Nearly always there are rows.
    return this.rows !== undefined || PUZZLES.some((role) => this[role] !== undefined);
  }
}

/** Keys of puzzles in other formats; in PuzzleKit's `problem`, the columns come first. */
const TEXTS: ReadonlyMap<string, FirstSide | undefined> = new Map([
  ['puzzle', undefined],
  ['problem', 'columns'],
]);

/** Whether a text under this key may be a puzzle in another format. */
export function isTextKey(key: string): boolean {
  return TEXTS.has(key);
}

/** What may stand beside the object with the clues. */
const AROUND: readonly FieldRole[] = [
  ...(['name', 'title', 'label', 'width', 'height', 'size'] as const),
  ...(['goal', 'grid', 'start', 'palette', 'background'] as const),
];

/** What only counts as a list, an object or a text. */
const LISTS: readonly FieldRole[] = ['clues', 'rowSide', 'columnSide', 'palette'];

/** Whether a field is called what only palettes are. */
export function isNamedPalette(name: string): boolean {
  return name.toLowerCase() === 'palette';
}

function isLabel(name: string, value: unknown): boolean {
  if (labelOf(value) === null) return false;
  return !/^difficulty$/i.test(name) || !/^\s*\d+\.\d+\s*$/.test(String(value));
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
