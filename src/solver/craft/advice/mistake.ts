import { brokenLines, checkPacked, checkSolution } from '../../core/puzzle/check.js';
import { pack, packedWithStart, type PackedWords } from '../../core/puzzle/packed.js';
import { type Cells, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import type { Outcome, Status } from '../../core/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import { cellValueText } from '../replay/colour-name.js';
import { cellPlace, type HintedCell, hintedLine } from '../replay/step.js';

/** What is wrong with the known cells of a grid. Rows, columns and cells are counted from 1. */
export type Mistake =
  /** No solution has this cell, or has it together with the known cells before it, row by row. */
  | {
      readonly kind: 'cell' | 'together';
      readonly row: number;
      readonly column: number;
      readonly value: number;
    }
  /** The blocks of this line no longer fit between its known cells. */
  | { readonly kind: 'line'; readonly side: 'row' | 'column'; readonly number: number };

/** Whether known cells can be completed to a solution. */
type Completable =
  | { readonly kind: 'yes'; readonly solution: Cells; readonly unique: boolean }
  | { readonly kind: 'no'; readonly mistake: Mistake }
  /** The puzzle itself has no solution. */
  | { readonly kind: 'impossible' }
  /** There was not enough time to find out; each line by itself can still be completed. */
  | { readonly kind: 'open' };

/**
 * Whether a grid can be completed, or else its first mistake, row by row: a cell that no solution
 * has; if there is none, a line that can no longer be completed; if there is none, a cell that no
 * solution has together with the cells before it. With `name` 'cell', lines are not looked at.
 */
export function completable(
  puzzle: Puzzle,
  cells: Cells,
  timeoutMs = 10_000,
  name: 'line-or-cell' | 'cell' = 'line-or-cell',
): Completable {
  return completableBy(new Completions(puzzle, timeoutMs), cells, name);
}

function completableBy(
  completions: Completions,
  cells: Cells,
  name: 'line-or-cell' | 'cell',
): Completable {
  const { puzzle } = completions;
  const line = brokenLine(puzzle, cells);
  if (line === null) {
    const { solution, status } = completions.of(cells);
    if (solution !== null) return { kind: 'yes', solution, unique: status === 'unique' };
    if (status !== 'contradiction') return { kind: 'open' };
  }
  const { whole } = completions;
  if (whole.status === 'contradiction') return { kind: 'impossible' };
  if (line !== null && whole.solution === null) return { kind: 'no', mistake: line };
  const wrong = wrongCell(completions, cells);
  if (wrong !== null) return { kind: 'no', mistake: placed(puzzle, 'cell', cells, wrong) };
  if (line !== null && name !== 'cell') return { kind: 'no', mistake: line };
  const last = firstImpossibleTogether(cells, completions);
  return { kind: 'no', mistake: placed(puzzle, 'together', cells, last) };
}

type FoundSolution = Pick<Outcome, 'status' | 'solution'>;

/** What solving finds from grids of one puzzle, all within one time. */
class Completions {
  private readonly deadline: number;
  /** The solutions that were found. */
  private readonly seen: Cells[] = [];
  private wholeFound: FoundSolution | null = null;
  readonly words: PackedWords;

  constructor(
    readonly puzzle: Puzzle,
    timeoutMs: number,
  ) {
    this.words = pack(puzzle);
    this.deadline = performance.now() + timeoutMs;
  }

  /** What is found from these cells; null: from what the puzzle gives away alone. */
  of(cells: Cells | null): FoundSolution {
    const { puzzle } = this;
    const start = cells === null ? null : withStart(puzzle, cells);
    if (start === 'against the start') return { status: 'contradiction', solution: null };
    const limits = {
      ...DEFAULT_SOLVE_LIMITS,
      timeoutMs: Math.max(1, this.deadline - performance.now()),
    };
    keptSolver ??= new Solver();
    const words = start === null ? this.words : packedWithStart(this.words, start);
    const found = keptSolver.solve(words, 0, limits);
    for (const solution of [found.solution, found.secondSolution]) {
      if (solution !== null) this.seen.push(solution);
    }
    return found;
  }

  /** Whether a solution that was found so far has this value there. */
  hasSeen(cell: number, value: number): boolean {
    return this.seen.some((solution) => solution[cell] === value);
  }

  /** What is found about the puzzle itself. */
  get whole(): FoundSolution {
    return (this.wholeFound ??= this.of(null));
  }
}

/** Made when it is first needed, and kept, as making its tables takes time. */
let keptSolver: Solver | undefined;

/** The first line, rows first, whose blocks do not fit between its known cells, or null. */
function brokenLine(puzzle: Puzzle, cells: Cells): Mistake | null {
  const { value: line } = brokenLines(puzzle, cells).next();
  return line === undefined ? null : { kind: 'line', ...hintedLine(puzzle, line) };
}

/** The first cell that no solution has, or null. */
function wrongCell(completions: Completions, cells: Cells): number | null {
  const { whole } = completions;
  const single = new Uint8Array(cells.length).fill(UNKNOWN);
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === UNKNOWN || completions.hasSeen(cell, cells[cell])) continue;
    if (whole.status === 'unique') return cell;
    single[cell] = cells[cell];
    if (completions.of(single).status === 'contradiction') return cell;
    single[cell] = UNKNOWN;
  }
  return null;
}

/** The first cell that no solution has together with the cells before it. */
function firstImpossibleTogether(cells: Cells, completions: Completions): number {
  let [possible, impossible] = [0, cells.length];
  while (impossible - possible > 1) {
    const middle = (possible + impossible) >> 1;
    const start = cells.map((value, cell) => (cell < middle ? value : UNKNOWN));
    if (completions.of(start).status === 'contradiction') impossible = middle;
    else possible = middle;
  }
  return impossible - 1;
}

/** The cells of a grid and, in the others, the start, unless they contradict each other. */
function withStart({ start, width, height }: Puzzle, cells: Cells): Cells | 'against the start' {
  if (start === null) return cells;
  const both = new Uint8Array(width * height);
  for (let cell = 0; cell < both.length; cell++) {
    both[cell] = cells[cell] === UNKNOWN ? start[cell] : cells[cell];
    if (start[cell] !== UNKNOWN && both[cell] !== start[cell]) return 'against the start';
  }
  return both;
}

function placed({ width }: Puzzle, kind: 'cell' | 'together', cells: Cells, cell: number): Mistake {
  return { kind, ...cellPlace(cell, width), value: cells[cell] };
}

/** How a picture, or a half-filled grid, relates to a puzzle. */
export type Checked =
  | { readonly kind: 'solution' }
  /** It has unknown cells, and can be completed. */
  | { readonly kind: 'on-the-way'; readonly unknown: number }
  | { readonly kind: 'wrong'; readonly mistake: Mistake }
  /** The puzzle has no solution, so that no cell is right. */
  | { readonly kind: 'impossible' }
  /** There was not enough time to find out whether it can be completed. */
  | { readonly kind: 'open'; readonly unknown: number };

/** Checks cells (UNKNOWN for those not filled in yet) against a puzzle. Any solution will do. */
export function checkCells(puzzle: Puzzle, cells: Cells, timeoutMs = 10_000): Checked {
  return judged(new Completions(puzzle, timeoutMs), cells, unknownIn(cells));
}

function judged(completions: Completions, cells: Cells, unknown: number): Checked {
  if (unknown === 0 && checkPacked(completions.words, 0, cells) === null)
    return { kind: 'solution' };
  const found = completableBy(completions, cells, 'line-or-cell');
  if (found.kind === 'yes') return { kind: 'on-the-way', unknown };
  if (found.kind === 'no') return { kind: 'wrong', mistake: found.mistake };
  return found.kind === 'open' ? { kind: 'open', unknown } : found;
}

function unknownIn(cells: Cells): number {
  let count = 0;
  for (let i = 0; i < cells.length; i++) if (cells[i] === UNKNOWN) count++;
  return count;
}

/** How far a grid is, and how much of it is right. */
type Scored = Checked & {
  readonly unknown: number;
  /**
   * The share of all cells that are known and right: those that a solution has together with the
   * right cells before them, row by row. Null if there was not enough time.
   */
  readonly rightCells: number | null;
  /** The share of the lines whose blocks fit, or still fit between the known cells. */
  readonly fittingLines: number;
};

/** As `checkCells`, with a score. */
export function scoreCells(puzzle: Puzzle, cells: Cells, timeoutMs = 10_000): Scored {
  const completions = new Completions(puzzle, timeoutMs);
  const unknown = unknownIn(cells);
  const checked = judged(completions, cells, unknown);
  const isRight = checked.kind === 'solution' || checked.kind === 'on-the-way';
  const right = isRight ? cells.length - unknown : rightCells(completions, cells);
  // Else no line is broken.
  const mayBreak = checked.kind === 'wrong' || checked.kind === 'impossible';
  const lines = puzzle.width + puzzle.height;
  const broken = mayBreak ? [...brokenLines(puzzle, cells)].length : 0;
  return {
    ...checked,
    unknown,
    rightCells: right === null ? null : right / cells.length,
    fittingLines: (lines - broken) / lines,
  };
}

/**
 * How many known cells a solution has together with the right ones before them; null if that is not
 * known in time. It asks for another solution only where the last one has another value.
 */
function rightCells(completions: Completions, cells: Cells): number | null {
  const { whole } = completions;
  if (whole.status === 'contradiction') return 0;
  if (whole.solution === null) return null;
  let solution: Cells = whole.solution;
  const remaining = new Uint8Array(cells.length).fill(UNKNOWN);
  let right = 0;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === UNKNOWN) continue;
    if (cells[cell] !== solution[cell]) {
      if (whole.status === 'unique') continue;
      remaining[cell] = cells[cell];
      const other = completions.of(remaining);
      if (other.solution === null) {
        if (other.status !== 'contradiction') return null;
        remaining[cell] = UNKNOWN;
        continue;
      }
      solution = other.solution;
    }
    remaining[cell] = cells[cell];
    right++;
  }
  return right;
}

/** A start position or an author's picture that does not fit the clues of its puzzle. */
type Misfit =
  | { readonly part: 'start' | 'picture'; readonly kind: 'mistake'; readonly mistake: Mistake }
  /** A cell of the picture that the start position gives away as something else; from 1. */
  | ({ readonly part: 'picture'; readonly kind: 'given' } & HintedCell)
  /** The clues by themselves have no solution. */
  | { readonly part: 'start' | 'picture'; readonly kind: 'no-solution' }
  /** What is wrong was not found out in time. */
  | { readonly part: 'start' | 'picture'; readonly kind: 'open' };

/** A puzzle with its author's picture, and what solving it found. */
export interface SolvedWithGoal {
  readonly puzzle: Puzzle;
  readonly goal: Cells | null;
  readonly status: Status;
  readonly solution: Cells | null;
}

/** What does not fit the clues: the start of a puzzle without a solution, the author's picture. */
export function misfitsOf(
  { puzzle, goal, status, solution }: SolvedWithGoal,
  timeoutMs?: number,
): Misfit[] {
  const start = status === 'contradiction' ? startMisfit(puzzle, timeoutMs) : null;
  const only = status === 'unique' ? solution : null;
  const picture = goal === null ? null : pictureMisfit(puzzle, goal, only, timeoutMs);
  return [start, picture].filter((misfit) => misfit !== null);
}

/** The first wrong cell of a start position, row by row; null without one, or if it fits. */
export function startMisfit(puzzle: Puzzle, timeoutMs?: number): Misfit | null {
  const { start } = puzzle;
  if (start === null) return null;
  const found = completable({ ...puzzle, start: null }, start, timeoutMs, 'cell');
  if (found.kind === 'yes') return null;
  if (found.kind === 'no') return { part: 'start', kind: 'mistake', mistake: found.mistake };
  return { part: 'start', kind: found.kind === 'open' ? 'open' : 'no-solution' };
}

/**
 * What is wrong with a picture, null if it is a solution: the first cell, row by row, that no
 * solution has, by itself or with the cells before it. `only` is the one solution, if it is known.
 */
export function pictureMisfit(
  puzzle: Puzzle,
  picture: Cells,
  only: Cells | null = null,
  timeoutMs?: number,
): Misfit | null {
  if (checkSolution(puzzle, picture) === null) return null;
  const { width, start } = puzzle;
  const at = (cell: number): HintedCell => ({ ...cellPlace(cell, width), value: picture[cell] });
  if (only !== null) {
    const cell = picture.findIndex((value, i) => value !== only[i]);
    return { part: 'picture', kind: 'mistake', mistake: { kind: 'cell', ...at(cell) } };
  }
  const given = start?.findIndex((value, i) => value !== UNKNOWN && value !== picture[i]) ?? -1;
  if (given >= 0) return { part: 'picture', kind: 'given', ...at(given) };
  const found = completable(puzzle, picture, timeoutMs, 'cell');
  if (found.kind === 'no') return { part: 'picture', kind: 'mistake', mistake: found.mistake };
  if (found.kind === 'impossible') return { part: 'picture', kind: 'no-solution' };
  const line = brokenLine(puzzle, picture);
  return line === null
    ? { part: 'picture', kind: 'open' }
    : { part: 'picture', kind: 'mistake', mistake: line };
}

/**
 * A misfit as a sentence without a full stop: `the author's picture does not fit the clues: row 2,
 * cell 3 is filled, but no solution has it`.
 */
export function misfitText(misfit: Misfit, puzzle: Puzzle): string {
  const what = misfit.part === 'start' ? 'the start position' : "the author's picture";
  const why = reason(misfit, puzzle);
  return `${what} does not fit the clues${why === '' ? '' : `: ${why}`}`;
}

/** The same in few words: `picture: row 2, cell 3 is filled, but no solution has it`. */
export function shortMisfitText(misfit: Misfit, puzzle: Puzzle): string {
  return `${misfit.part}: ${reason(misfit, puzzle) || 'does not fit the clues'}`;
}

function reason(misfit: Misfit, puzzle: Puzzle): string {
  switch (misfit.kind) {
    case 'open':
      return '';
    case 'no-solution':
      return 'no picture fits them';
    case 'given':
      return `${placeText(misfit, puzzle)}, but the start position has another value there`;
    case 'mistake': {
      const { mistake } = misfit;
      if (mistake.kind === 'line') return `${mistake.side} ${mistake.number} breaks its clue`;
      return mistakeText(mistake, puzzle);
    }
  }
}

/** A mistake as a sentence without its beginning and its full stop. */
export function mistakeText(mistake: Mistake, puzzle: Puzzle): string {
  if (mistake.kind === 'line') {
    return `${mistake.side} ${mistake.number} can no longer be completed`;
  }
  const together = mistake.kind === 'cell' ? '' : ' together with the cells before it';
  return `${placeText(mistake, puzzle)}, but no solution has it${together}`;
}

function placeText({ row, column, value }: HintedCell, puzzle: Puzzle): string {
  return `row ${row}, cell ${column} is ${cellValueText(value, puzzle)}`;
}
