import type { ResultFilter } from './result-filter.js';

/** What the table can be sorted by; `order` is that of the corpora. */
export type ResultSort = 'order' | 'name' | 'size' | 'time';

/** Which rows are wanted, and in what order. */
export interface ResultQuery {
  readonly runId: number;
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  readonly descending: boolean;
  readonly limit: number;
  /** The place behind which to go on: `next` of the page before; null for the first page. */
  readonly after: Place | null;
}

/** A row's place in a sorted table: what it is sorted by, and its puzzle. */
export interface Place {
  readonly value: string | number;
  readonly puzzleId: number;
}
