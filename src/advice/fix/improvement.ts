import type { CellChange, ExactSearch } from './exact.js';
import type { Sketch } from './goal/sketch.js';
import type { Target } from './goal/target.js';

/** The number of rounds without an improvement after which the work ends. */
const ROUNDS = 60;
/** Milliseconds for the search of one round. */
const ROUND_MS = 400;

/**
 * Reduces changes that make a picture good: superfluous ones are taken back, then two or three at a
 * time are replaced by one fewer (a large neighbourhood search). Ends at a deadline, or after many
 * rounds in vain.
 */
export class Improvement {
  private seed = 1;

  constructor(
    private readonly sketch: Sketch,
    private readonly target: Target,
    private readonly search: ExactSearch,
  ) {}

  /**
   * Fewer changes than `changes`, or just as many. At least `least` are needed.
   * @pre `changes` are applied to the sketch. @post the result is applied instead.
   */
  run(changes: readonly CellChange[], least: number, deadline: number): CellChange[] {
    let best = this.withoutSuperfluous(changes);
    for (let idle = 0; idle < ROUNDS && best.length > least; idle++) {
      if (performance.now() > deadline || best.length < 2) break;
      const taken = this.someOf(best, Math.min(best.length, 2 + (idle % 2)));
      this.takeBack(taken);
      const { found } = this.search.run(taken.length - 1, {
        deadline: Math.min(deadline, performance.now() + ROUND_MS),
        enough: () => true,
      });
      if (found.length === 0) {
        this.make(taken);
        continue;
      }
      this.make(found[0]);
      best = this.withoutSuperfluous(
        merged(
          best.filter((change) => !taken.includes(change)),
          found[0],
        ),
      );
      idle = -1;
    }
    return best;
  }

  private withoutSuperfluous(changes: readonly CellChange[]): CellChange[] {
    let needed = [...changes];
    for (const change of changes) {
      this.takeBack([change]);
      if (this.search.obstacles.first() === null && this.target.judge().kind === 'good') {
        needed = needed.filter((other) => other !== change);
      } else {
        this.make([change]);
      }
    }
    return needed;
  }

  /** A random change, and those nearest to it. */
  private someOf(changes: readonly CellChange[], count: number): CellChange[] {
    const { width } = this.sketch;
    const middle = changes[this.random(changes.length)].cell;
    const distance = ({ cell }: CellChange): number =>
      Math.min(
        Math.abs((cell % width) - (middle % width)),
        Math.abs(Math.floor(cell / width) - Math.floor(middle / width)),
      ) + this.random(3);
    return changes
      .map((change) => ({ change, far: change.cell === middle ? -1 : distance(change) }))
      .sort((one, other) => one.far - other.far)
      .slice(0, count)
      .map(({ change }) => change);
  }

  private takeBack(changes: readonly CellChange[]): void {
    for (const { cell, from } of changes) this.sketch.set(cell, from);
  }

  private make(changes: readonly CellChange[]): void {
    for (const { cell, to } of changes) this.sketch.set(cell, to);
  }

  /** The same seed each time, so that a fix can be repeated. */
  private random(below: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * below);
  }
}

/** Changes and later ones as one list, in which each cell changes once, and really changes. */
function merged(changes: readonly CellChange[], later: readonly CellChange[]): CellChange[] {
  const byCell = new Map(changes.map((change) => [change.cell, change]));
  for (const { cell, from, to } of later) {
    byCell.set(cell, { cell, from: byCell.get(cell)?.from ?? from, to });
  }
  return [...byCell.values()].filter(({ from, to }) => from !== to);
}
