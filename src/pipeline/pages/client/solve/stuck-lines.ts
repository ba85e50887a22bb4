import { steppedGrid } from '../../../../solver/engine/wasm/stepped-grid.js';
import { pack } from '../../../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import type { SolveLimits } from '../../../../solver/engine/model/limits.js';

/**
 * The lines that line solving alone does not finish (rows count from 0, columns come after them);
 * none if it finds a contradiction, or the limits do not suffice.
 */
export function stuckLines(puzzle: Puzzle, limits: SolveLimits): number[] {
  const grid = steppedGrid();
  if (!grid.load(pack(puzzle), 0, limits) || grid.propagate() !== 'fixpoint') return [];
  return Array.from({ length: puzzle.height + puzzle.width }, (_, line) => line).filter((line) =>
    grid.isOpen(line),
  );
}
