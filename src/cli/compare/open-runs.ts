import type { RunOfStore } from '../../store/compare/standings.js';
import { openStore, type Store } from '../../store/open/open.js';
import { findRun } from '../../store/runs/runs.js';
import { runAddress } from './run-address.js';

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
