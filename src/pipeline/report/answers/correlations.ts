import { numberOf } from '../../../solver/core/text/numbers.js';
import type { Store } from '../../store/open/open.js';
import type { Correlation } from '../statistics/answer.js';
import type { Fact } from '../statistics/facts.js';
import { FEWEST_PAIRS, correlationOf, isConstant, ranksOf } from '../statistics/intervals.js';
import { nightSql, type AskedResults } from './night-sql.js';
import { NumberBlocks } from './numbers.js';

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
  // Pairs of which the same puzzles have both numbers share the ranks: most facts are known of
  // every puzzle.
  const ranksAmong = (column: Column, known: RowsOfBoth): Float64Array => {
    const key = `${column.place} ${known.name}`;
    const found = ranks.get(key) ?? ranksOf(column.values.filter((_, i) => known.has[i] === 1));
    ranks.set(key, found);
    return found;
  };
  const named = new Map<string, RowsOfBoth>();
  return columns.flatMap((a, i) =>
    columns.slice(i + 1).map((b) => {
      const known = knownOfBoth(a, b, named);
      const pair = [facts[a.place], facts[b.place]] as const;
      const [x, y] = [ranksAmong(a, known), ranksAmong(b, known)];
      const n = x.length;
      const figure = correlationOf(x, y);
      return { facts: pair, figure, n, why: figure === null ? whyNone(pair, x, y) : null };
    }),
  );
}

/** Why some ranks have no correlation. */
function whyNone([a, b]: readonly [Fact, Fact], x: Float64Array, y: Float64Array): string {
  const n = x.length;
  if (n === 0) return 'no puzzle has both';
  if (n < FEWEST_PAIRS) {
    return `only ${numberOf(n, 'puzzle has', 'puzzles have')} both, and it takes ${FEWEST_PAIRS}`;
  }
  const constant = [...(isConstant(x) ? [a.label] : []), ...(isConstant(y) ? [b.label] : [])];
  return `${constant.join(' and ')} ${constant.length === 1 ? 'is' : 'are'} the same in all ${numberOf(n, 'puzzle')} that have both`;
}

interface Column {
  readonly place: number;
  /** NaN for a puzzle of which it is not known. */
  readonly values: Float64Array;
}

/** Which puzzles have both numbers of a pair. */
interface RowsOfBoth {
  readonly name: number;
  readonly has: Uint8Array;
}

function knownOfBoth(a: Column, b: Column, named: Map<string, RowsOfBoth>): RowsOfBoth {
  const has = Uint8Array.from(
    a.values,
    (value, i) => +!(Number.isNaN(value) || Number.isNaN(b.values[i])),
  );
  const key = Buffer.from(has).toString('latin1');
  const known = named.get(key) ?? { name: named.size, has };
  named.set(key, known);
  return known;
}

function readColumns(store: Store, results: AskedResults, facts: readonly Fact[]): Column[] {
  const { sql, values } = nightSql(results);
  const rows = store.db
    .prepare<unknown[], (number | null)[]>(
      `${sql} SELECT ${facts.map((fact) => fact.sql).join(', ')} FROM night`,
    )
    .raw()
    .iterate(...values);
  const columns = facts.map(() => new NumberBlocks());
  for (const row of rows) {
    for (let i = 0; i < columns.length; i++) columns[i].push(row[i] ?? NaN);
  }
  return columns.map((numbers, place) => ({ place, values: numbers.take() }));
}
