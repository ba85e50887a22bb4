import { pairRuns, pairedIdSql } from '../../store/changes/match-runs.js';
import type { Store } from '../../store/open/open.js';
import { askedColumns, type AskedColumns } from './asked-columns.js';
import type { Grouped, Key } from '../statistics/groups.js';
import {
  Moments,
  differenceOf,
  pairedShares,
  quantileOf,
  withinBounds,
  type Figure,
  type PairCounts,
} from '../statistics/intervals.js';
import { nightSql, type AskedResults } from './night-sql.js';
import { NumberBlocks } from './numbers.js';
import type { Measure } from '../statistics/question.js';

/** The puzzles that two runs both have, in one group. */
export class Pairs {
  n = 0;
  private readonly counts: { both: number; first: number; second: number; none: number }[];
  /** How much more the first run has, of the puzzles of which both know the number. */
  private readonly differences: readonly NumberBlocks[];

  constructor(private readonly columns: AskedColumns) {
    const { properties, facts } = columns;
    this.counts = properties.map(() => ({ both: 0, first: 0, second: 0, none: 0 }));
    this.differences = facts.map(() => new NumberBlocks());
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

  /** The counts of a share. */
  countsOf(measure: number): PairCounts {
    return this.counts[this.columns.places[measure]];
  }

  /** The differences of a number, in ascending order. */
  differencesOf(measure: number): Float64Array {
    return this.differences[this.columns.places[measure]].take().sort();
  }
}

/**
 * The puzzles that two runs have both, by the names of their groups (`groupName`): puzzles with the
 * same fingerprint, those of one run in their order, that are in the same group in both.
 */
export function pairsOf(
  store: Store,
  { filter }: Pick<AskedResults, 'filter'>,
  [first, second]: readonly [number, number],
  by: readonly Grouped[],
  measures: readonly Measure[],
): ReadonlyMap<string, Pairs> {
  const columns = askedColumns(measures);
  const { sql, values } = nightSql({ runIds: [first, second], filter });
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
  const rows = store.db
    .prepare<unknown[], Key[]>(
      `${sql}, ${side('a', first)}, ${side('b', second)}
       SELECT ${wanted} FROM a JOIN b ON ${on.join(' AND ')}`,
    )
    .raw()
    .iterate(...values);
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
export function groupName(row: readonly Key[], by: number): string {
  return by === 1 ? String(row[0]) : row.slice(0, by).join('\0');
}

/**
 * How much more the first of two figures of a measure is. Of the puzzles that both runs have if
 * there are such: shares, means and medians, which are then those of the differences. Other figures
 * follow from the two alone; extremes and sums have no interval.
 */
export function figureDifference(
  { measure, place }: { readonly measure: Measure; readonly place: number },
  first: Figure | null,
  second: Figure | null,
  pairs: Pairs | undefined,
): Figure | null {
  if (measure.kind === 'puzzles') {
    return pairs === undefined ? null : { value: pairs.n, low: null, high: null, n: pairs.n };
  }
  if (first === null || second === null) return null;
  if (pairs === undefined) return differenceOf(first, second);
  if (measure.kind === 'share') return pairedShares(pairs.countsOf(place));
  const { summary } = measure;
  const isMedian = typeof summary !== 'string' && summary.quantile === 0.5;
  if (!isMedian && summary !== 'mean') return differenceOf(first, second);
  const differences = pairs.differencesOf(place);
  if (differences.length === 0) return null;
  const range = (measure.fact.most ?? Infinity) - (measure.fact.least ?? 0);
  return isMedian
    ? quantileOf(differences, 0.5)
    : withinBounds(Moments.of(differences).figure(), -range, range);
}
