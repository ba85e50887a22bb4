import type { Cells } from '../../src/solver/core/puzzle/types.js';
import type { EngineAnswer } from '../../src/solver/engine/wasm/engine.js';

/** All that an answer on a puzzle of so many cells says, to be kept beyond the next puzzle. */
export function copyOfAnswer(answer: EngineAnswer, cells: number): Record<string, unknown> {
  const { ended, ranOut, steps, decisions, conflicts, depth, found } = answer;
  const { passes, guessDepth, guessDepthMin, probes } = answer;
  const solutions: (Cells | null)[] = [answer.first(cells), answer.second(cells)];
  return {
    ended,
    ranOut,
    steps,
    decisions,
    conflicts,
    depth,
    found,
    passes,
    guessDepth,
    guessDepthMin,
    probes,
    solutions,
  };
}
