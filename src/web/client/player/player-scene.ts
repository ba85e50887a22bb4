import type { Cells } from '../../../puzzle/types.js';
import { UNKNOWN } from '../../../puzzle/types.js';
import { knownCells } from '../../../replay/domain.js';
import type { Step } from '../../../replay/step.js';
import type { Timeline } from '../../../replay/timeline.js';
import type { Scene } from '../grid/paint.js';

/** The grid after `position` steps, the last of which is `step`. */
export function sceneAt(timeline: Timeline, position: number, step: Step | null): Scene {
  timeline.seek(position);
  const fresh = new Set<number>();
  if (step !== null && step.kind !== 'back' && step.kind !== 'solution') {
    for (let i = 0; i < step.changes.length; i += 3) fresh.add(step.changes[i]);
  }
  return {
    cells: knownCells(timeline.domains),
    fresh,
    line: step?.line ?? null,
    assumed: timeline.assumed(),
  };
}

/** Two solutions on top of each other. */
export function overlaid([first, second]: readonly [Cells, Cells]): Scene {
  return { cells: first, second };
}

/** The scene in words. */
export function sceneLabel(scene: Scene, position: number, length: number): string {
  const { cells, second } = scene;
  if (second != null) return 'Two solutions laid over each other';
  const known = cells.reduce((sum, value) => sum + (value === UNKNOWN ? 0 : 1), 0);
  return `The grid after step ${position} of ${length}: ${known} of ${cells.length} cells are known`;
}
