import type { Store } from '../../runs/store/open/open.js';
import { Moments, geometric, quantileOf, shareOf, type Figure } from './intervals.js';
import {
  compareGroups,
  edgesOfCounts,
  fittingWidth,
  grouped,
  type Group,
  type Grouped,
  type Key,
  type KnownBins,
} from './groups.js';
import { nightSql, type Night } from './night-sql.js';
import { Numbers } from './numbers.js';
import { QuestionError, type Grouping, type Measure, type Question } from './question.js';

/** The answer to a question: a row for each group that has puzzles. */
export interface Answer {
  readonly question: Question;
  readonly rows: readonly AnswerRow[];
  /** All groups together. */
  readonly total: AnswerRow;
}

export interface AnswerRow {
  /** A group by each fact that is asked for. */
  readonly groups: readonly Group[];
  readonly puzzles: number;
  /** What is asked of them: null if nothing of the group has such a value. */
  readonly figures: readonly (Figure | null)[];
}

/** More groups than this are no answer that anybody reads. */
const MOST_GROUPS = 5000;

/**
 * Answers a question from the results of some runs, in one pass over their rows, with 8 bytes for each number that a
 * quantile is asked of.
 * @throws QuestionError if there are too many groups.
 */
export function answerOf(store: Store, night: Night, question: Question): Answer {
  const by = question.by.map((grouping) => grouped(grouping, knownBins(store, night, grouping)));
  const counted = countGroups(store, night, question.of, by);
  const rows = counted.groups
    .map(({ keys, sums }) => sums.row(keys.map((key, i) => by[i].groupOf(key))))
    .sort((a, b) => compareRows(a, b));
  return { question, rows, total: counted.total.row([]) };
}

function compareRows(a: AnswerRow, b: AnswerRow): number {
  for (let i = 0; i < a.groups.length; i++) {
    const order = compareGroups(a.groups[i], b.groups[i]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Bins whose edges follow from the values are worked out first. */
export function knownBins(store: Store, night: Night, { fact, bins }: Grouping): KnownBins {
  if (bins.by !== 'fit' && bins.by !== 'counts') return bins;
  const { sql, values } = nightSql(night);
  const all = store.db
    .prepare<unknown[], number>(
      `${sql} SELECT ${fact.sql} FROM night WHERE ${fact.sql} IS NOT NULL`,
    )
    .pluck();
  const numbers = new Numbers();
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
  night: Night,
  measures: readonly Measure[],
  by: readonly Grouped[],
): Counted {
  // Shares travel side by side in one number, since each value of a row takes time.
  const properties = measures.flatMap((one) => (one.kind === 'share' ? [one.property] : []));
  const facts = [...new Set(measures.flatMap((one) => (one.kind === 'number' ? [one.fact] : [])))];
  const shares = properties.map(({ sql }, i) => `(${sql}) * ${2 ** i}`).join(' + ') || '0';
  const columns = [...by.map(({ key }) => key), shares, ...facts.map(({ sql }) => sql)];
  const { sql, values } = nightSql(night);
  const rows = store.db
    .prepare<unknown[], Key[]>(`${sql} SELECT ${columns.join(', ')} FROM night`)
    .raw()
    .iterate(...values);
  const places = measures.map((measure) => {
    if (measure.kind === 'share') return properties.indexOf(measure.property);
    return measure.kind === 'number' ? facts.indexOf(measure.fact) : 0;
  });
  const total = new GroupSums(measures, places, facts.length);
  const groups = new Map<string, { keys: Key[]; sums: GroupSums }>();
  const first = by.length;
  for (const row of rows) {
    let sums = total;
    if (first > 0) {
      const name = first === 1 ? String(row[0]) : row.slice(0, first).join('\0');
      let group = groups.get(name);
      if (group === undefined) {
        if (groups.size === MOST_GROUPS) {
          throw new QuestionError(
            `there are more than ${MOST_GROUPS} groups: ask for fewer facts, or for wider bins`,
          );
        }
        group = {
          keys: row.slice(0, first),
          sums: new GroupSums(measures, places, facts.length),
        };
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
  private readonly numbers: readonly Numbers[];

  constructor(
    private readonly measures: readonly Measure[],
    /** Element i is the place of measure i among the shares, or among the numbers. */
    private readonly places: readonly number[],
    facts: number,
  ) {
    this.shares = new Float64Array(measures.length);
    this.numbers = Array.from({ length: facts }, () => new Numbers());
  }

  /** Adds a row whose number of shares is at `first`, with the facts after it. */
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
  }

  absorb(other: GroupSums): void {
    this.puzzles += other.puzzles;
    other.shares.forEach((count, i) => (this.shares[i] += count));
    other.numbers.forEach((numbers, i) => this.numbers[i].absorb(numbers));
  }

  row(groups: readonly Group[]): AnswerRow {
    const { puzzles, measures, places } = this;
    const ascending = this.numbers.map((numbers) => numbers.take().sort());
    const figures = measures.map((measure, i): Figure | null => {
      switch (measure.kind) {
        case 'puzzles':
          return { value: puzzles, low: null, high: null, n: puzzles };
        case 'share':
          return puzzles === 0 ? null : shareOf(this.shares[places[i]], puzzles);
        case 'number':
          return summaryOf(measure, ascending[places[i]]);
      }
    });
    return { groups, puzzles, figures };
  }
}

function summaryOf(
  { summary }: Extract<Measure, { kind: 'number' }>,
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
      return momentsOf(ascending).figure();
    case 'gmean':
      return ascending[0] > 0 ? geometric(momentsOf(ascending.map(Math.log)).figure()) : null;
    default:
      return quantileOf(ascending, summary.quantile);
  }
}

function momentsOf(values: Float64Array): Moments {
  const moments = new Moments();
  for (const value of values) moments.add(value);
  return moments;
}
