import type { Needs } from '../../../core/result/difficulty.js';
import { sourceOfSql } from '../rows/stored-puzzle-id.js';
import { STATUSES, TECHNIQUES, type Status, type Technique } from '../../../core/result/outcome.js';

/** Which results of a run are wanted: a criterion that is missing or null does not apply. */
export interface ResultCriteria {
  readonly status?: Status | readonly Status[] | null;
  /**
   * `none` for results whose technique is not known, `ambiguous` for puzzles with several
   * solutions, which no technique matches: of those it says nothing.
   */
  readonly technique?: Technique | 'ambiguous' | 'none' | null;
  /** `none` if the guess depth is not known, `2+` if it is at least 2, known or not. */
  readonly guessDepth?: number | 'none' | '2+' | null;
  /** Both sides, exactly. */
  readonly width?: number | null;
  readonly height?: number | null;
  /** Bounds of the longer side, both included. */
  readonly minSide?: number | null;
  readonly maxSide?: number | null;
  /** Bounds of the solving time in milliseconds, both included. */
  readonly minMs?: number | null;
  readonly maxMs?: number | null;
  /** How the name or the title begins or, after a `*`, what one of them contains. */
  readonly name?: string | null;
  /** Bounds of the score, both included. */
  readonly minScore?: number | null;
  readonly maxScore?: number | null;
  readonly stars?: number | null;
  readonly needs?: Needs | null;
  /** Bounds of the sweeps, both included. */
  readonly minSweeps?: number | null;
  readonly maxSweeps?: number | null;
  /** Bounds of the share of filled cells, from 0 to 1, both included. */
  readonly minDensity?: number | null;
  readonly maxDensity?: number | null;
  /** What the path of the file contains. */
  readonly file?: string | null;
}

/** A condition in SQL with its parameters; `r` is `results`, `p` is `puzzles`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The parts of a filter for which one index can find the rows; size and name are in `puzzles`. */
export type Finder = 'verdict' | 'time' | 'size' | 'name';

export const FINDERS: readonly Finder[] = ['verdict', 'time', 'size', 'name'];

/** The conditions of a filter, by what can find their rows; no index helps with `others`. */
export type Conditions = Readonly<Record<Finder | 'others', readonly Condition[]>>;

export function conditionsOf(filter: ResultCriteria): Conditions {
  const { minMs, maxMs } = filter;
  return {
    verdict: verdictConditions(filter),
    time: [
      ...(minMs == null ? [] : [{ sql: 'r.solve_ms >= ?', values: [minMs] }]),
      ...(maxMs == null ? [] : [{ sql: 'r.solve_ms <= ?', values: [maxMs] }]),
    ],
    others: otherConditions(filter),
    size: sizeConditions(filter),
    name: nameCondition(filter.name, (of) => `(${of('p.name')} OR ${of('p.title')})`),
  };
}

/**
 * The ids of the puzzles with a name, found by each index separately; `union` is an SQL operator.
 */
export function namedIds(filter: ResultCriteria, union: 'UNION' | 'UNION ALL'): Condition {
  const select = (condition: string, index: string): string =>
    `SELECT puzzle_id FROM puzzles INDEXED BY ${index} WHERE ${condition}`;
  const [found] = nameCondition(
    filter.name,
    (of) =>
      `${select(of('name'), 'puzzles_by_name')} ${union}
       ${select(`title IS NOT NULL AND ${of('title')}`, 'puzzles_by_title')}`,
  );
  return found;
}

/**
 * If no status is asked for, all are named: so the index by verdict can also find a technique or a
 * guess depth alone.
 */
function verdictConditions(filter: ResultCriteria): Condition[] {
  const { status, technique, guessDepth } = filter;
  if (status == null && technique == null && guessDepth == null) return [];
  const byStatus = technique == null || technique === 'none';
  const asked = status == null ? STATUSES : typeof status === 'string' ? [status] : status;
  const wanted = asked.filter(
    (one) => byStatus || (one === 'multiple') === (technique === 'ambiguous'),
  );
  const found: Condition[] = [
    { sql: `r.status IN (${wanted.map(() => '?').join(', ')})`, values: wanted },
  ];
  if (technique === 'none') found.push({ sql: 'r.technique IS NULL', values: [] });
  else if (technique != null && technique !== 'ambiguous')
    found.push({ sql: 'r.technique = ?', values: [technique] });
  if (guessDepth === 'none') found.push({ sql: 'r.guess_depth IS NULL', values: [] });
  else if (guessDepth === '2+') {
    // Those whose depth is only known to be at least 2 are found by a column that no index has.
    if (technique == null) found.push({ sql: 'r.technique = ?', values: ['search'] });
  } else if (guessDepth != null) {
    found.push({ sql: 'r.guess_depth = ?', values: [guessDepth] });
    // A guess depth implies a technique, which comes before it in the index.
    const means = TECHNIQUES[Math.min(guessDepth, 2)];
    if (technique == null) found.push({ sql: 'r.technique = ?', values: [means] });
  }
  return found;
}

/** The share of the cells that are filled, of the puzzles that a query calls so. */
export function densityOf(puzzles: string): string {
  return `${puzzles}.filled / (1.0 * ${puzzles}.width * ${puzzles}.height)`;
}

export const DENSITY = densityOf('p');

function between(
  sql: string,
  least: number | null | undefined,
  most: number | null | undefined,
): Condition[] {
  return [
    ...(least == null ? [] : [{ sql: `${sql} >= ?`, values: [least] }]),
    ...(most == null ? [] : [{ sql: `${sql} <= ?`, values: [most] }]),
  ];
}

function otherConditions(filter: ResultCriteria): Condition[] {
  const { guessDepth, stars, needs, minSweeps, maxSweeps, minDensity, maxDensity, file } = filter;
  return [
    ...between('r.difficulty', filter.minScore, filter.maxScore),
    ...(stars == null ? [] : [{ sql: 'r.stars = ?', values: [stars] }]),
    ...(needs == null ? [] : [{ sql: 'r.needs = ?', values: [needs] }]),
    ...(guessDepth === '2+'
      ? [{ sql: 'coalesce(r.guess_depth, r.guess_depth_min) >= 2', values: [] }]
      : []),
    ...between('r.sweeps', minSweeps, maxSweeps),
    ...between(DENSITY, minDensity, maxDensity),
    ...(file == null || file === '' ? [] : [fileCondition(file)]),
  ];
}

/** A file that was given under several paths is found by all of them. */
function fileCondition(file: string): Condition {
  const pattern = `%${file.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    sql: `${sourceOfSql('r.puzzle_id')} IN (SELECT s.source_id FROM run_sources s
      WHERE s.run_id = r.run_id AND s.path LIKE ? ESCAPE '\\')`,
    values: [pattern],
  };
}

function sizeConditions({ width, height, minSide, maxSide }: ResultCriteria): Condition[] {
  const side = 'max(p.width, p.height)';
  const found: Condition[] = [];
  // The index has only the longer side, so one side also gives a bound for it.
  if (width != null && height != null) {
    found.push({ sql: `${side} = ?`, values: [Math.max(width, height)] });
  } else if (width != null || height != null) {
    found.push({ sql: `${side} >= ?`, values: [width ?? height ?? 0] });
  }
  if (width != null) found.push({ sql: 'p.width = ?', values: [width] });
  if (height != null) found.push({ sql: 'p.height = ?', values: [height] });
  if (minSide != null) found.push({ sql: `${side} >= ?`, values: [minSide] });
  if (maxSide != null) found.push({ sql: `${side} <= ?`, values: [maxSide] });
  return found;
}

/**
 * Nothing, or the condition that `combine` makes from one for the name and one for the title. A
 * beginning is a range, so that the indexes find it: `\u{10ffff}` sorts after all other characters.
 */
function nameCondition(
  name: string | null | undefined,
  combine: (of: (column: string) => string) => string,
): Condition[] {
  if (name == null || name === '' || name === '*') return [];
  if (name.startsWith('*')) {
    const pattern = `%${name.slice(1).replace(/[\\%_]/g, '\\$&')}%`;
    const of = (column: string): string => `${column} LIKE ? ESCAPE '\\'`;
    return [{ sql: combine(of), values: [pattern, pattern] }];
  }
  const of = (column: string): string =>
    `(${column} COLLATE NOCASE >= ? AND ${column} COLLATE NOCASE < ?)`;
  const bounds = [name, `${name}\u{10ffff}`];
  return [{ sql: combine(of), values: [...bounds, ...bounds] }];
}

/**
 * The orders of the table; `order` is that of the corpora, `file` that of the paths of their files.
 * Orders by score, stars, needs, depth, sweeps or density leave out puzzles without them.
 */
export const RESULT_SORTS = [
  'order',
  'name',
  'size',
  'time',
  'score',
  'stars',
  'needs',
  'depth',
  'sweeps',
  'density',
  'file',
] as const;

export type ResultSort = (typeof RESULT_SORTS)[number];

/** Some of a run's results, in some order. */
export interface ResultList {
  readonly runId: number;
  readonly filter: ResultCriteria;
  readonly sort: ResultSort;
  readonly descending: boolean;
}

/** Which rows of a list are wanted. */
export interface ResultQuery extends ResultList {
  readonly limit: number;
  /** The row after which to go on: `next` of the page before; null for the first page. */
  readonly after: Cursor | null;
}

/**
 * The place of a row in a sorted list: its sort key, and its puzzle to tell rows with the same key
 * apart.
 */
export interface Cursor {
  readonly key: string | number;
  readonly puzzleId: number;
}
