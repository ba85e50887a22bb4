import { openStore, type Store } from '../../store/open/open.js';

/** Opens the database for reading, hands it to `use`, and closes it. */
export async function withStore<T>(path: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore(path, { readonly: true });
  try {
    return await use(store);
  } finally {
    store.close();
  }
}
