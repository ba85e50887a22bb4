import {
  RESULT_COLUMN_LIST,
  type NamedColumn,
  type ResultColumnName,
  LAST_MS,
  mostOf,
} from '../../solver/core/result/result-columns.js';
import { PIECE_ENTRIES } from '../record/puzzle-id.js';
import { packPicture, unpackedSql } from './packed/packed-picture.js';
import { MAX_BLOCK_LENGTH } from '../../solver/core/puzzle/types.js';

/**
 * How `result_rows` holds the columns of its view `results`: as they are, but for pictures, packed
 * in blobs where they can be (see `packPicture`), and times, milliseconds since 1970.
 */
const SQL_TYPES = {
  count: 'INTEGER',
  flag: 'INTEGER',
  time: 'INTEGER',
  real: 'REAL',
  choice: 'TEXT',
  decimal: 'TEXT',
  text: 'TEXT',
  cells: 'ANY',
} as const;

/**
 * Fractions that are mostly whole: in a table without a rowid SQLite writes whole numbers of REAL
 * columns in 8 bytes, of ANY in 0 to 2, which is 18 bytes a row less.
 */
const OFTEN_WHOLE: ReadonlySet<ResultColumnName> = new Set(['effort_probe', 'tries', 'limit_ms']);

/** The cells of the largest puzzle: a table does not know how many each has. */
const MOST_CELLS = MAX_BLOCK_LENGTH ** 2;

/** How long the lines of a statement get. */
const LINE_WIDTH = 100;

/** The columns of `result_rows`, in their order. */
export const RESULT_ROW_COLUMNS: readonly string[] = [
  'run_id',
  'puzzle_id',
  ...RESULT_COLUMN_LIST.map(({ name }) => name),
];

function definitionOf(column: NamedColumn): string {
  const { name, kind, isNull } = column;
  const type = OFTEN_WHOLE.has(name) ? 'ANY' : SQL_TYPES[kind.is];
  return `${name} ${type}${isNull === undefined ? ' NOT NULL' : ''} CHECK (${valueCheck(column)})`;
}

/**
 * Without a rowid it needs no second tree for its key. It has no foreign keys, which took 11 % of
 * the time of a run's inserts: a result is written in one transaction with its puzzle. Its columns
 * refuse what they cannot hold; how they go together, `result-rules` says.
 */
export const RESULT_ROWS = `(
  run_id INTEGER NOT NULL, puzzle_id INTEGER NOT NULL,
  ${RESULT_COLUMN_LIST.map(definitionOf).join(',\n  ')},
  PRIMARY KEY (run_id, puzzle_id)
) WITHOUT ROWID, STRICT`;

/** The results as `results` shows them, from rows that are called `r`. */
const SHOWN = inLines(RESULT_COLUMN_LIST.map(shownSql));

/**
 * The views over `result_rows`, each after the one that it reads. A run's rows are its own and, of
 * pieces that it took over whole, those of the run that `run_pieces` names: what a row says of its
 * own run is worked out here alone. The conditions say the same of a piece twice, for queries that
 * come from it and from a puzzle. For the order of the corpus, go through the pieces (`piecesOf`).
 */
export const RESULT_VIEWS: Readonly<Record<string, string>> = {
  held_rows: `CREATE VIEW held_rows AS SELECT
  h.run_id AS run_id, r.puzzle_id AS puzzle_id,
  ${inLines(RESULT_COLUMN_LIST.map(heldSql))}
FROM run_pieces h JOIN result_rows r ON r.run_id = h.held_by
  AND r.puzzle_id >= h.piece_id * ${PIECE_ENTRIES} AND r.puzzle_id < (h.piece_id + 1) * ${PIECE_ENTRIES}
  AND h.piece_id = r.puzzle_id / ${PIECE_ENTRIES}`,
  results: `CREATE VIEW results AS SELECT
  run_id, puzzle_id, ${SHOWN}
FROM held_rows`,
};

/**
 * The rows of such a view for `@piece` of `@run`, in SQL: on the view itself SQLite looks through
 * all pieces. (It plans anew if a bare parameter changes: 100 times as long as finding a row.)
 */
export function pieceRowsSql(view: 'held_rows' | 'results'): string {
  const held = `(SELECT h.run_id AS run_id, r.puzzle_id AS puzzle_id,
  ${inLines(RESULT_COLUMN_LIST.map(heldSql))}
FROM run_pieces h CROSS JOIN result_rows r ON r.run_id = h.held_by
  AND r.puzzle_id >= h.piece_id * ${PIECE_ENTRIES} AND r.puzzle_id < (h.piece_id + 1) * ${PIECE_ENTRIES}
WHERE h.run_id = @run + 0 AND h.piece_id = @piece + 0)`;
  return view === 'held_rows' ? held : `(SELECT run_id, puzzle_id, ${SHOWN} FROM ${held})`;
}

/**
 * The results of a run in the order of its corpora, in SQL: with where their pieces come first, and
 * those of a file from `fromFile` on alone (or up to it, to go backwards). `ORDER BY file, piece,
 * puzzle_id` then takes no sort.
 */
export function resultsInOrderSql(runId: number, fromFile = '>= 0'): string {
  return `(SELECT run_id, file, piece, puzzle_id, ${SHOWN} FROM (SELECT
  f.run_id AS run_id, f.position AS file, s.position AS piece, r.puzzle_id AS puzzle_id,
  ${inLines(RESULT_COLUMN_LIST.map(heldSql))}
${EVERY_PLACE}
  CROSS JOIN result_rows r ON r.run_id = h.held_by
  AND r.puzzle_id >= s.piece_id * ${PIECE_ENTRIES} AND r.puzzle_id < (s.piece_id + 1) * ${PIECE_ENTRIES}
WHERE f.run_id = ${runId} AND f.position ${fromFile} AND ${IS_FIRST_PLACE}))`;
}

/** Every place of every piece of a run, in the order of its corpora. */
export const EVERY_PLACE = `FROM run_sources f CROSS JOIN source_pieces s ON s.source_id = f.source_id
  CROSS JOIN run_pieces h ON h.run_id = f.run_id AND h.piece_id = s.piece_id`;

/** Whether such a place is the first of its piece. */
export const IS_FIRST_PLACE = `NOT EXISTS (SELECT 1 FROM source_pieces t INDEXED BY source_pieces_by_piece
  CROSS JOIN run_sources g INDEXED BY run_sources_by_source ON g.run_id = f.run_id AND g.source_id = t.source_id
  WHERE t.piece_id = s.piece_id AND (g.position, t.position) < (f.position, s.position))`;

/** A column of `result_rows` as it is of the run that refers to the row. */
function heldSql({ name }: NamedColumn): string {
  if (name !== 'reused_run') return `r.${name} AS ${name}`;
  return 'ifnull(r.reused_run, nullif(h.held_by, h.run_id)) AS reused_run';
}

function shownSql(column: NamedColumn): string {
  const { name, kind } = column;
  return kind.is === 'cells' ? `${unpackedSql(name)} AS ${name}` : packedSql(column);
}

/** A column of `result_rows` as `results` shows it, but for a picture, which stays packed. */
export function packedSql({ name, kind }: NamedColumn): string {
  if (kind.is !== 'time') return name;
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${name} / 1000.0, 'unixepoch') AS ${name}`;
}

/** Parts of a statement, separated by commas, in lines that can be read. */
function inLines(parts: readonly string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + part.length > LINE_WIDTH) lines.push(part);
    else lines[lines.length - 1] = `${last}, ${part}`;
  }
  return lines.join(',\n  ');
}

type StoredValue = string | number | bigint | Uint8Array | null;

/** What is known of a result, under the names of its fields, as columns hold it. */
export function storedValues(
  values: Readonly<Partial<Record<NamedColumn['field'], string | number | boolean | null>>>,
  columns: readonly NamedColumn[] = RESULT_COLUMN_LIST,
): StoredValue[] {
  return columns.map((column) => storedValue(column, values[column.field] ?? null));
}

function storedValue({ name, kind }: NamedColumn, value: string | number | boolean | null) {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && kind.is === 'cells') return packPicture(value);
  if (typeof value !== 'number') return value;
  return kind.is === 'time' ? Math.floor(value) : shortNumber(name, value);
}

/** A number as its column holds it in the fewest bytes: better-sqlite3 hands over fractions. */
function shortNumber(name: ResultColumnName, value: number): number | bigint {
  return OFTEN_WHOLE.has(name) && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** The values of a row of `result_rows` after the key, as they are written again. */
export function shortValues<Value>(row: readonly Value[]): (Value | number | bigint)[] {
  return row.map((value, i) =>
    typeof value === 'number' ? shortNumber(RESULT_COLUMN_LIST[i].name, value) : value,
  );
}

/**
 * What a value of a column is, in SQL; null passes. Words are compared one by one: for an IN of
 * three or more SQLite makes an index in each statement, which takes five times as long. Texts and
 * blobs are above all numbers.
 */
function valueCheck({ name, kind }: NamedColumn): string {
  switch (kind.is) {
    case 'count':
    case 'real':
      return `${name} BETWEEN ${kind.least} AND ${mostOf(kind, MOST_CELLS)}`;
    case 'time':
      return `${name} BETWEEN 0 AND ${LAST_MS}`;
    case 'flag':
      return anyOf(name, [0, 1]);
    case 'choice':
      return anyOf(name, kind.choices);
    case 'decimal':
      return (
        `${anyOf(name, ['1', '2', '0'])} OR ` +
        `(${name} GLOB '[1-9]*' AND ${name} NOT GLOB '*[^0-9]*' AND length(${name}) <= ${kind.digits})`
      );
    case 'text':
      return `length(CAST(${name} AS BLOB)) <= ${kind.bytes}`;
    case 'cells':
      return `${name} > ''`;
  }
}

function anyOf(name: string, values: readonly (string | number)[]): string {
  const literals = values.map((value) => (typeof value === 'number' ? value : `'${value}'`));
  return literals.map((literal) => `${name} = ${literal}`).join(' OR ');
}
