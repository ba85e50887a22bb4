import type { Store } from '../../store/open/open.js';
import type { Fact } from '../statistics/facts.js';
import { compareGroups, grouped, type Group, type Key } from '../statistics/groups.js';
import type { Grouping } from '../statistics/question.js';
import { topSql } from '../statistics/question-sql.js';
import { knownBins } from './answer-question.js';
import { nightSql, type AskedResults } from './night-sql.js';

/** A puzzle that has more of a number than most others of its group. */
export interface TopPuzzle {
  /** A group by each fact that is asked for. */
  readonly groups: readonly Group[];
  /** From 1, within its group. */
  readonly place: number;
  readonly puzzleId: number;
  readonly name: string;
  /** The facts that are asked for; the first is never null. */
  readonly values: readonly (number | null)[];
}

/**
 * The puzzles of a run with the most of the first fact, `count` of each group; equal ones in the
 * order of the corpus.
 */
export function topPuzzles(
  store: Store,
  results: AskedResults,
  by: readonly Grouping[],
  facts: readonly Fact[],
  count: number,
): TopPuzzle[] {
  const groups = by.map((grouping) => grouped(grouping, knownBins(store, results, grouping)));
  const { sql, values } = nightSql(results);
  const rows = store.db
    .prepare<unknown[], Key[]>(
      `${sql}, ${topSql(groups, facts, { count, runIds: results.runIds, keys: true })}`,
    )
    .raw()
    .all(...values);
  const first = groups.length;
  const found = rows.map((row) => ({
    groups: groups.map(({ groupOf }, i) => groupOf(row[i])),
    place: Number(row[first]),
    puzzleId: Number(row[first + 1]),
    name: String(row[first + 2]),
    values: row.slice(first + 3) as (number | null)[],
  }));
  return found.sort((a, b) => {
    for (let i = 0; i < first; i++) {
      const order = compareGroups(a.groups[i], b.groups[i]);
      if (order !== 0) return order;
    }
    return a.place - b.place;
  });
}
