import { pack, type PackedWords } from '../../src/solver/core/puzzle/packed.js';
import { packBatch, type PackedBatch } from '../../src/solver/core/puzzle/packed-batch.js';
import type { Clue } from '../../src/solver/core/puzzle/types.js';
import type { BatchLimits } from '../../src/pipeline/runs/pool/pool.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';

/** The height that marks the puzzle on which a worker of the fixtures misbehaves. */
export const MARKED_HEIGHT = 7;

export const LIMITS: BatchLimits = { ...DEFAULT_SOLVE_LIMITS, sliceMs: 10_000 };

/**
 * Time enough to fill as much memory as the watchdog allows, about a GiB, on a machine that is
 * slow and busy: otherwise the time limit may end the worker first.
 */
export const FILL_MEMORY: Partial<BatchLimits> = { timeoutMs: 120_000 };

/** A puzzle with the clues of the picture that the bits of `seed` fill, `height` rows high. */
export function puzzleOf(seed: number, width = 5, height = 5): PackedWords {
  const cell = (x: number, y: number): boolean => ((seed >>> ((y * width + x) % 31)) & 1) === 1;
  const clueOf = (length: number, filled: (i: number) => boolean): Clue => {
    const clue: number[] = [];
    for (let i = 0, run = 0; i <= length; i++) {
      if (i < length && filled(i)) run++;
      else if (run > 0) {
        clue.push(run);
        run = 0;
      }
    }
    return clue;
  };
  const lines = (count: number, clue: (line: number) => Clue): Clue[] =>
    Array.from({ length: count }, (_, line) => clue(line));
  return pack({
    width,
    height,
    rows: lines(height, (y) => clueOf(width, (x) => cell(x, y))),
    columns: lines(width, (x) => clueOf(height, (y) => cell(x, y))),
    colours: 1,
    palette: null,
    start: null,
  });
}

/** The batch of `count` puzzles in which those at `marked` are the ones to misbehave on. */
export function batchOf(count: number, marked: readonly number[] = []): PackedBatch {
  return packBatch(
    Array.from({ length: count }, (_, i) =>
      puzzleOf(0x2545f491 * (i + 1), 5, marked.includes(i) ? MARKED_HEIGHT : 5),
    ),
  );
}
