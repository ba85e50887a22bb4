import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { gridOf, isKnown, linesOf, readLine, type NaiveLine } from './brute-force.js';

export interface NaiveResult {
  status: 'unique' | 'multiple' | 'contradiction';
  count: number;
  /** Null if no level up to the one asked for decides the puzzle, or for `multiple`. */
  guessDepth: number | null;
  sweeps: number | null;
}

/**
 * Solves a puzzle by enumeration, and classifies it by the definition of the levels. It shares
 * nothing with the solver.
 */
export class NaiveSolver {
  private readonly rows: readonly NaiveLine[];
  private readonly columns: readonly NaiveLine[];

  constructor(private readonly puzzle: Puzzle) {
    const lines = linesOf(puzzle);
    this.rows = lines.slice(0, puzzle.height);
    this.columns = lines.slice(puzzle.height);
  }

  solve(levels: number): NaiveResult {
    const count = this.countSolutions();
    const status = count === 0 ? 'contradiction' : count === 1 ? 'unique' : 'multiple';
    let guessDepth: number | null = null;
    for (let level = 0; level <= levels && guessDepth === null && count < 2; level++) {
      const domains = this.close(gridOf(this.puzzle), level);
      if (domains === null || domains.every(isKnown)) guessDepth = level;
    }
    const sweeps = status === 'unique' && guessDepth === 0 ? this.sweeps() : null;
    return { status, count, guessDepth, sweeps };
  }

  private countSolutions(): number {
    const start = gridOf(this.puzzle);
    type Placements = NaiveLine['placements'];
    const search = (y: number, columns: readonly Placements[]): number => {
      if (y === this.rows.length) return 1;
      const { cells, placements } = this.rows[y];
      let count = 0;
      for (const row of placements) {
        if (!row.every((value, x) => (start[cells[x]] >> value) & 1)) continue;
        const left = columns.map((column, x) => column.filter((line) => line[y] === row[x]));
        if (left.every((column) => column.length > 0)) count += search(y + 1, left);
      }
      return count;
    };
    return search(
      0,
      this.columns.map(({ placements }) => placements),
    );
  }

  /** The fixpoint of a level, by going over and over it; null for a contradiction. */
  private close(domains: number[], level: number): number[] | null {
    let now = this.propagate(domains);
    if (level === 0 || now === null) return now;
    for (let changed = true; changed;) {
      changed = false;
      for (let i = 0; i < now.length; i++) {
        for (let value = 0; value <= this.puzzle.colours; value++) {
          if (((now[i] >> value) & 1) === 0 || isKnown(now[i])) continue;
          const assumed = [...now];
          assumed[i] = 1 << value;
          if (this.close(assumed, level - 1) !== null) continue;
          now[i] &= ~(1 << value);
          now = this.close(now, level - 1);
          if (now === null) return null;
          changed = true;
        }
      }
    }
    return now;
  }

  private propagate(domains: number[]): number[] | null {
    let now: number[] | null = domains;
    for (let before = ''; now !== null && before !== now.join();) {
      before = now.join();
      now = sweep(this.rows, now);
      if (now !== null) now = sweep(this.columns, now);
    }
    return now;
  }

  private sweeps(): number {
    let now = gridOf(this.puzzle);
    let count = 0;
    while (!now.every(isKnown)) {
      now = sweep(count % 2 === 0 ? this.rows : this.columns, now) ?? [];
      count++;
    }
    return count;
  }
}

/** The grid after all of these lines were read; null if one contradicts it. */
function sweep(lines: readonly NaiveLine[], grid: readonly number[]): number[] | null {
  const result = [...grid];
  for (const line of lines) {
    const read = readLine(line, grid);
    if (read === null) return null;
    read.forEach((values, i) => (result[line.cells[i]] = values));
  }
  return result;
}
