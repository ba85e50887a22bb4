import { startDomains, valueOf } from '../../../replay/domain.js';
import type { Step } from '../../../replay/step.js';
import { BLANK, UNKNOWN, type Puzzle } from '../../../puzzle/types.js';
import { CELL, blankMark, colourFill, framedSvg, markFill, marksBlanks } from './puzzle-svg.js';

/** What is drawn of how a puzzle is solved. */
export interface DrawnSolving {
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
