import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Puzzle, BLANK } from '../../../solver/core/puzzle/types.js';
import { NOTHING, fromHash, hashOf, type Given } from './given.js';
import { changeShelf, readShelf, shelved } from './shelf.js';

/**
 * Milliseconds between two changes of the address: browsers allow no more than 200 in 30 seconds.
 */
const BETWEEN_MS = 200;

/**
 * What is to be solved, kept in the address; `onFound` is called with a puzzle from the address.
 */
export function useGiven(
  onFound: (found: Given & { readonly puzzle: Puzzle }) => void,
): [Given, (next: Given) => void] {
  const [given, setGiven] = useState<Given>(NOTHING);
  const address = useLateAddress();
  useEffect(() => {
    const read = (): void => {
      address.forget();
      const found = fromHash(location.hash);
      if (found === null) return;
      setGiven(found);
      if (found.puzzle !== null) onFound(found);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const take = useCallback((next: Given): void => {
    setGiven(next);
    address.change(() => hashOf(next));
  }, []);
  return [given, take];
}

/**
 * Changes the part of the address after its `#`, but not too often; always before anything is
 * clicked or the page is left.
 */
function useLateAddress(): {
  readonly change: (hash: () => string) => void;
  readonly forget: () => void;
} {
  const late = useRef<{ readonly hash: () => string; readonly timer: number } | null>(null);
  const written = useRef(-Infinity);
  const forget = (): void => {
    if (late.current !== null) clearTimeout(late.current.timer);
    late.current = null;
  };
  const write = (): void => {
    if (late.current === null) return;
    const hash = late.current.hash();
    forget();
    written.current = performance.now();
    history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
  };
  useEffect(() => {
    window.addEventListener('click', write, { capture: true });
    window.addEventListener('pagehide', write);
    return () => {
      forget();
      window.removeEventListener('click', write, { capture: true });
      window.removeEventListener('pagehide', write);
    };
  }, []);
  return {
    change: (hash) => {
      forget();
      const wait = written.current + BETWEEN_MS - performance.now();
      late.current = { hash, timer: window.setTimeout(write, Math.max(0, wait)) };
      if (wait <= 0) write();
    },
    forget,
  };
}

/** How long a drawing must stay as it is, in milliseconds, before it is kept. */
const PAUSE_MS = 400;

/**
 * Keeps what is drawn on the shelf of this browser: under one id until another drawing is opened,
 * or a new one begun.
 */
export function useKept(given: Given, hash: string): { readonly another: () => void } {
  const id = useRef<string | null>(null);
  const keep = useRef<(() => void) | null>(null);
  useEffect(() => {
    const { picture } = given;
    if (picture === null || picture.every((cell) => cell === BLANK)) return undefined;
    // An address that holds a kept drawing goes on with it.
    id.current ??= readShelf().find((one) => one.hash === hash)?.id ?? newId();
    const entry = { id: id.current, hash };
    const put = (): void => {
      keep.current = null;
      putOnShelf(entry.id, entry.hash);
    };
    keep.current = put;
    const timer = setTimeout(put, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [given, hash]);
  useEffect(() => {
    const now = (): void => {
      keep.current?.();
      // A title may be taken as the page is left: the address has it already.
      if (id.current !== null) putOnShelf(id.current, location.hash);
    };
    window.addEventListener('pagehide', now);
    return () => {
      window.removeEventListener('pagehide', now);
      keep.current?.();
    };
  }, []);
  return {
    another: () => {
      keep.current?.();
      id.current = null;
    },
  };
}

function putOnShelf(id: string, hash: string): void {
  changeShelf((shelf) =>
    shelf.some((one) => one.id === id && one.hash === hash)
      ? shelf
      : shelved(shelf, { id, hash, at: Date.now() }),
  );
}

function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}
