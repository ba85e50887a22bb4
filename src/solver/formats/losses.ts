import { BLACK_ON_WHITE } from '../core/puzzle/types.js';
import type { Format, NamedPuzzle } from './contract/format.js';

/** What is lost when a puzzle is written in a format, in sentences without a full stop. */
export interface Losses {
  /** What cannot be left out without changing the puzzle: it must not be written. */
  readonly errors: readonly string[];
  /** What is left out without changing the puzzle. */
  readonly warnings: readonly string[];
}

/** What `format` cannot hold of a puzzle. */
export function losses(named: NamedPuzzle, format: Format): Losses {
  const { puzzle, name, title, goal } = named;
  const { holds } = format;
  const errors: string[] = [];
  const warnings: string[] = [];
  if (format.write === null) errors.push(`${format.name} cannot be written`);
  if (puzzle.colours > 1 && !holds.colour) {
    errors.push(`${format.name} holds no colours, and the puzzle has ${puzzle.colours}`);
  }
  if (puzzle.start !== null && !holds.start) {
    errors.push(`${format.name} holds no start position, and the puzzle has one`);
  }
  const unfit = format.unfit?.(named) ?? null;
  if (unfit !== null) errors.push(`${format.name} ${unfit}`);
  const isPlain = puzzle.palette === null || puzzle.palette.join() === BLACK_ON_WHITE.join();
  if (!isPlain && puzzle.colours === 1 && !holds.colour) {
    warnings.push(`${format.name} holds no palette: the puzzle becomes black on white`);
  }
  if (name !== null && !holds.name) warnings.push(`${format.name} holds no name`);
  if (title !== null && !holds.title) warnings.push(`${format.name} holds no title`);
  if (goal !== null && !holds.goal) warnings.push(`${format.name} holds no goal picture`);
  return { errors, warnings };
}
