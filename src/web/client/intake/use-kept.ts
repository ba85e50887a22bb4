import { useEffect, useRef } from 'preact/hooks';
import { BLANK } from '../../../core/puzzle/types.js';
import type { Given } from './given.js';
import { changeShelf, readShelf, shelved } from './shelf.js';

/** How long a drawing must stay as it is, in milliseconds, before it is kept. */
const PAUSE_MS = 400;

/** Keeps what is drawn on the shelf of this browser: under one id until another drawing is opened, or a new one begun. */
export function useKept(given: Given, hash: string): { readonly another: () => void } {
  const id = useRef<string | null>(null);
  const keep = useRef<(() => void) | null>(null);
  useEffect(() => {
    const { picture } = given;
    if (picture === null || picture.every((cell) => cell === BLANK)) return undefined;
    // An address that holds a kept drawing goes on with it.
    id.current ??= readShelf().find((one) => one.hash === hash)?.id ?? newId();
    const kept = { id: id.current, hash };
    const put = (): void => {
      keep.current = null;
      changeShelf((shelf) =>
        shelf.some((one) => one.id === kept.id && one.hash === kept.hash)
          ? shelf
          : shelved(shelf, { ...kept, at: Date.now() }),
      );
    };
    keep.current = put;
    const timer = setTimeout(put, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [given, hash]);
  useEffect(() => {
    const now = (): void => keep.current?.();
    window.addEventListener('pagehide', now);
    return () => {
      window.removeEventListener('pagehide', now);
      now();
    };
  }, []);
  return {
    another: () => {
      keep.current?.();
      id.current = null;
    },
  };
}

function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}
