import {
  blocksAtMost,
  coloursOf,
  filledBy,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';

/** What tells, without solving a puzzle, about how long it takes. */
export interface PuzzleLook {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  /** Cells that the clues fill. */
  readonly filled: number;
  /** Blocks of rows and columns together, about. */
  readonly blocks: number;
}

/** Two classes of sizes when the number of cells doubles. */
const SIZES_A_DOUBLING = 2;

/** Where the next class of densities begins. */
const DENSITIES = [0.35, 0.45, 0.55, 0.65];

/**
 * Where puzzles begin whose blocks are as many as chance would make, of a grid that is as full;
 * below, they are pictures that people drew, which are far easier.
 */
const LIKE_CHANCE = 0.75;

/**
 * Puzzles of one kind have about as many cells, about the same share of them filled, and blocks as
 * drawings have or as chance makes them.
 */
export type PuzzleKind = number;

/** The kind of a puzzle: a number for each. */
export function kindOf({ width, height, colours, filled, blocks }: PuzzleLook): PuzzleKind {
  const cells = width * height;
  const density = cells === 0 ? 0 : filled / cells;
  const size = Math.round(SIZES_A_DOUBLING * Math.log2(cells + 1));
  const byDensity = DENSITIES.filter((from) => density >= from).length;
  const byChance = 2 * cells * density * (1 - density);
  const isLikeChance = blocks >= LIKE_CHANCE * byChance;
  return ((size * 8 + byDensity) * 2 + Number(isLikeChance)) * 2 + Number(colours > 1);
}

/** The kind of the packed puzzle at `offset`. */
export function kindOfPacked(words: PackedWords, offset: number): PuzzleKind {
  return kindOf({
    width: widthOf(words, offset),
    height: heightOf(words, offset),
    colours: coloursOf(words, offset),
    filled: filledBy(words, offset),
    blocks: blocksAtMost(words, offset),
  });
}
