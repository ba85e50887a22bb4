import { existsSync } from 'node:fs';
import { UsageError } from '../outcome/failure.js';
import { switchFlag } from '../frame/flag-kinds.js';
import type { FlagValues } from '../frame/flag.js';
import * as known from '../flags/flags.js';

export const rankFlags = {
  db: known.db,
  timeout: known.timeout,
  threads: known.threads,
  format: known.format,
  limit: known.limit,
  ignoreStart: known.ignoreStart,
  json: known.json,
  csv: switchFlag({ name: 'csv', help: 'Print CSV instead of a table.' }),
  quiet: known.quiet,
};

export interface RankOptions extends FlagValues<typeof rankFlags> {
  /** Corpora to solve, or a run of the database: null for its latest. */
  readonly what:
    | { readonly kind: 'corpora'; readonly corpora: readonly string[] }
    | { readonly kind: 'run'; readonly run: string | null };
}

/**
 * A single word may be a run: it is one if there is no file of that name and it is not a pattern.
 */
export function checkRank(
  operands: readonly string[],
  values: FlagValues<typeof rankFlags>,
): RankOptions {
  if (values.json && values.csv) throw new UsageError('--json and --csv exclude each other');
  const isRun = operands.length === 0 || (operands.length === 1 && mayBeRun(operands[0]));
  return {
    ...values,
    what: isRun
      ? { kind: 'run', run: operands.at(0) ?? null }
      : { kind: 'corpora', corpora: operands },
  };
}

function mayBeRun(word: string): boolean {
  return word !== '-' && !/[*?[\]{}/\\]|\.[a-z]+$/i.test(word) && !existsSync(word);
}
