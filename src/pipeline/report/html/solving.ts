import { DEFAULT_SOLVE_LIMITS } from '../../../solver/engine/model/limits.js';
import { textToCells } from '../../../solver/core/puzzle/text.js';
import { type Cells, BLANK, UNKNOWN, type Puzzle } from '../../../solver/core/puzzle/types.js';
import { replaySolving } from '../../../solver/craft/replay/replay.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import { markupText } from '../../../solver/core/text/escape.js';
import { puzzleName } from '../../../solver/core/text/names.js';
import { NEEDS_WORDS } from '../../../solver/core/result/difficulty-words.js';
import { startDomains, valueOf, type Step } from '../../../solver/craft/replay/step.js';
import {
  CELL,
  blankMark,
  colourFill,
  framedSvg,
  markFill,
  marksBlanks,
} from '../../../solver/craft/puzzle-svg.js';

/** How much of a report solutions step by step may take. */
interface SolvingLimits {
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
    const { replay } = replaySolving(
      puzzle,
      { ...DEFAULT_SOLVE_LIMITS, timeoutMs, maxSteps: limits.lineSolves, memoryBytes: 2 ** 26 },
      { maxSteps: limits.steps },
      knownSolutions(solved),
    );
    if (replay.cut || replay.steps.at(-1)?.kind !== 'solution') return '';
    const items = replay.steps.slice(0, MOST_WORDS).map(({ words, needs }) => {
      const technique = needs === null ? '' : ` (${NEEDS_WORDS[needs]})`;
      return `<li>${markupText(words + technique)}</li>`;
    });
    const rest = replay.steps.length - items.length;
    const html = [
      '<details class="solving"><summary>Watch it being solved</summary>',
      solvingSvg({
        id: `solving-${puzzleId}`,
        title: `${puzzleName(solved)}, being solved`,
        puzzle,
        steps: replay.steps,
      }),
      '<p class="still">This system asks for reduced motion, so the steps are shown only in words.</p>',
      `<ol tabindex="0" aria-label="Steps">${items.join('')}</ol>`,
      rest > 0 ? `<p class="note">And ${rest} more steps.</p>` : '',
      '</details>',
    ].join('');
    if (html.length > Math.min(limits.length, this.left)) return '';
    this.left -= html.length;
    return html;
  }
}

/** What is drawn of how a puzzle is solved. */
interface DrawnSolving {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly puzzle: Puzzle;
  readonly steps: readonly Step[];
}

/** The share of the animation during which the finished picture is shown. */
const STILL = 0.25;

/** Seconds of the animation: eight steps a second, within these limits. */
function secondsOf(steps: number): number {
  return Math.max(4, Math.min(40, Math.round(steps / 8)));
}

/**
 * How a puzzle is solved, as an animation that repeats by itself, in the page's colours. Cells that
 * always look the same share one path: as a line settles many cells at once, this is several times
 * shorter than an animation of each cell. It only shows and hides paths, which the page's security
 * policy allows and `prefers-reduced-motion` can turn off.
 */
export function solvingSvg({ id, title, puzzle, steps }: DrawnSolving): string {
  const seconds = secondsOf(steps.length);
  const starts = startsOf(steps);
  const timing = `dur="${seconds}s" repeatCount="indefinite" calcMode="discrete"`;
  const paths = [...looks(puzzle, steps)].map(([look, cells]) => {
    const { value, times, shown } = JSON.parse(look) as Look;
    const shape = value === BLANK ? blankMark : cellPath;
    const d = cells.map((cell) => shape(cell, puzzle.width)).join('');
    const kind = kindOf(puzzle, value);
    if (times.length === 1) return `<path ${kind} d="${d}"/>`;
    const keys = times.map((step) => (step === 0 ? '0' : starts[step].toFixed(4)));
    const values = times.map((_, i) => ((i % 2 === 0) === shown ? 'visible' : 'hidden'));
    return (
      `<path ${kind} d="${d}"><animate attributeName="visibility" ${timing} ` +
      `keyTimes="${keys.join(';')}" values="${values.join(';')}"/></path>`
    );
  });
  const description = `An animation of ${steps.length} steps in ${seconds} seconds, over and over.`;
  return framedSvg({ id, title, description, puzzle }, paths.join(''));
}

/** How much longer than a step a solution is shown that others follow, as a share of all steps. */
const PAUSE = 0.25;

/**
 * When each state of the grid begins, the one before the first step included, as shares of the
 * animation: all steps take the same time, but a solution is shown for longer.
 */
function startsOf(steps: readonly Step[]): number[] {
  const starts = [0];
  let sum = 1;
  for (const { kind } of steps) {
    starts.push(sum);
    sum += kind === 'solution' ? 1 + PAUSE * steps.length : 1;
  }
  // The last state is shown longest.
  const all = starts[starts.length - 1] + 1;
  return starts.map((start) => (start / all) * (1 - STILL));
}

/** When one value of a cell is visible: first as in `shown`, then alternating. */
interface Look {
  readonly value: number;
  readonly times: readonly number[];
  readonly shown: boolean;
}

/** The cells by their looks over time (as JSON): each value that a cell takes is one look. */
function looks(puzzle: Puzzle, steps: readonly Step[]): Map<string, number[]> {
  const states = Array.from(startDomains(puzzle), (domain) => [
    { step: 0, value: valueOf(domain) },
  ]);
  steps.forEach(({ changes }, index) => {
    for (let i = 0; i < changes.length; i += 3) {
      const state = states[changes[i]];
      const value = valueOf(changes[i + 2]);
      if (state[state.length - 1].value !== value) state.push({ step: index + 1, value });
    }
  });
  const found = new Map<string, number[]>();
  const marks = marksBlanks(puzzle);
  states.forEach((state, cell) => {
    for (const value of new Set(state.map((at) => at.value))) {
      if (value === BLANK && !marks) continue;
      const turns = state.filter(
        (at, i) => i === 0 || (at.value === value) !== (state[i - 1].value === value),
      );
      const times = turns.map(({ step }) => step);
      const look: Look = { value, times, shown: state[0].value === value };
      const key = JSON.stringify(look);
      const cells = found.get(key);
      if (cells === undefined) found.set(key, [cell]);
      else cells.push(cell);
    }
  });
  return found;
}

function kindOf(puzzle: Puzzle, value: number): string {
  if (value === UNKNOWN) return 'class="unknown"';
  return value === BLANK ? markFill(puzzle) : `class="filled"${colourFill(puzzle, value)}`;
}

function cellPath(cell: number, width: number): string {
  const x = (cell % width) * CELL;
  const y = Math.floor(cell / width) * CELL;
  return `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`;
}
