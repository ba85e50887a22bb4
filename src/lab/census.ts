import * as v from 'valibot';
import type { CensusCount } from '../pipeline/store/census.js';
import { cluesOfPicture, puzzleOfPicture } from '../solver/core/puzzle/picture.js';
import type { GridSize } from '../solver/core/puzzle/types.js';
import { Random } from '../solver/craft/random-puzzles.js';
import { DEFAULT_SOLVE_LIMITS } from '../solver/engine/model/limits.js';
import { solvePuzzle } from '../solver/engine/solver/solve.js';
import { CENSUS_MODULE } from './census-module.js';

/** Nobody can count all pictures of more cells; longer lines would need larger tables. */
export const MOST_COUNTED = { cells: 49, side: 16 };

/** What is counted for each number of filled cells, in the order in which WebAssembly has it. */
const COUNTED = ['pictures', 'line', 'probe', 'search', 'sweeps'] as const;

/** A part of the work, for one thread: a group, or pictures that are drawn by lot. */
export type CensusTask =
  { readonly group: number } | { readonly pictures: number; readonly seed: number };

/** The last rows of a vector have so many cells, or are one; the first ones make a group. */
const LAST_CELLS = 18;

/** Of a vector with more pictures, only a part is looked at at a time. */
const AT_ONCE = 2 ** 22;

/** A prime near the golden section of 2^32: its multiples spread evenly over any range. */
const STRIDE = 2_654_435_761;

const countField = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const sideField = v.pipe(countField, v.minValue(1), v.maxValue(MOST_COUNTED.side));

/** What a thread is asked for, on whichever machine. */
const ASKED = v.object({
  census: v.pipe(
    v.object({ width: sideField, height: sideField }),
    v.check(({ width, height }) => width * height <= MOST_COUNTED.cells),
  ),
  task: v.union([
    v.object({ group: countField }),
    v.object({ pictures: v.pipe(countField, v.maxValue(2 ** 20)), seed: countField }),
  ]),
});

const ANSWER = v.array(v.object(v.entriesFromList(['filled', ...COUNTED], countField)));

let latest: { readonly name: string; readonly counter: CensusCounter } | null = null;

/** Does a task that may be a stranger's. @throws Error that says what is wrong with it */
export function countAsked(asked: unknown): CensusCount[] {
  if (!v.is(ASKED, asked)) throw new Error('this build knows no such task');
  const name = JSON.stringify(asked.census);
  if (latest?.name !== name) latest = { name, counter: new CensusCounter(asked.census) };
  return latest.counter.count(asked.task);
}

/** No clock: what is counted must not depend on the machine. */
const LIMITS = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity };

/** How a vector of clues may be seen in a mirror: its rows reversed, their order, and both. */
const IMAGES = [
  { isReversed: true, isUpsideDown: false },
  { isReversed: false, isUpsideDown: true },
  { isReversed: true, isUpsideDown: true },
] as const;

type Image = (typeof IMAGES)[number];

/**
 * Counts the pictures of a size by what their clues ask of a solver.
 *
 * The pictures with the same clues of rows, a *vector* of them, are the products of the placements
 * of these; a *group* is all vectors with the same clues of the first rows. What lines alone solve
 * has one solution. Of the rest, pictures of a vector whose columns have the same clues are
 * solutions of one puzzle: a hash tells, without solving. The few that are left have one solution,
 * and take assumptions. Of vectors that are mirror images of each other one is counted, for all of
 * them. All that is done for each picture is in census-assembly.ts.
 *
 * A size that is higher than wide is turned over its diagonal, and the first sweep reads its
 * columns: all lines of a column are tried, and those of a row have one clue in a vector.
 */
export class CensusCounter {
  /** How many groups there are, with those that are mirror images. */
  private readonly groups: number;
  private readonly isTurned: boolean;
  private readonly size: GridSize;
  private readonly rows: RowClues;
  private readonly firstRows: number;
  private readonly lastRows: number;
  /** What reads the pictures, and the vectors of the last rows, once they are needed. */
  private reader: PictureReader | null = null;
  private last: ReturnType<CensusCounter['lastVectors']> | null = null;

  /** Of a vector with more pictures than `atOnce`, only a part is looked at at a time. */
  constructor(
    size: GridSize,
    private readonly atOnce = AT_ONCE,
  ) {
    const width = Math.max(size.width, size.height);
    const height = Math.min(size.width, size.height);
    this.isTurned = size.height > size.width;
    this.size = { width, height };
    this.rows = new RowClues(width);
    this.lastRows = Math.min(height, Math.max(1, Math.floor(LAST_CELLS / width)));
    this.firstRows = height - this.lastRows;
    this.groups = this.rows.clues.length ** this.firstRows;
  }

  /**
   * The groups in the order of the work, small and large in turn, without mirror images of others,
   * called by the clues of the first rows, or of the first columns if these are longer: `2 1/0/3`.
   */
  *groupsInOrder(): Generator<{ place: number; name: string; group: number }> {
    const { groups } = this;
    for (let place = 0; place < groups; place++) {
      const group = (place * (STRIDE % groups)) % groups;
      const clues = this.cluesOf(group, this.firstRows);
      if (this.imageOf(clues, IMAGES[0]) < group) continue;
      const texts = clues.map((clue) => this.rows.clues[clue] || '0');
      yield { place, name: texts.join('/'), group };
    }
  }

  count(task: CensusTask): CensusCount[] {
    this.reader ??= new PictureReader(this.size, this.isTurned);
    const { reader } = this;
    if ('group' in task) {
      for (const { clues, weight } of this.vectorsOf(task.group)) {
        reader.countVector(clues, weight, this.atOnce);
      }
    } else this.countDrawn(task.pictures, new Random(task.seed), reader);
    return reader.takeCounts();
  }

  /**
   * What a stranger counted for a task; or in words why that cannot be right. How many pictures
   * have so many cells filled is known without reading them.
   */
  read(task: CensusTask, answer: unknown): CensusCount[] | string {
    const { success, output } = v.safeParse(ANSWER, answer);
    if (!success || !output.every(mayBe)) return 'it has not got the counts of a census';
    if ('group' in task) {
      const told = output.map(({ filled, pictures }) => [filled, pictures]);
      const isAll = JSON.stringify(told) === JSON.stringify(this.picturesIn(task.group));
      return isAll ? output : `group ${task.group} has other pictures`;
    }
    const drawn = output.reduce((sum, { pictures }) => sum + pictures, 0);
    return drawn === task.pictures ? output : `${drawn} of ${task.pictures} pictures were drawn`;
  }

  /** How many pictures of a group have so many cells filled. */
  private picturesIn(group: number): [filled: number, pictures: number][] {
    const { ways, filled } = this.rows;
    const pictures = new Map<number, number>();
    for (const { clues, weight } of this.vectorsOf(group)) {
      const cells = clues.reduce((sum, clue) => sum + filled[clue], 0);
      const count = clues.reduce((product, clue) => product * ways[clue], weight);
      pictures.set(cells, (pictures.get(cells) ?? 0) + count);
    }
    return [...pictures].sort(([one], [other]) => one - other);
  }

  /** The vectors of a group, one for all its images, and how many these are. */
  private *vectorsOf(group: number): Generator<{ clues: number[]; weight: number }> {
    const { firstRows, groups } = this;
    const clues = this.cluesOf(group, firstRows);
    const images = IMAGES.map((image) => this.imageOf(clues, image));
    this.last ??= this.lastVectors();
    const { vectors, images: lastImages } = this.last;
    for (const [vector, last] of vectors.entries()) {
      const own = group * vectors.length + vector;
      let same = 1;
      let isLeast = true;
      for (const [i, { isUpsideDown }] of IMAGES.entries()) {
        const other = isUpsideDown
          ? lastImages[i][vector] * groups + images[i]
          : images[i] * vectors.length + lastImages[i][vector];
        if (other === own) same++;
        else if (other < own) isLeast = false;
      }
      if (isLeast) yield { clues: [...clues, ...last], weight: (1 + IMAGES.length) / same };
    }
  }

  private countDrawn(pictures: number, random: Random, reader: PictureReader): void {
    const { width, height } = this.size;
    for (let i = 0; i < pictures; i++) {
      let picture = 0;
      for (let y = 0; y < height; y++)
        picture += (random.next() >>> (32 - width)) * 2 ** (y * width);
      reader.countPicture(picture);
    }
  }

  /** The clues of some rows, by the number of their vector; the first row counts most. */
  private cluesOf(vector: number, height: number): number[] {
    const all = this.rows.clues.length;
    return Array.from(
      { length: height },
      (_, y) => Math.floor(vector / all ** (height - 1 - y)) % all,
    );
  }

  /** The number of an image of a vector. */
  private imageOf(clues: readonly number[], { isReversed, isUpsideDown }: Image): number {
    const { reversed } = this.rows;
    const image = clues.map((clue) => (isReversed ? reversed[clue] : clue));
    if (isUpsideDown) image.reverse();
    return image.reduce((number, clue) => number * reversed.length + clue, 0);
  }

  /** All vectors of the last rows, and the numbers of their images. */
  private lastVectors() {
    const { rows, lastRows } = this;
    const vectors = Array.from({ length: rows.clues.length ** lastRows }, (_, vector) =>
      this.cluesOf(vector, lastRows),
    );
    const images = IMAGES.map((image) =>
      Float64Array.from(vectors, (clues) => this.imageOf(clues, image)),
    );
    return { vectors, images };
  }
}

/** Of what workers of a queue count, one in so many is counted again. */
const RECOUNTED = 64;

/**
 * Looks at what workers of a queue count: whether it can be so, and whether it is so, of the first
 * that each of them says and of some more that are drawn by lot. One at a time is counted again,
 * and its worker trusted in nothing until then.
 */
export class Recount {
  private readonly counter: CensusCounter;
  /** Of each worker, whether all that was counted again was as it said. */
  private readonly trusted = new Map<string, Promise<boolean>>();
  private isBusy = false;

  constructor(
    size: GridSize,
    private readonly count: (task: CensusTask) => Promise<CensusCount[]>,
    private readonly share = 1 / RECOUNTED,
  ) {
    this.counter = new CensusCounter(size);
  }

  /** The counts; or in words why they are wrong, or null if their worker was believed before. */
  async look(
    task: CensusTask,
    answer: unknown,
    worker: string,
  ): Promise<CensusCount[] | string | null> {
    const counts = this.counter.read(task, answer);
    if (typeof counts === 'string') return counts;
    const before = this.trusted.get(worker);
    if (before === undefined || (!this.isBusy && Math.random() < this.share)) {
      const told = JSON.stringify(counts);
      this.trusted.set(worker, this.isSo(task, told, before));
    }
    if (await this.trusted.get(worker)) return counts;
    return (await before) ? null : 'its counts are wrong';
  }

  private async isSo(task: CensusTask, told: string, before = Promise.resolve(true)) {
    this.isBusy = true;
    const again = JSON.stringify(await this.count(task));
    this.isBusy = false;
    return again === told && (await before);
  }
}

/** No more sweeps change a cell than there are cells. */
function mayBe({ pictures, line, probe, search, sweeps }: CensusCount): boolean {
  const most = line * (MOST_COUNTED.cells + 1);
  return line + probe + search <= pictures && sweeps >= line && sweeps <= most;
}

/** The clues of rows, in the order in which census-assembly.ts numbers them. */
class RowClues {
  readonly clues: readonly string[];
  /** Of each, the number of itself reversed. */
  readonly reversed: readonly number[];
  /** Of each, how many cells it fills, and how many rows have it. */
  readonly filled: readonly number[];
  readonly ways: readonly number[];

  constructor(width: number) {
    const texts = Array.from({ length: 2 ** width }, (_, row) => {
      const cells = Uint8Array.from({ length: width }, (_, x) => (row >>> x) & 1);
      return cluesOfPicture(cells, width, 1).rows[0].join(' ');
    });
    this.clues = [...new Set(texts)];
    const numbers = new Map(this.clues.map((clue, number) => [clue, number]));
    this.reversed = this.clues.map((clue) => numbers.get(clue.split(' ').reverse().join(' '))!);
    const lengths = this.clues.map((clue) => clue.split(' ').map(Number));
    this.filled = lengths.map((blocks) => blocks.reduce((sum, length) => sum + length, 0));
    const ways = this.clues.map(() => 0);
    for (const text of texts) ways[numbers.get(text)!]++;
    this.ways = ways;
  }
}

/** What census-assembly.ts exports. */
interface ReaderExports {
  readonly memory: WebAssembly.Memory;
  readonly openSize: (width: number, height: number, columnsFirst: boolean) => number;
  readonly countVector: (weight: number, atOnce: number) => void;
  readonly countLots: (count: number) => void;
}

/** So many pictures that are drawn by lot are counted at a time. */
const LOTS = 1024;

/** A picture is a number with a bit for each cell, and goes to WebAssembly in two words. */
const WORD = 2 ** 32;

/** Reads pictures and counts them, in WebAssembly; what is left takes the engine. */
class PictureReader {
  private readonly exports: ReaderExports;
  private readonly at: number;
  private readonly cells: number;
  private drawn = 0;
  // Views of the memory, which are made again after it has grown.
  private counts = new Float64Array(0);
  private vector = new Uint32Array(0);
  private lots = new Uint32Array(0);

  constructor(
    private readonly size: GridSize,
    isTurned: boolean,
  ) {
    const { width, height } = size;
    this.cells = width * height;
    const { exports } = new WebAssembly.Instance(
      new WebAssembly.Module(Buffer.from(CENSUS_MODULE, 'base64')),
      {
        'census-assembly': {
          tellLeft: (low: number, high: number, weight: number): void =>
            this.solve((high >>> 0) * WORD + (low >>> 0), weight),
        },
        env: {
          abort: () => {
            throw new Error(`the census of ${width}x${height} failed a check`);
          },
        },
      },
    );
    this.exports = exports as unknown as ReaderExports;
    this.at = this.exports.openSize(width, height, isTurned);
  }

  private look(): void {
    if (this.counts.length > 0) return;
    const { buffer } = this.exports.memory;
    this.counts = new Float64Array(buffer, this.at, (MOST_COUNTED.cells + 1) * COUNTED.length);
    const vectorAt = this.at + this.counts.byteLength;
    this.vector = new Uint32Array(buffer, vectorAt, MOST_COUNTED.side);
    this.lots = new Uint32Array(buffer, vectorAt + this.vector.byteLength, 2 * LOTS);
  }

  /** Counts the pictures of a vector, each as often as `weight` says. */
  countVector(clues: readonly number[], weight: number, atOnce: number): void {
    this.look();
    this.vector.set(clues);
    this.exports.countVector(weight, atOnce);
  }

  /** Counts a picture that was drawn. */
  countPicture(picture: number): void {
    this.look();
    this.lots[2 * this.drawn] = picture;
    this.lots[2 * this.drawn + 1] = picture / WORD;
    if (++this.drawn === LOTS) this.countDrawn();
  }

  private countDrawn(): void {
    this.exports.countLots(this.drawn);
    this.drawn = 0;
  }

  /** What was counted since this was asked last. */
  takeCounts(): CensusCount[] {
    this.countDrawn();
    this.look();
    const found = Array.from({ length: this.cells + 1 }, (_, filled) => {
      const [pictures, line, probe, search, sweeps] = this.counts.subarray(
        filled * COUNTED.length,
        (filled + 1) * COUNTED.length,
      );
      return { filled, pictures, line, probe, search, sweeps };
    });
    this.counts.fill(0);
    return found.filter(({ pictures }) => pictures > 0);
  }

  /** Counts a picture that takes more than one assumption, unless it has several solutions. */
  private solve(picture: number, weight: number): void {
    const { width, height } = this.size;
    const cells = Uint8Array.from(
      { length: this.cells },
      (_, cell) => Math.floor(picture / 2 ** cell) % 2,
    );
    const { status, technique } = solvePuzzle(puzzleOfPicture(cells, width, height), LIMITS);
    if (status === 'multiple') return;
    if (status !== 'unique' || technique !== 'search') {
      throw new Error(`picture ${picture} of ${width}x${height}: ${status} ${technique}`);
    }
    this.look();
    const filled = cells.reduce((sum, cell) => sum + cell, 0);
    this.counts[filled * COUNTED.length + COUNTED.indexOf('search')] += weight;
  }
}
