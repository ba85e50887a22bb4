import type { Cells } from '../../puzzle/types.js';
import type { Observer } from '../../solver/model/observer.js';

/**
 * Notes the solutions that a solver finds, each once: if its brief search gives up, the learning
 * search finds the same solutions again.
 */
export class SolutionList implements Observer {
  private readonly found = new Map<string, Cells>();

  /** Notes up to `most` solutions and ignores the others. */
  constructor(private readonly most: number) {}

  get solutions(): readonly Cells[] {
    return [...this.found.values()];
  }

  solution(cells: Cells): void {
    if (this.found.size >= this.most) return;
    const key = Buffer.from(cells).toString('latin1');
    if (!this.found.has(key)) this.found.set(key, cells.slice());
  }
}
