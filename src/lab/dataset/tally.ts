import { emptyScoreBins, scoreBin } from '../../solver/core/figures/bins.js';
import type { ArrayRoom } from './npz-pieces.js';
import type { SplitRows } from './split-rows.js';

/** What is counted in a data set. */
export interface DatasetTally {
  readonly splits: readonly { readonly name: string; readonly count: number }[];
  readonly count: number;
  /** By `10x10`, in the order of their cells. */
  readonly sizes: ReadonlyMap<string, number>;
  /** By the number of stars; 0 without a rating. */
  readonly stars: readonly number[];
  readonly techniques: ReadonlyMap<string, number>;
  /** Puzzles by the bins of their scores. */
  readonly scores: Uint32Array;
  readonly room: ArrayRoom;
  /** Puzzles with several colours, or with a start position: they fit into no arrays. */
  readonly unfit: number;
}

/** Counts all puzzles; a null comes from time to time, so that other work gets its turn. */
export function* tallied(splits: readonly SplitRows[]): Generator<null, DatasetTally> {
  const sizes = new Map<string, { count: number; cells: number }>();
  const techniques = new Map<string, number>();
  const stars = [0, 0, 0, 0, 0, 0];
  const scores = emptyScoreBins();
  const room = { width: 1, height: 1 };
  let unfit = 0;
  let count = 0;
  for (const split of splits) {
    for (const { width, height, colours, start, found } of split.rows()) {
      const size = `${width}x${height}`;
      const known = sizes.get(size);
      if (known === undefined) sizes.set(size, { count: 1, cells: width * height });
      else known.count++;
      const technique = String(found.technique);
      techniques.set(technique, (techniques.get(technique) ?? 0) + 1);
      stars[Number(found.stars ?? 0)]++;
      if (found.difficulty !== null) scores[scoreBin(Number(found.difficulty))]++;
      room.width = Math.max(room.width, width);
      room.height = Math.max(room.height, height);
      if (colours > 1 || start !== null) unfit++;
      if (++count % 500 === 0) yield null;
    }
  }
  const inOrder = [...sizes].sort(
    ([a, one], [b, other]) => one.cells - other.cells || (a < b ? -1 : 1),
  );
  return {
    stars,
    scores,
    room,
    unfit,
    count,
    splits: splits.map((split) => ({ name: split.name, count: split.count })),
    sizes: new Map(inOrder.map(([size, counted]) => [size, counted.count])),
    techniques: new Map([...techniques].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
