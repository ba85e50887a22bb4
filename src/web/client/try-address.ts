import { addressToDraft, puzzleToAddress } from '../../puzzle/address.js';
import type { Draft } from '../../puzzle/draft.js';
import type { Puzzle } from '../../puzzle/types.js';

/** Where the page to try a puzzle on shows this one: the puzzle follows the `#`. */
export function tryAddress(puzzle: Puzzle, title: string): string {
  return `/try${tryHash(puzzle, title)}`;
}

/** The part of an address that holds a puzzle: servers never see it. */
export function tryHash(puzzle: Puzzle, title: string): string {
  const name = title === '' ? '' : `&t=${encodeURIComponent(title)}`;
  return `#p=${puzzleToAddress(puzzle)}${name}`;
}

/** The puzzle that an address holds: null for none, a draft of null if it cannot be read. */
export function readTryHash(hash: string): { draft: Draft | null; title: string } | null {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const text = words.get('p');
  if (text === null) return null;
  return { draft: addressToDraft(text), title: words.get('t') ?? '' };
}

/** The part of an address that opens a puzzle for playing. */
export function playHash(puzzle: Puzzle, title: string): string {
  return `${tryHash(puzzle, title)}&play=1`;
}

/** Whether an address asks to play its puzzle. */
export function isPlayHash(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, '')).has('play');
}
