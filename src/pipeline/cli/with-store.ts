import { existsSync } from 'node:fs';
import { explainedByRows } from '../store/queries/damaged-rows.js';
import { openStore, type Store } from '../store/open/open.js';
import { findPuzzle } from '../store/queries/stored-results.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { findRun, type Run } from '../store/stored-runs.js';
import { Failure, type Terminal } from './terminal.js';

/** Opens a database, to read unless told otherwise, and closes it. @throws StoreError */
export async function withStore<T>(
  path: string,
  use: (store: Store) => T | Promise<T>,
  options: Parameters<typeof openStore>[1] = { readonly: true },
): Promise<T> {
  const store = openStore(path, options);
  try {
    return await use(store);
  } catch (error) {
    // It may be about a row that nobody can have written.
    throw explainedByRows(error, store);
  } finally {
    store.close();
  }
}

/** The run that is meant, else the latest; the terminal says if `runs --check` found damage. */
export function wantedRun(store: Store, word: string | undefined, terminal: Terminal): Run {
  const run = findRun(store, word);
  if (run.damage !== null) {
    terminal.say(
      `Run ${run.runId} is damaged, and what is said of it may be wrong: ${plainText(run.damage)} (found by runs --check).`,
    );
  }
  return run;
}

/** Whether a word of the command line is that of a run rather than of a corpus. */
export function mayBeRun(word: string): boolean {
  return word !== '-' && !/[*?[\]{}/\\]|\.[a-z]+$/i.test(word) && !existsSync(word);
}

/** The one puzzle that is meant, of a database or a run. @throws Failure if none is, or several. */
export function wantedPuzzleId(store: Store, wanted: string, runId: number | null = null): number {
  const { found, suggestions } = findPuzzle(store, wanted, { runId, limit: LISTED + 1 });
  if (found.length === 1) return found[0].puzzleId;
  if (found.length === 0) {
    const near = suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(', ')}?`;
    const isElsewhere = runId !== null && findPuzzle(store, wanted, { limit: 1 }).found.length > 0;
    const why = isElsewhere ? ', but another run has: leave --run out' : near;
    const where = `${runId === null ? '' : `run ${runId} of `}${store.path}`;
    throw new Failure('NM_PUZZLE_UNKNOWN', `${where} has no puzzle "${wanted}"${why}`);
  }
  const lines = found
    .slice(0, LISTED)
    .map(({ puzzleId, name, title, width, height, path, ordinal }) => {
      const called = title === null ? plainText(name) : plainText(`${name} (${title})`);
      return `  ${puzzleId}  ${called}  ${width}x${height}  ${plainText(path)}, entry ${ordinal}`;
    });
  if (found.length > LISTED) lines.push('  and more');
  const message = `"${wanted}" fits several puzzles; name one by the number in front:`;
  throw new Failure('NM_PUZZLE_AMBIGUOUS', message, lines.join('\n'));
}

/** How many puzzles are listed if several are meant. */
const LISTED = 10;
