import type { Obstacle } from './goal/obstacle.js';

/** How many obstacles are kept at most; those that were useless for longest go. */
const MOST = 4000;

/** The obstacles met so far. The one found last is tried first, as it often applies again. */
export class ObstacleList {
  private obstacles: Obstacle[] = [];

  /** Adds an obstacle, after those that proved useful. */
  add(obstacle: Obstacle): void {
    this.obstacles.unshift(obstacle);
    if (this.obstacles.length > MOST) this.obstacles.length = MOST - MOST / 4;
  }

  get size(): number {
    return this.obstacles.length;
  }

  /** An obstacle to the current picture, or null. */
  first(): Obstacle | null {
    const { obstacles } = this;
    for (let i = 0; i < obstacles.length; i++) {
      if (!obstacles[i].holds()) continue;
      const found = obstacles[i];
      // It moves half the way to the front: the useful ones gather there gradually.
      const to = i >> 1;
      obstacles[i] = obstacles[to];
      obstacles[to] = found;
      return found;
    }
    return null;
  }

  /** All obstacles to the current picture. */
  holding(): Obstacle[] {
    return this.obstacles.filter((obstacle) => obstacle.holds());
  }
}
