import {
  TO_PLAY,
  addressToDraft,
  addressToHash,
  puzzleToHash,
} from '../../../../solver/core/puzzle/address.js';
import type { Cells, Draft, Puzzle } from '../../../../solver/core/puzzle/types.js';
import { pictureToAddress } from './picture-address.js';

/** The longest side of a drawing, and so of a puzzle that the workbench takes. */
export const LONGEST_SIDE = 60;

/** Where the page to try a puzzle on shows this one: the puzzle follows the `#`. */
export function tryAddress(puzzle: Puzzle, title: string, picture: Cells | null = null): string {
  return `/try${tryHash(puzzle, title, picture)}`;
}

/**
 * The part of an address that holds a puzzle, the picture that it was drawn as, and what of that is
 * locked: servers never see it.
 */
export function tryHash(
  puzzle: Puzzle,
  title: string,
  picture: Cells | null = null,
  locked: Uint8Array | null = null,
): string {
  const drawing = picture === null ? '' : `&d=${pictureToAddress(picture, puzzle.colours)}`;
  const locks = locked === null ? '' : `&k=${pictureToAddress(locked, 1)}`;
  return `${puzzleToHash(puzzle, title)}${drawing}${locks}`;
}

export interface ReadHash {
  /** Null if it cannot be read. */
  readonly draft: Draft | null;
  readonly title: string;
  /** The text of the picture that it was drawn as, or null. */
  readonly drawing: string | null;
  /** The text that says which cells are locked, or null. */
  readonly locks: string | null;
}

/** The puzzle that an address holds; null for none. */
export function readTryHash(hash: string): ReadHash | null {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const text = words.get('p');
  if (text === null) return null;
  return {
    draft: addressToDraft(text),
    title: words.get('t') ?? unsealed(words.get('s') ?? ''),
    drawing: words.get('d'),
    locks: words.get('k'),
  };
}

/**
 * The part of an address that opens a puzzle for playing. Its title, which may tell what the
 * picture is, cannot be read in it: the board shows it once the puzzle is solved.
 */
export function playHash(puzzle: Puzzle, title: string, picture: Cells | null = null): string {
  return `${tryHash(puzzle, '', picture)}${sealed(title)}${TO_PLAY}`;
}

/** The same of a puzzle as `puzzleToAddress` writes it. */
export function playHashOf(text: string, title: string): string {
  return `${addressToHash(text, '')}${sealed(title)}${TO_PLAY}`;
}

function sealed(title: string): string {
  if (title === '') return '';
  const bytes = new TextEncoder().encode(title);
  const text = btoa(String.fromCharCode(...bytes));
  return `&s=${text.replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')}`;
}

/** Empty if it is no sealed title. */
function unsealed(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
