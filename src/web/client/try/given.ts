import { non } from '../../../formats/non/non.js';
import type { Puzzle } from '../../../puzzle/types.js';
import type { Draft } from '../../../puzzle/draft.js';
import { validate } from '../../../puzzle/validate.js';
import { readTryHash } from '../try-address.js';
import { readText } from './read-text.js';

/** What is to be solved, or why it cannot be. */
export type Given =
  | { readonly puzzle: Puzzle; readonly title: string; readonly problem: null }
  | { readonly puzzle: null; readonly title: string; readonly problem: string | null };

export const NOTHING: Given = { puzzle: null, title: '', problem: null };

/** The puzzle that a pasted text holds. */
export function fromText(source: string): Given {
  const read = readText(source);
  if (read.problem !== null) return { puzzle: null, title: '', problem: read.problem };
  return checked(read.draft, read.title);
}

/** The puzzle that the address holds after its `#`, or null if it holds none. */
export function fromHash(hash: string): Given | null {
  const found = readTryHash(hash);
  if (found === null) return null;
  const { draft, title } = found;
  if (draft === null) {
    const problem = 'The puzzle in the address cannot be read: a part of it may be missing.';
    return { puzzle: null, title, problem };
  }
  return checked(draft, title);
}

/** A puzzle as text, to be changed: as .non, which holds colours too. */
export function asText(puzzle: Puzzle, title: string): string {
  const named = { name: null, title: title === '' ? null : title, puzzle, goal: null };
  return [...non.write!([named])].join('');
}

function checked(draft: Draft, title: string): Given {
  const { puzzle, reason } = validate(draft);
  return puzzle === undefined
    ? { puzzle: null, title, problem: reason }
    : { puzzle, title, problem: null };
}
