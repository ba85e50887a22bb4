import type { Cells } from '../../puzzle/types.js';
import type { Observer } from '../../solver/model/observer.js';

/**
 * Notes the solutions that a solver finds, each once: where its brief search gives up, the
 * learning search finds those again that were found before.
 */
export class SolutionList implements Observer {
  private readonly found = new Map<string, Cells>();

  /** Notes `most` solutions and lets the others pass. */
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
