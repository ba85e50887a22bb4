import { didYouMean } from '../../../solver/core/text/typed.js';
import { NonomillError } from '../../../solver/core/text/nonomill-error.js';
import { NEEDS, difficultyRankSql } from '../../../solver/core/result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from '../../../solver/core/result/outcome.js';
import { CROSS_CHECKS } from '../../../solver/core/result/result-columns.js';
import { DRAWN_DENSITY } from '../../record/figures.js';
import { sqlLiteral } from '../../../solver/core/text/escape.js';

/** A question that makes no sense: what was expected and what came. */
export class QuestionError extends NonomillError {
  override readonly name = 'QuestionError';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('NM_QUESTION_INVALID', message, options);
  }
}

/** How the numbers of a fact are put together. */
type Bins =
  /** Each value, or each word, is a group of its own. */
  | { readonly by: 'value' }
  /** From 0 on, so wide. */
  | { readonly by: 'width'; readonly width: number }
  /** Below the first edge, between two, and from the last one on. */
  | { readonly by: 'edges'; readonly edges: readonly number[] }
  /** So many, of equally many puzzles as far as their values allow it. */
  | { readonly by: 'counts'; readonly bins: number }
  /** A width that suits the values. */
  | { readonly by: 'fit' };

export interface Grouping {
  readonly fact: Fact;
  readonly bins: Bins;
}

/** What is worked out of the numbers of a group; a quantile by its share, 0.5 for the median. */
type SummaryKind = 'mean' | 'gmean' | 'min' | 'max' | 'sum' | { readonly quantile: number };

export type Measure =
  | { readonly kind: 'puzzles' }
  | { readonly kind: 'share'; readonly property: Property }
  | { readonly kind: 'number'; readonly fact: Fact; readonly summary: SummaryKind };

/** What is asked of a run: a row for each group, with its measures. */
export interface Question {
  readonly by: readonly Grouping[];
  readonly of: readonly Measure[];
}

/** The word by which a measure is asked for: `unique`, `solve_ms:p95`. */
export function measureName(measure: Measure): string {
  switch (measure.kind) {
    case 'puzzles':
      return 'puzzles';
    case 'share':
      return measure.property.name;
    case 'number':
      return `${measure.fact.name}:${summaryName(measure.summary)}`;
  }
}

/** The name of a measure in CSV and in a query: `solve_ms_p95`. */
export function measureColumn(measure: Measure): string {
  return measureName(measure).replace(':', '_');
}

/** The word of a summary: `median`, `p95`, `mean`. */
export function summaryName(summary: SummaryKind): string {
  if (typeof summary === 'string') return summary;
  const percent = Number((summary.quantile * 100).toPrecision(12));
  return percent === 50 ? 'median' : `p${percent}`;
}

/** What is asked without `--of`. */
export const USUAL_MEASURES = 'puzzles,unique,line,score:median,solve_ms:median,solve_ms:p95';

/** Groups by more facts than this are a list, and not an answer. */
const MOST_GROUPINGS = 3;

/**
 * Reads `size,density:0.05,technique`: facts, numbers with the width of bins, their edges
 * (`score:5/8/11/14`) or how many there are of equal counts (`solve_ms:q10`).
 * @throws QuestionError
 */
export function readGroupings(text: string): Grouping[] {
  const groupings = wordsOf(text).map(readGrouping);
  if (groupings.length > MOST_GROUPINGS) {
    throw new QuestionError(`expected at most ${MOST_GROUPINGS} facts, got ${groupings.length}`);
  }
  refuseTwice(groupings.map(({ fact }) => fact.name));
  return groupings;
}

/**
 * Reads `unique,line,score,solve_ms:p95`: properties, whose share is meant, and numbers, with what
 * is worked out of them (the median without a word).
 * @throws QuestionError
 */
export function readMeasures(text: string): Measure[] {
  const words = wordsOf(text);
  const measures = words.map(readMeasure);
  refuseTwice(measures.map(measureName));
  return measures;
}

/** Reads `score,solve_ms,density`: two to ten facts that are numbers. @throws QuestionError */
export function readNumbers(text: string): Fact[] {
  const words = wordsOf(text);
  if (words.length < 2 || words.length > 10) {
    throw new QuestionError(`expected two to ten facts that are numbers, got "${text}"`);
  }
  const facts = words.map((name) => factOf(name));
  refuseTwice(facts.map(({ name }) => name));
  const word = facts.find(({ words: are }) => are !== undefined);
  if (word !== undefined) throw new QuestionError(`${word.name} is a word, and has no ranks`);
  return facts;
}

function wordsOf(text: string): string[] {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new QuestionError(`expected words between commas, got "${text}"`);
  return words;
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new QuestionError(`${twice} was asked for twice`);
}

function readGrouping(text: string): Grouping {
  const [name, spec] = cut(text);
  const fact = factOf(name);
  const { words, whole = false } = fact;
  if (spec === null) return { fact, bins: { by: words !== undefined || whole ? 'value' : 'fit' } };
  if (words !== undefined) {
    throw new QuestionError(`${name} is a word, and has no bins; got "${text}"`);
  }
  return { fact, bins: readBins(name, spec) };
}

function readBins(name: string, spec: string): Bins {
  const expected = `expected bins such as ${name}:0.5 (their width), ${name}:1/2/5 (their edges, ascending) or ${name}:q10 (how many, of equal counts)`;
  const counts = /^q(\d{1,3})$/.exec(spec);
  if (counts !== null) {
    const bins = Number(counts[1]);
    if (bins >= 2 && bins <= 100) return { by: 'counts', bins };
    throw new QuestionError(`${expected}; got "${spec}": there are 2 to 100 of equal counts`);
  }
  const numbers = spec.split('/').map(Number);
  const areNumbers = spec.split('/').every((word) => /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(word));
  if (areNumbers && numbers.length === 1 && numbers[0] > 0) {
    return { by: 'width', width: numbers[0] };
  }
  const ascend = numbers.every((edge, i) => i === 0 || edge > numbers[i - 1]);
  if (areNumbers && numbers.length > 1 && ascend) return { by: 'edges', edges: numbers };
  throw new QuestionError(`${expected}; got "${spec}"`);
}

function readMeasure(text: string): Measure {
  const [name, spec] = cut(text);
  if (name === 'puzzles' && spec === null) return { kind: 'puzzles' };
  const property = PROPERTIES.find((one) => one.name === name);
  if (property !== undefined) {
    if (spec === null || spec === 'share') return { kind: 'share', property };
    throw new QuestionError(
      `${name} is or is not: expected ${name} or ${name}:share; got "${text}"`,
    );
  }
  const fact = factOf(name, true);
  if (fact.words !== undefined) {
    throw new QuestionError(
      `${name} is a word: put it in --by, or ask for the share of ${PROPERTIES.map((one) => one.name).join(', ')}`,
    );
  }
  return { kind: 'number', fact, summary: readSummary(name, spec ?? 'median') };
}

/** The words of summaries besides medians and percentiles. */
export const SUMMARIES = ['mean', 'gmean', 'min', 'max', 'sum'] as const;

function readSummary(name: string, word: string): SummaryKind {
  if (word === 'median') return { quantile: 0.5 };
  const percent = /^p(\d{1,2}(?:\.\d{1,3})?)$/.exec(word);
  if (percent !== null && Number(percent[1]) > 0) return { quantile: Number(percent[1]) / 100 };
  const summary = SUMMARIES.find((one) => one === word);
  if (summary !== undefined) return summary;
  throw new QuestionError(
    `${name}: expected median, p95 (or another percentile), ${SUMMARIES.join(', ')}; got "${word}"${didYouMean(word, ['median', ...SUMMARIES])}`,
  );
}

function cut(text: string): [string, string | null] {
  const at = text.indexOf(':');
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function factOf(name: string, isMeasure = false): Fact {
  const fact = FACTS.find((one) => one.name === (ALIASES[name] ?? name));
  if (fact !== undefined) return fact;
  const known = [
    ...(isMeasure ? ['puzzles', ...PROPERTIES.map((one) => one.name)] : []),
    ...FACTS.map((one) => one.name),
    ...Object.keys(ALIASES),
  ];
  const near = didYouMean(name, known);
  throw new QuestionError(
    `"${name}" is not known${near === '' ? `; expected one of ${known.join(', ')}` : near}`,
  );
}

/** Something known of each puzzle of a run, that puzzles are grouped or measured by. */
export interface Fact {
  readonly name: string;
  /** What axes and columns call it. */
  readonly label: string;
  /** Words in their order; `any` for words that are not known before, such as sizes. */
  readonly words?: readonly string[] | 'any';
  /** Whether it is a whole number, or one of a few others, which need no bins. */
  readonly whole?: boolean;
  readonly unit?: 'ms';
  /** The least that it can be; 0 without it. */
  readonly least?: number;
  /** The most that it can be: the last bin that begins below it has that, too. */
  readonly most?: number;
  /** What words of `any` kind are sorted by, in SQL: a number. Without it, by their characters. */
  readonly order?: string;
  /** Its value in SQL, from the columns that `export` writes: a number, a word, or null. */
  readonly sql: string;
  /** Whether a value is only a lower bound, in SQL: 1 or 0. Without it, none is. */
  readonly isBound?: string;
  /** What puzzles are ordered by, from the least to the most; left out if it is the value. */
  readonly rank?: string;
}

const CELLS = '(width * height)';
const FILLED = `round(density * ${CELLS})`;

// Clues are `{"rows":[[1,2],[]],"columns":[[3]]}`: all commas but those between lines are between
// blocks. A block in colour is an object of its own, `{"n":1,"c":2}`.
const COMMAS = "(length(clues) - length(replace(clues, ',', '')))";
const EMPTY_LINES = "(length(clues) - length(replace(clues, '[]', ''))) / 2";
const COLOURED_BLOCKS = `(length(clues) - length(replace(clues, '"n"', ''))) / 3`;
const BLOCKS = `CASE colours WHEN 1 THEN ${COMMAS} + 1 - ${EMPTY_LINES} ELSE ${COLOURED_BLOCKS} END`;
/** Of black-and-white puzzles alone: between blocks of two colours there need be no room. */
const SLACK = `CASE colours WHEN 1 THEN 1 - (2 * ${FILLED} + ${COMMAS} + 1 - width - height) / (2.0 * ${CELLS}) END`;

/** The score of a puzzle that needs nested assumptions, and what it is made of, may be more. */
const RATED_BOUND = 'difficulty_bound IS 1';

const factsWith =
  (kind: Pick<Fact, 'words' | 'whole'>) =>
  (name: string, label: string, sql = name): Fact => ({ name, label, ...kind, sql });
const any = factsWith({ words: 'any' });
const whole = factsWith({ whole: true });
const real = factsWith({});
const word = (name: string, label: string, words: readonly string[]): Fact =>
  factsWith({ words })(name, label);

/** The columns of results and puzzles that are words or numbers, and what follows from them. */
export const FACTS: readonly Fact[] = [
  // By their cells, so that 5x5 comes before 10x10.
  { ...any('size', 'size', `width || 'x' || height`), order: `${CELLS} + width / 1e6` },
  whole('width', 'width'),
  whole('height', 'height'),
  whole('cells', 'cells', CELLS),
  whole('side', 'longer side', 'CASE WHEN width > height THEN width ELSE height END'),
  real('aspect', 'width / height', '1.0 * width / height'),
  whole('colours', 'colours'),
  whole('filled', 'filled cells', FILLED),
  { ...real('density', 'share of filled cells'), most: 1 },
  { ...whole('drawn_density', 'drawn share of filled cells', DRAWN_DENSITY), most: 1 },
  whole('blocks', 'blocks', BLOCKS),
  { ...real('slack', 'share of cells beyond what blocks need', SLACK), most: 1 },
  any('label', 'label'),
  any('file', 'file', 'path'),
  any('corpus', 'corpus'),
  any('run', 'run', 'run_id'),
  any('shape', 'shape'),
  word('status', 'status', STATUSES),
  word('stopped_by', 'stopped by', STOPS),
  word('technique', 'technique', TECHNIQUES),
  word('needs', 'needs', NEEDS),
  word('cross_check', 'cross-check', CROSS_CHECKS),
  { ...whole('stars', 'stars'), least: 1, most: 5 },
  { ...real('difficulty', 'score'), most: 64, isBound: RATED_BOUND, rank: difficultyRankSql() },
  whole('guess_depth', 'guess depth'),
  {
    ...whole('guess_depth_min', 'guess depth at least'),
    isBound: 'CASE WHEN guess_depth IS NULL THEN 1 ELSE 0 END',
  },
  whole('search_depth', 'search depth'),
  whole('sweeps', 'sweeps'),
  whole('line_solves', 'line solves'),
  whole('probes', 'probes'),
  whole('decisions', 'decisions'),
  whole('conflicts', 'conflicts'),
  // What was taken over from another run has the time of that run, maybe on another machine.
  { ...real('solve_ms', 'time', 'CASE WHEN reused_run IS NULL THEN solve_ms END'), unit: 'ms' },
  real('effort_line', 'effort of lines'),
  { ...real('effort_probe', 'effort of assumptions'), isBound: RATED_BOUND },
  { ...real('tries', 'tries'), isBound: RATED_BOUND },
  whole('look_ahead', 'look-ahead'),
  whole('difficulty_version', 'version of the score'),
  whole('opening', 'lines that open it'),
  whole('narrowest', 'lines at the narrowest place'),
  whole('inner_look_ahead', 'look-ahead inside an assumption'),
  whole('proof', 'steps of the proof'),
  {
    ...real('solutions', 'solutions', 'CAST(solutions AS DOUBLE)'),
    isBound: 'CASE WHEN solutions_exact = 1 THEN 0 ELSE 1 END',
  },
  { ...whole('solutions_exact', 'solutions exact'), most: 1 },
  { ...whole('difficulty_bound', 'score is a bound'), most: 1 },
  { ...whole('goal_matches', 'picture fits'), most: 1 },
  whole('attempts', 'attempts'),
  whole('reused_run', 'taken over from run'),
  { ...real('limit_ms', 'time limit'), unit: 'ms' },
];

/** Other names of facts, those that people use. */
const ALIASES: Readonly<Record<string, string>> = {
  score: 'difficulty',
  depth: 'guess_depth',
  time: 'solve_ms',
};

/** What a puzzle either is or is not: its share is asked for by this word. */
interface Property {
  readonly name: string;
  readonly label: string;
  /** Whether it holds, in SQL: 1 or 0, never null. */
  readonly sql: string;
}

const uniqueBy = (name: (typeof TECHNIQUES)[number], label: string): Property => ({
  name,
  label,
  sql: `CASE WHEN status = 'unique' AND technique = '${name}' THEN 1 ELSE 0 END`,
});

/** The statuses, the techniques of unique puzzles, and `open` for those without a verdict. */
export const PROPERTIES: readonly Property[] = [
  ...STATUSES.map((name) => ({
    name,
    label: name,
    sql: `CASE WHEN status = '${name}' THEN 1 ELSE 0 END`,
  })),
  uniqueBy('line', 'by lines'),
  uniqueBy('probe', 'by probing'),
  uniqueBy('search', 'by search'),
  {
    name: 'open',
    label: 'open',
    sql: `CASE WHEN status IN ('unique', 'multiple', 'contradiction') THEN 0 ELSE 1 END`,
  },
];

/** A grouping whose bins are known: which group a puzzle is in, and what it is called. */
export interface Grouped {
  readonly grouping: Grouping;
  /** The key of a puzzle in SQL: null if the fact is not known of it. */
  readonly key: string;
  /** The group of a key, in words and in order. */
  readonly groupOf: (key: Key) => Group;
  /** Of bins, their bounds in SQL, from a column that has the key. */
  readonly bounds?: (key: string) => { readonly from: string; readonly to: string };
}

/** A value or the number of a bin, as SQLite has it. */
export type Key = string | number | null;

export interface Group {
  readonly label: string;
  /** By which groups of one fact are sorted; those whose fact is not known come last. */
  readonly order: number | string;
  /** Of a bin: from the first on, up to the second. Null where there is none, or for words. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Bins as the values of a run allow them. */
export type KnownBins = Exclude<Bins, { readonly by: 'fit' | 'counts' }>;

/** The group of puzzles of which a fact is not known. */
const UNKNOWN: Group = { label: 'none', order: Infinity, from: null, to: null };

/** How puzzles are put into groups by a fact, with bins that are known. */
export function grouped(grouping: Grouping, known: KnownBins): Grouped {
  const { groupOf, ...binned } = binnedBy(grouping.fact, known);
  return { grouping, ...binned, groupOf: (key) => (key === null ? UNKNOWN : groupOf(key)) };
}

function binnedBy(
  fact: Fact,
  known: KnownBins,
): Pick<Grouped, 'key' | 'bounds'> & { readonly groupOf: (key: string | number) => Group } {
  const { sql, most } = fact;
  switch (known.by) {
    case 'value':
      return { key: sql, groupOf: (key) => valueGroup(key, fact) };
    case 'width': {
      const { width } = known;
      // What is on an edge up to rounding, such as 0.15 of 0.05, is in the bin that begins there.
      const bin = `floor(round((${sql}) / ${width}, 9))`;
      return {
        key:
          most === undefined
            ? bin
            : `CASE WHEN (${sql}) >= ${most} THEN ${Math.ceil(Number((most / width).toFixed(9))) - 1} ELSE ${bin} END`,
        groupOf: (at) => widthBin(Number(at), width),
        bounds: (at) => ({ from: `${at} * ${width}`, to: `(${at} + 1) * ${width}` }),
      };
    }
    case 'edges': {
      const { edges } = known;
      const cases = edges.map((edge, i) => `WHEN (${sql}) < ${edge} THEN ${i}`).join(' ');
      const edgeSql = (at: string, first: number): string =>
        edges.length === 0
          ? 'NULL'
          : `CASE ${at} ${edges.map((edge, i) => `WHEN ${i + first} THEN ${edge}`).join(' ')} END`;
      return {
        key: `CASE WHEN (${sql}) IS NULL THEN NULL ${cases} ELSE ${edges.length} END`,
        groupOf: (at) =>
          binGroup(edges[Number(at) - 1] ?? null, edges[Number(at)] ?? null, Number(at)),
        bounds: (at) => ({ from: edgeSql(at, 1), to: edgeSql(at, 0) }),
      };
    }
  }
}

/** The bin at a place, counted from the one that begins at 0, of bins that are so wide. */
export function widthBin(at: number, width: number): Group {
  const edge = (place: number): number => Number((place * width).toPrecision(12));
  return binGroup(edge(at), edge(at + 1), at);
}

function valueGroup(key: string | number, { words, order }: Fact): Group {
  const label = String(key);
  const group = { label, from: null, to: null };
  if (typeof key === 'number') return { ...group, order: key, from: key };
  if (order !== undefined) return { ...group, order: orderOfSize(key) };
  if (words === undefined || words === 'any') return { ...group, order: key };
  return { ...group, order: words.indexOf(key) };
}

function orderOfSize(size: string): number {
  const [width, height] = size.split('x').map(Number);
  return width * height + width / 1e6;
}

function binGroup(from: number | null, to: number | null, order: number): Group {
  const upTo = to === null ? 'all' : `below ${to}`;
  const onFrom = to === null ? `${from} and more` : `${from} to ${to}`;
  return { label: from === null ? upTo : onFrom, order, from, to };
}

export function compareGroups(a: Group, b: Group): number {
  if (typeof a.order === 'number' && typeof b.order === 'number') return a.order - b.order || 0;
  if (typeof a.order === 'string' && typeof b.order === 'string') {
    return compareCharacters(a.order, b.order);
  }
  // What is not known comes after words, too.
  return (typeof a.order === 'number') === (a.order !== Infinity && b.order !== Infinity) ? -1 : 1;
}

/** As databases sort texts: by the numbers of their characters, not of halves of these. */
function compareCharacters(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = left[i].codePointAt(0)! - right[i].codePointAt(0)!;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** A width that makes some twelve bins between two values: 1, 2 or 5 times a power of ten. */
export function fittingWidth(least: number, most: number): number {
  const rough = (most - least) / 12;
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((times) => times * power >= rough * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(12));
}

/**
 * The edges between so many bins of equal counts, from all values in ascending order: a value is in
 * the bin that its rank says, unless equal values pull it to the next. Edges that are equal are
 * one.
 */
export function edgesOfCounts(ascending: Pick<Float64Array, 'length' | 'at'>, bins: number) {
  const edges = Array.from({ length: bins - 1 }, (_, i) =>
    ascending.at(Math.ceil(((i + 1) * ascending.length) / bins))!,
  );
  return [...new Set(edges.filter((edge) => edge > ascending.at(0)!))];
}

/**
 * The end of a query that gives the figures of an answer, without their intervals, in SQLite and in
 * DuckDB: after a `WITH` that calls the results `night`. Its columns and the order of its rows are
 * those of the CSV; several runs are in the order of `runIds`.
 */
export function questionSql({ of }: Question, by: readonly Grouped[], runIds: readonly number[]) {
  const names = namesOf(by);
  const numbers = of.flatMap((measure) => (measure.kind === 'number' ? [measure.fact] : []));
  const facts = [...new Set(numbers)];
  const over = overGroups(names);
  const properties = of.flatMap((measure) => (measure.kind === 'share' ? [measure.property] : []));
  const grouped = [
    ...keyColumns(by),
    ...properties.map(({ name, sql }) => `${sql} AS is_${name}`),
    ...facts.map(({ name, sql }) => `${sql} AS value_${name}`),
  ];
  const isRanked = of.some(({ kind }) => kind === 'number');
  const ranked = facts.flatMap(({ name }) => [
    `row_number() OVER (${over}ORDER BY value_${name} NULLS LAST) - 1 AS rank_${name}`,
    `count(value_${name}) OVER (${over.trimEnd()}) AS n_${name}`,
  ]);
  const asked = [
    ...by.flatMap(shownColumns),
    ...of.map((measure) => `${figureSql(measure)} AS ${quoted(measureColumn(measure))}`),
  ];
  const order = by.map((group) => `${orderSql(group, runIds, 'grouped')} NULLS LAST`);
  const group =
    names.length === 0 ? '' : `\nGROUP BY ${names.join(', ')}\nORDER BY ${order.join(', ')}`;
  return (
    `grouped AS (\n  SELECT ${grouped.join(',\n    ') || '1'}\n  FROM night\n)` +
    (isRanked
      ? `, ranked AS (\n  SELECT *,\n    ${ranked.join(',\n    ')}\n  FROM grouped\n)`
      : '') +
    `\nSELECT ${asked.join(',\n  ')}\nFROM ${isRanked ? 'ranked' : 'grouped'}${group};\n`
  );
}

/**
 * The end of a query for the puzzles with the most of the first of some facts, `count` of each
 * group: after a `WITH` that calls the results `night`. Equal ones are in the order of the corpus.
 * With `keys`, groups are columns of their keys, else those of the CSV.
 */
export function topSql(
  by: readonly Grouped[],
  facts: readonly Fact[],
  { count, runIds, keys }: { count: number; runIds: readonly number[]; keys?: boolean },
): string {
  const names = namesOf(by);
  const values = facts.map(({ name }) => `value_${name}`);
  const asked = [
    ...keyColumns(by),
    ...facts.map(({ sql }, i) => `${sql} AS ${values[i]}`),
    `${facts[0].rank ?? facts[0].sql} AS ranked`,
  ];
  const groups = keys === true ? names : by.flatMap(shownColumns);
  const shown = facts.map(({ name }, i) => `${values[i]} AS ${quoted(name)}`);
  const order = by.map((group) => `${orderSql(group, runIds, 'alone')} NULLS LAST`);
  return (
    `asked AS (\n  SELECT puzzle_id, name,\n    ${asked.join(',\n    ')}\n  FROM night\n), ` +
    `placed AS (\n  SELECT *, row_number() OVER (${overGroups(names)}ORDER BY ranked DESC, puzzle_id) AS place\n` +
    `  FROM asked\n  WHERE ${values[0]} IS NOT NULL\n)\n` +
    `SELECT ${[...groups, 'place', 'puzzle_id', 'name', ...shown].join(', ')}\nFROM placed\nWHERE place <= ${count}\n` +
    `ORDER BY ${[...order, 'place'].join(', ')};\n`
  );
}

function namesOf(by: readonly Grouped[]): string[] {
  return by.map(({ grouping }) => quoted(grouping.fact.name));
}

function overGroups(names: readonly string[]): string {
  return names.length === 0 ? '' : `PARTITION BY ${names.join(', ')} `;
}

/** A group as it is shown: a value, or the bounds of a bin. */
function shownColumns({ grouping, bounds }: Grouped): string[] {
  const { name } = grouping.fact;
  if (bounds === undefined) return [quoted(name)];
  const { from, to } = bounds(quoted(name));
  return [`${from} AS ${quoted(`${name}_from`)}`, `${to} AS ${quoted(`${name}_to`)}`];
}

/** The keys of groups, and what these are sorted by, if it is something else than their value. */
function keyColumns(by: readonly Grouped[]): string[] {
  return by.flatMap(({ key, grouping: { fact } }) => [
    `${key} AS ${quoted(fact.name)}`,
    ...(fact.order === undefined ? [] : [`${fact.order} AS order_${fact.name}`]),
  ]);
}

/** By what rows are sorted, those of a group together or each alone. */
function orderSql(
  { grouping: { fact } }: Grouped,
  runIds: readonly number[],
  rows: 'grouped' | 'alone',
): string {
  // Of the same name may be a number that is shown.
  const name = rows === 'alone' ? `placed.${quoted(fact.name)}` : quoted(fact.name);
  if (fact.order !== undefined) {
    return rows === 'grouped' ? `min(order_${fact.name})` : `order_${fact.name}`;
  }
  const listed = fact.name === 'run' ? runIds : fact.words;
  if (listed === undefined || listed === 'any') return name;
  const cases = listed.map((word, i) => `WHEN ${sqlLiteral(word)} THEN ${i}`).join(' ');
  return `CASE ${name} ${cases} END`;
}

function figureSql(measure: Measure): string {
  switch (measure.kind) {
    case 'puzzles':
      return 'count(*)';
    case 'share':
      return `avg(1.0 * is_${measure.property.name})`;
    case 'number': {
      const { summary } = measure;
      const { name } = measure.fact;
      const value = `value_${name}`;
      if (summary === 'mean') return `avg(${value})`;
      if (summary === 'gmean') {
        const logarithm = `CASE WHEN ${value} > 0 THEN ln(${value}) END`;
        return `CASE WHEN min(${value}) > 0 THEN exp(avg(${logarithm})) END`;
      }
      if (typeof summary === 'string') return `${summary}(${value})`;
      // Between the two values on both sides of the rank, each by how near it is.
      const distance = `abs(rank_${name} - (n_${name} - 1) * ${summary.quantile})`;
      return `sum(CASE WHEN ${distance} < 1 THEN ${value} * (1 - ${distance}) END)`;
    }
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}

/** The words of a filter for a group by each fact; null if nobody can filter by one. */
export function wordsOfGroups(
  by: readonly Grouping[],
  groups: readonly Group[],
): Readonly<Record<string, string>> | null {
  const words = by.map((grouping, i) => filterOfGroup(grouping, groups[i]));
  return words.includes(null) ? null : (Object.assign({}, ...words) as Record<string, string>);
}

function filterOfGroup({ fact, bins }: Grouping, group: Group): Record<string, string> | null {
  const { label, from, to } = group;
  const isValue = bins.by === 'value';
  const ifKnown = (words: Record<string, string>): Record<string, string> | null =>
    group.order === Infinity ? null : words;
  /** From the first value to the last before the next bin, as values have steps. */
  const range = (step: number, times = 1): string => {
    const plain = (value: number): string => String(Number((value * times).toPrecision(9)));
    const least = from === null ? '' : plain(from);
    if (isValue) return `${least}-${least}`;
    const isLast = fact.most !== undefined && to !== null && to >= fact.most;
    return `${least}-${to === null || isLast ? '' : plain(to - step)}`;
  };
  const filters: Readonly<Record<string, Record<string, string> | null>> = {
    file: { file: label.replaceAll('|', '\\|') },
    size: { size: label },
    status: { status: label },
    needs: ifKnown({ needs: label }),
    // Ambiguous puzzles have this technique too, but no filter for techniques finds them.
    technique: label === 'search' ? null : { technique: label },
    guess_depth: isValue ? { depth: label } : null,
    stars: isValue ? ifKnown({ stars: label }) : null,
    side: ifKnown({ size: range(1) }),
    sweeps: ifKnown({ sweeps: range(1) }),
    difficulty: ifKnown({ score: range(0.05) }),
    density: ifKnown({ density: range(1e-6, 100) }),
    solve_ms: ifKnown({
      ...(from !== null && { min: String(from) }),
      ...(to !== null && { max: String(to) }),
    }),
  };
  return filters[fact.name] ?? null;
}
