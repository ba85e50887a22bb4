import { cellValueText } from '../../../solver/craft/replay/colour-name.js';
import {
  UNKNOWN,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
} from '../../../solver/core/puzzle/types.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { finishedLines } from './game.js';
import type { Mistakes } from './mistakes.js';

/** `3:07`, `1:02:45`. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** What is said once a puzzle is solved, and what its picture is called, unless that is empty. */
export function solvedText(seconds: number, hints: number, title: string): string {
  const help = hints === 0 ? 'without a hint' : `with ${numberOf(hints, 'hint')}`;
  const called = title === '' ? '' : ` It is “${title}”.`;
  return `Solved in ${clockText(seconds)}, ${help}: every clue is kept.${called}`;
}

/**
 * What a screen reader says of the cell under the cursor: its place and value, then its row and
 * column.
 */
export function cursorText(
  puzzle: Puzzle,
  cells: Cells,
  cursor: number,
  broken: Mistakes['lines'],
): string {
  const { width, height, rows, columns } = puzzle;
  const [row, column] = [Math.floor(cursor / width), cursor % width];
  const value = cells[cursor] === UNKNOWN ? 'unknown' : cellValueText(cells[cursor], puzzle);
  const finished = finishedLines(puzzle, cells);
  const line = (name: string, clue: Clue, index: number): string => {
    const state = broken.has(index) ? ', cannot be' : finished.has(index) ? ', finished' : '';
    return `${name} ${clueText(clue, puzzle)}${state}`;
  };
  return (
    `row ${row + 1}, cell ${column + 1}: ${value}. ` +
    `${line('Row', rows[row], row)}; ${line('column', columns[column], height + column)}.`
  );
}

function clueText(clue: Clue, puzzle: Puzzle): string {
  if (clue.length === 0) return '0';
  if (puzzle.colours === 1) return clue.map(blockLength).join(' ');
  return clue
    .map((block) => `${blockLength(block)} ${cellValueText(blockColour(block), puzzle)}`)
    .join(', ');
}
