import { explainedByRows } from '../../store/queries/damaged-rows.js';
import { openStore, type Store } from '../../store/open/open.js';

/**
 * Opens the database for reading, hands it to `use`, and closes it.
 * @throws StoreError that names the row, if `use` fails at one that no run has written so.
 */
export async function withStore<T>(path: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(path, { readonly: true });
  try {
    return await use(store);
  } catch (error) {
    throw explainedByRows(error, store);
  } finally {
    store.close();
  }
}
