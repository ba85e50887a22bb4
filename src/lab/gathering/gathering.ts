import { countText } from '../../solver/core/text/numbers.js';
import { nothingLeftOut, type Chunk, type LeftOut } from './chunks.js';
import { shapeOfLine } from './puzzle-line.js';
import { ANY_BAND, bandText, quotas, type Band, type Making } from './recipe.js';
import { ShapeSet } from './shape-set.js';
import { notedState, Spool } from './spool.js';

/**
 * After so much without a find of a kind that is wanted, it gives up: in tries, and in line solves.
 */
const MOST_TRIED = 1_000_000;
const MOST_LINE_SOLVES = 100_000_000;

/** Puzzles of one size and one band: how many there should be, and how it went so far. */
export interface Bucket {
  /** Infinity for all that there are. */
  readonly quota: number;
  kept: number;
  /** Candidates of the size until it was full, and since the last find. */
  tried: number;
  misses: number;
  missedSolves: number;
}

/** How far the work is, as it is noted. */
interface State {
  readonly making: Making;
  next: number;
  /** By size, then by band. */
  readonly buckets: Bucket[][];
  readonly leftOut: LeftOut;
  duplicates: number;
  isDone: boolean;
}

/** Thrown when there is no hope to find what is wanted. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

/**
 * Takes what the threads have found, in the order of the parts of the work, and keeps what is
 * wanted and new: the same whichever thread found it, and whether the work was interrupted or not.
 */
export class Gathering {
  private readonly shapes = new ShapeSet();
  private readonly spool: Spool;
  private readonly state: State;
  private readonly bands: readonly Band[];

  /** Goes on from what was noted in the folder, if it is the same work. */
  constructor(
    folder: string,
    private readonly making: Making,
  ) {
    const noted = notedState(folder) as (State & { readonly bytes: number }) | null;
    const fits = noted !== null && JSON.stringify(noted.making) === JSON.stringify(making);
    this.state = fits ? withQuotas(noted, making) : newState(making);
    this.bands = making.from.kind === 'random' ? making.from.bands : [ANY_BAND];
    this.spool = new Spool(folder, fits ? noted.bytes : 0);
    this.spool.each((line) => this.shapes.add(shapeOfLine(line.toString('latin1', 0, 64))));
    this.note();
  }

  /** The number of the part of the work that comes next. */
  get next(): number {
    return this.state.next;
  }

  get kept(): number {
    return this.sum(({ kept }) => kept);
  }

  /** Infinity if nobody knows. */
  get wanted(): number {
    return this.sum(({ quota }) => quota);
  }

  /** How many candidates were looked at. */
  get tried(): number {
    return this.state.buckets.reduce(
      (sum, ofSize) => sum + Math.max(...ofSize.map(({ tried }) => tried)),
      0,
    );
  }

  get buckets(): readonly (readonly Bucket[])[] {
    return this.state.buckets;
  }

  get leftOut(): Readonly<LeftOut> & { readonly duplicates: number } {
    return { ...this.state.leftOut, duplicates: this.state.duplicates };
  }

  /** Whether nothing more is to be found. */
  get isDone(): boolean {
    return this.state.isDone || this.state.buckets.every((ofSize) => ofSize.every(isQuotaFull));
  }

  /** Of which bands more is wanted in a size. */
  open(size: number): readonly boolean[] {
    return this.state.buckets[size].map((bucket) => !isQuotaFull(bucket));
  }

  /**
   * Takes what came out of the next part of the work, which was about this size.
   * @throws NotFound if it gives up
   */
  take(chunk: Chunk, size: number): void {
    const { state } = this;
    const ofSize = state.buckets[size];
    const wanted = this.open(size);
    state.next = chunk.number + 1;
    if (!wanted.includes(true)) return;
    for (const [i, line] of chunk.lines.entries()) {
      const bucket = ofSize[chunk.bands[i]];
      if (isQuotaFull(bucket)) continue;
      if (!this.shapes.add(shapeOfLine(line))) {
        state.duplicates++;
        continue;
      }
      this.spool.add(line);
      bucket.kept++;
      bucket.misses = -chunk.tried;
      bucket.missedSolves = -chunk.lineSolves;
    }
    for (const [i, bucket] of ofSize.entries()) {
      if (!wanted[i]) continue;
      bucket.tried += chunk.tried;
      bucket.misses += chunk.tried;
      bucket.missedSolves += chunk.lineSolves;
    }
    for (const key of Object.keys(state.leftOut) as (keyof LeftOut)[]) {
      state.leftOut[key] += chunk.leftOut[key];
    }
    this.giveUpIfHopeless(size);
  }

  /** Everything was looked at. */
  finish(): void {
    this.state.isDone = true;
    this.note();
  }

  /** Notes how far it is, to go on from there. */
  note(): void {
    this.spool.note(this.state);
  }

  /** Calls `take` with each line's bytes and the place where they begin. */
  eachLine(take: (line: Buffer, offset: number) => void): void {
    this.spool.each(take);
  }

  lineAt(offset: number, length: number): string {
    return this.spool.lineAt(offset, length);
  }

  close(): void {
    this.spool.close();
  }

  private giveUpIfHopeless(size: number): void {
    const { from } = this.making;
    if (from.kind !== 'random') return;
    for (const [i, { quota, kept, misses, missedSolves }] of this.state.buckets[size].entries()) {
      if (kept >= quota || (misses < MOST_TRIED && missedSolves < MOST_LINE_SOLVES)) continue;
      const { width, height } = from.sizes[size];
      const what = bandText(this.bands[i]) || 'puzzles of the kind';
      throw new NotFound(
        `${what} at ${width}x${height}: there are ${countText(kept)} of ${countText(quota)}, and no new one ` +
          `was among the last ${countText(misses)} candidates; ${countText(this.state.duplicates)} in all were equal to others`,
      );
    }
  }

  private sum(of: (bucket: Bucket) => number): number {
    return this.state.buckets.flat().reduce((sum, bucket) => sum + of(bucket), 0);
  }
}

export function isQuotaFull({ kept, quota }: Bucket): boolean {
  return kept >= quota;
}

function newState(making: Making): State {
  const { from } = making;
  const bucket = (quota: number): Bucket => ({
    quota,
    kept: 0,
    tried: 0,
    misses: 0,
    missedSolves: 0,
  });
  const buckets =
    from.kind === 'random'
      ? quotas(
          from.count,
          from.sizes.map(() => 1),
        ).map((ofSize) =>
          quotas(
            ofSize,
            from.bands.map(({ share }) => share),
          ).map(bucket),
        )
      : [[bucket(Infinity)]];
  return { making, next: 0, buckets, leftOut: nothingLeftOut(), duplicates: 0, isDone: false };
}

/** JSON does not know infinite quotas. */
function withQuotas(noted: State, making: Making): State {
  const buckets = newState(making).buckets.map((ofSize, size) =>
    ofSize.map(({ quota }, band) => ({ ...noted.buckets[size][band], quota })),
  );
  return { ...noted, buckets };
}
