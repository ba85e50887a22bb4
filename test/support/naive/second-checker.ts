import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import { textToCells } from '../../../src/solver/core/puzzle/text.js';
import {
  UNKNOWN,
  blockColour,
  blockLength,
  type Clue,
  type Puzzle,
} from '../../../src/solver/core/puzzle/types.js';

/**
 * A second checker of proofs that works in another way: it reads only the clauses and skips the
 * steps that lead to them. Each clause must be refuted by enumerating lines and by unit propagation
 * to the fixpoint, from its negation; then the empty clause must be. Slow, for small puzzles.
 */
export function secondOpinion(puzzle: Puzzle, text: string): boolean {
  const lines = text.split('\n');
  const claim = lines.find((line) => line.startsWith('claim '));
  const solutionLine = lines.find((line) => line.startsWith('solution '));
  const clauses: (readonly number[] | null)[] = [];
  const values = puzzle.colours + 1;
  if (claim === 'claim unique') {
    if (solutionLine === undefined) return false;
    const cells = textToCells(solutionLine.slice(9), puzzle.width, puzzle.height);
    if (checkSolution(puzzle, cells) !== null) return false;
    clauses.push([...cells].map((value, cell) => -(cell * values + value + 1)));
  } else clauses.push(null);
  for (const line of lines) {
    const [keyword, ...rest] = line.split(' ');
    const numbers = rest.map(Number);
    if (keyword === 'c') {
      if (!isRefuted(puzzle, clauses, numbers)) return false;
      clauses.push(numbers);
    } else if (keyword === 'd') for (const number of numbers) clauses[number] = null;
  }
  return isRefuted(puzzle, clauses, []);
}

function isRefuted(
  puzzle: Puzzle,
  clauses: readonly (readonly number[] | null)[],
  goal: readonly number[],
): boolean {
  const domains = domainsOf(puzzle);
  for (const literal of goal) if (!apply(domains, -literal, puzzle)) return true;
  for (let before = ''; ;) {
    const now = JSON.stringify(domains.map((domain) => [...domain]));
    if (now === before) return false;
    before = now;
    for (const clause of clauses) {
      if (clause !== null && !propagate(domains, clause, puzzle)) return true;
    }
    for (const [clue, cells] of linesOf(puzzle)) {
      if (!solveLine(domains, clue, cells)) return true;
    }
  }
}

function domainsOf(puzzle: Puzzle): Set<number>[] {
  return Array.from({ length: puzzle.width * puzzle.height }, (_, cell) => {
    const given = puzzle.start?.[cell] ?? UNKNOWN;
    return new Set(
      given === UNKNOWN ? Array.from({ length: puzzle.colours + 1 }, (_, v) => v) : [given],
    );
  });
}

/** Makes a literal true; false: its cell has no value left. */
function apply(domains: Set<number>[], literal: number, puzzle: Puzzle): boolean {
  const place = Math.abs(literal) - 1;
  const value = place % (puzzle.colours + 1);
  const domain = domains[(place - value) / (puzzle.colours + 1)];
  if (literal < 0) domain.delete(value);
  else for (const other of [...domain]) if (other !== value) domain.delete(other);
  return domain.size > 0;
}

function propagate(domains: Set<number>[], clause: readonly number[], puzzle: Puzzle): boolean {
  const open = clause.filter((literal) => {
    const place = Math.abs(literal) - 1;
    const value = place % (puzzle.colours + 1);
    const domain = domains[(place - value) / (puzzle.colours + 1)];
    return literal > 0 ? domain.has(value) : !(domain.size === 1 && domain.has(value));
  });
  return open.length === 0 ? false : open.length > 1 || apply(domains, open[0], puzzle);
}

function linesOf(puzzle: Puzzle): [Clue, number[]][] {
  const { width, height } = puzzle;
  return [
    ...puzzle.rows.map((clue, y): [Clue, number[]] => [
      clue,
      Array.from({ length: width }, (_, x) => y * width + x),
    ]),
    ...puzzle.columns.map((clue, x): [Clue, number[]] => [
      clue,
      Array.from({ length: height }, (_, y) => y * width + x),
    ]),
  ];
}

/** Keeps the values that the cells have in some placement; returns false if there is none. */
function solveLine(domains: Set<number>[], clue: Clue, cells: readonly number[]): boolean {
  const seen = cells.map(() => new Set<number>());
  for (const placement of placements(clue, cells.length, 0)) {
    if (!placement.every((value, i) => domains[cells[i]].has(value))) continue;
    placement.forEach((value, i) => seen[i].add(value));
  }
  cells.forEach((cell, i) => {
    for (const value of [...domains[cell]]) if (!seen[i].has(value)) domains[cell].delete(value);
  });
  return seen.every((set) => set.size > 0);
}

/** Every way to place the blocks from `next` on in `length` cells, as the values of the cells. */
export function* placements(clue: Clue, length: number, next: number): Generator<number[]> {
  if (next === clue.length) {
    yield new Array<number>(length).fill(0);
    return;
  }
  const size = blockLength(clue[next]);
  const colour = blockColour(clue[next]);
  const isTight = next + 1 < clue.length && blockColour(clue[next + 1]) === colour;
  for (let start = 0; start + size <= length; start++) {
    const head = [...new Array<number>(start).fill(0), ...new Array<number>(size).fill(colour)];
    if (isTight) head.push(0);
    if (head.length > length) break;
    for (const tail of placements(clue, length - head.length, next + 1)) yield [...head, ...tail];
  }
}
