import type { CountWanted } from '../../solver/model/limits.js';
import { STATUSES, type Status } from '../../result/outcome.js';
import { UsageError } from '../outcome/failure.js';
import { readChoice } from '../frame/flag-kinds.js';

/** Statuses separated by commas. @throws UsageError */
export function readStatuses(word: string): readonly Status[] {
  return [...new Set(word.split(',').map((status) => readChoice(status.trim(), STATUSES)))];
}

/** How many solutions to look for. @throws UsageError */
export function readSolutionCount(word: string): CountWanted {
  if (word === 'exact' || word === 'estimate') return word;
  const count = /^\d+$/.test(word) ? Number(word) : Number.NaN;
  if (count >= 2 && count <= Number.MAX_SAFE_INTEGER) return count;
  throw new UsageError(
    `expected a whole number of 2 or more, or exact, or estimate, got "${word}"` +
      (count === 1 ? '; one solution does not tell whether there is another' : ''),
  );
}
