import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  addressToPicture,
  LONGEST_SIDE,
  readTryHash,
  tryHash,
} from '../../../pipeline/pages/client/puzzle-text.js';
import { checkSolution } from '../../../solver/core/puzzle/check.js';
import { BLANK, type Cells, type Draft, type Puzzle } from '../../../solver/core/puzzle/types.js';
import { validate } from '../../../solver/core/puzzle/validate.js';
import { changeShelf, readShelf, shelved } from '../browser.js';

/** What is to be solved, or why it cannot be. */
export interface Given {
  readonly puzzle: Puzzle | null;
  readonly title: string;
  readonly problem: string | null;
  /** The picture that the puzzle was drawn as, or null. */
  readonly picture: Cells | null;
  /** A 1 for each cell of the picture that is locked, or null. */
  readonly locked: Uint8Array | null;
}

export const NOTHING = nothing('', null);

/** Why there is nothing to be solved. */
export function nothing(title: string, problem: string | null): Given {
  return { puzzle: null, title, problem, picture: null, locked: null };
}

/** The puzzle that the address holds after its `#`, or null if it holds none. */
export function fromHash(hash: string): Given | null {
  const found = readTryHash(hash);
  if (found === null) return null;
  const { draft, title, drawing, locks } = found;
  if (draft === null) {
    return nothing(title, 'The puzzle in the address cannot be read: a part of it may be missing.');
  }
  const given = checked(draft, title, ({ width, height, colours }) =>
    drawing === null ? null : addressToPicture(drawing, width * height, colours),
  );
  if (given.picture === null || locks === null) return given;
  return { ...given, locked: addressToPicture(locks, given.picture.length, 1) };
}

/** A draft, judged, with its picture if that can be drawn on. */
export function checked(
  draft: Draft,
  title: string,
  pictureOf: (puzzle: Puzzle) => Cells | null,
): Given {
  const { puzzle, reason } = validate(draft);
  if (puzzle === undefined) return nothing(title, reason);
  const picture = drawable(puzzle, pictureOf(puzzle));
  return { puzzle, title, problem: null, picture, locked: null };
}

/** A picture, if it can be drawn on and is one of the puzzle; else null. */
export function drawable(puzzle: Puzzle, picture: Cells | null): Cells | null {
  const { width, height, start } = puzzle;
  if (picture === null || start !== null || Math.max(width, height) > LONGEST_SIDE) return null;
  return checkSolution(puzzle, picture) === null ? picture : null;
}

/** What files of a puzzle are called. */
export function nameOf({ title }: Given): string {
  return title === '' ? 'puzzle' : title;
}

/** The part of an address that holds what is given; empty for nothing. */
export function hashOf({ puzzle, title, picture, locked }: Given): string {
  return puzzle === null ? '' : tryHash(puzzle, title, picture, locked);
}

/** Milliseconds between two changes of the address: browsers allow no more than 200 in 30 s. */
const BETWEEN_MS = 200;

/** What is to be solved, kept in the address; `onFound` gets a puzzle from the address. */
export function useGiven(onFound: (found: Given) => void): [Given, (next: Given) => void] {
  const [given, setGiven] = useState(NOTHING);
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

/** Changes the address after its `#`, not too often, but before any click or leaving the page. */
function useLateAddress() {
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
  // Before it is painted: whoever sees it may leave the page at once.
  useLayoutEffect(() => {
    window.addEventListener('click', write, { capture: true });
    window.addEventListener('pagehide', write);
    return () => {
      forget();
      window.removeEventListener('click', write, { capture: true });
      window.removeEventListener('pagehide', write);
    };
  }, []);
  return {
    change: (hash: () => string): void => {
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
 * Keeps a drawing on this browser's shelf, under one id until another is opened or begun: just
 * before that, what it returns is called.
 */
export function useKept(given: Given, hash: string): () => void {
  const id = useRef<string | null>(null);
  // What is not on the shelf yet.
  const late = useRef<string | null>(null);
  const put = (now: string | null): void => {
    late.current = null;
    if (id.current === null || now === null) return;
    const entry = { id: id.current, hash: now, at: Date.now() };
    changeShelf((shelf) =>
      shelf.some((one) => one.id === entry.id && one.hash === now) ? shelf : shelved(shelf, entry),
    );
  };
  useLayoutEffect(() => {
    const { picture } = given;
    if (picture === null || picture.every((cell) => cell === BLANK)) return undefined;
    // An address that holds a kept drawing goes on with it.
    id.current ??=
      readShelf().find((one) => one.hash === hash)?.id ??
      `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    late.current = hash;
    const timer = setTimeout(() => put(hash), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [given, hash]);
  useLayoutEffect(() => {
    const leave = (): void => {
      put(late.current);
      // A title may be taken as the page is left: the address has it already.
      put(location.hash);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      put(late.current);
    };
  }, []);
  return () => {
    put(late.current);
    id.current = null;
  };
}
