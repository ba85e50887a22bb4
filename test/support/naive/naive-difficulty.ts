import { NEEDS, type Needs } from '../../../src/solver/core/result/difficulty.js';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { gridOf, isKnown, linesOf, readLine, type NaiveLine } from './brute-force.js';
import { naiveRead } from './naive-levels.js';

/*
 * The score of difficulty as docs/solver/difficulty.md defines it, by plain enumeration of
 * placements. It shares nothing with the solver.
 */

export interface NaiveDifficulty {
  readonly line: number;
  readonly probe: number;
  readonly tries: number;
  readonly bound: boolean;
  readonly difficulty: number;
  readonly stars: number;
  readonly needs: Needs;
  readonly lookAhead: number | null;
  readonly opening: number;
  readonly narrowest: number;
}

/** The difficulty of a puzzle with one solution. */
export function naiveDifficulty(puzzle: Puzzle): NaiveDifficulty {
  const lines = linesOf(puzzle);
  const grid = gridOf(puzzle);
  let [line, probe, tries] = [0, 0, 0];
  let [assumed, bound] = [false, false];
  /** How many lines tell something in each round; 0 where it is stuck. */
  const productive: number[] = [];
  for (;;) {
    const played = playRounds(lines, grid);
    line += played.cost;
    productive.push(...played.productive);
    if (grid.every(isKnown)) break;
    assumed = true;
    const assumptions: [cell: number, value: number][] = [];
    grid.forEach((values, cell) => {
      if (isKnown(values)) return;
      for (let value = 0; value <= puzzle.colours; value++) {
        if ((values >> value) & 1) assumptions.push([cell, value]);
      }
    });
    const costs = assumptions.map(([cell, value]) => follow(lines, grid, cell, value));
    const contradictions = costs.filter((cost) => cost !== null);
    if (contradictions.length === 0) {
      bound = true;
      break;
    }
    const mean = contradictions.reduce((sum, cost) => sum + cost, 0) / contradictions.length;
    const expected = (assumptions.length + 1) / (contradictions.length + 1);
    tries += expected;
    probe += expected * mean;
    assumptions.forEach(([cell, value], i) => {
      if (costs[i] !== null) grid[cell] &= ~(1 << value);
    });
  }
  const lookAhead = assumed && !bound ? naiveLookAhead(lines, gridOf(puzzle)) : null;
  const beforeLast = assumed ? [0] : productive.slice(0, -1);
  const effort = line + 10 * probe;
  const easy = effort < 250 ? 1 : effort < 1000 ? 2 : 3;
  return {
    line,
    probe,
    tries,
    bound,
    difficulty: Math.log2(1 + effort),
    stars: bound ? 5 : assumed ? (tries < 5 ? 4 : 5) : easy,
    needs: bound
      ? 'nested'
      : lookAhead === null
        ? naiveNeeds(puzzle, lines)
        : lookAhead <= 3
          ? 'lookahead'
          : 'assumption',
    lookAhead,
    opening: productive.at(0) ?? 0,
    narrowest: Math.min(productive.at(0) ?? 0, ...beforeLast),
  };
}

/** Plays rounds to the end; returns their cost, and how many lines tell something in each. */
function playRounds(
  lines: readonly NaiveLine[],
  grid: number[],
): { readonly cost: number; readonly productive: number[] } {
  let cost = 0;
  const counts: number[] = [];
  for (;;) {
    const before = grid.slice();
    let [open, productive, count] = [0, 0, 0];
    for (const line of lines) {
      if (line.cells.every((cell) => isKnown(before[cell]))) continue;
      open += weightOf(line);
      const read = readLine(line, before)!;
      if (line.cells.every((cell, i) => before[cell] === read[i])) continue;
      productive += weightOf(line);
      count++;
      line.cells.forEach((cell, i) => (grid[cell] &= read[i]));
    }
    if (open > 0) counts.push(count);
    if (productive === 0) return { cost, productive: counts };
    cost += Math.sqrt(open * productive);
  }
}

/** The cost of an assumption that contradicts; null for one that does not. */
function follow(
  lines: readonly NaiveLine[],
  from: readonly number[],
  cell: number,
  value: number,
): number | null {
  let grid = from.slice();
  grid[cell] = 1 << value;
  let due = new Set(lines.filter((line) => line.cells.includes(cell)));
  let cost = 0;
  while (due.size > 0) {
    const after = grid.slice();
    const next = new Set<NaiveLine>();
    let contradiction = false;
    for (const line of due) {
      const read = readLine(line, grid);
      if (read === null || !line.cells.every((at) => isKnown(grid[at]))) cost += weightOf(line);
      if (read === null) {
        contradiction = true;
        continue;
      }
      line.cells.forEach((at, i) => {
        if (read[i] === grid[at]) return;
        after[at] &= read[i];
        for (const other of lines) if (other !== line && other.cells.includes(at)) next.add(other);
      });
    }
    if (contradiction || after.includes(0)) return cost;
    grid = after;
    due = next;
  }
  return null;
}

/**
 * The least number of rounds for which the values that contradict within them, taken away, and
 * lines lead to the end. Both values of a cell are assumed, the right one, too, and each from what
 * is known by then.
 */
function naiveLookAhead(lines: readonly NaiveLine[], start: readonly number[]): number {
  for (let most = 1; ; most++) {
    const grid = start.slice();
    for (let removed = true; removed;) {
      removed = false;
      playRounds(lines, grid);
      for (const cell of grid.keys()) {
        for (let value = 0; 1 << value <= grid[cell]; value++) {
          if (isKnown(grid[cell]) || ((grid[cell] >> value) & 1) === 0) continue;
          if (!contradictsWithin(most, lines, grid, cell, value)) continue;
          grid[cell] &= ~(1 << value);
          removed = true;
        }
      }
    }
    if (grid.every(isKnown)) return most;
  }
}

/**
 * The least number of rounds for which assumptions inside an assumption are of use, of a puzzle of
 * guess depth 2: outer assumptions that contradict by lines and by inner ones that contradict
 * within so many rounds, taken away, and all that single assumptions tell lead to the end.
 */
export function naiveInnerLookAhead(puzzle: Puzzle): number {
  const lines = linesOf(puzzle);
  for (let most = 1; ; most++) {
    const grid = gridOf(puzzle);
    assumeWithin(Infinity, lines, grid);
    for (let removed = true; removed;) {
      removed = false;
      for (const [cell, value] of openValues(grid)) {
        const inside = grid.slice();
        inside[cell] = 1 << value;
        if (assumeWithin(most, lines, inside)) continue;
        grid[cell] &= ~(1 << value);
        assumeWithin(Infinity, lines, grid);
        removed = true;
        break;
      }
    }
    if (grid.every(isKnown)) return most;
  }
}

/**
 * Takes away what lines, and assumptions that contradict within so many rounds, rule out; returns
 * whether that leaves each cell a value.
 */
function assumeWithin(most: number, lines: readonly NaiveLine[], grid: number[]): boolean {
  for (;;) {
    for (let changed = true; changed;) {
      changed = false;
      for (const line of lines) {
        const read = readLine(line, grid);
        if (read === null) return false;
        line.cells.forEach((cell, i) => {
          if (grid[cell] !== read[i]) changed = true;
          grid[cell] = read[i];
        });
      }
    }
    const ruledOut = openValues(grid).find(([cell, value]) =>
      contradictsWithin(most, lines, grid, cell, value),
    );
    if (ruledOut === undefined) return true;
    grid[ruledOut[0]] &= ~(1 << ruledOut[1]);
  }
}

/** The values that the unknown cells can have. */
function openValues(grid: readonly number[]): [cell: number, value: number][] {
  return [...grid.entries()].flatMap(([cell, values]) =>
    isKnown(values)
      ? []
      : Array.from({ length: 32 }, (_, value): [number, number] => [cell, value]).filter(
          ([, value]) => (values >>> value) & 1,
        ),
  );
}

/** Whether an assumption contradicts within so many rounds. */
function contradictsWithin(
  most: number,
  lines: readonly NaiveLine[],
  from: readonly number[],
  cell: number,
  value: number,
): boolean {
  let grid = from.slice();
  grid[cell] = 1 << value;
  let due = lines.filter(({ cells }) => cells.includes(cell));
  for (let round = 1; round <= most && due.length > 0; round++) {
    const after = grid.slice();
    for (const line of due) {
      const read = readLine(line, grid);
      if (read === null) return true;
      line.cells.forEach((at, i) => (after[at] &= read[i]));
    }
    if (after.includes(0)) return true;
    due = lines.filter(({ cells }) => cells.some((at) => after[at] !== grid[at]));
    grid = after;
  }
  return false;
}

/** The weakest level that solves a puzzle which complete line solving solves. */
function naiveNeeds(puzzle: Puzzle, lines: readonly NaiveLine[]): Needs {
  for (let level = 0; level < 4; level++) {
    const grid = gridOf(puzzle);
    for (let changed = true; changed;) {
      changed = false;
      for (const { clue, cells } of lines) {
        const before = cells.map((cell) => grid[cell]);
        const read = naiveRead(level, clue, puzzle.colours, before);
        if (read.every((values, i) => values === before[i])) continue;
        changed = true;
        cells.forEach((cell, i) => (grid[cell] = read[i]));
      }
    }
    if (grid.every(isKnown)) return NEEDS[level];
  }
  return 'line';
}

function weightOf({ clue }: NaiveLine): number {
  return 1 + clue.length;
}
