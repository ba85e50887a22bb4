import type { Puzzle } from '../puzzle/types.js';
import type { Step } from '../replay/step.js';
import { traceSolving } from '../replay/trace.js';
import { DEFAULT_SOLVE_LIMITS } from '../solver/limits.js';

/**
 * How a puzzle is solved, one step a line: numbered, and further in for each assumption that is
 * open; or one JSON object a step.
 */
export function stepsText(puzzle: Puzzle, json: boolean): string {
  const { trace } = traceSolving(puzzle, DEFAULT_SOLVE_LIMITS);
  const { steps, cut } = trace;
  if (json) return steps.map((step, i) => `${stepJson(step, i + 1)}\n`).join('');
  if (steps.length === 0) return 'Nothing can be settled.\n';
  const places = String(steps.length).length;
  const lines = steps.map(({ depth, words, kind }, i) => {
    const opens = kind === 'probe' || kind === 'guess' ? 1 : 0;
    return `${String(i + 1).padStart(places)}  ${'  '.repeat(depth - opens)}${words}`;
  });
  if (cut) lines.push(`... only the first ${steps.length} steps are kept`);
  return lines.join('\n') + '\n';
}

function stepJson({ kind, line, cell, depth, words }: Step, number: number): string {
  return JSON.stringify({ step: number, kind, line, cell, depth, words });
}
