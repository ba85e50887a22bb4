import { lineFits } from '../../../solver/craft/advice/line-fits.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../solver/core/puzzle/types.js';
import { breakingCells, type Game } from './game.js';
import { capital } from '../../../solver/core/text/plain-text.js';

/**
 * When mistakes are shown: never, once a line cannot be completed any more, or as soon as a cell is
 * wrong.
 */
export const MISTAKE_MODES = ['never', 'line', 'cell'] as const;
export type MistakeMode = (typeof MISTAKE_MODES)[number];

export interface Mistakes {
  /** Lines, rows first, whose blocks do not fit between their known cells any more. */
  readonly lines: ReadonlySet<number>;
  /** Cells that break a line that was finished, or that are not as in the solution. */
  readonly cells: readonly number[];
}

const NONE: Mistakes = { lines: new Set(), cells: [] };

/**
 * The mistakes of a game as far as they are to be shown; a cell alone is judged by the solution, if
 * there is one only.
 */
export function mistakesOf(
  puzzle: Puzzle,
  game: Game,
  mode: MistakeMode,
  solution: Cells | null,
): Mistakes {
  if (mode === 'never') return NONE;
  const lines = brokenLines(puzzle, game.cells);
  const cells = new Set(breakingCells(puzzle, game));
  if (mode === 'cell') for (const cell of wrongCells(game.cells, solution)) cells.add(cell);
  return { lines, cells: [...cells] };
}

function brokenLines(puzzle: Puzzle, cells: Cells): Set<number> {
  const broken = new Set<number>();
  for (let line = 0; line < puzzle.height + puzzle.width; line++) {
    if (!lineFits(puzzle, cells, line)) broken.add(line);
  }
  return broken;
}

function wrongCells(cells: Cells, solution: Cells | null): number[] {
  if (solution === null) return [];
  return [...cells.keys()].filter((i) => cells[i] !== UNKNOWN && cells[i] !== solution[i]);
}

/** What is marked as wrong, as a sentence; empty if nothing is. */
export function mistakesText({ lines, cells }: Mistakes, { width, height }: Puzzle): string {
  if (lines.size > 0) {
    const names = [...lines].map((line) =>
      line < height ? `row ${line + 1}` : `column ${line - height + 1}`,
    );
    const all = names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    const said = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
    return `${capital(said)} cannot be completed any more.`;
  }
  if (cells.length === 0) return '';
  const [first] = cells;
  const place = `row ${Math.floor(first / width) + 1}, cell ${(first % width) + 1}`;
  return cells.length === 1
    ? `The marked cell (${place}) is wrong.`
    : `The ${cells.length} marked cells are wrong.`;
}
