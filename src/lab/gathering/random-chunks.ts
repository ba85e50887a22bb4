import type { ChunkTask } from './chunks.js';
import type { Gathering } from './gathering.js';
import { seedOf } from './place.js';
import type { Making, RandomPuzzlesWanted } from './recipe.js';

/** Cells of the candidates of one part: some milliseconds of work. */
const CELLS = 102_400;

const LEAST = 16;
const MOST = 1024;

/** How many candidates of a size make one part. The bytes of every data set depend on it. */
function candidatesOf({ width, height }: RandomPuzzlesWanted['sizes'][number]): number {
  return Math.max(LEAST, Math.min(MOST, Math.floor(CELLS / (width * height))));
}

/** The number of the size that a part is about: sizes come in turn. */
export function sizeOfChunk(number: number, { sizes }: RandomPuzzlesWanted): number {
  return number % sizes.length;
}

/**
 * The parts of the work, from the next one on, until the gathering is done; without those of sizes
 * that are full.
 */
export function* randomTasks(
  from: RandomPuzzlesWanted,
  seed: Making['seed'],
  gathering: Gathering,
): Generator<ChunkTask, void, undefined> {
  for (let number = gathering.next; !gathering.isDone; number++) {
    const open = gathering.open(sizeOfChunk(number, from));
    if (!open.includes(true)) continue;
    const size = from.sizes[sizeOfChunk(number, from)];
    const count = candidatesOf(size);
    const first = Math.floor(number / from.sizes.length) * count;
    yield { number, kind: 'random', size, count, seed: seedOf(seed, number), first, open };
  }
}
