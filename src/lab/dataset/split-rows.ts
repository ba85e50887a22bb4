import type { Gathering } from '../gathering/gathering.js';
import { sharePlaceOf, splitAt } from '../gathering/place.js';
import { shapeOfLine, type PuzzleLine } from '../gathering/puzzle-line.js';
import type { Recipe } from '../gathering/recipe.js';

/** The puzzles of one split, in an order that depends on nothing but their shapes and the seed. */
export interface SplitRows {
  readonly name: string;
  readonly count: number;
  /** Reads them anew each time. */
  readonly rows: () => Generator<PuzzleLine, void, undefined>;
}

/** Puts the puzzles that were gathered into splits and in order. */
export function splitRows(
  gathering: Gathering,
  { split, seed }: Pick<Recipe, 'split' | 'seed'>,
): SplitRows[] {
  const found = split.map(() => new FoundLines());
  gathering.eachLine((line, offset) => {
    const { share, order } = sharePlaceOf(shapeOfLine(line.toString('latin1', 0, 64)), seed);
    found[splitAt(share, split)].add(offset, line.length, order);
  });
  return split.map(({ name }, i) => ({
    name,
    count: found[i].count,
    *rows() {
      for (const { offset, length } of found[i].inOrder()) {
        yield JSON.parse(gathering.lineAt(offset, length)) as PuzzleLine;
      }
    },
  }));
}

/** Where a line is in the file. */
interface FoundLine {
  readonly offset: number;
  readonly length: number;
}

const OFFSET = 0;
const LENGTH = 1;
const ORDER = 2;
const FIELDS = 3;

/** Lines with their places in the order: 28 bytes each, as there may be millions. */
class FoundLines {
  count = 0;
  private fields = new Float64Array(1024 * FIELDS);
  private sorted: Uint32Array | null = null;

  add(offset: number, length: number, order: number): void {
    if ((this.count + 1) * FIELDS > this.fields.length) {
      const grown = new Float64Array(this.fields.length * 2);
      grown.set(this.fields);
      this.fields = grown;
    }
    this.fields.set([offset, length, order], this.count * FIELDS);
    this.count++;
  }

  *inOrder(): Generator<FoundLine, void, undefined> {
    const { fields } = this;
    const value = (line: number, field: number): number => fields[line * FIELDS + field];
    // Of two in the same place, the one that was found first comes first.
    this.sorted ??= Uint32Array.from({ length: this.count }, (_, i) => i).sort(
      (one, other) => value(one, ORDER) - value(other, ORDER) || one - other,
    );
    for (const line of this.sorted) {
      yield { offset: value(line, OFFSET), length: value(line, LENGTH) };
    }
  }
}
