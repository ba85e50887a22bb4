export interface KeptPuzzle {
  readonly id: string;
  /** The part of an address that holds it, from the `#` on. */
  readonly hash: string;
  /** When it changed last, in milliseconds since 1970. */
  readonly at: number;
}

/** The drawings that the browser keeps, the newest first. */
export type Shelf = readonly KeptPuzzle[];

/** How many drawings are kept; a drawing of 60x60 takes some 6 kB. */
const MOST_KEPT = 200;

/** The shelf that a text holds: what is damaged of it is left out. */
export function shelfFrom(text: string | null): Shelf {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(found) ? found.filter(isKept) : [];
}

function isKept(one: unknown): one is KeptPuzzle {
  if (typeof one !== 'object' || one === null) return false;
  const { id, hash, at } = one as Partial<Record<keyof KeptPuzzle, unknown>>;
  return typeof id === 'string' && typeof hash === 'string' && typeof at === 'number';
}

/**
 * The shelf with a drawing in place of the one of the same id, or before all others; the oldest
 * beyond MOST_KEPT is dropped.
 */
export function shelved(shelf: Shelf, entry: KeptPuzzle): Shelf {
  return [entry, ...without(shelf, entry.id)].slice(0, MOST_KEPT);
}

export function without(shelf: Shelf, id: string): Shelf {
  return shelf.filter((one) => one.id !== id);
}

const KEY = 'nonomill-drawings';

/** The shelf of this browser; empty if it keeps nothing. */
export function readShelf(): Shelf {
  try {
    return shelfFrom(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** Changes the shelf of this browser, which other tabs may have changed meanwhile. */
export function changeShelf(change: (shelf: Shelf) => Shelf): Shelf {
  const shelf = change(readShelf());
  try {
    localStorage.setItem(KEY, JSON.stringify(shelf));
  } catch {
    // Not allowed, or full: the address still holds the drawing that is open.
  }
  return shelf;
}

/**
 * What the keys begin with under which this browser keeps games; the fingerprint of the puzzle and
 * the start follow.
 */
export const GAME_PREFIX = 'nonomill-played ';

/** The keys of what this browser keeps that begin so; null if it keeps nothing. */
export function keptKeys(prefix: string): string[] | null {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return null;
  }
}

export function hasGames(): boolean {
  return (keptKeys(GAME_PREFIX) ?? []).length > 0;
}
