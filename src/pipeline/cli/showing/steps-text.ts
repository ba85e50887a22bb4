import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { NEEDS_WORDS } from '../../../solver/core/result/difficulty-words.js';
import type { Step } from '../../../solver/craft/replay/step.js';
import { replaySolving } from '../../../solver/craft/replay/replay.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';
import { wrap } from '../frame/help.js';

/** The fewest characters of a line of words, however deep they are indented. */
const NARROWEST = 20;

/**
 * How a puzzle is solved, step by step: numbered, indented for each open assumption, and broken
 * between words at `columns` (Infinity: a step a line).
 */
export function stepsText(puzzle: Puzzle, columns: number): string {
  const { steps, cut } = replaySolving(puzzle, DEFAULT_SOLVE_LIMITS).replay;
  if (steps.length === 0) return 'Nothing can be settled.\n';
  const places = String(steps.length).length;
  const lines = steps.flatMap(({ depth, words, kind, needs }, i) => {
    const opens = kind === 'probe' || kind === 'guess' ? 1 : 0;
    const inset = '  '.repeat(depth - opens);
    const sentence = needs === null ? words : `${words} [${NEEDS_WORDS[needs]}]`;
    const [first, ...more] = wrap(
      sentence,
      Math.max(NARROWEST, columns - places - 2 - inset.length),
    );
    const start = `${String(i + 1).padStart(places)}  ${inset}`;
    return [start + first, ...more.map((line) => ' '.repeat(start.length) + line)];
  });
  if (cut) lines.push(`... only the first ${steps.length} steps are kept`);
  return lines.join('\n') + '\n';
}

export interface TracedStep extends Pick<
  Step,
  'kind' | 'line' | 'cell' | 'depth' | 'needs' | 'words'
> {
  /** From 1. */
  readonly step: number;
}

/** The same as data. */
export function tracedSteps(puzzle: Puzzle): TracedStep[] {
  const { steps } = replaySolving(puzzle, DEFAULT_SOLVE_LIMITS).replay;
  return steps.map(({ kind, line, cell, depth, needs, words }, i) => ({
    step: i + 1,
    kind,
    line,
    cell,
    depth,
    needs,
    words,
  }));
}

/** The same as one JSON object a step. */
export function stepsJson(puzzle: Puzzle): string {
  return tracedSteps(puzzle)
    .map((step) => `${JSON.stringify(step)}\n`)
    .join('');
}
