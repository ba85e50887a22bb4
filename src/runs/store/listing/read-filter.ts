import { NEEDS } from '../../../core/result/difficulty.js';
import { STATUSES } from '../../../core/result/outcome.js';
import { type ResultCriteria, RESULT_SORTS, type ResultSort } from './result-filter.js';

/** A word of a filter that means nothing: which one, what was expected and what came. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/** What each word of a filter is, as `URLSearchParams.get` returns those of an address. */
export type Get = (name: string) => string | null | undefined;

const TECHNIQUES = ['line', 'probe', 'search', 'ambiguous', 'none'] as const;

/**
 * The filter that the words of an address, or of a command line, ask for: `status`, `technique`,
 * `depth`, `size` (25x25 or 10-20, the longer side), `min` and `max` (milliseconds), `name`,
 * `score` (6-8), `stars`, `needs`, `sweeps`, `density` (40-60, in percent), `file`.
 * @throws FilterError that says what was expected and what came.
 */
export function filterOf(get: Get): ResultCriteria {
  return {
    status: oneOf(get, 'status', STATUSES),
    technique: oneOf(get, 'technique', TECHNIQUES),
    guessDepth: readDepth(get('depth')),
    ...readSize(get('size')),
    minMs: readNumber(get, 'min'),
    maxMs: readNumber(get, 'max'),
    name: readText(get, 'name'),
    ...readBounds(get, 'score', (minScore, maxScore) => ({ minScore, maxScore })),
    stars: readStars(get('stars')),
    needs: oneOf(get, 'needs', NEEDS),
    ...readBounds(get, 'sweeps', (minSweeps, maxSweeps) => ({ minSweeps, maxSweeps })),
    ...readBounds(get, 'density', (least, most) => ({
      minDensity: least === null ? null : least / 100,
      maxDensity: most === null ? null : most / 100,
    })),
    file: readText(get, 'file'),
  };
}

/**
 * How the table is sorted: `sort=time` or `sort=-time`; without it, in the order of the corpora.
 */
export function sortOf(get: Get): { sort: ResultSort; descending: boolean } {
  const word = get('sort') ?? 'order';
  const descending = word.startsWith('-');
  const sort = RESULT_SORTS.find((name) => name === (descending ? word.slice(1) : word));
  if (sort === undefined) {
    throw new FilterError(
      `sort: expected one of ${RESULT_SORTS.join(', ')}, with a - for descending; got "${word}"`,
    );
  }
  return { sort, descending };
}

function oneOf<T extends string>(get: Get, name: string, words: readonly T[]): T | null {
  const word = get(name) ?? '';
  if (word === '') return null;
  const found = words.find((known) => known === word);
  if (found === undefined) {
    throw new FilterError(`${name}: expected one of ${words.join(', ')}; got "${word}"`);
  }
  return found;
}

function readDepth(text: string | null | undefined): number | 'none' | '2+' | null {
  if (text == null || text === '') return null;
  if (text === 'none' || text === '2+') return text;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new FilterError(`depth: expected a whole number, "2+" or "none", got "${text}"`);
}

function readSize(text: string | null | undefined): ResultCriteria {
  if (text == null || text === '') return {};
  const exact = /^(\d{1,5})x(\d{1,5})$/i.exec(text);
  if (exact !== null) return { width: Number(exact[1]), height: Number(exact[2]) };
  const range = /^(\d{0,5})-(\d{0,5})$/.exec(text);
  if (range !== null && text !== '-') {
    const bound = (digits: string): number | null => (digits === '' ? null : Number(digits));
    return { minSide: bound(range[1]), maxSide: bound(range[2]) };
  }
  if (/^\d{1,5}$/.test(text)) return { minSide: Number(text), maxSide: Number(text) };
  throw new FilterError(`size: expected 25x25, 10-20 (the longer side), 20- or -10; got "${text}"`);
}

function readNumber(get: Get, name: string): number | null {
  const text = get(name) ?? '';
  if (text === '') return null;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new FilterError(`${name}: expected milliseconds, 0 or more; got "${text}"`);
}

function readText(get: Get, name: string): string | null {
  const text = get(name) ?? '';
  if (text === '') return null;
  if (text.length > 200) throw new FilterError(`${name}: expected at most 200 characters`);
  return text;
}

function readStars(text: string | null | undefined): number | null {
  if (text == null || text === '') return null;
  if (/^[1-5]$/.test(text)) return Number(text);
  throw new FilterError(`stars: expected a whole number from 1 to 5, got "${text}"`);
}

/** The bounds `6-8`, `6-`, `-8`, or `6` for both. */
function readBounds<T>(
  get: Get,
  name: string,
  filter: (least: number | null, most: number | null) => T,
): T | null {
  const text = get(name) ?? '';
  if (text === '') return null;
  const found = /^(\d+(?:\.\d+)?)?(-)?(\d+(?:\.\d+)?)?$/.exec(text);
  const [least, dash, most] = found?.slice(1) ?? [];
  const bound = (digits: string | undefined): number | null =>
    digits === undefined ? null : Number(digits);
  if (least !== undefined && dash === undefined && most === undefined) {
    return filter(Number(least), Number(least));
  }
  if (dash !== undefined && (least !== undefined || most !== undefined)) {
    return filter(bound(least), bound(most));
  }
  throw new FilterError(`${name}: expected 6-8, 6- or -8; got "${text}"`);
}
