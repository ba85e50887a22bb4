import { pack } from '../../puzzle/packed.js';
import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { colourNames } from '../../replay/colour-name.js';
import { anyValue, isKnown, only, valueOf, type Domain } from '../../replay/domain.js';
import { lineWords } from '../../replay/line-words.js';
import { COUNT, LevelLine, RUNS, type Level } from '../../solver/difficulty/level-line.js';
import { Problem } from '../../solver/model/problem.js';
import { completeReading } from './complete-reading.js';
import type { HintedCell } from './hinted-cell.js';

/** A step by one line. */
export interface LineStep {
  /** Index of NEEDS: 4 for complete line solving. */
  readonly level: number;
  /** Rows first, from 0. */
  readonly line: number;
  readonly settled: readonly HintedCell[];
  readonly why: string;
}

const COMPLETE = RUNS + 1;

/**
 * The easiest step by a line: the weakest level at which any line settles a cell and, among the
 * lines that do, the shortest to read. Null if lines settle nothing. That a line without
 * blocks is blank is what everybody sees: it is taken as known, and is a step of its own only if nothing else is.
 * ¶ In colours a line can rule out values without settling a cell. What all lines rule out is kept,
 * and they are read again, before a stronger level is tried.
 */
export function lineStep(puzzle: Puzzle, known: Cells): LineStep | null {
  const problem = new Problem();
  if (!problem.load(pack({ ...puzzle, start: null }), 0)) return null;
  const reader = new LevelLine();
  const domains = Uint32Array.from(known, (cell) =>
    cell === UNKNOWN ? anyValue(puzzle.colours) : only(cell),
  );
  for (let line = 0; line < problem.lines; line++) {
    if (clueOf(puzzle, line).length > 0) continue;
    for (const cell of cellsOfLine(puzzle, line)) domains[cell] = only(BLANK);
  }
  for (let level: number = COUNT; level <= COMPLETE; level++) {
    for (let narrowed = true; narrowed;) {
      narrowed = false;
      const readings: { line: number; before: Domain[]; after: Domain[] }[] = [];
      for (let line = 0; line < problem.lines; line++) {
        const places = cellsOfLine(puzzle, line);
        const before = places.map((cell) => domains[cell]);
        if (before.every(isKnown)) continue;
        const after =
          level === COMPLETE
            ? completeReading(clueOf(puzzle, line), before, puzzle.colours)
            : readAt(reader, problem, line, level as Level, before);
        if (after.some((domain, i) => domain !== before[i])) readings.push({ line, before, after });
      }
      const settling = readings.filter(({ before, after }) => settles(before, after));
      if (settling.length > 0) {
        return stepOf(
          puzzle,
          level,
          settling.reduce((one, other) => shorter(puzzle, one, other)),
        );
      }
      for (const { line, after } of readings) {
        const places = cellsOfLine(puzzle, line);
        const before = places.map((cell) => domains[cell]);
        const left = before.map((domain, i) => domain & after[i]);
        // What a row and a column rule out can leave one value, although neither alone does.
        if (settles(before, left)) return stepOf(puzzle, level, { line, before, after: left });
        narrowed ||= left.some((domain, i) => domain !== before[i]);
        places.forEach((cell, i) => (domains[cell] = left[i]));
      }
    }
  }
  return blankLine(puzzle, known);
}

/** The first line without blocks that has unknown cells; null if there is none. */
function blankLine(puzzle: Puzzle, known: Cells): LineStep | null {
  for (let line = 0; line < puzzle.width + puzzle.height; line++) {
    const values = cellsOfLine(puzzle, line).map((cell) => known[cell]);
    if (clueOf(puzzle, line).length > 0 || !values.includes(UNKNOWN)) continue;
    const before = values.map((value) =>
      value === UNKNOWN ? anyValue(puzzle.colours) : only(value),
    );
    return stepOf(puzzle, COUNT, { line, before, after: before.map(() => only(BLANK)) });
  }
  return null;
}

function settles(before: readonly Domain[], after: readonly Domain[]): boolean {
  return after.some((domain, i) => isKnown(domain) && !isKnown(before[i]));
}

function readAt(
  reader: LevelLine,
  problem: Problem,
  line: number,
  level: Level,
  before: readonly Domain[],
): Domain[] {
  reader.load(problem, line);
  before.forEach((domain, i) => (reader.cells[i] = domain));
  reader.read(level);
  return before.map((_, i) => reader.cells[i] >>> 0);
}

function shorter<T extends { readonly line: number }>(puzzle: Puzzle, one: T, other: T): T {
  const length = ({ line }: T): number =>
    1000 * clueOf(puzzle, line).length + cellsOfLine(puzzle, line).length;
  return length(other) < length(one) ? other : one;
}

function stepOf(
  puzzle: Puzzle,
  level: number,
  { line, before, after }: { line: number; before: Domain[]; after: Domain[] },
): LineStep {
  const { width } = puzzle;
  const places = cellsOfLine(puzzle, line);
  const settled: HintedCell[] = [];
  after.forEach((domain, i) => {
    if (!isKnown(domain) || isKnown(before[i])) return;
    const row = Math.floor(places[i] / width) + 1;
    settled.push({ row, column: (places[i] % width) + 1, value: valueOf(domain) });
  });
  const why = lineWords(clueOf(puzzle, line), before, after, colourNames(puzzle.palette));
  return { level, line, settled, why };
}

function clueOf({ rows, columns, height }: Puzzle, line: number): Puzzle['rows'][number] {
  return line < height ? rows[line] : columns[line - height];
}

function cellsOfLine({ width, height }: Puzzle, line: number): number[] {
  return line < height
    ? Array.from({ length: width }, (_, x) => line * width + x)
    : Array.from({ length: height }, (_, y) => y * width + line - height);
}
