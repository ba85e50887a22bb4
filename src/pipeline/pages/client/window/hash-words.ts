/** Whether an address, by what follows its `#`, holds a puzzle. */
export function holdsPuzzle(hash: string): boolean {
  return wordsOf(hash).has('p');
}

/** Whether an address asks to play its puzzle. */
export function isPlayHash(hash: string): boolean {
  return wordsOf(hash).has('play');
}

/** The part of an address that shows what was played, in place of a puzzle. */
export const PLAYED_HASH = '#played';

function wordsOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ''));
}
