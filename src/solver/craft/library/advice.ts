import type { Cells } from '../../core/puzzle/types.js';
import {
  ambiguityFields,
  type AmbiguityMap,
  type AmbiguityOptions,
  findAmbiguity as ambiguityOf,
} from '../advice/ambiguity.js';
import { findHint as hintFor, type Hint } from '../advice/hint.js';
import { checkCells, type Checked } from '../advice/mistake.js';
import { findFix as fixPictured, type Fixed, type FixOptions, type NotFixed } from '../fix/fix.js';
import { ArgumentError } from './errors.js';
import {
  cells,
  cellsOf,
  checkOptions,
  type Expectation,
  oneOf,
  orNull,
  positiveNumber,
  type PuzzleInput,
  puzzleOf,
  wholeNumber,
} from './options.js';

export interface AdviceOptions {
  /** Milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

const ADVICE_OPTIONS = { timeoutMs: positiveNumber };
const AMBIGUITY_OPTIONS = { ...ADVICE_OPTIONS, listed: wholeNumber(1) };

/**
 * Whether cells are a solution of the puzzle, on the way to one, or wrong, and where. Cells are a
 * Uint8Array, with UNKNOWN for those not filled in yet, or text with `?` for them.
 * @throws ArgumentError or PuzzleError if the puzzle, its cells or an option are not valid.
 */
export function check(
  puzzle: PuzzleInput,
  cells: Cells | string,
  options: AdviceOptions = {},
): Checked {
  checkOptions('check', options, ADVICE_OPTIONS);
  const checked = puzzleOf(puzzle);
  return checkCells(checked, cellsOf(checked, cells), options.timeoutMs);
}

/**
 * The easiest next step from a half-filled grid, with the reason, or the first mistake in it. Cells
 * are given as for `check`.
 * @throws ArgumentError or PuzzleError if the puzzle, its cells or an option are not valid.
 */
export function hint(
  puzzle: PuzzleInput,
  cells: Cells | string,
  options: AdviceOptions = {},
): Hint {
  checkOptions('hint', options, ADVICE_OPTIONS);
  const checked = puzzleOf(puzzle);
  return hintFor(checked, cellsOf(checked, cells), options.timeoutMs);
}

/**
 * Why a puzzle has several solutions: the cells that all of them share, and the places that vary,
 * each by itself, with the ways to fill each. Without places, the puzzle has one solution. Null if
 * it has none, or if none was found in time.
 * @throws ArgumentError or PuzzleError if the puzzle or an option is not valid.
 */
export function ambiguity(
  puzzle: PuzzleInput,
  options: AmbiguityOptions = {},
): AmbiguityMap | null {
  checkOptions('ambiguity', options, AMBIGUITY_OPTIONS);
  const checked = puzzleOf(puzzle);
  const map = ambiguityOf(checked, options);
  return map === null ? null : ambiguityFields(checked, map);
}

/** What `fix` is to reach, by which changes, and what it may spend. */
export interface FixPuzzleOptions extends FixOptions {
  /** The picture to change: cells row by row, or text; null or undefined if there is none. */
  readonly goal?: Cells | string | null | undefined;
}

/**
 * The fewest changes that make a puzzle good: to its picture, or to the cells given at the start.
 * @throws ArgumentError or PuzzleError if the puzzle, its cells or an option are not valid.
 */
export function fix(puzzle: PuzzleInput, options: FixPuzzleOptions = {}): Fixed | NotFixed {
  checkOptions('fix', options, FIX_OPTIONS);
  const checked = puzzleOf(puzzle);
  const { goal = null, ...rest } = options;
  const picture = goal === null ? null : cellsOf(checked, goal, 'goal');
  const size = checked.width * checked.height;
  if (rest.keep && rest.keep.length !== size) {
    throw new ArgumentError(`fix: keep: expected ${size} cells, got ${rest.keep.length}`);
  }
  return fixPictured({ puzzle: checked, goal: picture }, rest);
}

const FIX_OPTIONS: Readonly<Record<keyof FixPuzzleOptions, Expectation>> = {
  goal: orNull(cells),
  for: oneOf(['unique', 'line']),
  by: oneOf(['pixels', 'givens']),
  keep: orNull((value) => (value instanceof Uint8Array ? null : 'a Uint8Array')),
  maxChanges: wholeNumber(0),
  alternatives: wholeNumber(0),
  prefer: oneOf(['looks', 'opening', 'symmetry']),
  timeoutMs: positiveNumber,
};
