import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { cellText } from '../adviser/advice-words.js';
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

/** What a screen reader says of the cell under the cursor, and how its row and column stand. */
export function cursorText(
  puzzle: Puzzle,
  cells: Cells,
  cursor: number,
  broken: Mistakes['lines'],
): string {
  const finished = finishedLines(puzzle, cells);
  return cellText(puzzle, cells, cursor, (line) =>
    broken.has(line) ? ', cannot be' : finished.has(line) ? ', finished' : '',
  );
}
