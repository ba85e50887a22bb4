import { STATUSES } from '../result/outcome.js';
import type { ResultFilter } from '../store/pages/result-filter.js';
import type { ResultSort } from '../store/pages/result-query.js';
import { BadRequest } from './bad-request.js';

/** The parameters of an address: what `URLSearchParams.get` gives. */
type Get = (name: string) => string | null | undefined;

const TECHNIQUES = ['line', 'probe', 'search', 'none'] as const;
const SORTS: readonly ResultSort[] = ['order', 'name', 'size', 'time'];

/**
 * The filter that an address asks for: `status`, `technique`, `depth`, `size` (25x25 or 10-20,
 * the longer side), `min` and `max` (milliseconds), `name`.
 * @throws BadRequest that says what was expected and what came.
 */
export function readFilter(get: Get): ResultFilter {
  return {
    status: oneOf(get, 'status', STATUSES),
    technique: oneOf(get, 'technique', TECHNIQUES),
    guessDepth: readDepth(get('depth')),
    ...readSize(get('size')),
    minMs: readNumber(get, 'min'),
    maxMs: readNumber(get, 'max'),
    name: readName(get('name')),
  };
}

/** How the table is sorted: `sort=time` or `sort=-time`; by the order of the corpora without. */
export function readSort(get: Get): { sort: ResultSort; descending: boolean } {
  const word = get('sort') ?? 'order';
  const descending = word.startsWith('-');
  const sort = SORTS.find((name) => name === (descending ? word.slice(1) : word));
  if (sort === undefined) {
    throw new BadRequest(
      `sort: expected one of ${SORTS.join(', ')}, with a - for descending; got "${word}"`,
    );
  }
  return { sort, descending };
}

/**
 * The id that a part of an address is.
 * @throws BadRequest if it is not a whole number.
 */
export function readId(text: string | undefined, what: string): number {
  const id = /^\d{1,16}$/.test(text ?? '') ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) {
    throw new BadRequest(`${what}: expected a whole number, got "${text ?? ''}"`);
  }
  return id;
}

function oneOf<T extends string>(get: Get, name: string, words: readonly T[]): T | null {
  const word = get(name) ?? '';
  if (word === '') return null;
  const found = words.find((known) => known === word);
  if (found === undefined) {
    throw new BadRequest(`${name}: expected one of ${words.join(', ')}; got "${word}"`);
  }
  return found;
}

function readDepth(text: string | null | undefined): number | 'none' | null {
  if (text == null || text === '') return null;
  if (text === 'none') return text;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new BadRequest(`depth: expected a whole number or "none", got "${text}"`);
}

function readSize(text: string | null | undefined): ResultFilter {
  if (text == null || text === '') return {};
  const exact = /^(\d{1,5})x(\d{1,5})$/i.exec(text);
  if (exact !== null) return { width: Number(exact[1]), height: Number(exact[2]) };
  const range = /^(\d{0,5})-(\d{0,5})$/.exec(text);
  if (range !== null && text !== '-') {
    const bound = (digits: string): number | null => (digits === '' ? null : Number(digits));
    return { minSide: bound(range[1]), maxSide: bound(range[2]) };
  }
  if (/^\d{1,5}$/.test(text)) return { minSide: Number(text), maxSide: Number(text) };
  throw new BadRequest(`size: expected 25x25, 10-20 (the longer side), 20- or -10; got "${text}"`);
}

function readNumber(get: Get, name: string): number | null {
  const text = get(name) ?? '';
  if (text === '') return null;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new BadRequest(`${name}: expected milliseconds, 0 or more; got "${text}"`);
}

function readName(text: string | null | undefined): string | null {
  if (text == null || text === '') return null;
  if (text.length > 200) throw new BadRequest('name: expected at most 200 characters');
  return text;
}
