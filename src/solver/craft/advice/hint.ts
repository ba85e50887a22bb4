import { pack } from '../../core/puzzle/packed.js';
import { BLANK, type Cells, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import { MOST_LOOK_AHEAD, NEEDS, type Needs } from '../../core/result/difficulty.js';
import { steppedGrid, type SteppedGrid } from '../../engine/wasm/stepped-grid.js';
import { colourNames } from '../replay/colour-name.js';
import { lineWords } from '../replay/line-words.js';
import type { Contradiction, Domain, HintedCell, HintedLine } from '../replay/step.js';
import {
  allows,
  anyValue,
  cellPlace,
  cellsInLine,
  clueOf,
  contradictionWords,
  fewestLines,
  followAssumption,
  hintedLine,
  isKnown,
  linesOf,
  only,
  readLine,
  valueOf,
} from '../replay/step.js';
import { completable, type Mistake } from './mistake.js';

/** The next step from a grid, or why there is none. */
export type Hint =
  | {
      readonly kind: 'step';
      /** The weakest technique that makes a step. */
      readonly needs: Needs;
      /** The line to look at; null for an assumption. */
      readonly line: HintedLine | null;
      /** The lines to look at: that one, or those of a look-ahead. */
      readonly lines: readonly HintedLine[];
      readonly cells: readonly HintedCell[];
      /** A sentence without its beginning and its full stop. */
      readonly why: string;
    }
  | { readonly kind: 'mistake'; readonly mistake: Mistake }
  /** All cells are known, and right. */
  | { readonly kind: 'done' }
  /** Nothing follows: with these cells, the puzzle has several solutions. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'impossible' };

type HintedStep = Extract<Hint, { readonly kind: 'step' }>;

/**
 * The easiest next step from a half-filled grid (UNKNOWN for open cells): the weakest technique
 * that settles a cell and, among the lines where it does, the shortest to read; lines without
 * blocks count as blank, and come last. If the grid has a mistake, that is returned instead.
 */
export function findHint(puzzle: Puzzle, cells: Cells, timeoutMs?: number): Hint {
  const { start } = puzzle;
  const known =
    start === null ? cells : cells.map((cell, i) => (cell === UNKNOWN ? start[i] : cell));
  const found = completable(puzzle, known, timeoutMs);
  if (found.kind === 'no') return { kind: 'mistake', mistake: found.mistake };
  if (found.kind === 'impossible') return found;
  if (!known.includes(UNKNOWN)) return { kind: 'done' };
  const step = lineStep(puzzle, known) ?? assumptionStep(puzzle, known);
  if (step !== null) return step;
  if (found.kind !== 'yes' || !found.unique) return { kind: 'ambiguous' };
  const cell = known.indexOf(UNKNOWN);
  const settled = { ...cellPlace(cell, puzzle.width), value: found.solution[cell] };
  const why = 'no single assumption leads to a contradiction; it takes several at once to see it';
  return { kind: 'step', needs: 'nested', line: null, lines: [], cells: [settled], why };
}

/**
 * The cell settled by an assumption that contradicts in the fewest rounds, then with the fewest
 * lines: one of its values does, and only one is left then. Null if no assumption contradicts.
 */
function assumptionStep(puzzle: Puzzle, known: Cells): HintedStep | null {
  const grid = steppedGrid();
  if (!grid.load(pack({ ...puzzle, start: known })) || grid.propagate() !== 'fixpoint') return null;
  const mark = grid.mark();
  let best: { cell: number; left: Domain; value: number; found: Contradiction } | null = null;
  for (let cell = 0; cell < known.length; cell++) {
    const domain = grid.values(cell);
    if (isKnown(domain)) continue;
    let left = domain;
    let [last, longest]: [number, Contradiction | null] = [0, null];
    for (let value = 0; value <= puzzle.colours; value++) {
      if (!allows(domain, value)) continue;
      grid.assign(cell, value);
      const ends = grid.propagate();
      grid.undo(mark);
      if (ends !== 'contradiction') continue;
      const most: number = best?.found.rounds ?? Infinity;
      const found = followAssumption(grid, puzzle, { cell, value }, most);
      if (found === null) continue;
      left &= ~only(value);
      if (longest === null || isSooner(longest, found)) [last, longest] = [value, found];
    }
    // Several values may have to go before only one is left.
    if (longest === null || !isKnown(left)) continue;
    if (best === null || isSooner(longest, best.found)) {
      best = { cell, left, value: last, found: longest };
    }
  }
  if (best === null) return null;
  const { cell, left, value } = best;
  const found = fewestLines(grid, puzzle, { cell, value }, best.found);
  const needs = found.rounds <= MOST_LOOK_AHEAD ? 'lookahead' : 'assumption';
  const right = valueOf(left);
  const tried = puzzle.colours > 1 ? 'anything else' : right === BLANK ? 'filled' : 'blank';
  const ends = contradictionWords(puzzle, found, needs === 'lookahead' ? '' : ' in the end');
  const looked = needs === 'lookahead' ? [...linesOf(found)] : [];
  return {
    kind: 'step',
    needs,
    line: null,
    lines: looked.map((line) => hintedLine(puzzle, line)),
    cells: [{ ...cellPlace(cell, puzzle.width), value: right }],
    why: `if it were ${tried}, ${ends}`,
  };
}

function isSooner(one: Contradiction, other: Contradiction): boolean {
  if (one.rounds !== other.rounds) return one.rounds < other.rounds;
  return one.steps.length < other.steps.length;
}

const COMPLETE = NEEDS.indexOf('line');

/**
 * The easiest step by a line: the weakest level at which any line settles a cell and, among the
 * lines that do, the shortest to read. Null if lines settle nothing. That a line without blocks is
 * blank is what everybody sees: it is taken as known, and is a step of its own only if nothing else
 * is.
 *
 * In colours a line can rule out values without settling a cell. What all lines rule out is kept,
 * and they are read again, before a stronger level is tried.
 */
function lineStep(puzzle: Puzzle, known: Cells): HintedStep | null {
  const grid = steppedGrid();
  if (!grid.load(pack({ ...puzzle, start: known }))) return null;
  const lines = lineNumbers(puzzle);
  for (const line of lines) {
    if (clueOf(puzzle, line).length > 0) continue;
    for (const cell of cellsInLine(puzzle, line)) grid.keep(cell, only(BLANK));
  }
  for (let level = 0; level <= COMPLETE; level++) {
    for (let narrowed = true; narrowed;) {
      narrowed = false;
      const readings = lines.map((line) => readingOf(grid, puzzle, line, level));
      const settling = readings.filter(settles);
      if (settling.length > 0) {
        const shortest = settling.reduce((one, other) => shorter(puzzle, one, other));
        return stepOf(puzzle, level, shortest);
      }
      for (const { line, before, after } of readings) {
        if (after.every((domain, i) => domain === before[i])) continue;
        const places = cellsInLine(puzzle, line);
        const earlier = places.map((cell) => grid.values(cell));
        // Two lines may contradict each other, although each can be completed by itself.
        if (!places.every((cell, i) => grid.keep(cell, after[i]))) return null;
        const left = places.map((cell) => grid.values(cell));
        const reading = { line, before: earlier, after: left };
        // What a row and a column rule out can leave one value, although neither alone does.
        if (settles(reading)) return stepOf(puzzle, level, reading);
        narrowed ||= left.some((domain, i) => domain !== earlier[i]);
      }
    }
  }
  return blankLine(puzzle, known);
}

/** A line, counted from 0, rows first, and what its cells can be before it is read, and after. */
type Reading = ReturnType<typeof readingOf>;

/** What a line says when it is read once at a level, an index of NEEDS; the grid stays as it is. */
function readingOf(grid: SteppedGrid, puzzle: Puzzle, line: number, level: number) {
  const places = cellsInLine(puzzle, line);
  const before = places.map((cell) => grid.values(cell));
  if (before.every(isKnown)) return { line, before, after: before };
  const mark = grid.mark();
  if (level === COMPLETE) grid.solveLine(line);
  else grid.readLine(line, level);
  const after = places.map((cell) => grid.values(cell));
  grid.undo(mark);
  return { line, before, after };
}

/** All lines: rows first, from 0. */
function lineNumbers({ width, height }: Puzzle): number[] {
  return Array.from({ length: height + width }, (_, line) => line);
}

/** The first line without blocks that has unknown cells; null if there is none. */
function blankLine(puzzle: Puzzle, known: Cells): HintedStep | null {
  for (const line of lineNumbers(puzzle)) {
    const values = cellsInLine(puzzle, line).map((cell) => known[cell]);
    if (clueOf(puzzle, line).length > 0 || !values.includes(UNKNOWN)) continue;
    const before = values.map((value) =>
      value === UNKNOWN ? anyValue(puzzle.colours) : only(value),
    );
    return stepOf(puzzle, 0, { line, before, after: before.map(() => only(BLANK)) });
  }
  return null;
}

function settles({ before, after }: Reading): boolean {
  return after.some((domain, i) => isKnown(domain) && !isKnown(before[i]));
}

function shorter(puzzle: Puzzle, one: Reading, other: Reading): Reading {
  const length = ({ line }: Reading): number =>
    1000 * clueOf(puzzle, line).length + cellsInLine(puzzle, line).length;
  return length(other) < length(one) ? other : one;
}

function stepOf(puzzle: Puzzle, level: number, { line, before, after }: Reading): HintedStep {
  const cells = cellsInLine(puzzle, line).flatMap((cell, i): HintedCell[] => {
    if (!isKnown(after[i]) || isKnown(before[i])) return [];
    return [{ ...cellPlace(cell, puzzle.width), value: valueOf(after[i]) }];
  });
  const why = lineWords(clueOf(puzzle, line), before, after, colourNames(puzzle.palette));
  const hinted = hintedLine(puzzle, line);
  return { kind: 'step', needs: NEEDS[level], line: hinted, lines: [hinted], cells, why };
}

/** Where a puzzle opens, and where the fewest of its lines tell something. */
export interface Opening {
  /** The lines that do at first (rows count from 0, columns come after them). */
  readonly lines: readonly number[];
  /** The first round before the last in which the fewest do; null if the first is the last. */
  readonly narrowest: {
    readonly lines: readonly number[];
    /** The share of the cells that are known before it, 0 to 1. */
    readonly known: number;
  } | null;
}

/**
 * How a puzzle of one colour opens, in the rounds of docs/solver/difficulty.md: each reads all
 * lines by what the round before has left. Null for other puzzles, and where lines do not find
 * the last cell. Takes a solving of each changed line and round.
 */
export function openingOf(puzzle: Puzzle): Opening | null {
  const grid = steppedGrid();
  if (puzzle.colours > 1 || !grid.load(pack(puzzle))) return null;
  const { width, height } = puzzle;
  const size = width * height;
  const rounds: { readonly lines: number[]; readonly known: number }[] = [];
  for (let due = lineNumbers(puzzle); grid.unknown > 0;) {
    const lines: number[] = [];
    const changed: number[] = [];
    for (const line of due) {
      const changes = readLine(grid, puzzle, line);
      if (changes === null) return null;
      if (changes.length > 0) lines.push(line);
      changed.push(...changes);
    }
    if (lines.length === 0) return null;
    rounds.push({ lines, known: (size - grid.unknown) / size });
    const touched = new Set<number>();
    for (let i = 0; i < changed.length; i += 3) {
      const at = changed[i];
      if (!grid.keep(at, changed[i + 2])) return null;
      touched.add(Math.floor(at / width)).add(height + (at % width));
    }
    due = [...touched].sort((a, b) => a - b);
  }
  const [first] = rounds;
  if (first === undefined) return null;
  const before = rounds.slice(0, -1);
  const fewest = Math.min(...before.map(({ lines }) => lines.length));
  return {
    lines: first.lines,
    narrowest: before.find(({ lines }) => lines.length === fewest) ?? null,
  };
}
