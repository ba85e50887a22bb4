import { UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { NEEDS, type Needs } from '../../result/difficulty.js';
import { completable, type Mistake } from '../check/mistake.js';
import { assumptionStep } from './assumption-step.js';
import type { HintedCell } from './hinted-cell.js';
import { lineStep } from './line-step.js';

/** A line, counted from 1. */
export interface HintedLine {
  readonly side: 'row' | 'column';
  readonly number: number;
}

/** The next step from a grid, or why there is none. */
export type Hint =
  | {
      readonly kind: 'step';
      /** The weakest technique that makes a step. */
      readonly needs: Needs;
      /** The line to look at; null for an assumption. */
      readonly line: HintedLine | null;
      readonly cells: readonly HintedCell[];
      /** A sentence without its beginning and its full stop. */
      readonly why: string;
    }
  | { readonly kind: 'mistake'; readonly mistake: Mistake }
  /** All cells are known, and right. */
  | { readonly kind: 'done' }
  /** Nothing follows: with these cells, the puzzle has several solutions. */
  | { readonly kind: 'ambiguous' }
  /** The puzzle has no solution. */
  | { readonly kind: 'impossible' };

/**
 * The easiest next step from a half-filled grid (UNKNOWN for cells not filled in yet): the weakest
 * technique that settles a cell and, among the lines where it does, the shortest to read; lines without
 * blocks are taken as blank, and come last. If the grid has a mistake, that is returned instead.
 */
export function hint(puzzle: Puzzle, cells: Cells, timeoutMs?: number): Hint {
  const known = withGiven(puzzle, cells);
  const found = completable(puzzle, known, timeoutMs);
  if (found.kind === 'no') return { kind: 'mistake', mistake: found.mistake };
  if (found.kind === 'impossible') return found;
  if (!known.includes(UNKNOWN)) return { kind: 'done' };
  const byLine = lineStep(puzzle, known);
  if (byLine !== null) {
    const { level, line, settled, why } = byLine;
    const side = line < puzzle.height ? 'row' : 'column';
    const number = side === 'row' ? line + 1 : line - puzzle.height + 1;
    return { kind: 'step', needs: NEEDS[level], line: { side, number }, cells: settled, why };
  }
  const assumed = assumptionStep(puzzle, known);
  if (assumed !== null) {
    const { cell, why } = assumed;
    return { kind: 'step', needs: 'assumption', line: null, cells: [cell], why };
  }
  if (found.kind !== 'yes' || !found.unique) return { kind: 'ambiguous' };
  const cell = known.indexOf(UNKNOWN);
  const { width } = puzzle;
  const value = found.solution[cell];
  return {
    kind: 'step',
    needs: 'nested',
    line: null,
    cells: [{ row: Math.floor(cell / width) + 1, column: (cell % width) + 1, value }],
    why: 'no single assumption leads to a contradiction; it takes several at once to see it',
  };
}

function withGiven({ start }: Puzzle, cells: Cells): Cells {
  return start === null ? cells : cells.map((cell, i) => (cell === UNKNOWN ? start[i] : cell));
}
