import type { RunOfStore } from '../../store/compare/standings.js';
import { openStore, type Store } from '../../store/open/open.js';
import { findRun } from '../../store/stored-runs/read-runs.js';
import { existsSync } from 'node:fs';

/** A run as it was asked for. */
export interface NamedRun extends RunOfStore {
  /** Its number and name, after its database if that is another one than `--db`. */
  readonly label: string;
}

/** The runs that `words` name, with their databases open; closes these after `use`. */
export async function withRuns<T>(
  words: readonly string[],
  db: string,
  use: (runs: readonly NamedRun[]) => Promise<T>,
): Promise<T> {
  const stores = new Map<string, Store>();
  try {
    const runs = words.map((word): NamedRun => {
      const address = runAddress(word, db);
      const store = stores.get(address.db) ?? openStore(address.db, { readonly: true });
      stores.set(address.db, store);
      const run = findRun(store, address.run);
      const place = address.db === db ? '' : `${address.db}:`;
      const name = run.name === null ? '' : ` (${run.name})`;
      return { store, run, label: `${place}${run.runId}${name}` };
    });
    return await use(runs);
  } finally {
    for (const store of stores.values()) store.close();
  }
}

/** Where a run is: `other.sqlite:3` names another database than `--db`. */
interface RunAddress {
  readonly db: string;
  /** What the user calls the run; undefined for the latest. */
  readonly run: string | undefined;
}

/**
 * Reads `3` and `name` as runs of the database `db`, and `other.sqlite:3`, `other.sqlite:name` or
 * `other.sqlite:` (its latest run) as those of another one. The part before the last colon is a
 * database if it is named like one, or exists.
 */
function runAddress(word: string, db: string): RunAddress {
  const [, file, run] = /^(.+):([^:]*)$/s.exec(word) ?? [];
  if (file === undefined || !(/\.(sqlite3?|db)$/i.test(file) || existsSync(file))) {
    return { db, run: word };
  }
  return { db: file, run: run === '' ? undefined : run };
}
