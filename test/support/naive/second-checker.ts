import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import { textToCells } from '../../../src/solver/core/puzzle/text.js';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { gridOf, linesOf, readLine } from './brute-force.js';

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
  const [grid, lines] = [gridOf(puzzle), linesOf(puzzle)];
  for (const literal of goal) if (!apply(grid, -literal, puzzle)) return true;
  for (let before = ''; before !== grid.join();) {
    before = grid.join();
    for (const clause of clauses) {
      if (clause !== null && !propagate(grid, clause, puzzle)) return true;
    }
    for (const line of lines) {
      const read = readLine(line, grid);
      if (read === null) return true;
      read.forEach((values, i) => (grid[line.cells[i]] = values));
    }
  }
  return false;
}

/** The cell that a literal is about, and the bit of the value that it says the cell has, or not. */
function placeOf(literal: number, { colours }: Puzzle): [cell: number, bit: number] {
  const place = Math.abs(literal) - 1;
  const value = place % (colours + 1);
  return [(place - value) / (colours + 1), 1 << value];
}

/** Makes a literal true; false: its cell has no value left. */
function apply(grid: number[], literal: number, puzzle: Puzzle): boolean {
  const [cell, bit] = placeOf(literal, puzzle);
  grid[cell] &= literal < 0 ? ~bit : bit;
  return grid[cell] !== 0;
}

function propagate(grid: number[], clause: readonly number[], puzzle: Puzzle): boolean {
  const open = clause.filter((literal) => {
    const [cell, bit] = placeOf(literal, puzzle);
    return literal > 0 ? (grid[cell] & bit) !== 0 : grid[cell] !== bit;
  });
  return open.length === 0 ? false : open.length > 1 || apply(grid, open[0], puzzle);
}
