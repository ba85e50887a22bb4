import { findAmbiguity } from '../../../../solver/craft/advice/ambiguity.js';
import { checkCells, completable, misfitsOf } from '../../../../solver/craft/advice/mistake.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../solver/core/puzzle/types.js';
import { findFix } from '../../../../solver/craft/fix/fix.js';
import { findHint } from '../../../../solver/craft/advice/hint.js';
import { drawnPuzzles, keepOnly, NO_WISH } from '../../../../solver/craft/random-puzzles.js';
import { pack } from '../../../../solver/core/puzzle/packed.js';
import type { PlayedGame } from '../../../../solver/craft/replay/played-game.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../../solver/engine/model/limits.js';
import { Solver } from '../../../../solver/engine/solver/solve.js';
import { makeCertificate } from './make-certificate.js';
import type { AdviceAnswer, AdviceRequest } from './ask-advice.js';

/** What a page is told for what it asks. */
export function adviceAnswer(request: AdviceRequest): AdviceAnswer {
  switch (request.kind) {
    case 'hint':
      return { kind: 'hint', hint: findHint(request.puzzle, request.cells) };
    case 'check':
      return { kind: 'check', checked: checkCells(request.puzzle, request.cells) };
    case 'solution':
      return { kind: 'solution', solution: onlySolution(request.puzzle) };
    case 'fix':
      return { kind: 'fix', fixed: findFix(request.pictured, request.options) };
    case 'map':
      return { kind: 'map', map: findAmbiguity(request.puzzle) };
    case 'random':
      return { kind: 'random', puzzle: randomOne(request) };
    case 'misfits':
      return { kind: 'misfits', misfits: misfitsOf(request.solved) };
    case 'certificate':
      return { kind: 'certificate', certificate: makeCertificate(request) };
    case 'ratings':
      return { kind: 'ratings', ratings: ratingsOf(request.puzzles) };
  }
}

function onlySolution(puzzle: Puzzle): Cells | null {
  const start = puzzle.start ?? new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
  const found = completable(puzzle, start);
  return found.kind === 'yes' && found.unique ? found.solution : null;
}

/** The share of filled cells with which most random puzzles have one solution. */
const DENSITY = { from: 0.58, to: 0.66 };

/** A random puzzle with one solution and some stars. */
function randomOne(asked: Extract<AdviceRequest, { readonly kind: 'random' }>): Puzzle {
  const { side, stars, seed } = asked;
  const sizes = [{ width: side, height: side }];
  const puzzles = drawnPuzzles({ sizes, density: DENSITY, seed });
  for (const found of keepOnly({ ...NO_WISH, stars }, puzzles)) {
    if (found !== null) return found.puzzle;
  }
  throw new Error('there is no end to random puzzles');
}

/**
 * The limits for each puzzle that was played: who solved it by hand did not play one that takes
 * long.
 */
const RATING_LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 1000 };

function ratingsOf(puzzles: readonly Puzzle[]): PlayedGame['rating'][] {
  const solver = new Solver();
  return puzzles.map((puzzle) => {
    const outcome = solver.solve(pack(puzzle), 0, RATING_LIMITS);
    const found = solver.rate(outcome);
    if (found !== null) return { stars: found.stars, score: found.difficulty };
    return outcome.status === 'multiple' ? null : undefined;
  });
}
