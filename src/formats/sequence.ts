import type { NamedPuzzle, Sequence } from './format.js';

/** The writer of a format whose puzzles are written one by one. */
export function writeSequence({
  head,
  puzzle,
  between,
  tail,
}: Sequence): (puzzles: Iterable<NamedPuzzle>) => Iterable<string> {
  return function* (puzzles) {
    let first = true;
    for (const named of puzzles) {
      yield (first ? head : between) + puzzle(named);
      first = false;
    }
    yield first ? head + tail : tail;
  };
}
