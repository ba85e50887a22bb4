import type { Cells } from '../../puzzle/types.js';
import type { Workspace } from '../propagate/workspace.js';

/** The solutions that a search has found: how many, and the first two. */
export class Found {
  count = 0;

  constructor(readonly shown: Cells[] = []) {}

  /** Adds the full grid in the state, and returns it. */
  add({ state, observer }: Workspace): Cells {
    const cells = state.cells();
    if (++this.count <= 2) this.shown.push(cells);
    observer?.solution?.(cells);
    return cells;
  }

  /** Adds the first image of a solution, under maps of its cells, that differs from it. */
  addImage(cells: Cells, maps: readonly Int32Array[], { observer }: Workspace): void {
    for (const map of maps) {
      const image = cells.slice();
      for (let cell = 0; cell < cells.length; cell++) image[map[cell]] = cells[cell];
      if (image.every((value, cell) => value === cells[cell])) continue;
      this.count++;
      this.shown.push(image);
      observer?.solution?.(image);
      return;
    }
  }
}
