import { UNKNOWN, type Cells } from '../../../puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../solver/model/limits.js';
import { Solver } from '../../../solver/solve.js';
import { cornerSwaps } from './corner-swaps.js';
import { LineKnowledge } from './line-knowledge.js';
import { linkedGroups } from './linked-groups.js';
import { Difference, type Obstacle } from './obstacle.js';
import type { Sketch } from './sketch.js';
import { GOOD, OPEN, type Target, type Assessment } from './target.js';

/** Line solves for the verdict on one of many variations: some hundredths of a second. */
const STEPS = 200_000;
/** Line solves for a smaller second solution within one that was found. */
const STEPS_WITHIN = 2_000;

/** Target: the picture is the only solution of its puzzle. */
export class UniqueTarget implements Target {
  private readonly knowledge: LineKnowledge;
  private readonly solver = new Solver();

  constructor(
    private readonly sketch: Sketch,
    private readonly steps = STEPS,
  ) {
    this.knowledge = new LineKnowledge(sketch);
  }

  seed(): readonly Obstacle[] {
    const assessment = this.judge();
    return assessment.kind === 'bad' ? [...cornerSwaps(this.sketch), ...assessment.obstacles] : [];
  }

  judge(): Assessment {
    if (this.knowledge.unknownFromStart() === 0) return GOOD;
    const others = this.othersThan(this.sketch.words(), 2, this.steps);
    if (others === null) return OPEN;
    if (others.length === 0) return GOOD;
    return { kind: 'bad', obstacles: others.flatMap((other) => this.differences(other)) };
  }

  unknownCells(): readonly number[] {
    this.knowledge.unknownFromStart();
    return this.knowledge.unknownCells();
  }

  distance(): number {
    return this.knowledge.unknownFromStart();
  }

  // Obstacles alone are guidance enough to a unique picture.
  hope(): number {
    return 0;
  }

  note(): void {
    return;
  }

  /** Each independent part of another solution, as small as is cheap to find. */
  private differences(other: Cells): Difference[] {
    return this.partsOf(other).map((cells) => {
      let least = this.difference(cells, other);
      if (cells.length > 4) {
        for (const nearer of this.othersWithin(cells)) {
          for (const part of this.partsOf(nearer)) {
            if (part.length < least.cells.length) least = this.difference(part, nearer);
          }
        }
      }
      return least;
    });
  }

  private difference(cells: readonly number[], other: Cells): Difference {
    return new Difference(
      this.sketch,
      cells,
      cells.map((cell) => other[cell]),
    );
  }

  private partsOf(other: Cells): number[][] {
    const cells: number[] = [];
    other.forEach((value, cell) => value !== this.sketch.cells[cell] && cells.push(cell));
    return linkedGroups(this.sketch, cells);
  }

  /** Other solutions that differ from the picture only in some of `cells`. */
  private othersWithin(cells: readonly number[]): Cells[] {
    const known = this.sketch.cells.slice();
    for (const cell of cells) known[cell] = UNKNOWN;
    return this.othersThan(this.sketch.wordsWith(known), 20, STEPS_WITHIN) ?? [];
  }

  /** Solutions other than the picture; null if none was found, although there may be some. */
  private othersThan(words: Int32Array, count: number, steps: number): Cells[] | null {
    const limits: SolveLimits = {
      ...DEFAULT_SOLVE_LIMITS,
      timeoutMs: Infinity,
      maxSteps: steps,
      count,
    };
    const found: Cells[] = [];
    const outcome = this.solver.solve(words, 0, limits, {
      solution: (cells) => {
        if (cells.some((value, cell) => value !== this.sketch.cells[cell])) found.push(cells);
      },
    });
    return found.length > 0 || outcome.solutionsExact ? found : null;
  }
}
