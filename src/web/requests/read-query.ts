import { FilterError, filterOf, sortOf, type Get } from '../../store/pages/filter-words.js';
import type { ResultCriteria } from '../../store/pages/result-filter.js';
import type { ResultSort } from '../../store/pages/result-query.js';
import { BadRequest } from './bad-request.js';

/** The filter that an address asks for. @throws BadRequest that says what was expected and what came. */
export function readFilter(get: Get): ResultCriteria {
  return asked(() => filterOf(get));
}

/** How the table is sorted. @throws BadRequest */
export function readSort(get: Get): { sort: ResultSort; descending: boolean } {
  return asked(() => sortOf(get));
}

/**
 * The id in a part of an address.
 * @throws BadRequest if it is not a whole number.
 */
export function readId(text: string | undefined, what: string): number {
  const id = /^\d{1,16}$/.test(text ?? '') ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) {
    throw new BadRequest(`${what}: expected a whole number, got "${text ?? ''}"`);
  }
  return id;
}

function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FilterError ? new BadRequest(error.message) : error;
  }
}
