import { DEFAULT_SOLVE_LIMITS } from '../../../solver/model/limits.js';
import { textToCells } from '../../../puzzle/text.js';
import type { Cells } from '../../../puzzle/types.js';
import { traceSolving } from '../../../replay/trace.js';
import type { SolvedPuzzle } from '../../../store/queries/stored-results.js';
import { plainText } from '../../../text/plain-text.js';
import { NEEDS_WORDS } from '../../../result/difficulty-words.js';
import { calledText } from '../../text/result-words.js';
import { escapeHtml } from '../parts/escape.js';
import { solvingSvg } from './solving-svg.js';

/** How much of a report solutions step by step may take. */
export interface SolvingLimits {
  /** Line solves for one puzzle: the hardest would take minutes, and nobody could follow them. */
  readonly lineSolves: number;
  /** Steps of one puzzle; one that takes more is not shown. */
  readonly steps: number;
  /** Milliseconds after which no further puzzle is begun. */
  readonly timeMs: number;
  /** The most characters of one puzzle, and of all. */
  readonly length: number;
  readonly lengthInAll: number;
}

export const SOLVING_LIMITS: SolvingLimits = {
  lineSolves: 20_000,
  steps: 600,
  timeMs: 1000,
  length: 100_000,
  lengthInAll: 1_500_000,
};

/** The solutions of a puzzle that the run has kept. */
function knownSolutions({ puzzle, result }: SolvedPuzzle): Cells[] {
  return [result.solution, result.secondSolution].flatMap((text) =>
    text === null ? [] : [textToCells(text, puzzle.width, puzzle.height)],
  );
}

/** How many steps are described below the animation. */
const MOST_WORDS = 100;

/**
 * Solves some of a report's puzzles once more to show how: an animation without a script, and the
 * steps in words, folded away. If the search is too long, only what propagation settles and the
 * known solutions are shown; beyond its limits, nothing.
 */
export class Solvings {
  private left: number;
  private readonly end: number;

  constructor(readonly limits: SolvingLimits = SOLVING_LIMITS) {
    this.left = limits.lengthInAll;
    this.end = performance.now() + limits.timeMs;
  }

  /** The folded element of one puzzle, or nothing if it takes too long or fills too much. */
  show(solved: SolvedPuzzle): string {
    const { limits } = this;
    const { puzzle, result, puzzleId } = solved;
    const timeoutMs = this.end - performance.now();
    if (result.solution === null || timeoutMs <= 0) return '';
    const { trace } = traceSolving(
      puzzle,
      { ...DEFAULT_SOLVE_LIMITS, timeoutMs, maxSteps: limits.lineSolves, memoryBytes: 2 ** 26 },
      { maxSteps: limits.steps },
      knownSolutions(solved),
    );
    if (trace.cut || trace.steps.at(-1)?.kind !== 'solution') return '';
    const told = trace.steps.slice(0, MOST_WORDS).map(({ words, needs }) => {
      const technique = needs === null ? '' : ` (${NEEDS_WORDS[needs]})`;
      return `<li>${escapeHtml(words + technique)}</li>`;
    });
    const rest = trace.steps.length - told.length;
    const html = [
      '<details class="solving"><summary>Watch it being solved</summary>',
      solvingSvg({
        id: `solving-${puzzleId}`,
        title: `${plainText(calledText(solved))}, being solved`,
        puzzle,
        steps: trace.steps,
      }),
      '<p class="still">This system asks for reduced motion, so the steps are shown only in words.</p>',
      `<ol tabindex="0" aria-label="Steps">${told.join('')}</ol>`,
      rest > 0 ? `<p class="note">And ${rest} more steps.</p>` : '',
      '</details>',
    ].join('');
    if (html.length > Math.min(limits.length, this.left)) return '';
    this.left -= html.length;
    return html;
  }
}
