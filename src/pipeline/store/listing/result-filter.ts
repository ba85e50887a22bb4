import { NonomillError } from '../../../solver/core/text/nonomill-error.js';
import { type SinceWord, SINCE_WORDS } from '../../record/outcome.js';
import { type Needs, NEEDS } from '../../../solver/core/result/difficulty.js';
import { withSlashes } from '../../files/files.js';
import { PIECE_ENTRIES } from '../../record/puzzle-id.js';
import { escapedLike } from '../open/open.js';
import { nameSql } from '../pieces.js';
import { STATUSES, TECHNIQUES, type Status } from '../../../solver/core/result/outcome.js';

/** One value, or several of which any will do. */
type Some<T> = T | readonly T[] | null;

/** The sizes that are meant: both sides exactly, or bounds of the longer one, both included. */
export interface SizeBounds {
  readonly width?: number | null;
  readonly height?: number | null;
  readonly minSide?: number | null;
  readonly maxSide?: number | null;
}

/** Bounds of a figure, both included; null for none. */
type FilterRange = Readonly<Record<'least' | 'most', number | null>>;

/** A criterion that is missing or null does not apply; of several values any will do. */
export interface ResultCriteria {
  readonly status?: Some<Status>;
  /** `none`: no technique is known; `ambiguous`: several solutions, which no technique matches. */
  readonly technique?: Some<(typeof NAMED_TECHNIQUES)[number]>;
  /** `none` if the guess depth is not known, `2+` if it is at least 2, known or not. */
  readonly guessDepth?: Some<number | 'none' | '2+'>;
  readonly size?: Some<SizeBounds>;
  /** Bounds of the solving time in milliseconds, both included. */
  readonly minMs?: number | null;
  readonly maxMs?: number | null;
  /** How the name or the title begins or, after a `*`, what one of them contains. */
  readonly name?: Some<string>;
  readonly score?: Some<FilterRange>;
  readonly stars?: Some<number>;
  readonly needs?: Some<Needs>;
  readonly lookAhead?: Some<FilterRange>;
  readonly sweeps?: Some<FilterRange>;
  readonly opening?: Some<FilterRange>;
  readonly narrowest?: Some<FilterRange>;
  /** Of the share of filled cells, from 0 to 1. */
  readonly density?: Some<FilterRange>;
  /** How the label begins or, after a `*`, what it contains. */
  readonly label?: Some<string>;
  /** What the path of the file contains. */
  readonly file?: Some<string>;
  /** What became of it since the last night: `withSince` turns this into `ids`. */
  readonly since?: Some<SinceWord>;
  readonly ids?: readonly number[] | null;
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
type Conditions = Readonly<Record<Finder | 'others', readonly Condition[]>>;

export function conditionsOf(filter: ResultCriteria): Conditions {
  if (filter.since != null && filter.ids == null) throw new Error('what is new is not looked up');
  const sizes = sizeConditions(filter);
  // Without bounds of the longer side, the index by size finds nothing.
  const bounded = sizes.some(({ sql }) => sql.startsWith(SIDE));
  return {
    verdict: verdictConditions(filter),
    time: between('r.solve_ms', filter.minMs, filter.maxMs),
    others: [...otherConditions(filter), ...(bounded ? [] : sizes)],
    size: bounded ? sizes : [],
    name: anyOf(namePatterns(filter.name).map(nameCondition)),
  };
}

/** Values of which any will do; none if it does not matter. */
function listOf<T>(some: Some<T> | undefined): readonly T[] {
  if (some == null) return [];
  return Array.isArray(some) ? (some as readonly T[]) : [some as T];
}

/** A condition, or any other part of a query, with the values of its parameters. */
function part(sql: string, ...values: readonly (string | number)[]): Condition {
  return { sql, values };
}

/** A condition with a value; nothing without one. */
function ifGiven(sql: string, value: number | null | undefined): Condition[] {
  return value == null ? [] : [part(sql, value)];
}

/** Conditions for both bounds of a figure, as far as it has them. */
function between(sql: string, least: number | null | undefined, most: number | null | undefined) {
  return [...ifGiven(`${sql} >= ?`, least), ...ifGiven(`${sql} <= ?`, most)];
}

/** Conditions, or queries, as one with these words between them. */
export function joined(
  parts: readonly Condition[],
  words: string,
  within = (sql: string): string => sql,
): Condition {
  const sql = parts.map((one) => one.sql).join(words);
  return { sql: within(sql), values: parts.flatMap(({ values }) => values) };
}

const inBrackets = (sql: string): string => `(${sql})`;

/** A condition that holds if one of these does; nothing without any. */
function anyOf(conditions: readonly Condition[]): Condition[] {
  return conditions.length < 2 ? [...conditions] : [joined(conditions, ' OR ', inBrackets)];
}

/** A condition that a column has one of these values; nothing without any. */
function oneOf(column: string, values: readonly (string | number)[]): Condition[] {
  if (values.length === 0) return [];
  return [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }];
}

/** The ids of puzzles with a name, by each index separately; `union` is an SQL operator. */
export function namedIds(filter: ResultCriteria, union: 'UNION' | 'UNION ALL'): Condition {
  const found = namePatterns(filter.name).flatMap((pattern) => {
    const [name, title] = [nameIs("ifnull(name, '')", pattern), nameIs('title', pattern)];
    const select = 'SELECT puzzle_id FROM puzzle_rows INDEXED BY';
    return [
      { ...name, sql: `${select} puzzles_by_name WHERE ${name.sql}` },
      { ...title, sql: `${select} puzzles_by_title WHERE title IS NOT NULL AND ${title.sql}` },
      placedIds(pattern),
    ];
  });
  return joined(found, ` ${union} `);
}

/** Without a status, names all, so that the index by verdict finds a technique or depth alone. */
function verdictConditions(filter: ResultCriteria): Condition[] {
  const asked = listOf(filter.status);
  const techniques = listOf(filter.technique);
  const depths = listOf(filter.guessDepth);
  if (asked.length + techniques.length + depths.length === 0) return [];
  const known = TECHNIQUES.filter((one) => techniques.includes(one));
  const isAny = techniques.length === 0 || techniques.includes('none');
  const statuses = (asked.length === 0 ? STATUSES : asked).filter(
    (one) => isAny || (one === 'multiple' ? techniques.includes('ambiguous') : known.length > 0),
  );
  const numbers = depths.filter((depth) => typeof depth === 'number');
  const isSure = depths.length > 0 && !depths.includes('none');
  const isOther = techniques.length > known.length && known.length > 0;
  const isMultiple = techniques.length > 1 && techniques.includes('ambiguous');
  const named = oneOf('r.technique', known);
  const found: Condition[] = [
    part(`r.status IN (${statuses.map(() => '?').join(', ')})`, ...statuses),
    ...anyOf([
      ...(isOther
        ? [joined([...named, part("r.status <> 'multiple'")], ' AND ', inBrackets)]
        : named),
      ...(techniques.includes('none') ? [part('r.technique IS NULL')] : []),
      ...(isMultiple ? [part("r.status = 'multiple'")] : []),
    ]),
  ];
  if (techniques.length === 0 && isSure) {
    // A guess depth implies a technique, which comes before it in the index.
    const means = depths.map(
      (depth) => TECHNIQUES[depth === '2+' ? 2 : Math.min(depth as number, 2)],
    );
    found.push(...oneOf('r.technique', [...new Set(means)]));
  }
  // Those whose depth is only known to be at least 2 are found by a column that no index has.
  if (!depths.includes('2+')) found.push(...depthConditions(numbers, depths.includes('none')));
  return found;
}

function depthConditions(numbers: readonly number[], isUnknown: boolean): Condition[] {
  const unknown = isUnknown ? [part('r.guess_depth IS NULL')] : [];
  return anyOf([...oneOf('r.guess_depth', numbers), ...unknown]);
}

/** The share of the cells that are filled. */
export const DENSITY = 'p.filled / (1.0 * p.width * p.height)';

/** The conditions of several values, of which any will do: one without conditions always does. */
function alternatives(each: readonly (readonly Condition[])[]): Condition[] {
  if (each.some(({ length }) => length === 0)) return [];
  return anyOf(each.map((all) => joined(all, ' AND ', inBrackets)));
}

function within(sql: string, some: Some<FilterRange> | undefined): Condition[] {
  return alternatives(listOf(some).map(({ least, most }) => between(sql, least, most)));
}

function otherConditions(filter: ResultCriteria): Condition[] {
  const depths = listOf(filter.guessDepth);
  const numbers = depths.filter((depth) => typeof depth === 'number');
  return [
    ...within('r.difficulty', filter.score),
    ...oneOf('r.stars', listOf(filter.stars)),
    ...oneOf('r.needs', listOf(filter.needs)),
    ...within('r.look_ahead', filter.lookAhead),
    ...(depths.includes('2+')
      ? anyOf([
          part('coalesce(r.guess_depth, r.guess_depth_min) >= 2'),
          ...depthConditions(numbers, depths.includes('none')),
        ])
      : []),
    ...within('r.sweeps', filter.sweeps),
    ...within('r.opening', filter.opening),
    ...within('r.narrowest', filter.narrowest),
    ...within(DENSITY, filter.density),
    ...labelConditions(listOf(filter.label)),
    ...(filter.ids == null
      ? []
      : [part('r.puzzle_id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ids))]),
    ...fileConditions(listOf(filter.file).filter((file) => file !== '')),
  ];
}

function labelConditions(labels: readonly string[]): Condition[] {
  const asked = labels.filter((label) => label !== '').map((label) => nameIs('label', label));
  if (asked.length === 0) return [];
  const within = (sql: string): string =>
    `r.puzzle_id IN (SELECT puzzle_id FROM label_rows WHERE ${sql})`;
  return [joined(asked, ' OR ', within)];
}

/** A file that was given under several paths is found by all of them. */
function fileConditions(files: readonly string[]): Condition[] {
  if (files.length === 0) return [];
  const likes = files.map((file) =>
    part(`s.path LIKE ? ESCAPE '\\'`, containing(withSlashes(file))),
  );
  const within = (sql: string): string =>
    `r.puzzle_id / ${PIECE_ENTRIES} IN (SELECT q.piece_id FROM run_sources s CROSS JOIN source_pieces q USING (source_id)
      WHERE s.run_id = r.run_id AND (${sql}))`;
  return [joined(likes, ' OR ', within)];
}

/** The pattern of LIKE for texts that contain this one. */
function containing(text: string): string {
  return `%${escapedLike(text)}%`;
}

/** The longer side of a puzzle: the index by size has it. */
const SIDE = 'max(p.width, p.height)';

function sizeConditions({ size }: ResultCriteria): Condition[] {
  const sizes = listOf(size);
  const [lows, highs] = [sizes.map(leastSide), sizes.map(mostSide)];
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  const bounds =
    low === high
      ? [part(`${SIDE} = ?`, low)]
      : [
          ...ifGiven(`${SIDE} >= ?`, low > 0 && low < Infinity ? low : null),
          ...ifGiven(`${SIDE} <= ?`, high >= 0 && high < Infinity ? high : null),
        ];
  const each = sizes.map(({ width, height, minSide, maxSide }) => [
    ...ifGiven('p.width = ?', width),
    ...ifGiven('p.height = ?', height),
    ...between(SIDE, minSide, maxSide),
  ]);
  const isBounded = sizes.length === 1 && sizes[0].width == null && sizes[0].height == null;
  return isBounded ? bounds : [...bounds, ...alternatives(each)];
}

/** One side also gives a bound for the longer one. */
function leastSide({ width, height, minSide }: SizeBounds): number {
  return Math.max(width ?? 0, height ?? 0, minSide ?? 0);
}

function mostSide({ width, height, maxSide }: SizeBounds): number {
  const exact = width != null && height != null ? Math.max(width, height) : Infinity;
  return Math.min(exact, maxSide ?? Infinity);
}

/** What names are compared with; none if every name will do. */
function namePatterns(name: ResultCriteria['name']): readonly string[] {
  const patterns = listOf(name);
  return patterns.some((one) => one === '' || one === '*') ? [] : patterns;
}

/** The name of a puzzle, empty if it has none: the index by name has it. */
export const OWN_NAME = "ifnull(p.name, '')";

/** That the name or the title of a puzzle fits; one without a name goes by its place. */
function nameCondition(pattern: string): Condition {
  const named = [OWN_NAME, 'p.title'].map((column) => nameIs(column, pattern));
  const { sql, values } = nameIs(nameSql('r', 'p'), pattern);
  const placed = part(`(p.name IS NULL AND ${sql})`, ...values);
  return joined([...named, placed], ' OR ', inBrackets);
}

/** The ids of puzzles without a name whose places fit, in the corpora of whichever run. */
function placedIds(pattern: string): Condition {
  const place = `(s.path || '#' || (q.first_entry + u.puzzle_id % ${PIECE_ENTRIES}))`;
  // A beginning is one of a path, or a path with the beginning of an entry.
  const files = pattern.startsWith('*')
    ? [part('true')]
    : [
        nameIs('s.path', pattern),
        part("substr(?, 1, length(s.path) + 1) = s.path || '#' COLLATE NOCASE", pattern),
      ];
  const within = (sql: string): string =>
    `SELECT u.puzzle_id FROM run_sources s CROSS JOIN source_pieces q USING (source_id)
      CROSS JOIN puzzles u ON u.puzzle_id >= q.piece_id * ${PIECE_ENTRIES} AND u.puzzle_id < (q.piece_id + 1) * ${PIECE_ENTRIES}
      WHERE u.name IS NULL AND ${sql}`;
  return joined([joined(files, ' OR ', inBrackets), nameIs(place, pattern)], ' AND ', within);
}

/** A column begins so, or contains what follows `*`. Indexes find a range, up to `\u{10ffff}`. */
function nameIs(column: string, pattern: string): Condition {
  if (pattern.startsWith('*'))
    return part(`${column} LIKE ? ESCAPE '\\'`, containing(pattern.slice(1)));
  const range = `(${column} COLLATE NOCASE >= ? AND ${column} COLLATE NOCASE < ?)`;
  return part(range, pattern, `${pattern}\u{10ffff}`);
}

/**
 * `order` is that of the corpora, `file` of the files' paths, `score` by difficulty; `hard` begins
 * with puzzles without a score, and ends with those without a verdict. Orders by score, stars,
 * needs, depth, sweeps or density leave out puzzles without them.
 */
export const RESULT_SORTS = [
  ...(['order', 'name', 'size', 'time', 'hard', 'score', 'stars'] as const),
  ...(['needs', 'depth', 'sweeps', 'density', 'file'] as const),
] as const;

export type ResultSort = (typeof RESULT_SORTS)[number];

/** Some of a run's results, in some order. */
export interface ResultList {
  readonly runId: number;
  readonly filter: ResultCriteria;
  readonly sort: ResultSort;
  readonly descending: boolean;
}

/** The place of a row in a sorted list; `puzzleId` tells rows with the same key apart. */
export interface Cursor {
  readonly key: string | number;
  readonly puzzleId: number;
}

/** A word of a filter that means nothing: which one, what was expected and what came. */
export class FilterError extends NonomillError {
  override readonly name = 'FilterError';

  constructor(message: string) {
    super('NM_FILTER_INVALID', message);
  }
}

/** What each word of a filter is, as `URLSearchParams.get` returns those of an address. */
type Get = (name: string) => string | null | undefined;

const NAMED_TECHNIQUES = [...TECHNIQUES, 'ambiguous', 'none'] as const;

/**
 * The filter that the words of an address, or of a command line, ask for: `status`, `technique`,
 * `depth`, `size` (25x25 or 10-20, the longer side), `min` and `max` (milliseconds), `name`,
 * `score` (6-8), `stars`, `needs`, `look_ahead` (3-), `sweeps`, `opening`, `narrowest`,
 * `density` (40-60, in percent), `label`, `file`, `since` (new).
 * All but `min` and `max` take several values, of which any will do: `timeout,crash`; names and
 * files are separated by `|`, as they may hold commas.
 * @throws FilterError that says what was expected and what came.
 */
export function filterOf(get: Get): ResultCriteria {
  return {
    status: wordsOf(get, 'status', STATUSES),
    technique: wordsOf(get, 'technique', NAMED_TECHNIQUES),
    guessDepth: listed(get('depth'), readDepth),
    size: listed(get('size'), readSize),
    minMs: readNumber(get, 'min'),
    maxMs: readNumber(get, 'max'),
    name: readTexts(get, 'name'),
    score: readBounds(get, 'score'),
    stars: listed(get('stars'), readStars),
    needs: wordsOf(get, 'needs', NEEDS),
    lookAhead: readBounds(get, 'look_ahead'),
    sweeps: readBounds(get, 'sweeps'),
    opening: readBounds(get, 'opening'),
    narrowest: readBounds(get, 'narrowest'),
    density: readBounds(get, 'density', 0.01),
    label: readTexts(get, 'label'),
    file: readTexts(get, 'file'),
    since: wordsOf(get, 'since', SINCE_WORDS),
  };
}

/** The most values of a word: what is longer was not typed by people, and takes long to find. */
const MOST_VALUES = 100;

/** The values between the commas of a word, each once, as `read` reads them; null without any. */
function listed<T>(text: string | null | undefined, read: (one: string) => T): readonly T[] | null {
  const parts = (text ?? '').split(',').map((one) => one.trim());
  return eachOf(parts, read);
}

function eachOf<T>(parts: readonly string[], read: (one: string) => T): readonly T[] | null {
  const values = [...new Set(parts)].filter((one) => one !== '');
  if (values.length > MOST_VALUES) {
    throw new FilterError(`expected at most ${MOST_VALUES} values of a word, got ${values.length}`);
  }
  return values.length === 0 ? null : values.map(read);
}

/** The order of `sort=time` or `sort=-time`; without it, that of the corpora. */
export function sortOf(get: Get): { sort: ResultSort; descending: boolean } {
  const word = get('sort') ?? 'order';
  const descending = word.startsWith('-');
  const sort = RESULT_SORTS.find((name) => name === (descending ? word.slice(1) : word));
  if (sort === undefined) {
    throw new FilterError(
      `sort: expected one of ${RESULT_SORTS.join(', ')}, with a - for descending; got "${word}"`,
    );
  }
  return { sort, descending };
}

function wordsOf<T extends string>(get: Get, name: string, words: readonly T[]) {
  return listed(get(name), (word) => {
    const found = words.find((known) => known === word);
    if (found === undefined) {
      throw new FilterError(`${name}: expected one of ${words.join(', ')}; got "${word}"`);
    }
    return found;
  });
}

function readDepth(text: string): number | 'none' | '2+' {
  if (text === 'none' || text === '2+') return text;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new FilterError(`depth: expected a whole number, "2+" or "none", got "${text}"`);
}

function readSize(text: string): SizeBounds {
  const exact = /^(\d{1,5})x(\d{1,5})$/i.exec(text);
  if (exact !== null) return { width: Number(exact[1]), height: Number(exact[2]) };
  const range = /^(\d{0,5})-(\d{0,5})$/.exec(text);
  if (range !== null && text !== '-') {
    const bound = (digits: string): number | null => (digits === '' ? null : Number(digits));
    return { minSide: bound(range[1]), maxSide: bound(range[2]) };
  }
  if (/^\d{1,5}$/.test(text)) return { minSide: Number(text), maxSide: Number(text) };
  throw new FilterError(`size: expected 25x25, 10-20 (the longer side), 20- or -10; got "${text}"`);
}

function readNumber(get: Get, name: string): number | null {
  const text = get(name) ?? '';
  if (text === '') return null;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new FilterError(`${name}: expected milliseconds, 0 or more; got "${text}"`);
}

/**
 * Texts between `|`; one that has such a sign itself has `\\|` for it. White space around the signs
 * does not count, but one text alone is taken as it is: names may have a blank or a line break.
 */
function readTexts(get: Get, name: string): readonly string[] | null {
  const parts = (get(name) ?? '').split(/(?<!\\)\|/).map((one) => one.replaceAll('\\|', '|'));
  const texts = parts.length === 1 ? parts : parts.map((one) => one.trim());
  return eachOf(texts, (one) => {
    if (one.length > 200) throw new FilterError(`${name}: expected at most 200 characters`);
    return one;
  });
}

function readStars(text: string): number {
  if (/^[1-5]$/.test(text)) return Number(text);
  throw new FilterError(`stars: expected a whole number from 1 to 5, got "${text}"`);
}

/** The bounds `6-8`, `6-`, `-8`, or `6` for both, each in a unit. */
function readBounds(get: Get, name: string, unit = 1): readonly FilterRange[] | null {
  return listed(get(name), (text) => {
    const found = /^(\d+(?:\.\d+)?)?(-)?(\d+(?:\.\d+)?)?$/.exec(text);
    const [least, dash, most] = found?.slice(1) ?? [];
    const bound = (digits: string | undefined): number | null =>
      digits === undefined ? null : Number(digits) * unit;
    if (least !== undefined && dash === undefined && most === undefined) {
      return { least: bound(least), most: bound(least) };
    }
    if (dash !== undefined && (least !== undefined || most !== undefined)) {
      return { least: bound(least), most: bound(most) };
    }
    throw new FilterError(`${name}: expected 6-8, 6- or -8; got "${text}"`);
  });
}
