import { compileFunction } from 'node:vm';
import type { Database } from 'better-sqlite3';
import { VALUE_AT, WORDS, type SolvedField } from '../../packed/packed-results.js';
import {
  RESULT_COLUMN_LIST,
  isSolved,
  type NamedColumn,
  type ResultColumnName,
} from '../../result/result-columns.js';
import type { PuzzleResult, StoredResult } from '../../result/result.js';
import { packPicture, unpackedSql } from './packed-picture.js';

/**
 * How `result_rows` holds the columns of `results`, which is a view over it.
 *
 *   facts, work     whole numbers that hold small columns side by side, some bits each (SHARED): a value is
 *                   its code there, and a code of ones alone says that the value is in `more`, or null
 *   solve_ns        solve_ms in nanoseconds; exact_ms has what an older version stored with more digits
 *   limit_ms        null for the limit of the run, 0 for none
 *   more            JSON with what is rare or too large for its bits; null for nothing
 *   one of a list   its index
 *   a time          milliseconds since 1970
 *   a picture       see `packPicture`
 *
 * All others are columns of their own, under their names. The bits are what databases hold: an entry of SHARED
 * never changes, nor does the order of a list. A new column is one of its own, unless it is added here.
 */
type Shared = 'facts' | 'work';

const SHARED: Readonly<Record<Shared, readonly (readonly [ResultColumnName, number])[]>> = {
  facts: [
    ['solutions_exact', 1],
    ['difficulty_bound', 2],
    ['stars', 3],
    ['needs', 4],
    ['sweeps', 5],
    ['guess_depth_min', 3],
    ['solutions', 3],
    ['stopped_by', 3],
    ['cross_check', 2],
    ['goal_matches', 2],
    ['attempts', 3],
  ],
  work: [
    ['line_solves', 12],
    ['search_depth', 6],
    ['probes', 12],
    ['decisions', 10],
    ['conflicts', 10],
  ],
};

/** Where a small column is. */
interface Place {
  readonly shared: Shared;
  readonly shift: number;
  /** The code of ones alone. */
  readonly ones: number;
}

const PLACES: ReadonlyMap<ResultColumnName, Place> = new Map(
  (['facts', 'work'] as const).flatMap((shared) => {
    let next = 0;
    return SHARED[shared].map(([name, bits]): [ResultColumnName, Place] => {
      const shift = next;
      next += bits;
      return [name, { shared, shift, ones: 2 ** bits - 1 }];
    });
  }),
);

/** Numbers whose usual value is 0, which is their code: null is a value that is not even in `more`. */
function isCounter({ name }: NamedColumn): boolean {
  return PLACES.get(name)?.shared === 'work';
}

/** What is added to a number to make its code; 0 is the code for null if it can be null. */
function offsetOf(column: NamedColumn): number {
  const { kind, isNull } = column;
  const least = kind.is === 'count' ? kind.least : 0;
  return isNull === undefined || isCounter(column) ? -least : 1 - least;
}

/** The value of a column of `results` in SQL, from the columns of `result_rows`, whose alias may be given. */
export function valueSql(name: ResultColumnName, alias = ''): string {
  const column = RESULT_COLUMN_LIST.find((one) => one.name === name)!;
  const of = (stored: string): string => (alias === '' ? stored : `${alias}.${stored}`);
  // JSON that cannot be read, as only others could have written, is as none.
  const more = `CASE WHEN json_valid(${of('more')}) THEN json_extract(${of('more')}, '$.${name}') END`;
  if (name === 'solve_ms') return `coalesce(${of('exact_ms')}, ${of('solve_ns')} / 1e6)`;
  if (name === 'error') return more;
  if (name === 'limit_ms') return limitSql(alias === '' ? 'result_rows' : alias);
  const place = PLACES.get(name);
  return place === undefined
    ? ownSql(column, of(name))
    : sharedSql(column, codeSql(place, of(place.shared)), place.ones, more);
}

/** Nearly all results have the limit of their run, which is null in the row; 0 is no limit. */
function limitSql(alias: string): string {
  const ofRun = `SELECT timeout_ms FROM runs WHERE runs.run_id = ${alias}.run_id`;
  return `CASE WHEN ${alias}.limit_ms IS NULL THEN (${ofRun}) ELSE nullif(${alias}.limit_ms, 0) END`;
}

/** The same, for those who know the limit of the run. */
export function limitOf(stored: number | null, ofRun: number | null): number | null {
  if (stored === null) return ofRun;
  return stored === 0 ? null : stored;
}

function codeSql({ shift, ones }: Place, stored: string): string {
  return shift === 0 ? `(${stored} & ${ones})` : `((${stored} >> ${shift}) & ${ones})`;
}

/** The code of a small column in SQL: its order is that of the values. */
export function sharedCodeSql(name: ResultColumnName, alias: string): string {
  const place = PLACES.get(name)!;
  return codeSql(place, `${alias}.${place.shared}`);
}

/** The code of a small column, from the number that holds it, if that is `facts`. */
export function sharedCode(name: ResultColumnName): (facts: number) => number {
  const { shift, ones } = PLACES.get(name)!;
  return (facts) => (facts >>> shift) & ones;
}

function ownSql({ kind }: NamedColumn, stored: string): string {
  switch (kind.is) {
    case 'choice':
      return wordSql(kind.choices, stored, 0);
    case 'time':
      return `strftime('%Y-%m-%dT%H:%M:%fZ', ${stored} / 1000.0, 'unixepoch')`;
    case 'cells':
      return unpackedSql(stored);
    case 'count':
    case 'real':
    case 'flag':
    case 'decimal':
    case 'text':
      return stored;
  }
}

function sharedSql(column: NamedColumn, code: string, ones: number, more: string): string {
  const { kind, isNull } = column;
  if (kind.is === 'choice') return wordSql(kind.choices, code, 1);
  if (kind.is === 'flag') return isNull === undefined ? code : `nullif(${code}, 0) - 1`;
  const number = `${code} - ${offsetOf(column)}`;
  const value = kind.is === 'decimal' ? `CAST(${number} AS TEXT)` : number;
  const whenNull = isNull === undefined || isCounter(column) ? '' : 'WHEN 0 THEN NULL ';
  return `CASE ${code} WHEN ${ones} THEN ${more} ${whenNull}ELSE ${value} END`;
}

function wordSql(words: readonly string[], code: string, first: number): string {
  return `CASE ${code} ${words.map((word, i) => `WHEN ${i + first} THEN '${word}'`).join(' ')} END`;
}

/** The columns of their own, in the order in which `result_rows` has them besides its key. */
const OWN = RESULT_COLUMN_LIST.filter(
  ({ name }) => !PLACES.has(name) && name !== 'solve_ms' && name !== 'error',
);

/** The columns of `result_rows` that a result fills, after the key. */
export const STORED_COLUMNS: readonly string[] = [
  ...OWN.map(({ name }) => name),
  'solve_ns',
  'facts',
  'work',
  'more',
];

const SQL_TYPES = {
  ...{ count: 'INTEGER', flag: 'INTEGER', choice: 'INTEGER', time: 'INTEGER', real: 'REAL' },
  ...{ decimal: 'TEXT', text: 'TEXT', cells: 'TEXT' },
} as const;

function definitionOf({ name, kind, isNull }: NamedColumn): string {
  return `${name} ${SQL_TYPES[kind.is]}${isNull === undefined ? ' NOT NULL' : ''}`;
}

/**
 * The table of a new database. It has no foreign keys, which took 11 % of the time of a run's inserts: a
 * result is written in one transaction with its puzzle.
 */
export const RESULT_ROWS = `CREATE TABLE result_rows (
    run_id INTEGER NOT NULL, puzzle_id INTEGER NOT NULL,
    ${OWN.map(definitionOf).join(', ')},
    solve_ns INTEGER NOT NULL, exact_ms REAL, facts INTEGER NOT NULL, work INTEGER NOT NULL, more TEXT,
    PRIMARY KEY (run_id, puzzle_id)
  ) WITHOUT ROWID`;

/** For a migration: adds a column that the table of columns has got since, unless the database is a new one. */
export function addColumn(db: Database, name: ResultColumnName): void {
  const there = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('result_rows');
  if (there.includes(name)) return;
  const column = OWN.find((one) => one.name === name)!;
  db.exec(`ALTER TABLE result_rows ADD COLUMN ${definitionOf(column)}`);
}

/** The view of this name over `result_rows`. */
export const RESULTS_VIEW = `CREATE VIEW results AS SELECT run_id, puzzle_id,
    ${RESULT_COLUMN_LIST.map(({ name }) => `${valueSql(name)} AS ${name}`).join(',\n    ')}
  FROM result_rows`;

/** What a row has besides what solving found. */
export interface Unsolved extends Pick<StoredResult, 'goalMatches' | 'attempts'> {
  /** The time limit: null for that of the run, 0 for none. */
  readonly limitMs: number | null;
}

/** The same of a puzzle that is solved for the first time. */
export const FIRST_TRY = { attempts: 1, limitMs: null } as const;

type StoredValue = string | number | null;

/** One result as the values of STORED_COLUMNS; compiled from the table, since there are a million of them. */
export const storedValues = (
  compileFunction(
    `return (result, unsolved) => {
      let more = null, facts = 0, work = 0, code = 0;
      ${RESULT_COLUMN_LIST.filter(({ name }) => PLACES.has(name))
        .map(addSharedJs)
        .join('\n')}
      if (result.error !== null) (more ??= {}).error = result.error;
      return [${OWN.map(ownJs).join(', ')}, Math.round(result.solveMs * 1e6), facts, work,
        more === null ? null : JSON.stringify(more)];
    };`,
    ['WORDS', 'packPicture'],
  ) as (
    words: Readonly<Record<string, readonly string[]>>,
    pack: typeof packPicture,
  ) => (result: PuzzleResult, unsolved: Unsolved) => StoredValue[]
)(
  Object.fromEntries(
    RESULT_COLUMN_LIST.flatMap(({ name, kind }) =>
      kind.is === 'choice' ? [[name, kind.choices]] : [],
    ),
  ),
  packPicture,
);

function valueJs(column: NamedColumn): string {
  return `${isSolved(column) ? 'result' : 'unsolved'}.${column.field}`;
}

function ownJs(column: NamedColumn): string {
  const value = valueJs(column);
  const { name, kind, isNull } = column;
  const orNull = (js: string): string =>
    isNull === undefined ? js : `${value} === null ? null : ${js}`;
  switch (kind.is) {
    case 'choice':
      return orNull(`WORDS.${name}.indexOf(${value})`);
    case 'time':
      return `Math.floor(${value})`;
    case 'flag':
      return orNull(`Number(${value})`);
    case 'cells':
      return orNull(`packPicture(${value})`);
    case 'count':
    case 'real':
    case 'decimal':
    case 'text':
      return value;
  }
}

function addSharedJs(column: NamedColumn): string {
  const { name, kind, isNull } = column;
  const { shared, shift, ones } = PLACES.get(name)!;
  const value = valueJs(column);
  const add = `${shared} += code * ${2 ** shift};`;
  const whenNull = isCounter(column) ? ones : 0;
  const orNull = (js: string): string =>
    isNull === undefined ? js : `${value} === null ? ${whenNull} : ${js}`;
  if (kind.is === 'choice')
    return `code = ${orNull(`WORDS.${name}.indexOf(${value}) + 1`)}; ${add}`;
  if (kind.is === 'flag') {
    return `code = ${orNull(`Number(${value})${isNull === undefined ? '' : ' + 1'}`)}; ${add}`;
  }
  const number = kind.is === 'decimal' ? `(${value}.length > 1 ? ${ones} : +${value})` : value;
  return `code = ${orNull(`${number} + ${offsetOf(column)}`)};
    if (code >= ${ones} && ${value} !== null) { (more ??= {}).${name} = ${value}; code = ${ones}; }
    ${add}`;
}

/** How many of STORED_COLUMNS are texts, as `addPackedResult` adds them. */
export const STORED_TEXTS = OWN.filter(({ kind }) => isText(kind)).length;

function isText({ is }: NamedColumn['kind']): boolean {
  return is === 'cells' || is === 'text' || is === 'decimal';
}

/** Takes the values of a row one by one. */
interface RowSink {
  number(value: number | null): void;
  text(source: Uint8Array, from: number, length: number): void;
  cells(source: Uint8Array, from: number, length: number): void;
}

/**
 * Adds the values of STORED_COLUMNS for the result at `at` in packed results, whose texts begin at `from`, without
 * any object or string: they are the same as those of `storedValues`. `goal` is 1 if the goal matches, 0 if not, -1
 * for null, `begin` begins the row. Returns false, and adds nothing, if something must go into `more`.
 */
export const addPackedResult = (
  compileFunction(
    `return (row, words, at, text, from, goal, begin) => {
      let facts = 0, work = 0, code = 0, value = 0, next = from;
      ${WORDS.map(({ column: { field }, isLength }, place) =>
        isLength
          ? `const ${field}Length = words[at + ${place}], ${field}At = next;
             if (${field}Length > 0) next += ${field}Length;`
          : '',
      ).join('\n')}
      if (errorLength >= 0) return false;
      ${RESULT_COLUMN_LIST.filter(({ name }) => PLACES.has(name))
        .map(addPackedJs)
        .join('\n')}
      if (!begin()) return false;
      ${OWN.map(addOwnJs).join('\n')}
      row.number(Math.round(words[at + ${VALUE_AT.solveMs}] * 1e6));
      row.number(facts);
      row.number(work);
      row.number(null);
      return true;
    };`,
  ) as () => (
    row: RowSink,
    words: Float64Array,
    at: number,
    text: Uint8Array,
    from: number,
    goal: number,
    begin: () => boolean,
  ) => boolean
)();

function addPackedJs(column: NamedColumn): string {
  const { name, field, kind, isNull } = column;
  const { shared, shift, ones } = PLACES.get(name)!;
  const add = `${shared} += code * ${2 ** shift};`;
  const value = isSolved(column)
    ? `words[at + ${VALUE_AT[field as SolvedField]}]`
    : field === 'goalMatches'
      ? 'goal'
      : '1';
  if (kind.is === 'choice') return `code = ${value} + 1; ${add}`;
  if (kind.is === 'flag') return `code = ${value}${isNull === undefined ? '' : ' + 1'}; ${add}`;
  if (kind.is === 'decimal') {
    return `code = ${value}; if (code < 0 || code >= ${Math.min(10, ones)}) return false; ${add}`;
  }
  const whenNull = isCounter(column) ? ones : 0;
  return `value = ${value};
    code = ${isNull === undefined ? '' : `value < 0 ? ${whenNull} : `}value + ${offsetOf(column)};
    if (code >= ${ones} && value >= 0) return false;
    ${add}`;
}

function addOwnJs(column: NamedColumn): string {
  const { field, kind, isNull } = column;
  // The limit, which is that of the run.
  if (!isSolved(column)) return 'row.number(null);';
  if (kind.is === 'cells') return `row.cells(text, ${field}At, ${field}Length);`;
  if (isText(kind)) return `row.text(text, ${field}At, ${field}Length);`;
  const word = `words[at + ${VALUE_AT[field as SolvedField]}]`;
  const value = kind.is === 'time' ? `Math.floor(${word})` : word;
  return `row.number(${isNull === undefined ? value : `${word} < 0 ? null : ${value}`});`;
}
