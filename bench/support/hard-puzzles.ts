import { POSITIONS, inPosition } from '../../src/solver/core/puzzle/positions.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { readCorpus } from './corpora.js';
import {
  filledPuzzle,
  textPuzzle,
  thinPuzzle,
  triangles,
} from '../../test/support/long-puzzles.js';
import { randomNumbers } from '../../test/support/random-puzzle.js';

/** The kinds of puzzles on which other solvers are, or were, ahead. */
export const HARD_KINDS = [
  'dominoes',
  'forever',
  'text',
  'thin',
  'triangles',
  '25x25',
  '40x40',
  '50x50',
  'faase',
] as const;
export type HardKind = (typeof HARD_KINDS)[number];

/**
 * `count` puzzles of a kind (dominoes, Forever and Faase have a number of their own), the same for
 * the same seed. Seed 1 is for tuning; others are for looking whether that helped.
 * Empty if they are of a corpus that is not there.
 */
export function hardPuzzles(kind: HardKind, count: number, seed: number): Puzzle[] {
  const random = randomNumbers(seed);
  const make = (one: (i: number) => Puzzle): Puzzle[] =>
    Array.from({ length: count }, (_, i) => one(i));
  switch (kind) {
    case 'dominoes':
      return corpus('survey/dominoes.ndjson').slice(5, 10).flatMap(orientations);
    case 'forever':
      return corpus('survey/webpbn-06574-forever.non').flatMap(orientations);
    case 'faase':
      return corpus('survey/faase.nin');
    case 'text':
      // From 60x37 to 112x67.
      return make((i) => textPuzzle(random, 15 + (i % 14), 6 + (i % 6)));
    case 'thin':
      return make(() => thinPuzzle(random));
    case 'triangles': {
      const side = (least: number): number => least + Math.floor(20 * random());
      return make(() => triangles(random, side(30), side(24)));
    }
    case '25x25':
      return make(() => filledPuzzle(random, 25, 0.41 + 0.02 * random()));
    case '40x40':
      return make(() => filledPuzzle(random, 40, 0.4 + 0.05 * random()));
    case '50x50':
      return make(() => filledPuzzle(random, 50, 0.4 + 0.05 * random()));
  }
}

/** A puzzle turned and mirrored in all eight ways. */
export function orientations(puzzle: Puzzle): Puzzle[] {
  return Array.from({ length: POSITIONS }, (_, position) => inPosition(puzzle, position));
}

function corpus(path: string): Puzzle[] {
  return (readCorpus(path) ?? []).map(({ puzzle }) => puzzle);
}
