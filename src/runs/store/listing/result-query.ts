import type { ResultCriteria } from './result-filter.js';

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
