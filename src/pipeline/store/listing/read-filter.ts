import { SINCE_WORDS } from '../../record/outcome.js';
import { NEEDS } from '../../../solver/core/result/difficulty.js';
import { STATUSES } from '../../../solver/core/result/outcome.js';
import {
  RESULT_SORTS,
  type FilterRange,
  type ResultCriteria,
  type ResultSort,
  type SizeBounds,
} from './result-filter.js';

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
 * `score` (6-8), `stars`, `needs`, `look_ahead` (3-), `sweeps`, `opening`, `narrowest`,
 * `density` (40-60, in percent), `label`, `file`, `since` (new).
 * All but `min` and `max` take several values, of which any will do: `timeout,crash`; names and
 * files are separated by `|`, as they may hold commas.
 * @throws FilterError that says what was expected and what came.
 */
export function filterOf(get: Get): ResultCriteria {
  return {
    status: oneOf(get, 'status', STATUSES),
    technique: oneOf(get, 'technique', TECHNIQUES),
    guessDepth: listed(get('depth'), readDepth),
    size: listed(get('size'), readSize),
    minMs: readNumber(get, 'min'),
    maxMs: readNumber(get, 'max'),
    name: readTexts(get, 'name'),
    score: readBounds(get, 'score'),
    stars: listed(get('stars'), readStars),
    needs: oneOf(get, 'needs', NEEDS),
    lookAhead: readBounds(get, 'look_ahead'),
    sweeps: readBounds(get, 'sweeps'),
    opening: readBounds(get, 'opening'),
    narrowest: readBounds(get, 'narrowest'),
    density: readBounds(get, 'density', 0.01),
    label: readTexts(get, 'label'),
    file: readTexts(get, 'file'),
    since: oneOf(get, 'since', SINCE_WORDS),
  };
}

/** The most values of a word: what is longer was not typed by people, and takes long to find. */
const MOST_VALUES = 100;

/** The values between the commas of a word, each once, as `read` reads them; null without any. */
function listed<T>(text: string | null | undefined, read: (one: string) => T): readonly T[] | null {
  const parts = (text ?? '').split(',');
  return eachOf(
    parts.map((one) => one.trim()),
    read,
  );
}

function eachOf<T>(parts: readonly string[], read: (one: string) => T): readonly T[] | null {
  const values = [...new Set(parts)].filter((one) => one !== '');
  if (values.length > MOST_VALUES) {
    throw new FilterError(`expected at most ${MOST_VALUES} values of a word, got ${values.length}`);
  }
  return values.length === 0 ? null : values.map(read);
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

function oneOf<T extends string>(get: Get, name: string, words: readonly T[]): readonly T[] | null {
  return listed(get(name), (word) => {
    const found = words.find((known) => known === word);
    if (found === undefined) {
      throw new FilterError(`${name}: expected one of ${words.join(', ')}; got "${word}"`);
    }
    return found;
  });
}

function readDepth(text: string): number | 'none' | '2+' {
  if (text === 'none' || text === '2+') return text;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new FilterError(`depth: expected a whole number, "2+" or "none", got "${text}"`);
}

function readSize(text: string): SizeBounds {
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

/**
 * Texts between `|`; one that has such a sign itself has `\\|` for it. White space around the signs
 * does not count, but one text alone is taken as it is: names may have a blank or a line break.
 */
function readTexts(get: Get, name: string): readonly string[] | null {
  const parts = (get(name) ?? '').split(/(?<!\\)\|/).map((one) => one.replaceAll('\\|', '|'));
  const texts = parts.length === 1 ? parts : parts.map((one) => one.trim());
  return eachOf(texts, (one) => {
    if (one.length > 200) throw new FilterError(`${name}: expected at most 200 characters`);
    return one;
  });
}

function readStars(text: string): number {
  if (/^[1-5]$/.test(text)) return Number(text);
  throw new FilterError(`stars: expected a whole number from 1 to 5, got "${text}"`);
}

/** The bounds `6-8`, `6-`, `-8`, or `6` for both, each in a unit. */
function readBounds(get: Get, name: string, unit = 1): readonly FilterRange[] | null {
  return listed(get(name), (text) => {
    const found = /^(\d+(?:\.\d+)?)?(-)?(\d+(?:\.\d+)?)?$/.exec(text);
    const [least, dash, most] = found?.slice(1) ?? [];
    const bound = (digits: string | undefined): number | null =>
      digits === undefined ? null : Number(digits) * unit;
    if (least !== undefined && dash === undefined && most === undefined) {
      return { least: bound(least), most: bound(least) };
    }
    if (dash !== undefined && (least !== undefined || most !== undefined)) {
      return { least: bound(least), most: bound(most) };
    }
    throw new FilterError(`${name}: expected 6-8, 6- or -8; got "${text}"`);
  });
}
