import type { Cells } from '../../puzzle/types.js';
import type { Workspace } from '../propagate/workspace.js';

/** The solutions that a search has found: how many, and the first two. */
export class Found {
  count = 0;

  constructor(readonly shown: Cells[] = []) {}

  /** Adds the full grid that the state holds, and returns it. */
  add({ state, observer }: Workspace): Cells {
    const cells = state.cells();
    if (++this.count <= 2) this.shown.push(cells);
    observer?.solution?.(cells);
    return cells;
  }
}
