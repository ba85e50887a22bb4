import type { Store } from '../store/open/open.js';
import type { Answer, AnswerRow, Correlation } from './statistics/answer.js';
import {
  type Fact,
  compareGroups,
  edgesOfCounts,
  fittingWidth,
  grouped,
  type Group,
  type Grouped,
  type Key,
  type KnownBins,
  QuestionError,
  readGroupings,
  type Grouping,
  type Measure,
  type Question,
  topSql,
} from './statistics/question.js';
import {
  Moments,
  geometric,
  quantileOf,
  shareOf,
  withinBounds,
  type Figure,
  differenceOf,
  pairedShares,
  FEWEST_PAIRS,
  correlationOf,
  isConstant,
  ranksOf,
} from './statistics/intervals.js';
import { pairRuns, pairedIdSql } from '../store/changes/changes.js';
import { numberOf, timeText } from '../../solver/core/text/numbers.js';
import { sqlLiteral } from '../../solver/core/text/escape.js';
import { PIECE_ENTRIES } from '../record/puzzle-id.js';
import { nameSql } from '../store/pieces.js';
import { DENSITY, conditionsOf, type ResultCriteria } from '../store/listing/result-filter.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { runById } from '../store/stored-runs.js';
import { NumberList } from '../store/number-lists.js';

/** More groups than this are no answer that anybody reads. */
const MOST_GROUPS = 5000;

const [RUN] = readGroupings('run');

/**
 * Answers a question from the results of some runs, in one pass over their rows, in which equal
 * numbers are counted; and in one more for each run beside the first, unless they are what is asked
 * by.
 * @throws QuestionError if there are too many groups.
 */
export function answerOf(store: Store, results: AskedResults, question: Question): Answer {
  const isBeside =
    results.runIds.length > 1 && !question.by.some(({ fact }) => fact.name === RUN.fact.name);
  const asked = isBeside ? { ...question, by: [...question.by, RUN] } : question;
  const by = asked.by.map((grouping) => grouped(grouping, knownBins(store, results, grouping)));
  const counted = countGroups(store, results, question.of, by);
  const rows = counted.groups
    .map(({ keys, sums }) => ({ keys, ...sums.row(groupsOf(keys, by, results)) }))
    .sort(compareRows);
  return {
    question: asked,
    isBeside,
    total: counted.total.row([]),
    rows: isBeside
      ? withDifferences(store, results, by.slice(0, -1), question.of, rows)
      : rows.map(withoutKeys),
  };
}

/** The groups of a row; runs are in the order in which they were asked for. */
function groupsOf(keys: readonly Key[], by: readonly Grouped[], { runIds }: AskedResults): Group[] {
  return keys.map((key, i) => {
    const group = by[i].groupOf(key);
    const isRun = by[i].grouping.fact === RUN.fact;
    return isRun ? { ...group, order: runIds.indexOf(Number(key)) } : group;
  });
}

type KeyedRow = AnswerRow & { readonly keys: readonly Key[] };

function withoutKeys({ groups, puzzles, figures }: KeyedRow): AnswerRow {
  return { groups, puzzles, figures };
}

/** The rows of each group by other facts, and after them those of each run less the first. */
function withDifferences(
  store: Store,
  results: AskedResults,
  by: readonly Grouped[],
  measures: readonly Measure[],
  rows: readonly KeyedRow[],
): AnswerRow[] {
  const [base, ...others] = results.runIds;
  const { places } = askedColumns(measures);
  const paired = new Map(
    others.map((run) => [run, pairsOf(store, results, [run, base], by, measures)]),
  );
  const together = Map.groupBy(rows, ({ keys }) => groupName(keys, by.length));
  return [...together].flatMap(([name, those]) => {
    const rowOf = (run: number): KeyedRow | undefined =>
      those.find(({ keys }) => Number(keys[by.length]) === run);
    const first = rowOf(base);
    const differences = others.flatMap((run): AnswerRow | never[] => {
      const row = rowOf(run);
      if (first === undefined || row === undefined) return [];
      const pairs = paired.get(run)!.get(name);
      const group = { label: `${run} - ${base}`, order: Infinity, from: null, to: null };
      const figures = measures.map((measure, place) =>
        figureDifference(measure, places[place], row.figures[place], first.figures[place], pairs),
      );
      const groups = [...row.groups.slice(0, -1), group];
      return { groups, puzzles: pairs?.n ?? 0, figures, isDifference: true };
    });
    return [...those.map(withoutKeys), ...differences];
  });
}

function compareRows(a: Pick<AnswerRow, 'groups'>, b: Pick<AnswerRow, 'groups'>): number {
  for (let i = 0; i < a.groups.length; i++) {
    const order = compareGroups(a.groups[i], b.groups[i]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Bins whose edges follow from the values are worked out first. */
export function knownBins(
  store: Store,
  results: AskedResults,
  { fact, bins }: Grouping,
): KnownBins {
  if (bins.by !== 'fit' && bins.by !== 'counts') return bins;
  const asked = ` SELECT ${fact.sql} FROM night WHERE ${fact.sql} IS NOT NULL`;
  const numbers = new NumberList();
  for (const [value] of nightRows<[number]>(store, results, asked)) numbers.push(value);
  const [least, most] = [numbers.at(0), numbers.at(numbers.length - 1)];
  if (least === undefined) return { by: 'width', width: 1 };
  if (bins.by === 'fit') return { by: 'width', width: fittingWidth(least, most!) };
  return { by: 'edges', edges: edgesOfCounts(numbers, bins.bins) };
}

function countGroups(
  store: Store,
  results: AskedResults,
  measures: readonly Measure[],
  by: readonly Grouped[],
) {
  const asked = askedColumns(measures);
  const facts = asked.facts.map(({ sql }) => sql);
  const bounds = asked.bounds === null ? [] : [asked.bounds];
  const columns = [...by.map(({ key }) => key), asked.shares, ...facts, ...bounds];
  const rows = nightRows<Key[]>(store, results, ` SELECT ${columns.join(', ')} FROM night`);
  const groups = new Map<string, { keys: Key[]; sums: GroupSums }>();
  const first = by.length;
  for (const row of rows) {
    const name = groupName(row, first);
    let group = groups.get(name);
    if (group === undefined) {
      if (groups.size === MOST_GROUPS) {
        throw new QuestionError(
          `there are more than ${MOST_GROUPS} groups: ask for fewer facts, or for wider bins`,
        );
      }
      group = { keys: row.slice(0, first), sums: new GroupSums(measures, asked) };
      groups.set(name, group);
    }
    group.sums.add(row, first);
  }
  const all = [...groups.values()];
  const ofAll = all.map(({ sums }) => sums);
  const total = new GroupSums(measures, asked, ofAll);
  return { groups: first === 0 ? [] : all, total };
}

class GroupSums {
  private puzzles = 0;
  private readonly shares: Float64Array;
  private readonly numbers: readonly NumberList[];
  private readonly bounds: readonly Bounds[];

  /** Of `groups`, what they have together. */
  constructor(
    private readonly measures: readonly Measure[],
    private readonly asked: AskedColumns,
    groups: readonly GroupSums[] = [],
  ) {
    this.shares = new Float64Array(asked.properties.length);
    this.numbers = asked.facts.map((_, i) => NumberList.of(groups.map((one) => one.numbers[i])));
    this.bounds = asked.facts.map(() => ({ count: 0, least: Infinity }));
    for (const { puzzles, shares, bounds } of groups) {
      this.puzzles += puzzles;
      shares.forEach((count, i) => (this.shares[i] += count));
      bounds.forEach(({ count, least }, i) => addBounds(this.bounds[i], count, least));
    }
  }

  /** Adds a row whose number of shares is at `first`, with the facts and their bounds after it. */
  add(row: readonly Key[], first: number): void {
    this.puzzles++;
    const shares = row[first] as number;
    const { numbers } = this;
    if (shares !== 0) {
      for (let i = 0, rest = shares; rest > 0; i++, rest = Math.floor(rest / 2)) {
        this.shares[i] += rest % 2;
      }
    }
    for (let i = 0; i < numbers.length; i++) {
      const value = row[first + 1 + i];
      if (value !== null) numbers[i].push(value as number);
    }
    if (this.asked.bounds === null) return;
    const isBound = row[first + 1 + numbers.length] as number;
    for (let i = 0, rest = isBound; rest > 0; i++, rest = Math.floor(rest / 2)) {
      const value = row[first + 1 + i];
      if (rest % 2 === 1 && value !== null) addBounds(this.bounds[i], 1, value as number);
    }
  }

  row(groups: readonly Group[]): AnswerRow {
    const { puzzles, measures, numbers } = this;
    const { places } = this.asked;
    const figures = measures.map((measure, i): Figure | null => {
      switch (measure.kind) {
        case 'puzzles':
          return { value: puzzles, low: null, high: null, n: puzzles };
        case 'share':
          return puzzles === 0 ? null : shareOf(this.shares[places[i]], puzzles);
        case 'number':
          return bounded(measure, numbers[places[i]], this.bounds[places[i]]);
      }
    });
    return { groups, puzzles, figures };
  }
}

/** How many values are lower bounds, and the least of these. */
interface Bounds {
  count: number;
  least: number;
}

function addBounds(bounds: Bounds, count: number, least: number): void {
  bounds.count += count;
  bounds.least = Math.min(bounds.least, least);
}

/** The figure with what it says of the lower bounds among its values. */
function bounded(
  measure: Extract<Measure, { kind: 'number' }>,
  numbers: NumberList,
  { count, least }: Bounds,
): Figure | null {
  const figure = summaryOf(measure, numbers);
  if (figure === null || measure.fact.isBound === undefined) return figure;
  const { summary } = measure;
  // A value above those that a quantile is made of may be any other above them.
  const most =
    summary === 'min'
      ? numbers.at(0)!
      : typeof summary === 'string'
        ? Infinity
        : numbers.at(Math.ceil((numbers.length - 1) * summary.quantile))!;
  const isAtLeast = count > 0 && least <= most;
  return { ...figure, bounds: count, ...(isAtLeast && { isAtLeast }) };
}

function summaryOf({ fact, summary }: Extract<Measure, { kind: 'number' }>, numbers: NumberList) {
  const n = numbers.length;
  if (n === 0) return null;
  const plain = (value: number): Figure => ({ value, low: null, high: null, n });
  // No mean lies where no value can.
  const inRange = (figure: Figure): Figure =>
    withinBounds(figure, fact.least ?? 0, fact.most ?? Infinity);
  switch (summary) {
    case 'min':
      return plain(numbers.at(0)!);
    case 'max':
      return plain(numbers.at(n - 1)!);
    case 'sum':
      return plain(numbers.sum());
    case 'mean':
      return inRange(Moments.of(numbers.steps()).figure());
    case 'gmean': {
      if (numbers.at(0)! <= 0) return null;
      return inRange(geometric(Moments.of(numbers.steps(), Math.log).figure()));
    }
    default:
      return quantileOf(numbers, summary.quantile);
  }
}

/** The puzzles that two runs both have, in one group. */
class Pairs {
  n = 0;
  /** Of each property. */
  readonly counts: Record<keyof Parameters<typeof pairedShares>[0], number>[];
  /** How much more the first run has of each fact, of the puzzles of which both know the number. */
  readonly differences: readonly NumberList[];

  constructor({ properties, facts }: AskedColumns) {
    this.counts = properties.map(() => ({ both: 0, first: 0, second: 0, none: 0 }));
    this.differences = facts.map(() => new NumberList());
  }

  /** Adds a pair: from `at` on the shares of both sides, then the numbers of both for each fact. */
  add(row: readonly Key[], at: number): void {
    this.n++;
    const [first, second] = [row[at] as number, row[at + 1] as number];
    for (let i = 0; i < this.counts.length; i++) {
      const has = Math.floor(first / 2 ** i) % 2 === 1;
      const other = Math.floor(second / 2 ** i) % 2 === 1;
      this.counts[i][has ? (other ? 'both' : 'first') : other ? 'second' : 'none']++;
    }
    for (let i = 0; i < this.differences.length; i++) {
      const [a, b] = [row[at + 2 + 2 * i], row[at + 3 + 2 * i]];
      if (a !== null && b !== null) this.differences[i].push((a as number) - (b as number));
    }
  }
}

/**
 * The puzzles that two runs have both, by the names of their groups (`groupName`): puzzles with the
 * same fingerprint, those of one run in their order, that are in the same group in both.
 */
function pairsOf(
  store: Store,
  { filter }: Pick<AskedResults, 'filter'>,
  [first, second]: readonly [number, number],
  by: readonly Grouped[],
  measures: readonly Measure[],
): ReadonlyMap<string, Pairs> {
  const columns = askedColumns(measures);
  pairRuns(store, first, second);
  const read = [
    'puzzle_id',
    ...by.map(({ key }, i) => `${key} AS k${i}`),
    `${columns.shares} AS shares`,
    ...columns.facts.map((fact, i) => `${fact.sql} AS v${i}`),
  ].join(', ');
  const side = (name: string, runId: number): string =>
    `${name} AS (SELECT ${read} FROM night WHERE run_id = ${runId})`;
  const wanted = [
    ...by.map((_, i) => `a.k${i}`),
    'a.shares, b.shares',
    ...columns.facts.map((_, i) => `a.v${i}, b.v${i}`),
  ].join(', ');
  const on = [
    `b.puzzle_id = ${pairedIdSql('a.puzzle_id')}`,
    'NOT EXISTS (SELECT 1 FROM temp.pairs WHERE left_id = a.puzzle_id AND edited = 1)',
    ...by.map((_, i) => `a.k${i} IS b.k${i}`),
  ];
  const rows = nightRows<Key[]>(
    store,
    { runIds: [first, second], filter },
    `, ${side('a', first)}, ${side('b', second)} SELECT ${wanted} FROM a JOIN b ON ${on.join(' AND ')}`,
  );
  const found = new Map<string, Pairs>();
  for (const row of rows) {
    const name = groupName(row, by.length);
    let pairs = found.get(name);
    if (pairs === undefined) found.set(name, (pairs = new Pairs(columns)));
    pairs.add(row, by.length);
  }
  return found;
}

/** The name of the group of a row by its first values. */
function groupName(row: readonly Key[], by: number): string {
  return by === 1 ? String(row[0]) : row.slice(0, by).join('\0');
}

/**
 * How much more the first of two figures of a measure is. Of the puzzles that both runs have if
 * there are such: shares, means and medians, which are then those of the differences. Other figures
 * follow from the two alone; extremes and sums have no interval.
 */
function figureDifference(
  measure: Measure,
  at: number,
  first: Figure | null,
  second: Figure | null,
  pairs: Pairs | undefined,
): Figure | null {
  if (measure.kind === 'puzzles') {
    return pairs === undefined ? null : { value: pairs.n, low: null, high: null, n: pairs.n };
  }
  if (first === null || second === null) return null;
  if (pairs === undefined) return differenceOf(first, second);
  if (measure.kind === 'share') return pairedShares(pairs.counts[at]);
  const { summary } = measure;
  const isMedian = typeof summary !== 'string' && summary.quantile === 0.5;
  if (!isMedian && summary !== 'mean') return differenceOf(first, second);
  const differences = pairs.differences[at];
  if (differences.length === 0) return null;
  const range = (measure.fact.most ?? Infinity) - (measure.fact.least ?? 0);
  return isMedian
    ? quantileOf(differences, 0.5)
    : withinBounds(Moments.of(differences.steps()).figure(), -range, range);
}

/**
 * The rank correlation of each pair of facts, in their order, from one pass over the results of a
 * run. It keeps eight bytes for each number, so a million results with four facts take 32 MB.
 */
export function correlationsOf(
  store: Store,
  results: AskedResults,
  facts: readonly Fact[],
): Correlation[] {
  const columns = readColumns(store, results, facts);
  const ranks = new Map<string, Float64Array>();
  // Pairs of which the same puzzles have both share the ranks: most facts are known of all.
  const ranksAmong = (place: number, known: RowsOfBoth): Float64Array => {
    const key = `${place} ${known.name}`;
    const found = ranks.get(key) ?? ranksOf(columns[place].filter((_, i) => known.has[i] === 1));
    ranks.set(key, found);
    return found;
  };
  const named = new Map<string, RowsOfBoth>();
  return facts.flatMap((fact, a) =>
    facts.slice(a + 1).map((other, after) => {
      const b = a + 1 + after;
      const known = knownOfBoth(columns[a], columns[b], named);
      const pair = [fact, other] as const;
      const [x, y] = [ranksAmong(a, known), ranksAmong(b, known)];
      const n = x.length;
      const figure = correlationOf(x, y);
      return { facts: pair, figure, n, why: figure === null ? whyNone(pair, x, y) : null };
    }),
  );
}

function whyNone([a, b]: readonly [Fact, Fact], x: Float64Array, y: Float64Array): string {
  const n = x.length;
  if (n === 0) return 'no puzzle has both';
  if (n < FEWEST_PAIRS) {
    return `only ${numberOf(n, 'puzzle has', 'puzzles have')} both, and it takes ${FEWEST_PAIRS}`;
  }
  const constant = [...(isConstant(x) ? [a.label] : []), ...(isConstant(y) ? [b.label] : [])];
  return `${constant.join(' and ')} ${constant.length === 1 ? 'is' : 'are'} the same in all ${numberOf(n, 'puzzle')} that have both`;
}

interface RowsOfBoth {
  readonly name: number;
  readonly has: Uint8Array;
}

function knownOfBoth(a: Float64Array, b: Float64Array, named: Map<string, RowsOfBoth>): RowsOfBoth {
  const has = Uint8Array.from(a, (value, i) => +!(Number.isNaN(value) || Number.isNaN(b[i])));
  const key = Buffer.from(has).toString('latin1');
  const known = named.get(key) ?? { name: named.size, has };
  named.set(key, known);
  return known;
}

/** The values of each fact; NaN for a puzzle of which it is not known. */
function readColumns(store: Store, results: AskedResults, facts: readonly Fact[]): Float64Array[] {
  const asked = ` SELECT ${facts.map((fact) => fact.sql).join(', ')} FROM night`;
  const rows = nightRows<(number | null)[]>(store, results, asked);
  const columns = facts.map((): number[] => []);
  for (const row of rows) {
    for (let i = 0; i < columns.length; i++) columns[i].push(row[i] ?? NaN);
  }
  return columns.map((numbers) => new Float64Array(numbers));
}

/** The `count` puzzles of each group with the most of the first fact; equal ones in order. */
export function topPuzzles(
  store: Store,
  results: AskedResults,
  by: readonly Grouping[],
  facts: readonly Fact[],
  count: number,
) {
  const groups = by.map((grouping) => grouped(grouping, knownBins(store, results, grouping)));
  const asked = topSql(groups, facts, { count, runIds: results.runIds, keys: true });
  const rows = nightRows<Key[]>(store, results, `, ${asked}`);
  const first = groups.length;
  const found = Array.from(rows, (row) => ({
    groups: groups.map(({ groupOf }, i) => groupOf(row[i])),
    place: Number(row[first]),
    puzzleId: Number(row[first + 1]),
    name: String(row[first + 2]),
    values: row.slice(first + 3) as (number | null)[],
  }));
  return found.sort((a, b) => compareRows(a, b) || a.place - b.place);
}

/** What is read of each row to answer what is asked of groups. */
type AskedColumns = ReturnType<typeof askedColumns>;

function askedColumns(measures: readonly Measure[]) {
  const properties = measures.flatMap((one) => (one.kind === 'share' ? [one.property] : []));
  const facts = [...new Set(measures.flatMap((one) => (one.kind === 'number' ? [one.fact] : [])))];
  // The place of each measure among the properties, or among the facts.
  const places = measures.map((measure) => {
    if (measure.kind === 'share') return properties.indexOf(measure.property);
    return measure.kind === 'number' ? facts.indexOf(measure.fact) : 0;
  });
  // All shares in one number, since each value of a row takes time: bit i for property i.
  const shares = sideBySide(properties.map(({ sql }) => sql)) ?? '0';
  // Which of the facts are only lower bounds, in the same way; null if none can be.
  const bounds = sideBySide(facts.map(({ isBound }) => isBound));
  return { shares, properties, facts, bounds, places };
}

/** Conditions that are 1 or 0 as the bits of one number; null if there are none. */
function sideBySide(conditions: readonly (string | undefined)[]): string | null {
  const bits = conditions.flatMap((sql, i) => (sql === undefined ? [] : [`(${sql}) * ${2 ** i}`]));
  return bits.length === 0 ? null : bits.join(' + ');
}

interface AskedResults {
  /** One run, or several, each once. */
  readonly runIds: readonly number[];
  readonly filter: ResultCriteria;
}

/**
 * The files of the runs, piece by piece: the first path of each, and the corpus that it belongs to,
 * which is the longest of those that were typed and begin it. Made once for a query that asks for
 * one of them, and not at all for others.
 */
const filesSql = (runs: string): string => `files AS MATERIALIZED (
  SELECT run_id, piece_id, path, coalesce(
      (SELECT value FROM json_each(runs.options, '$.corpora') AS typed
       WHERE path = value OR substr(path, 1, length(rtrim(value, '/')) + 1) = rtrim(value, '/') || '/'
       ORDER BY length(value) DESC LIMIT 1), path) AS corpus
  FROM (SELECT run_id, piece_id, path, min(f.position) FROM run_sources f JOIN source_pieces USING (source_id)
    WHERE run_id IN (${runs}) GROUP BY run_id, piece_id)
    JOIN runs USING (run_id)
)`;

/**
 * The rows of a query that goes on after a `WITH` that calls these results `night`: the columns of
 * `results` and `puzzles` side by side, with the density, the `path` of the file and its `corpus`.
 */
function nightRows<Row>(store: Store, results: AskedResults, rest: string): IterableIterator<Row> {
  const { where, values } = conditionsSql(results);
  const night = `WITH ${filesSql(results.runIds.join(', '))}, ${resultsSql(where, true)}`;
  return store.db
    .prepare<unknown[], Row>(night + rest)
    .raw()
    .iterate(...values);
}

function resultsSql(where: string, withFiles: boolean): string {
  const ofFile = (column: string): string =>
    `,\n    (SELECT ${column} FROM files f WHERE f.run_id = r.run_id AND f.piece_id = r.puzzle_id / ${PIECE_ENTRIES}) AS ${column}`;
  const files = withFiles ? ofFile('path') + ofFile('corpus') : '';
  return `night AS (
  SELECT ${nameSql('r', 'p')} AS name, *, ${DENSITY} AS density${files}
  FROM results r JOIN puzzles p USING (puzzle_id)
  WHERE ${where}
)`;
}

/** What goes on after the results of a query that is pasted. */
const TO_REPLACE =
  '-- For DuckDB, WITH night AS (SELECT * FROM \'night.parquet\'), stands in place of all above: a file of "nonomill export --with clues".';

/** A query to be pasted into `sqlite3`, with its runs first; `end` is what asks `night`. */
export function pastedSql(store: Store, results: AskedResults, end: string): string {
  const { where, values } = conditionsSql(results);
  const left = values.values();
  const filled = where.replaceAll('?', () => sqlLiteral(left.next().value!));
  const asksFiles = /\b(?:path|corpus)\b/.test(end);
  const files = asksFiles ? [filesSql(results.runIds.join(', '))] : [];
  const parts = [...files, resultsSql(filled, asksFiles)];
  return `-- ${runWords(store, results.runIds).join('; ')}\nWITH ${parts.join(',\n')},\n${TO_REPLACE}\n${end}`;
}

/** Runs are in the text: parameters would be passed as fractions, and take longer. */
function conditionsSql({ runIds, filter }: AskedResults) {
  const conditions = Object.values(conditionsOf(filter)).flat();
  const ofRuns = `r.run_id IN (${runIds.join(', ')})`;
  return {
    where: [ofRuns, ...conditions.map(({ sql }) => sql)].join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** The runs of an answer in words, each as one line: `Run 3 (book) of 2026-01-02 03:04 UTC`. */
export function runWords(store: Store, runIds: readonly number[]): string[] {
  return runIds.map((runId) => {
    const { name, startedAt, state } = runById(store, runId)!;
    const named = name === null ? '' : ` (${plainText(name)})`;
    const stateWords = state === 'complete' ? '' : ', not complete';
    return `Run ${runId}${named} of ${timeText(startedAt)}${stateWords}`;
  });
}
