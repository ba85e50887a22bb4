import type { Needs } from '../../core/result/difficulty.js';
import { valueOf, type Step, type StepKind } from '../replay/step.js';
import { replaySolving } from '../replay/replay.js';
import { puzzleOf, type PuzzleInput } from './puzzle-input.js';
import { solveLimits, type SolveOptions } from './solve.js';

/** A cell that a step changes; rows and columns are counted from 1. */
export interface StepChange {
  readonly row: number;
  readonly column: number;
  /** BLANK, a colour, or UNKNOWN (in a coloured puzzle a cell can lose a colour and stay open). */
  readonly from: number;
  readonly to: number;
}

export interface SolvingStep {
  readonly kind: StepKind;
  /** What happens and why, as a sentence without its full stop. */
  readonly words: string;
  /** The line that is solved, or null. */
  readonly line: { readonly side: 'row' | 'column'; readonly number: number } | null;
  /** The cell that is assumed, guessed or freed, or null. */
  readonly cell: { readonly row: number; readonly column: number } | null;
  /** How many assumptions are open. */
  readonly depth: number;
  readonly changes: readonly StepChange[];
  /**
   * The weakest technique that finds what the step finds; null if it finds nothing, and for
   * guesses.
   */
  readonly needs: Needs | null;
}

export interface Solving {
  readonly steps: readonly SolvingStep[];
  /** Whether there were more steps than the 20,000 that are kept. */
  readonly cut: boolean;
}

/**
 * How a puzzle is solved, step by step: lines first, then what has to be assumed.
 * @throws ArgumentError or PuzzleError if the puzzle or an option is not valid.
 */
export function steps(puzzle: PuzzleInput, options: SolveOptions = {}): Solving {
  const limits = solveLimits('steps', options);
  const checked = puzzleOf(puzzle);
  const { replay } = replaySolving(checked, limits);
  const { width, height } = checked;
  return { steps: replay.steps.map((step) => describedStep(step, width, height)), cut: replay.cut };
}

function describedStep(
  { kind, words, line, cell, depth, changes, needs }: Step,
  ...size: Size
): SolvingStep {
  const [width, height] = size;
  const changed: StepChange[] = [];
  for (let i = 0; i < changes.length; i += 3) {
    const [at, from, to] = changes.slice(i, i + 3);
    changed.push({ ...placeOf(at, width), from: valueOf(from), to: valueOf(to) });
  }
  return {
    kind,
    words,
    line:
      line === null
        ? null
        : line < height
          ? { side: 'row', number: line + 1 }
          : { side: 'column', number: line - height + 1 },
    cell: cell === null ? null : placeOf(cell, width),
    depth,
    changes: changed,
    needs,
  };
}

type Size = [width: number, height: number];

function placeOf(cell: number, width: number): { row: number; column: number } {
  return { row: Math.floor(cell / width) + 1, column: (cell % width) + 1 };
}
