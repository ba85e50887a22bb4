import type { Obstacle } from './obstacle.js';

/** The most obstacles that are kept; those that were of no use for longest go. */
const MOST = 4000;

/** The obstacles met so far. What stood in the way last is asked first: it often does again. */
export class Pool {
  private obstacles: Obstacle[] = [];

  /** Adds an obstacle that is not asked before those that proved useful. */
  add(obstacle: Obstacle): void {
    this.obstacles.unshift(obstacle);
    if (this.obstacles.length > MOST) this.obstacles.length = MOST - MOST / 4;
  }

  get size(): number {
    return this.obstacles.length;
  }

  /** An obstacle that stands in the way of the picture as it is now, or null. */
  first(): Obstacle | null {
    const { obstacles } = this;
    for (let i = 0; i < obstacles.length; i++) {
      if (!obstacles[i].holds()) continue;
      const found = obstacles[i];
      // Half the way to the front: the often useful gather there without a jump for each.
      const to = i >> 1;
      obstacles[i] = obstacles[to];
      obstacles[to] = found;
      return found;
    }
    return null;
  }

  /** All obstacles that stand in the way of the picture as it is now. */
  holding(): Obstacle[] {
    return this.obstacles.filter((obstacle) => obstacle.holds());
  }
}
