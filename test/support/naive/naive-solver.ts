import {
  blockColour,
  blockLength,
  UNKNOWN,
  type Clue,
  type Puzzle,
} from '../../../src/solver/core/puzzle/types.js';

/**
 * What the solver is checked against in tests: everything by plain enumeration, sharing nothing
 * with the solver. Domains are numbers whose bit v says that the cell can have value v.
 */

/** All placements of a clue in a line of `length` cells, as arrays of values. */
export function placements(clue: Clue, length: number): number[][] {
  const found: number[][] = [];
  const place = (block: number, at: number, cells: number[]): void => {
    if (block === clue.length) {
      found.push([...cells, ...new Array<number>(length - cells.length).fill(0)]);
      return;
    }
    const size = blockLength(clue[block]);
    const colour = blockColour(clue[block]);
    const gap = block > 0 && blockColour(clue[block - 1]) === colour ? 1 : 0;
    for (let start = at + gap; start + size <= length; start++) {
      const blanks = new Array<number>(start - cells.length).fill(0);
      place(block + 1, start + size, [
        ...cells,
        ...blanks,
        ...new Array<number>(size).fill(colour),
      ]);
    }
  };
  place(0, 0, []);
  return found;
}

/** The domains that the placements within `domains` show; null if there is none. */
export function narrow(all: readonly number[][], domains: readonly number[]): number[] | null {
  const shown = domains.map(() => 0);
  let any = false;
  for (const cells of all) {
    if (!cells.every((value, i) => ((domains[i] >> value) & 1) === 1)) continue;
    any = true;
    cells.forEach((value, i) => (shown[i] |= 1 << value));
  }
  return any ? shown : null;
}

export interface NaiveResult {
  status: 'unique' | 'multiple' | 'contradiction';
  count: number;
  /** Null if no level up to the one asked for decides the puzzle, or for `multiple`. */
  guessDepth: number | null;
  sweeps: number | null;
}

/** Solves a puzzle by enumeration, and classifies it by the definition of the levels. */
export class NaiveSolver {
  private readonly rows: number[][][];
  private readonly columns: number[][][];

  constructor(private readonly puzzle: Puzzle) {
    this.rows = puzzle.rows.map((clue) => placements(clue, puzzle.width));
    this.columns = puzzle.columns.map((clue) => placements(clue, puzzle.height));
  }

  solve(levels: number): NaiveResult {
    const count = this.countSolutions();
    const status = count === 0 ? 'contradiction' : count === 1 ? 'unique' : 'multiple';
    let guessDepth: number | null = null;
    for (let level = 0; level <= levels && guessDepth === null && count < 2; level++) {
      const domains = this.close(this.start(), level);
      if (domains === null || domains.every(isKnown)) guessDepth = level;
    }
    const sweeps = status === 'unique' && guessDepth === 0 ? this.sweeps() : null;
    return { status, count, guessDepth, sweeps };
  }

  private start(): number[] {
    const { width, height, colours, start } = this.puzzle;
    return Array.from({ length: width * height }, (_, i) =>
      start === null || start[i] === UNKNOWN ? (1 << (colours + 1)) - 1 : 1 << start[i],
    );
  }

  private countSolutions(): number {
    const { width, height } = this.puzzle;
    const start = this.start();
    const grid: number[] = [];
    const search = (row: number, columns: number[][][]): number => {
      if (row === height) return 1;
      let count = 0;
      for (const cells of this.rows[row]) {
        if (!cells.every((value, x) => ((start[row * width + x] >> value) & 1) === 1)) continue;
        const left = columns.map((column, x) => column.filter((c) => c[row] === cells[x]));
        if (left.some((column) => column.length === 0)) continue;
        grid.push(...cells);
        count += search(row + 1, left);
        grid.length -= width;
      }
      return count;
    };
    return search(0, this.columns);
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
      now = this.sweepRows(now);
      if (now !== null) now = this.sweepColumns(now);
    }
    return now;
  }

  private sweepRows(domains: number[]): number[] | null {
    const { width } = this.puzzle;
    const result: number[] = [];
    for (const [y, all] of this.rows.entries()) {
      const line = narrow(all, domains.slice(y * width, (y + 1) * width));
      if (line === null) return null;
      result.push(...line);
    }
    return result;
  }

  private sweepColumns(domains: number[]): number[] | null {
    const { width } = this.puzzle;
    const result = [...domains];
    for (const [x, all] of this.columns.entries()) {
      const line = narrow(
        all,
        domains.filter((_, i) => i % width === x),
      );
      if (line === null) return null;
      line.forEach((domain, y) => (result[y * width + x] = domain));
    }
    return result;
  }

  private sweeps(): number {
    let now = this.start();
    let count = 0;
    while (!now.every(isKnown)) {
      now = (count % 2 === 0 ? this.sweepRows(now) : this.sweepColumns(now)) ?? [];
      count++;
    }
    return count;
  }
}

function isKnown(domain: number): boolean {
  return (domain & (domain - 1)) === 0;
}
