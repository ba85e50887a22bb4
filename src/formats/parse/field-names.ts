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
  | 'palette';

const ROW_NUMBER = 'puzzleid';

const NAMES: Record<FieldRole, readonly string[]> = {
  name: ['id', 'name', ROW_NUMBER],
  title: ['title'],
  rows: ['rows', 'left'],
  columns: ['columns', 'cols', 'top'],
  rowClues: ['rowclues', 'rowhints', 'rowsdef', 'rowrules'],
  columnClues: [
    'colclues',
    'columnclues',
    'colhints',
    'columnhints',
    'colsdef',
    'columnsdef',
    'colrules',
    'columnrules',
  ],
  clues: ['clues'],
  width: ['width', 'columncount', 'colcount', 'numcols', 'numcolumns', 'n'],
  height: ['height', 'rowcount', 'numrows', 'm'],
  size: ['size', 'dimensions'],
  goal: ['goal', 'solution', 'answer'],
  grid: ['grid', 'pattern', 'matrix', 'data', 'cells'],
  start: ['start', 'saved'],
  palette: ['palette'],
};

const ROLES = new Map<string, FieldRole>();

for (const [role, names] of Object.entries(NAMES) as [FieldRole, readonly string[]][]) {
  for (const name of names) ROLES.set(name, role);
}

/** Spellings met so far: a look-up costs a third of normalising the name again. */
const known = new Map<string, FieldRole | null>();

/**
 * What the field called `name` holds, or null: `row_clues`, `rowClues` and `Row Clues` are the
 * same.
 */
export function fieldRole(name: string): FieldRole | null {
  let role = known.get(name);
  if (role === undefined) {
    role = ROLES.get(normalised(name)) ?? null;
    if (known.size < 1000) known.set(name, role);
  }
  return role;
}

/** Whether the field called `name` has the number of a row: a name, but a poor one. */
export function isRowNumber(name: string): boolean {
  return name.length >= ROW_NUMBER.length && normalised(name) === ROW_NUMBER;
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** The separator that explains a header best. */
export function separatorOf(header: string): string {
  let best = ',';
  let most = 0;
  for (const separator of [',', ';', '\t', '|']) {
    const fields = header.split(separator);
    const worth = fieldsIn(fields) * 1000 + fields.length;
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
