import type { Gathering } from './gathering.js';
import { placeOf, splitAt } from './place.js';
import { shapeOfLine, type PuzzleLine } from './puzzle-line.js';
import type { Recipe } from './recipe.js';

/** The puzzles of one split, in an order that depends on nothing but their shapes and the seed. */
export interface SplitRows {
  readonly name: string;
  readonly count: number;
  /** Reads them anew each time. */
  readonly rows: () => Generator<PuzzleLine, void, undefined>;
}

/** Where a line stands: 20 bytes each, as there may be millions. */
interface Found {
  readonly offset: number;
  readonly length: number;
  readonly order: number;
}

/** Puts the puzzles that were gathered into splits and in order. */
export function splitRows(
  gathering: Gathering,
  { split, seed }: Pick<Recipe, 'split' | 'seed'>,
): SplitRows[] {
  const found = split.map((): Found[] => []);
  gathering.eachLine((line, offset) => {
    const { share, order } = placeOf(shapeOfLine(line.toString('latin1', 0, 64)), seed);
    found[splitAt(share, split)].push({ offset, length: line.length, order });
  });
  return split.map(({ name }, i) => {
    // Of two in the same place, the one that was found first comes first.
    found[i].sort((one, other) => one.order - other.order || one.offset - other.offset);
    return {
      name,
      count: found[i].length,
      *rows() {
        for (const { offset, length } of found[i]) {
          yield JSON.parse(gathering.lineAt(offset, length)) as PuzzleLine;
        }
      },
    };
  });
}
