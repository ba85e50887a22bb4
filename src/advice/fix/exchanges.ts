import type { CellChange, ExactSearch } from './exact.js';
import type { Sketch } from './goal/sketch.js';

/** The most other changes that are looked for in the place of one. */
const PER_CHANGE = 40;

/**
 * Other sets of as many changes as `changes`, all of them good: each change in turn is taken back, and
 * others that do in its place are looked for, until the deadline (of `performance.now()`).
 * @pre the sketch is as `changes` made it; it is left so.
 */
export function exchanges(
  sketch: Sketch,
  search: ExactSearch,
  changes: readonly CellChange[],
  deadline: number,
): CellChange[][] {
  const others: CellChange[][] = [];
  for (const change of changes) {
    if (performance.now() > deadline) break;
    const rest = changes.filter((other) => other !== change);
    sketch.set(change.cell, change.from);
    const { found } = search.run(1, { deadline, enough: (sets) => sets.length >= PER_CHANGE });
    sketch.set(change.cell, change.to);
    for (const [instead] of found) {
      // What is good without the change would be fewer, and is none of these.
      if (instead === undefined || rest.some(({ cell }) => cell === instead.cell)) continue;
      if (instead.cell === change.cell && instead.to === change.to) continue;
      others.push([...rest, instead]);
    }
  }
  return others;
}
