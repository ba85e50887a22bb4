import { fingerprint } from './fingerprint.js';
import type { PackedWords } from './packed.js';

/**
 * Whether a puzzle belongs to a share of all puzzles. It depends only on the
 * puzzle's content, so that it is the same in every run, whatever the threads and batches.
 *
 * @param share from 0 (no puzzle) to 1 (every puzzle)
 */
export function isInShare(words: PackedWords, offset: number, share: number): boolean {
  if (share <= 0) return false;
  if (share >= 1) return true;
  const name = fingerprint(words, offset, null);
  return Number.parseInt(name.slice(0, 8), 16) < share * 0x100000000;
}
