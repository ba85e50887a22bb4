import { availableParallelism } from 'node:os';
import type { FixOptions, Fixed, NotFixed, FixTask } from '../../solver/craft/fix/fix.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { Solver } from '../../solver/engine/solver/solve.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { difficultyText } from '../../solver/core/result/difficulty-words.js';
import { verdictInWords } from '../../pipeline/cli/showing.js';
import type { ToldFix } from './fix-text.js';
import type { Image } from '../../solver/craft/generate/image.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import { imageIn, maskIn, type GivenPuzzle } from '../../pipeline/cli/operands.js';
import { builtFile } from '../../pipeline/files/built-file.js';

const FIX_THREAD = builtFile('workers/fix.cjs');

type FixThreads = TaskThreads<FixTask, Fixed | NotFixed>;

/** A fix, and where its puzzle is from. */
export interface FixedPuzzle extends ToldFix {
  readonly named: GivenPuzzle;
}

interface Fixing {
  readonly options: FixOptions;
  /** A picture of the cells that must not change, or null. */
  readonly keep: string | null;
  readonly threads: number;
}

/**
 * Fixes puzzles on several threads and yields them in their order. It reads no further ahead than
 * the threads need.
 * @throws Failure, before it fixes anything, if the picture of what to keep cannot be read.
 */
export async function* fixedPuzzles(
  puzzles: AsyncIterable<GivenPuzzle>,
  { options, keep, threads }: Fixing,
): AsyncGenerator<FixedPuzzle, void, undefined> {
  const keepImage = keep === null ? null : await imageIn(keep, null);
  const pool: FixThreads = new TaskThreads(
    FIX_THREAD,
    Math.min(threads, availableParallelism() * 2),
  );
  try {
    yield* pool.inOrder(puzzles, (named, fix) => fixOne(named, fix, options, keepImage));
  } finally {
    await pool.close();
  }
}

async function fixOne(
  named: GivenPuzzle,
  fix: (task: FixTask) => Promise<Fixed | NotFixed>,
  options: FixOptions,
  keepImage: Image | null,
): Promise<FixedPuzzle> {
  const { puzzle, goal } = named;
  const mask = keepImage === null ? null : maskIn(keepImage, puzzle);
  const task: FixTask = { pictured: { puzzle, goal }, options: { ...options, keep: mask } };
  const answer = await fix(task).catch(diedThread);
  if (answer.kind === 'none') return { named, answer, after: '' };
  return { named, answer, after: afterWords(answer.puzzle, options) };
}

/** If its thread dies, a puzzle is not fixed, and the answer says so. */
function diedThread(error: unknown): NotFixed {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'none', reason: `its thread died: ${message}`, atLeast: 0 };
}

/** What a fixed puzzle is like: its verdict and its difficulty. */
function afterWords(puzzle: Puzzle, { prefer }: FixOptions): string {
  const solver = new Solver();
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: RATING_MS };
  const outcome = solver.solve(pack(puzzle), 0, limits);
  const verdict = verdictInWords(
    { ...outcome, solutions: String(outcome.solutions) },
    puzzle.start !== null,
  );
  const rated = solver.rate(outcome);
  if (rated === null) return verdict;
  const words = `${verdict}; ${difficultyText(rated)}`;
  if (prefer !== 'opening') return words;
  const { opening, narrowest } = rated;
  const least = narrowest > 0 ? `, and has ${narrowest} at its narrowest place` : '';
  return `${words}; it opens with ${numberOf(opening, 'line')}${least}`;
}

/** Milliseconds for the verdict and the score of a fixed puzzle. */
const RATING_MS = 2000;
