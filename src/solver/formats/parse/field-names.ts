/** What a field of a JSON puzzle, or a column of a CSV file, holds. */
export type FieldRole =
  | 'name'
  | 'title'
  /** Clues of the rows, or a number of rows. */
  | 'rows'
  | 'columns'
  /** Only clues of the rows. */
  | 'rowClues'
  | 'columnClues'
  /** Clues of the rows, if no field says so more clearly. */
  | 'rowSide'
  | 'columnSide'
  /** The clues of both sides, rows first. */
  | 'clues'
  | 'width'
  | 'height'
  /** Both sizes: one number, `[rows, columns]` or `{rows, columns}`. */
  | 'size'
  /** The author's picture. */
  | 'goal'
  /** A picture or, if some cells are unknown, a start position. */
  | 'grid'
  | 'start'
  | 'palette'
  | 'background';

const ROW_NUMBER = 'puzzleid';

/** Names of pictures, which elsewhere are those of files of pictures. */
const IMAGES = ['image', 'picture', 'pixels', 'bitmap', 'drawing'];

const NAMES: Partial<Record<FieldRole, readonly string[]>> = {
  name: ['id', 'name', ROW_NUMBER],
  title: ['title'],
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
  palette: [
    'palette',
    'colors',
    'colours',
    'colorpalette',
    'colourpalette',
    'colormap',
    'colourmap',
  ],
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

const ROLES = new Map<string, FieldRole>();

for (const [role, names] of Object.entries(NAMES) as [FieldRole, readonly string[]][]) {
  for (const name of names) ROLES.set(name, role);
}

/**
 * Words that run either way: the clues of a vertical line, or clues that are listed vertically,
 * beside the rows. Sizes tell; without them the usual meaning is taken.
 */
const DIRECTION = /hor|ver|across|down|^[hvxy]/i;

/** Whether the name of a field of clues says how they run, and not of which lines they are. */
export function isDirection(name: string): boolean {
  return DIRECTION.test(name);
}

/** Spellings met so far: a look-up costs a third of normalising the name again. */
const known = new Map<string, FieldRole | null>();

/** No name is longer: the patterns are not tried on text that is no name. */
const LONGEST = 40;

/**
 * What the field called `name` holds, or null: `row_clues`, `rowClues` and `Row Clues` are the
 * same.
 */
export function fieldRole(name: string): FieldRole | null {
  let role = known.get(name);
  if (role === undefined) {
    role = name.length > LONGEST ? null : roleOf(normalised(name));
    if (known.size < 1000) known.set(name, role);
  }
  return role;
}

function roleOf(word: string): FieldRole | null {
  return ROLES.get(word) ?? RULES.find(([rule]) => rule.test(word))?.[1] ?? null;
}

/** Whether the field called `name` has the number of a row: a name, but a poor one. */
export function isRowNumber(name: string): boolean {
  return name.length >= ROW_NUMBER.length && normalised(name) === ROW_NUMBER;
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** Whether a field of this name is a picture only if its value is one: it may be a file's name. */
export function isImage(name: string): boolean {
  return IMAGES.includes(normalised(name));
}

/**
 * The separator that explains a header best; or a record, if it is to have `columns` fields outside
 * of quotes.
 */
export function separatorOf(header: string, columns: number | null = null): string {
  let best = ',';
  let most = 0;
  for (const separator of [',', ';', '\t', '|']) {
    const fields = (columns === null ? header : header.replace(/"[^"]*"/g, '')).split(separator);
    const isWanted = fields.length === columns;
    const worth = (isWanted ? 1_000_000 : fieldsIn(fields) * 1000) + fields.length;
    if (worth > most) [best, most] = [separator, worth];
  }
  return best;
}

/** How many of a header's names are known names of columns: at least two in a real header. */
export function fieldsIn(header: readonly string[]): number {
  return header.filter((name) => columnRole(name) !== null).length;
}

/** What a column with this name holds; null if the name is unknown. */
export function columnRole(name: string): FieldRole | null {
  return fieldRole(name.trim().replace(/^"(.*)"$/, '$1'));
}
