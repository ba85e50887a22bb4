import { useEffect } from 'preact/hooks';
import { ifPossible } from '../../solver/core/text/error-codes.js';

// What the browser does for the pages of makers: it keeps drawings, games and texts, and hands over
// what is dropped and pasted.

interface KeptPuzzle {
  readonly id: string;
  /** The part of an address that holds it, from the `#` on. */
  readonly hash: string;
  /** When it changed last, in milliseconds since 1970. */
  readonly at: number;
}

/** The drawings that the browser keeps, the newest first. */
type Shelf = readonly KeptPuzzle[];

/** How many drawings are kept; a drawing of 60x60 takes some 6 kB. */
const MOST_KEPT = 200;

/** The shelf that a text holds: what is damaged of it is left out. */
export function shelfFrom(text: string | null): Shelf {
  const found = jsonIn(text);
  return Array.isArray(found) ? found.filter(isKept) : [];
}

function isKept(one: unknown): one is KeptPuzzle {
  if (typeof one !== 'object' || one === null) return false;
  const { id, hash, at } = one as Partial<Record<keyof KeptPuzzle, unknown>>;
  return typeof id === 'string' && typeof hash === 'string' && typeof at === 'number';
}

/** The shelf with a drawing for that of its id, or first; beyond MOST_KEPT the oldest goes. */
export function shelved(shelf: Shelf, entry: KeptPuzzle): Shelf {
  return [entry, ...without(shelf, entry.id)].slice(0, MOST_KEPT);
}

export function without(shelf: Shelf, id: string): Shelf {
  return shelf.filter((one) => one.id !== id);
}

const KEY = 'nonomill-drawings';

/** The shelf of this browser; empty if it keeps nothing. */
export function readShelf(): Shelf {
  return shelfFrom(keptText(KEY));
}

/** Changes the shelf of this browser, which other tabs may have changed meanwhile. */
export function changeShelf(change: (shelf: Shelf) => Shelf): Shelf {
  const shelf = change(readShelf());
  // If it is not allowed, or full, the address still holds the drawing that is open.
  keepText(KEY, JSON.stringify(shelf));
  return shelf;
}

/** Where browsers keep texts: for this tab, or for all that comes. */
type Keeping = 'sessionStorage' | 'localStorage';

/** What this browser keeps under a key; null if that is nothing. */
export function keptText(key: string, where: Keeping = 'localStorage'): string | null {
  return ifPossible(() => window[where].getItem(key), null);
}

/** The value of a text of JSON that was kept; null if there is none, or it is damaged. */
export function jsonIn(text: string | null): unknown {
  return ifPossible(() => JSON.parse(text ?? 'null') as unknown, null);
}

/** Keeps a text, or with null none, under a key; false if the browser does not. */
export function keepText(
  key: string,
  text: string | null,
  where: Keeping = 'localStorage',
): boolean {
  return ifPossible(() => {
    if (text === null) window[where].removeItem(key);
    else window[where].setItem(key, text);
    return true;
  }, false);
}

/** Keys of games in this browser begin so; the puzzle's fingerprint and the start follow. */
export const GAME_PREFIX = 'nonomill-played ';

/** The keys of what this browser keeps that begin so; null if it keeps nothing. */
export function keptKeys(prefix: string): string[] | null {
  return ifPossible(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), null);
}

/** The part of an address that shows what was played, in place of a puzzle. */
export const PLAYED_HASH = '#played';

export function hasGames(): boolean {
  return (keptKeys(GAME_PREFIX) ?? []).length > 0;
}

/** Asks `take` about all that is dropped on the page or pasted into it: whether it takes that. */
export function useGivenToPage(take: (data: DataTransfer | null) => boolean): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const given = (event: Event, data: DataTransfer | null): void => {
      if (take(data)) event.preventDefault();
    };
    const dragged = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.includes('Files') === true;
    window.addEventListener('paste', (event) => given(event, event.clipboardData), { signal });
    window.addEventListener('drop', (event) => given(event, event.dataTransfer), { signal });
    // Without this, the browser would open the file in place of the page.
    window.addEventListener('dragover', (event) => dragged(event) && event.preventDefault(), {
      signal,
    });
    return () => stop.abort();
  });
}

/** What somebody has typed, and the puzzle that was there: of another one, it says nothing. */
export interface TypedText {
  readonly text: string;
  /** As it is in an address; empty for none. */
  readonly of: string;
}

/** Where a tab keeps typed text that is not a puzzle yet. */
const TYPED_KEY = 'nonomill-typed';

/** What was typed before a reload; null if nothing was. */
export function typedBefore(): TypedText | null {
  return jsonIn(keptText(TYPED_KEY, 'sessionStorage')) as TypedText | null;
}

export function keepTyped(typed: TypedText | null): void {
  const text = typed === null || typed.text === '' ? null : JSON.stringify(typed);
  keepText(TYPED_KEY, text, 'sessionStorage');
}
