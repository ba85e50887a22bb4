import { explainedByRows } from '../store/queries/damaged-rows.js';
import { openStore, type Store } from '../store/open/open.js';
import { findPuzzle } from '../store/queries/find-puzzle.js';
import { plainText } from '../text/plain-text.js';
import { Failure } from './outcome/failure.js';

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

/** The one puzzle of a database that is meant. @throws Failure if there is none, or several. */
export function puzzleIdOf(store: Store, wanted: string): number {
  const { found, suggestions } = findPuzzle(store, wanted);
  if (found.length === 1) return found[0].puzzleId;
  if (found.length === 0) {
    const near = suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(', ')}?`;
    throw new Failure(`${store.path} has no puzzle "${wanted}"${near}`);
  }
  const lines = found.map(({ puzzleId, name, title, width, height }) =>
    `  ${puzzleId}  ${plainText(name)}  ${width}x${height}  ${plainText(title ?? '')}`.trimEnd(),
  );
  throw new Failure(
    `"${wanted}" fits several puzzles; name one by the number in front:`,
    lines.join('\n'),
  );
}
