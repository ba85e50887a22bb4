import { FILTER_WORDS } from '../../../result/filter-words.js';

/*
 * The words of an address that say which puzzles of a run are listed, and in what order. They are
 * passed on to a puzzle's page, so that its neighbours are those of the list, and back again.
 */

/** A run's page, with its list filtered and sorted by `query`. */
export function runAddress(run: number | string, query: URLSearchParams): string {
  return `/runs/${run}${listQuery(query)}`;
}

/** A puzzle's page in such a list. */
export function puzzleAddress(
  run: number | string,
  puzzle: number | string,
  query: URLSearchParams,
  what = '',
): string {
  return `/runs/${run}/puzzles/${puzzle}${what}${listQuery(query)}`;
}

/** The filter and the order as the end of an address, without the page of the table. */
export function listQuery(query: URLSearchParams): string {
  const words = new URLSearchParams();
  for (const name of [...FILTER_WORDS, 'sort']) {
    const value = query.get(name);
    if (value !== null && value !== '') words.set(name, value);
  }
  const text = words.toString();
  return text === '' ? '' : `?${text}`;
}
