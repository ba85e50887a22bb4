import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { Statistics } from '../../../../src/solver/engine/solver/statistics.js';
import { assertGolden } from '../../../support/tests.js';
import { dominoes, filledPuzzle, textPuzzle } from '../../../support/long-puzzles.js';
import { randomNumbers } from '../../../support/random-puzzle.js';
import { LIMITS } from './limits.js';

// The golden of work.test.ts holds how much work all kinds of puzzles are, most of them too short
// for restarts and for clauses to be deleted. Here are a few long searches, and all that the engine
// counts of them.

type PuzzleSets = Readonly<Record<string, readonly Puzzle[]>>;

/** The random picture of a seed with this share of its cells filled. */
function filled(side: number, share: number, seed: number): Puzzle {
  return filledPuzzle(randomNumbers(seed), side, share);
}

const SETS: PuzzleSets = {
  dominoes: [dominoes(9), dominoes(10), dominoes(11)],
  '25x25 at 41 %': [14, 44].map((seed) => filled(25, 0.41, seed)),
  '40x40 at 42 %': [3, 8].map((seed) => filled(40, 0.42, seed)),
  text: [4, 30].map((seed) => textPuzzle(randomNumbers(seed), 17, 8)),
};

function searchWork(sets: PuzzleSets): string {
  const solver = new Solver();
  const limits = { ...LIMITS, maxSteps: 100_000, guessDepth: 0 };
  const parts = Object.entries(sets).map(([name, puzzles]) => {
    const sums: Record<string, number> = {};
    const verdicts: string[] = [];
    for (const puzzle of puzzles) {
      const statistics = new Statistics();
      const { status } = solver.solve(pack(puzzle), 0, limits, undefined, statistics.tellStage);
      verdicts.push(status);
      for (const [what, sum] of Object.entries(statistics.total.sums)) {
        sums[what] = (sums[what] ?? 0) + sum;
      }
    }
    const counted = Object.entries(sums).map(([what, sum]) => `  ${what} ${sum}\n`);
    return `${name}: ${verdicts.join(', ')}\n${counted.join('')}`;
  });
  return parts.join('');
}

test('long searches take the work that they took', () => {
  assertGolden('engine-search.txt', searchWork(SETS));
});

test('these searches are long enough to show when restarts and deletions come', (context) => {
  const { restartUnit, clauses, moreClauses } = SETTINGS;
  const reset = (): unknown => Object.assign(SETTINGS, { restartUnit, clauses, moreClauses });
  context.after(reset);
  const few = { few: [dominoes(10), filled(25, 0.41, 14)] };
  const usual = searchWork(few);
  SETTINGS.restartUnit *= 2;
  assert.notEqual(searchWork(few), usual);
  reset();
  SETTINGS.clauses *= 2;
  assert.notEqual(searchWork(few), usual);
});
