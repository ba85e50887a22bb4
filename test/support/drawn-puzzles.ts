import fc from 'fast-check';
import {
  UNKNOWN,
  type Cells,
  type Palette,
  type Puzzle,
} from '../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture } from './random-puzzle.js';

const COLOURS = ['#ffffff', '#000000', '#ff0000', '#00aa00', '#0000ff', '#cccc00'];

/** A puzzle, and the picture that it was made from. */
export interface Drawn {
  readonly puzzle: Puzzle;
  readonly picture: Cells;
}

/** Puzzles up to `side` cells wide and high, with up to `colours` colours and maybe a start. */
export function drawnPuzzles(side = 8, colours = 3): fc.Arbitrary<Drawn> {
  return fc
    .record({
      width: fc.integer({ min: 1, max: side }),
      height: fc.integer({ min: 1, max: side }),
      count: fc.integer({ min: 1, max: colours }),
      hasStart: fc.boolean(),
    })
    .chain(({ width, height, count, hasStart }) => {
      const cells = { minLength: width * height, maxLength: width * height };
      return fc
        .record({
          picture: fc.uint8Array({ ...cells, max: count }),
          given: fc.array(fc.boolean(), cells),
        })
        .map(({ picture, given }) => {
          const palette: Palette | null = count === 1 ? null : COLOURS.slice(0, count + 1);
          const start = hasStart ? picture.map((cell, i) => (given[i] ? cell : UNKNOWN)) : null;
          const plain = puzzleOfPicture(picture, width, height, count);
          return { picture, puzzle: { ...plain, palette, start } };
        });
    });
}
