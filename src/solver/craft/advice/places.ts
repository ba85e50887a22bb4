import { pack } from '../../core/puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../engine/model/limits.js';
import type { Solver } from '../../engine/solver/solve.js';

/** Some cells that vary together, independently of the rest of the picture. */
export interface Place {
  /** The cells that differ between its ways, in order. */
  readonly cells: readonly number[];
  /** Cells that seemed to belong to it, but are the same in all its ways. */
  readonly same: readonly number[];
  /** Ways to fill it: the value of each of `cells`. The first is that of the map's solution. */
  readonly variants: readonly Cells[];
  /** Whether `variants` are all ways. */
  readonly complete: boolean;
  /** The number of ways: exact, or a lower bound. */
  readonly count: bigint;
  readonly exact: boolean;
}

/**
 * The first `listed` ways to fill `cells`, with every other cell as in `solution`, and their
 * number.
 */
export function variantsOf(
  puzzle: Puzzle,
  solver: Solver,
  solution: Cells,
  cells: readonly number[],
  listed: number,
  timeoutMs: number,
): Place {
  const start = solution.slice();
  for (const cell of cells) start[cell] = UNKNOWN;
  const words = pack({ ...puzzle, start });
  const variants: Cells[] = [Uint8Array.from(cells, (cell) => solution[cell])];
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs };
  const own = variants[0].join();
  const outcome = solver.solve(
    words,
    0,
    { ...limits, count: listed + 1 },
    {
      solution: (found) => {
        const variant = Uint8Array.from(cells, (cell) => found[cell]);
        if (variants.length < listed && variant.join() !== own) variants.push(variant);
      },
    },
  );
  if (outcome.solutionsExact) {
    return sorted({ cells, variants, complete: true, count: outcome.solutions, exact: true });
  }
  const counted = solver.solve(words, 0, { ...limits, count: 'exact' });
  const count = counted.solutions > outcome.solutions ? counted.solutions : outcome.solutions;
  return sorted({ cells, variants, complete: false, count, exact: counted.solutionsExact });
}

/**
 * Splits a place into several if its cells fall into groups such that every way of one goes with
 * every way of the others. Only a place whose ways are all listed can be split.
 */
export function factored(place: Place, solution: Cells): Place[] {
  if (!place.complete || place.variants.length < 4) return [place];
  const { cells, variants } = place;
  const group = cells.map((_, i) => i);
  const root = (i: number): number => (group[i] === i ? i : (group[i] = root(group[i])));
  for (let a = 0; a < cells.length; a++) {
    for (let b = a + 1; b < cells.length; b++) {
      if (root(a) !== root(b) && areLinked(variants, a, b)) group[root(a)] = root(b);
    }
  }
  const members = new Map<number, number[]>();
  cells.forEach((_, i) => members.set(root(i), [...(members.get(root(i)) ?? []), i]));
  const places = [...members.values()].map((indexes) => {
    const distinct = new Map<string, Cells>();
    for (const variant of variants) {
      const part = Uint8Array.from(indexes, (i) => variant[i]);
      distinct.set(part.join(), part);
    }
    const own = Uint8Array.from(indexes, (i) => solution[cells[i]]);
    distinct.delete(own.join());
    const ways = [own, ...distinct.values()];
    return {
      cells: indexes.map((i) => cells[i]),
      same: [],
      variants: ways,
      complete: true,
      count: BigInt(ways.length),
      exact: true,
    };
  });
  const product = places.reduce((count, { variants: ways }) => count * ways.length, 1);
  // Cells can be linked by threes without being linked by twos: then the place is not split.
  return product === variants.length ? places : [place];
}

/** Whether two cells lack some pair of the values that each has by itself. */
function areLinked(variants: readonly Cells[], a: number, b: number): boolean {
  const one = new Set(variants.map((variant) => variant[a]));
  const other = new Set(variants.map((variant) => variant[b]));
  const pairs = new Set(variants.map((variant) => variant[a] * 256 + variant[b]));
  return pairs.size < one.size * other.size;
}

/** The place without the cells that are the same in all its ways, as far as they are known. */
function sorted(place: Omit<Place, 'same'>): Place {
  const { cells, variants } = place;
  if (!place.complete) return { ...place, same: [] };
  const varies = cells.map((_, i) => variants.some((variant) => variant[i] !== variants[0][i]));
  return {
    ...place,
    cells: cells.filter((_, i) => varies[i]),
    same: cells.filter((_, i) => !varies[i]),
    variants: variants.map((variant) => variant.filter((_, i) => varies[i])),
  };
}
