import { isPlayHash } from './window/hash-words.js';

/** Where this tab keeps whether it began with a shared link. */
const KEY = 'nonomill.visitor';

/** What visitors are shown: the board to play, the workbench, and what its score means. */
const VISITED: readonly string[] = ['/try', '/score'];

/**
 * Whether who opened this tab came by a shared link and has seen nothing but what it leads to: then the runs of the database are
 * not offered. A reload changes nothing.
 */
export function isVisitor(): boolean {
  const began = stored(() => sessionStorage.getItem(KEY));
  const isShared = began === null ? isPlayHash(location.hash) : began === 'yes';
  const visits = isShared && VISITED.includes(location.pathname);
  stored(() => sessionStorage.setItem(KEY, visits ? 'yes' : 'no'));
  return visits;
}

/** Null in a browser that keeps nothing. */
function stored<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
