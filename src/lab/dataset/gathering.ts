import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { requirePlain, removeIfThere, renameFile } from '../../pipeline/files/files.js';
import { LINE_FEED } from '../../solver/core/text/codes.js';
import { countText } from '../../solver/core/text/numbers.js';
import { type Chunk, type LeftOut, nothingLeftOut, shapeOfLine } from './chunks.js';
import { ANY_BAND, type Band, bandText, type Making, quotas } from './recipe.js';

/**
 * After so much without a find of a kind that is wanted, it gives up: in tries, and in line solves.
 */
const MOST_TRIED = 1_000_000;
const MOST_LINE_SOLVES = 100_000_000;

/** Puzzles of one size and one band: how many there should be, and how it went so far. */
interface Bucket {
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

/** A set of shapes: 8 bytes each in one table, as there may be millions. */
export class ShapeSet {
  private table = new Uint32Array(2 * 1024);
  private count = 0;

  /** Adds a shape, as 16 hexadecimal digits; returns whether it is new. */
  add(shape: string): boolean {
    // The two words of an empty place are 0: a shape of 0 is taken for another.
    const high = Number.parseInt(shape.slice(0, 8), 16) || 1;
    const low = Number.parseInt(shape.slice(8), 16);
    if (!this.put(high, low)) return false;
    this.count++;
    if (this.count * 4 > this.table.length) this.grow();
    return true;
  }

  private put(high: number, low: number): boolean {
    const { table } = this;
    const mask = table.length / 2 - 1;
    // Shapes are hashes themselves.
    for (let at = low & mask; ; at = (at + 1) & mask) {
      if (table[2 * at] === 0) {
        table[2 * at] = high;
        table[2 * at + 1] = low;
        return true;
      }
      if (table[2 * at] === high && table[2 * at + 1] === low) return false;
    }
  }

  private grow(): void {
    const { table } = this;
    this.table = new Uint32Array(table.length * 2);
    for (let at = 0; at < table.length; at += 2) {
      if (table[at] !== 0) this.put(table[at], table[at + 1]);
    }
  }
}

/** Bytes that are read in one step. */
const STEP = 1 << 20;

/**
 * The lines that were found so far, in a file, and beside it a note of how far the work is:
 *
 *   lines.ndjson   lines, in the order in which they were found
 *   state.json     the note, with the bytes of the lines that belong to it; written aside and
 *                  renamed
 *
 * What comes after those bytes was written after the last note: it is dropped, and found again.
 */
export class Spool {
  private readonly fd: number;
  private isClosed = false;
  private bytes: number;
  private waiting: string[] = [];
  private waitingLength = 0;

  constructor(
    private readonly folder: string,
    bytes: number,
  ) {
    const path = join(folder, 'lines.ndjson');
    requirePlain(path);
    this.fd = openSync(path, existsSync(path) ? 'r+' : 'w+');
    ftruncateSync(this.fd, bytes);
    this.bytes = bytes;
  }

  add(line: string): void {
    this.waiting.push(line);
    this.waitingLength += line.length;
    if (this.waitingLength > STEP) this.flush();
  }

  note(state: object): void {
    this.flush();
    fsyncSync(this.fd);
    const aside = join(this.folder, 'state.json.part');
    removeIfThere(aside);
    writeFileSync(aside, JSON.stringify({ ...state, bytes: this.bytes }), {
      flush: true,
      flag: 'wx',
    });
    renameFile(aside, join(this.folder, 'state.json'));
  }

  /**
   * Calls `take` with each line's bytes and the place where they begin; they are valid until it
   * returns.
   */
  each(take: (line: Buffer, offset: number) => void): void {
    this.flush();
    let rest = Buffer.alloc(0);
    for (let at = 0; at < this.bytes;) {
      const piece = Buffer.allocUnsafe(Math.min(STEP, this.bytes - at));
      at += readSync(this.fd, piece, 0, piece.length, at);
      const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const start = at - all.length;
      let from = 0;
      for (let end = all.indexOf(LINE_FEED); end >= 0; end = all.indexOf(LINE_FEED, from)) {
        take(all.subarray(from, end), start + from);
        from = end + 1;
      }
      rest = all.subarray(from);
    }
  }

  /** The line of so many bytes at a place. */
  lineAt(offset: number, length: number): string {
    const room = Buffer.allocUnsafe(length);
    readSync(this.fd, room, 0, length, offset);
    return room.toString('utf8');
  }

  close(): void {
    if (!this.isClosed) closeSync(this.fd);
    this.isClosed = true;
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    const bytes = Buffer.from(`${this.waiting.join('\n')}\n`);
    for (let from = 0; from < bytes.length;) {
      from += writeSync(this.fd, bytes, from, bytes.length - from, this.bytes + from);
    }
    this.bytes += bytes.length;
    this.waiting = [];
    this.waitingLength = 0;
  }
}

/** The note in a folder, or null if there is none. @throws SyntaxError if it is damaged */
export function notedState(folder: string): { readonly bytes: number } | null {
  const path = join(folder, 'state.json');
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { readonly bytes: number })
    : null;
}
