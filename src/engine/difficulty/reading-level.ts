import { pack } from '../../core/puzzle/packed.js';
import type { Clue } from '../../core/puzzle/types.js';
import { NEEDS, type Needs } from '../../core/result/difficulty.js';
import { Problem } from '../model/problem.js';
import { COUNT, LevelLine, RUNS, type Level } from './level-line.js';

/** Kept, as a replay asks for thousands of lines. */
const problem = new Problem();
const line = new LevelLine();

/**
 * The weakest way of reading a line that leads from `before` to `after`, a position that knows
 * more: `line` if nothing weaker than complete line solving does, null if nothing was found. A cell
 * is the set of values that it can have, bit v for value v (in black and white 1 is blank, 2
 * filled, 3 unknown); reading is repeated until it finds nothing more.
 * @pre some placement of `clue` fits `before`.
 */
export function readingLevel(
  clue: Clue,
  colours: number,
  before: ArrayLike<number>,
  after: ArrayLike<number>,
): Needs | null {
  const width = before.length;
  const missing = (cells: ArrayLike<number>): boolean => {
    for (let i = 0; i < width; i++) if ((cells[i] & ~after[i]) !== 0) return true;
    return false;
  };
  if (!missing(before)) return null;
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: null };
  if (!problem.load(pack(puzzle), 0)) return 'line';
  line.load(problem, 0);
  for (let i = 0; i < width; i++) line.cells[i] = before[i];
  for (let level: Level = COUNT; level <= RUNS; level = (level + 1) as Level) {
    while (line.read(level)) if (!missing(line.cells)) return NEEDS[level];
  }
  return 'line';
}
