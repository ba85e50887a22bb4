/** Whether an address, by what follows its `#`, holds a puzzle. */
export function holdsPuzzle(hash: string): boolean {
  return wordsOf(hash).has('p');
}

/** Whether an address asks to play its puzzle. */
export function isPlayHash(hash: string): boolean {
  return wordsOf(hash).has('play');
}

function wordsOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ''));
}
