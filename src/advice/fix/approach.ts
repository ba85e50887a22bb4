import { cellsOf } from './goal/cell-set.js';
import type { CellChange, ExactSearch } from './exact.js';
import { appearanceCost } from './appearance.js';
import type { Obstacle } from './goal/obstacle.js';
import type { Sketch } from './goal/sketch.js';
import type { Target } from './goal/target.js';

/** One change that might come next. */
interface Step {
  readonly cell: number;
  readonly to: number;
  /** Of the obstacles asked about, how many remain after it. */
  readonly standing: number;
  /** The value of `Target.hope`. */
  readonly hope: number;
  readonly cost: number;
}

/** How many obstacles each change is measured by. */
const ASKED = 60;
/** How many of the best changes are tried to see where they lead. */
const TRIED = 40;

/**
 * Changes one by one until a picture is good: each is the one that removes most obstacles and, of
 * these, leaves the fewest unknown cells to line solving. They are not the fewest: see
 * `Improvement`.
 */
export class Approach {
  constructor(
    private readonly sketch: Sketch,
    private readonly target: Target,
    private readonly search: ExactSearch,
  ) {}

  /**
   * Makes the sketch good, with at most `most` changes; null if that was not reached by the
   * deadline (of `performance.now()`). The sketch keeps the changes.
   */
  run(most: number, deadline: number): CellChange[] | null {
    const { sketch, target, search } = this;
    const changes: CellChange[] = [];
    // No cell changes twice: so this ends.
    const free = search.allowed.slice();
    while (performance.now() < deadline) {
      let standing = search.obstacles.holding();
      if (standing.length < ASKED) {
        const assessment = target.judge();
        if (assessment.kind === 'good') return changes;
        for (const obstacle of target.seed()) search.obstacles.add(obstacle);
        standing = search.obstacles.holding();
      }
      if (changes.length === most) return null;
      const step = this.bestStep(cellsOf(free), standing, deadline);
      if (step === null) return null;
      changes.push({ cell: step.cell, from: sketch.cells[step.cell], to: step.to });
      sketch.set(step.cell, step.to);
      free[step.cell >>> 5] &= ~(1 << (step.cell & 31));
    }
    return null;
  }

  private bestStep(
    cells: readonly number[],
    standing: readonly Obstacle[],
    deadline: number,
  ): Step | null {
    const { sketch, target } = this;
    const asked = standing.slice(0, ASKED);
    const steps: Step[] = [];
    target.note();
    for (const obstacle of asked) obstacle.settle();
    for (const cell of cells) {
      const from = sketch.cells[cell];
      for (const to of this.search.valuesOf(cell)) {
        const cost = appearanceCost(sketch, cell, to);
        sketch.set(cell, to);
        let standing = 0;
        for (const obstacle of asked) if (obstacle.holdsAfter(cell)) standing++;
        steps.push({ cell, to, standing, hope: target.hope(cell), cost });
        sketch.set(cell, from);
      }
      if (performance.now() > deadline) break;
    }
    const promising = new Set(steps.sort(byStanding).slice(0, TRIED));
    for (const step of steps.sort(byHope).slice(0, TRIED)) promising.add(step);
    let best: Step | null = null;
    let least = Infinity;
    for (const step of promising) {
      const from = sketch.cells[step.cell];
      sketch.set(step.cell, step.to);
      const distance = target.distance();
      sketch.set(step.cell, from);
      if (distance < least) [best, least] = [step, distance];
    }
    return best;
  }
}

function byStanding(one: Step, other: Step): number {
  return one.standing - other.standing || one.cost - other.cost;
}

function byHope(one: Step, other: Step): number {
  return one.hope - other.hope || byStanding(one, other);
}
