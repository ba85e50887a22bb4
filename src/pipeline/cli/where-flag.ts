import { FILTER_WORDS, SINCE_WORDS } from '../record/outcome.js';
import { type ResultList, FilterError, filterOf, sortOf } from '../store/listing/result-filter.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { didYouMean } from '../../solver/core/text/typed.js';
import { valueFlag } from './flag.js';

/** The words of an address of a run's page that say which puzzles are listed, and how. */
const WORDS = [...FILTER_WORDS, 'sort'];

/** Which results are wanted, and in which order. */
export interface Where extends Omit<ResultList, 'runId'> {
  /** The same as it was typed, in one line; empty for all. */
  readonly text: string;
}

/** `--where new` is short for `--where since=new`, but only as the first word. */
const SINCE = new RegExp(`^\\s*(${SINCE_WORDS.join('|')})(?=$|[\\s&])`);

/**
 * Reads `size=10-20 technique=line sort=-score`, also with `&` between the words, and all of an
 * address up to its `?` may stand before them.
 * @throws FilterError that names the word
 */
export function readWhere(text: string): Where {
  const words = new Map<string, string>();
  for (const part of text
    .replace(/^[^?=]*\?/, '')
    .replace(SINCE, 'since=$1')
    .split(/&|\s+(?=[a-z_]+=)/)) {
    if (part.trim() === '') continue;
    const [name, value] = [...new URLSearchParams(part.trim())][0];
    if (!WORDS.some((word) => word === name)) {
      throw new FilterError(
        `expected words such as size=10-20, of ${WORDS.join(', ')}; got "${part.trim()}"` +
          didYouMean(name, WORDS),
      );
    }
    if (words.has(name)) {
      throw new FilterError(`${name} was given twice, as "${words.get(name)}" and "${value}"`);
    }
    words.set(name, value);
  }
  const get = (name: string): string | undefined => words.get(name);
  const typed = Array.from(words, ([name, value]) => `${name}=${value}`).join(' ');
  return { filter: filterOf(get), ...sortOf(get), text: plainText(typed) };
}

export const where = valueFlag(
  '--where <words> (status, only, filter, sort, query, technique, size, score)',
  'none',
  {
    joinedBy: ' ',
    defaultText: 'all, in the order of the corpora',
    help:
      'Which results, and their order, in the words of the addresses of the pages: ' +
      "'size=10-20 technique=line sort=-score'. Also status, depth, min and max (milliseconds), name, stars, " +
      'needs, look_ahead, score, sweeps, opening, narrowest, density (in percent), label, file and since: new, changed or worse since the last night, as in --where new. Of several values any will do: ' +
      "'status=timeout,crash name=cat|dog'. Orders by score, sweeps and density leave out puzzles without them.",
    read: readWhere,
  },
);
