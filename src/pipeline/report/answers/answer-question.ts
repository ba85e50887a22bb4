import type { Store } from '../../store/open/open.js';
import type { Answer, AnswerRow } from '../statistics/answer.js';
import { askedColumns, type AskedColumns } from './asked-columns.js';
import { figureDifference, groupName, pairsOf } from './differences.js';
import type { Fact } from '../statistics/facts.js';
import {
  Moments,
  geometric,
  quantileOf,
  shareOf,
  withinBounds,
  type Figure,
} from '../statistics/intervals.js';
import {
  compareGroups,
  edgesOfCounts,
  fittingWidth,
  grouped,
  type Group,
  type Grouped,
  type Key,
  type KnownBins,
} from '../statistics/groups.js';
import { nightSql, type AskedResults } from './night-sql.js';
import { NumberBlocks } from './numbers.js';
import {
  QuestionError,
  readGroupings,
  type Grouping,
  type Measure,
  type Question,
} from '../statistics/question.js';

/** More groups than this are no answer that anybody reads. */
const MOST_GROUPS = 5000;

const [RUN] = readGroupings('run');

/**
 * Answers a question from the results of some runs, in one pass over their rows, with 8 bytes for
 * each number that a quantile is asked of; and in one more for each run beside the first, unless
 * they are what is asked by.
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
    .sort((a, b) => compareRows(a, b));
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
    return by[i].grouping.fact === RUN.fact
      ? { ...group, order: runIds.indexOf(Number(key)) }
      : group;
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
  const paired = new Map(
    others.map((run) => [run, pairsOf(store, results, [run, base], by, measures)]),
  );
  const together = new Map<string, KeyedRow[]>();
  for (const row of rows) {
    const name = groupName(row.keys, by.length);
    together.set(name, [...(together.get(name) ?? []), row]);
  }
  return [...together].flatMap(([name, those]) => {
    const rowOf = (run: number): KeyedRow | undefined =>
      those.find(({ keys }) => Number(keys[by.length]) === run);
    const first = rowOf(base);
    const differences = others.flatMap((run): AnswerRow[] => {
      const row = rowOf(run);
      if (first === undefined || row === undefined) return [];
      const pairs = paired.get(run)!.get(name);
      const label = `${run} - ${base}`;
      const figures = measures.map((measure, place) =>
        figureDifference({ measure, place }, row.figures[place], first.figures[place], pairs),
      );
      return [
        {
          groups: [...row.groups.slice(0, -1), { label, order: Infinity, from: null, to: null }],
          puzzles: pairs?.n ?? 0,
          figures,
          isDifference: true,
        },
      ];
    });
    return [...those.map(withoutKeys), ...differences];
  });
}

function compareRows(a: AnswerRow, b: AnswerRow): number {
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
  const { sql, values } = nightSql(results);
  const all = store.db
    .prepare<unknown[], number>(
      `${sql} SELECT ${fact.sql} FROM night WHERE ${fact.sql} IS NOT NULL`,
    )
    .pluck();
  const numbers = new NumberBlocks();
  for (const value of all.iterate(...values)) numbers.push(value);
  const ascending = numbers.take().sort();
  if (ascending.length === 0) return { by: 'width', width: 1 };
  if (bins.by === 'fit') {
    return { by: 'width', width: fittingWidth(ascending[0], ascending[ascending.length - 1]) };
  }
  return { by: 'edges', edges: edgesOfCounts(ascending, bins.bins) };
}

interface Counted {
  readonly groups: readonly { readonly keys: readonly Key[]; readonly sums: GroupSums }[];
  readonly total: GroupSums;
}

function countGroups(
  store: Store,
  results: AskedResults,
  measures: readonly Measure[],
  by: readonly Grouped[],
): Counted {
  const asked = askedColumns(measures);
  const facts = asked.facts.map(({ sql }) => sql);
  const bounds = asked.bounds === null ? [] : [asked.bounds];
  const columns = [...by.map(({ key }) => key), asked.shares, ...facts, ...bounds];
  const { sql, values } = nightSql(results);
  const rows = store.db
    .prepare<unknown[], Key[]>(`${sql} SELECT ${columns.join(', ')} FROM night`)
    .raw()
    .iterate(...values);
  const newSums = (): GroupSums => new GroupSums(measures, asked);
  const total = newSums();
  const groups = new Map<string, { keys: Key[]; sums: GroupSums }>();
  const first = by.length;
  for (const row of rows) {
    let sums = total;
    if (first > 0) {
      const name = groupName(row, first);
      let group = groups.get(name);
      if (group === undefined) {
        if (groups.size === MOST_GROUPS) {
          throw new QuestionError(
            `there are more than ${MOST_GROUPS} groups: ask for fewer facts, or for wider bins`,
          );
        }
        group = { keys: row.slice(0, first), sums: newSums() };
        groups.set(name, group);
      }
      sums = group.sums;
    }
    sums.add(row, first);
  }
  if (first > 0) for (const { sums } of groups.values()) total.absorb(sums);
  return { groups: [...groups.values()], total };
}

/** What one group adds up. */
class GroupSums {
  private puzzles = 0;
  private readonly shares: Float64Array;
  private readonly numbers: readonly NumberBlocks[];
  private readonly bounds: readonly Bounds[];

  constructor(
    private readonly measures: readonly Measure[],
    private readonly asked: AskedColumns,
  ) {
    this.shares = new Float64Array(asked.properties.length);
    this.numbers = asked.facts.map(() => new NumberBlocks());
    this.bounds = asked.facts.map(() => ({ count: 0, least: Infinity }));
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

  absorb(other: GroupSums): void {
    this.puzzles += other.puzzles;
    other.shares.forEach((count, i) => (this.shares[i] += count));
    other.numbers.forEach((numbers, i) => this.numbers[i].absorb(numbers));
    other.bounds.forEach(({ count, least }, i) => addBounds(this.bounds[i], count, least));
  }

  row(groups: readonly Group[]): AnswerRow {
    const { puzzles, measures } = this;
    const { places } = this.asked;
    const ascending = this.numbers.map((numbers) => numbers.take().sort());
    const figures = measures.map((measure, i): Figure | null => {
      switch (measure.kind) {
        case 'puzzles':
          return { value: puzzles, low: null, high: null, n: puzzles };
        case 'share':
          return puzzles === 0 ? null : shareOf(this.shares[places[i]], puzzles);
        case 'number':
          return bounded(measure, ascending[places[i]], this.bounds[places[i]]);
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
  ascending: Float64Array,
  { count, least }: Bounds,
): Figure | null {
  const figure = summaryOf(measure, ascending);
  if (figure === null || measure.fact.isBound === undefined) return figure;
  const { summary } = measure;
  // A value above those that a quantile is made of may be any other above them.
  const most =
    summary === 'min'
      ? ascending[0]
      : typeof summary === 'string'
        ? Infinity
        : ascending[Math.ceil((ascending.length - 1) * summary.quantile)];
  const isAtLeast = count > 0 && least <= most;
  return { ...figure, bounds: count, ...(isAtLeast && { isAtLeast }) };
}

/** No mean lies where no value can. */
function inRange({ least = 0, most = Infinity }: Fact, figure: Figure): Figure {
  return withinBounds(figure, least, most);
}

function summaryOf(
  { fact, summary }: Extract<Measure, { kind: 'number' }>,
  ascending: Float64Array,
): Figure | null {
  const n = ascending.length;
  if (n === 0) return null;
  const plain = (value: number): Figure => ({ value, low: null, high: null, n });
  switch (summary) {
    case 'min':
      return plain(ascending[0]);
    case 'max':
      return plain(ascending[n - 1]);
    case 'sum':
      return plain(ascending.reduce((sum, value) => sum + value, 0));
    case 'mean':
      return inRange(fact, Moments.of(ascending).figure());
    case 'gmean': {
      if (ascending[0] <= 0) return null;
      return inRange(fact, geometric(Moments.of(ascending.map(Math.log)).figure()));
    }
    default:
      return quantileOf(ascending, summary.quantile);
  }
}
