import type { Format, NamedPuzzle, Sequence } from './format.js';

/** Writes a format with many puzzles in a file: each as it comes, without holding any. */
export function inSequence(
  parts: Pick<Sequence, 'puzzle'> & Partial<Sequence>,
): Pick<Format, 'write'> & { readonly sequence: Sequence } {
  const sequence: Sequence = { head: '', between: '', tail: '', ...parts };
  return { sequence, write: (puzzles) => writeSequence(sequence, puzzles) };
}

/**
 * The text of a file in pieces. A null among the puzzles becomes an empty piece: it lets the caller
 * act between two puzzles while the search for the next one goes on.
 */
export function* writeSequence(
  { head, puzzle, between, tail }: Sequence,
  puzzles: Iterable<NamedPuzzle | null>,
): Iterable<string> {
  let number = 0;
  for (const named of puzzles) {
    if (named === null) {
      yield '';
      continue;
    }
    number++;
    yield (number === 1 ? head : between) + puzzle(named, number);
  }
  yield number === 0 ? head + tail : tail;
}

/** Writes a format of one puzzle a file; `title` is its name for people. */
export function alone(
  title: string,
  textOf: (named: NamedPuzzle) => string,
): Pick<Format, 'write'> {
  return {
    *write(puzzles) {
      let only: NamedPuzzle | null = null;
      for (const named of puzzles) {
        if (only !== null) {
          throw new Error(`${title} holds one puzzle a file, and there are several`);
        }
        only = named;
      }
      if (only === null) throw new Error(`${title} holds one puzzle a file, but there is none`);
      yield textOf(only);
    },
  };
}
