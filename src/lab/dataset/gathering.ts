import { puzzlesOf, sayLeftOutFiles, sayRejects } from '../../pipeline/cli/converting.js';
import { ProgressDisplay } from '../../pipeline/cli/progress.js';
import { withStore } from '../../pipeline/cli/with-store.js';
import { Failure, type Terminal } from '../../pipeline/cli/terminal.js';
import { CorpusReader } from '../../pipeline/corpus/reader/corpus-reader.js';
import type { Source } from '../../pipeline/corpus/sources.js';
import { builtFile } from '../../pipeline/files/program.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import { solvedPuzzles } from '../../pipeline/store/queries/stored-results.js';
import { findRun } from '../../pipeline/store/stored-runs.js';
import { DEFAULT_LIMITS } from '../../solver/core/puzzle/validate.js';
import { countText, durationText } from '../../solver/core/text/numbers.js';
import {
  bandOf,
  type Chunk,
  type ChunkTask,
  type ChunkThreadData,
  nothingLeftOut,
  puzzleLine,
  type LeftOut,
  shapeOfLine,
  ANY_BAND,
  bandText,
  type GivenCorpus,
  type GivenRun,
  type Making,
  type RandomPuzzlesWanted,
  seedOf,
  quotas,
} from './chunks.js';
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

/** What is gathered, with what, and who is told. */
interface GatheringWork {
  readonly making: Making;
  readonly gathering: Gathering;
  readonly sources: readonly Source[];
  readonly db: string;
  readonly threads: number;
  readonly terminal: Terminal;
  readonly progress: DatasetProgress;
  readonly stop: AbortSignal;
}

/** A data set that is not made, of which nothing is worth keeping. */
export class Refused extends Failure {}

/** How often it is noted how far the work is. */
const NOTE_MS = 2000;

/**
 * Gathers the puzzles of a data set, or goes on with it; returns how many entries of the corpora
 * were rejects.
 * @throws Failure if the recipe cannot be met, or not within an hour, unless that is asked for.
 */
export async function gatherPuzzles(work: GatheringWork): Promise<number> {
  const { from } = work.making;
  if (work.gathering.isDone) return 0;
  switch (from.kind) {
    case 'random':
      await drawPuzzles(work, from);
      return 0;
    case 'corpus':
      return readCorpus(work, from);
    case 'run':
      await readRun(work, from);
      return 0;
  }
}

const CHUNK_THREAD = builtFile('workers/dataset.cjs');

type ChunkThreads = TaskThreads<ChunkTask, Chunk>;

/** Threads that do parts of the work; they end when it is stopped. */
function chunkThreads({ making, threads, stop }: GatheringWork): ChunkThreads {
  const pool: ChunkThreads = new TaskThreads(
    CHUNK_THREAD,
    threads,
    making satisfies ChunkThreadData,
  );
  stop.addEventListener('abort', () => void pool.close());
  return pool;
}

/** What comes out of each task, in the order of the tasks, until the work is stopped. */
async function* chunksOf(
  pool: ChunkThreads,
  stop: AbortSignal,
  tasks: AsyncIterable<ChunkTask> | Iterable<ChunkTask>,
): AsyncGenerator<Chunk, void, undefined> {
  try {
    yield* pool.inOrder(tasks, (task, doTask) => doTask(task));
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

/** Takes what comes until it is enough or stopped; `note` is told of each part. */
async function takeAll(
  { gathering, stop }: GatheringWork,
  chunks: AsyncIterable<Chunk>,
  note: (chunk: Chunk) => number,
): Promise<void> {
  let notedAt = performance.now();
  for await (const chunk of chunks) {
    gathering.take(chunk, note(chunk));
    if (gathering.isDone || stop.aborted) break;
    if (performance.now() - notedAt < NOTE_MS) continue;
    gathering.note();
    notedAt = performance.now();
  }
  gathering.note();
}

async function drawPuzzles(work: GatheringWork, from: RandomPuzzlesWanted): Promise<void> {
  const { gathering, progress, making, threads } = work;
  const probe = new Probe(from, gathering, threads);
  const pool = chunkThreads(work);
  let isKnown = false;
  const said = new Set(gathering.shortfalls);
  const tell = async function* (chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    for await (const chunk of chunks) {
      probe.note(sizeOfChunk(chunk.number, from), chunk.tried, chunk.ms);
      yield chunk;
      for (const shortfall of gathering.shortfalls.filter((one) => !said.has(one))) {
        said.add(shortfall);
        progress.say(`Goes on without ${shortfall}.`);
      }
      if (probe.isReady()) {
        isKnown = true;
        judge(probe, from, progress);
      }
      progress.gathered(gathering, isKnown ? probe.leftMs : null);
    }
  };
  try {
    const chunks = chunksOf(pool, work.stop, randomTasks(from, making.seed, gathering));
    await takeAll(work, tell(chunks), ({ number }) => sizeOfChunk(number, from));
  } finally {
    await pool.close();
  }
}

/** Says how rare what is wanted is. @throws Failure if it takes too long */
function judge(probe: Probe, from: RandomPuzzlesWanted, progress: DatasetProgress): void {
  const { rarities, timeText } = probe;
  if (rarities.length === 0) return;
  if (probe.isLong && from.anyway !== true) {
    throw new Refused(
      'NM_CONFIRMATION',
      `it would take ${timeText}: ${rarities.join('; ')}`,
      'Ask for fewer of them, or for another --density or --size; or say --anyway.',
    );
  }
  for (const line of rarities) progress.say(line);
  progress.say(`It takes ${timeText} from here.`);
}

/** How many entries are read at a time; the bytes of no data set depend on it. */
const BATCH = 64;

async function readCorpus(work: GatheringWork, from: GivenCorpus): Promise<number> {
  const { sources, terminal, gathering, progress, stop } = work;
  const { limit, ignoreStart } = from;
  const reader = new CorpusReader(
    sources,
    { limit, ignoreStart, maxSide: DEFAULT_LIMITS.maxSide },
    () => terminal.stdin,
    (file) => sayLeftOutFiles([file], terminal),
  );
  let rejects = 0;
  let isRead = false;
  const tasks = async function* (): AsyncGenerator<ChunkTask> {
    for (let number = 0; ; number++) {
      const batch = await reader.next(BATCH);
      if (batch === null) break;
      rejects += batch.rejects.length;
      if (number < gathering.next) continue;
      sayRejects(batch, sources, terminal);
      const puzzles = Array.from(puzzlesOf(batch), ({ name, title, puzzle }) => ({ name, title, puzzle })); // prettier-ignore
      yield { number, kind: 'given', puzzles };
    }
    isRead = true;
  };
  const pool = chunkThreads(work);
  try {
    await takeAll(work, chunksOf(pool, work.stop, tasks()), () => {
      progress.gathered(gathering, null);
      return 0;
    });
  } finally {
    await Promise.all([pool.close(), reader.close()]);
  }
  if (isRead && !stop.aborted) gathering.finish();
  return rejects;
}

async function readRun(work: GatheringWork, { run }: GivenRun): Promise<void> {
  const { db, gathering, progress, making, stop } = work;
  await withStore(db, async (store) => {
    const { runId } = findRun(store, run);
    const chunks = async function* (): AsyncGenerator<Chunk> {
      let number = 0;
      for (const { name, title, puzzle, result } of solvedPuzzles(store, runId)) {
        const leftOut = nothingLeftOut();
        const band = bandOf(result, making, [ANY_BAND], leftOut);
        const lines = band === null ? [] : [puzzleLine(name, title, puzzle, result)];
        const bands = lines.map(() => 0);
        const chunk = { number: number++, tried: 1, lineSolves: 0, ms: 0, lines, bands, leftOut };
        if (chunk.number >= gathering.next) yield chunk;
        if (number % 500 === 0) await new Promise(setImmediate);
      }
    };
    await takeAll(work, chunks(), () => {
      progress.gathered(gathering, null);
      return 0;
    });
  });
  if (!stop.aborted) gathering.finish();
}

/** Cells of the candidates of one part: some milliseconds of work. */
const CELLS = 102_400;

const LEAST = 16;
const MOST = 1024;

/** How many candidates of a size make one part. The bytes of every data set depend on it. */
function candidatesOf({ width, height }: RandomPuzzlesWanted['sizes'][number]): number {
  return Math.max(LEAST, Math.min(MOST, Math.floor(CELLS / (width * height))));
}

/** The number of the size that a part is about: sizes come in turn. */
function sizeOfChunk(number: number, { sizes }: RandomPuzzlesWanted): number {
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

/** Candidates of each size that are looked at before anything is said of them. */
const LEAST_TRIED = 256;

/** The probe ends with so many candidates of all sizes, or after so long. */
const ENOUGH_TRIED = 65_536;
const ENOUGH_MS = 20_000;

/** What takes longer than this must be asked for. */
const LONG_MS = 3_600_000;

/** Tells from the first candidates what the rest will take. */
export class Probe {
  private readonly began = performance.now();
  /** Milliseconds of threads, and candidates, by size, of this session. */
  private readonly spent: { ms: number; tried: number }[];
  private isOver = false;

  constructor(
    private readonly from: RandomPuzzlesWanted,
    private readonly gathering: Gathering,
    private readonly threads: number,
  ) {
    this.spent = from.sizes.map(() => ({ ms: 0, tried: 0 }));
  }

  note(size: number, tried: number, ms: number): void {
    this.spent[size].ms += ms;
    this.spent[size].tried += tried;
  }

  /** Whether enough is known by now, for the first time. */
  isReady(): boolean {
    if (this.isOver) return false;
    const { buckets, tried } = this.gathering;
    const open = buckets.filter((ofSize) => !ofSize.every(isClosed));
    if (open.some((ofSize) => Math.max(...ofSize.map((one) => one.tried)) < LEAST_TRIED)) {
      return false;
    }
    this.isOver = tried >= ENOUGH_TRIED || performance.now() - this.began >= ENOUGH_MS;
    return this.isOver;
  }

  /**
   * How long the rest will take, in milliseconds; at least, if there are kinds of which none was
   * found.
   */
  get leftMs(): number {
    const sizes = this.gathering.buckets.map((ofSize, size) => {
      const { ms, tried } = this.spent[size];
      const needed = ofSize.map((bucket) => {
        if (isClosed(bucket)) return 0;
        const { quota, kept, tried: looked } = bucket;
        if (kept > 0) return ((quota - kept) * looked) / kept;
        return Math.min(
          (quota * looked) / NONE_FOUND,
          patienceFor(bucket, this.from).tried - looked,
        );
      });
      return tried === 0 ? 0 : (Math.max(...needed) * ms) / tried;
    });
    return sizes.reduce((sum, ms) => sum + ms, 0) / this.threads;
  }

  get isLong(): boolean {
    return this.leftMs > LONG_MS;
  }

  /** How rare each kind is of which more is wanted, in a sentence each, the rarest first. */
  get rarities(): string[] {
    const { from, gathering } = this;
    const density = from.density.from === from.density.to ? String(from.density.from) : null;
    const at = density ?? `${from.density.from} to ${from.density.to}`;
    return gathering.buckets
      .flatMap((ofSize, size) =>
        ofSize
          .map((bucket, band) => ({ bucket, band, size }))
          .filter(({ bucket }) => !isClosed(bucket)),
      )
      .sort((one, other) => rarity(other.bucket) - rarity(one.bucket))
      .map(({ bucket, band, size }) => {
        const { kept, tried, quota } = bucket;
        const share = kept === 0 ? noneText(tried) : `about 1 in ${inText(tried / kept)}`;
        return `${stratumText(from, size, band)}: ${share} at density ${at}, ${countText(quota)} wanted`;
      });
  }

  /** `about 9 h`, or `more than 9 h` if it goes on anyway for kinds of which none was found. */
  get timeText(): string {
    const buckets = this.gathering.buckets.flat();
    const isLeast =
      this.from.anyway === true && buckets.some((bucket) => bucket.kept === 0 && !isClosed(bucket));
    return `${isLeast ? 'more than' : 'about'} ${durationText(this.leftMs)}`;
  }
}

function rarity({ kept, tried }: { readonly kept: number; readonly tried: number }): number {
  return tried / (kept || 1 / NONE_FOUND);
}

function inText(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : countText(Math.round(ratio));
}

/** Shows how far a data set is: `12,000 of 100,000 puzzles, 48,000 candidates, 2m 3s left`. */
export class DatasetProgress {
  private readonly display: ProgressDisplay;

  constructor(
    private readonly terminal: Terminal,
    private readonly isQuiet: boolean,
  ) {
    this.display = new ProgressDisplay(terminal, isQuiet);
  }

  /** What was found so far; `leftMs` is null if nobody knows. */
  gathered(
    { kept, wanted, tried }: Pick<Gathering, 'kept' | 'wanted' | 'tried'>,
    leftMs: number | null,
  ): void {
    const of = wanted === Infinity ? '' : ` of ${countText(wanted)}`;
    const left = leftMs === null ? '' : `, ${durationText(leftMs)} left`;
    this.show(() => `${countText(kept)}${of} puzzles, ${countText(tried)} candidates${left}`);
  }

  writing(file: string): void {
    this.show(() => `writing ${file}`);
  }

  say(message: string): void {
    if (!this.isQuiet) this.terminal.say(message);
  }

  end(): void {
    this.display.close();
  }

  private show(line: () => string): void {
    this.display.update(() => [line()], line);
  }
}

/**
 * After so much without a find of a kind that is wanted, it gives the kind up: in tries or, as
 * candidates of large sizes take long, in line solves. Every machine gives up at the same place.
 */
const PATIENCE = { tried: 1_000_000, lineSolves: 100_000_000 };

/** The same for kinds of which there is none yet, if nobody said to go on anyway. */
const FIRST_PATIENCE = { tried: ENOUGH_TRIED, lineSolves: 10_000_000 };

function patienceFor({ kept }: Bucket, { anyway }: RandomPuzzlesWanted): typeof PATIENCE {
  return kept === 0 && anyway !== true ? FIRST_PATIENCE : PATIENCE;
}

/** If none was found among n, there is, with 95 % confidence, less than 1 in n / 3. */
const NONE_FOUND = 3;

function noneText(tried: number): string {
  return `none among ${countText(tried)} (so fewer than 1 in ${countText(Math.floor(tried / NONE_FOUND))})`;
}

/** `3 stars at 10x10` */
function stratumText({ sizes, bands }: RandomPuzzlesWanted, size: number, band: number): string {
  const { width, height } = sizes[size];
  return `${bandText(bands[band]) || 'puzzles of the kind'} at ${width}x${height}`;
}

/** Puzzles of one size and one band: how many there should be, and how it went so far. */
interface Bucket {
  /** Infinity for all that there are. */
  readonly quota: number;
  kept: number;
  /** Candidates of the size until it was full, and since the last find. */
  tried: number;
  misses: number;
  missedSolves: number;
  isGivenUp: boolean;
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

/**
 * Takes what the threads have found, in the order of the parts of the work, and keeps what is
 * wanted and new: the same whichever thread found it, and whether the work was interrupted or not.
 */
export class Gathering {
  private readonly shapes = new ShapeSet();
  private readonly spool: Spool;
  private readonly state: State;

  /** Goes on from what was noted in the folder, if it is the same work. */
  constructor(
    folder: string,
    private readonly making: Making,
  ) {
    const noted = notedState(folder) as (State & { readonly bytes: number }) | null;
    const fits = noted !== null && JSON.stringify(noted.making) === JSON.stringify(making);
    this.state = fits ? withQuotas(noted, making) : newState(making);
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
    return this.state.isDone || this.state.buckets.every((ofSize) => ofSize.every(isClosed));
  }

  /** The kinds that were given up: `3 stars at 10x10: none among 65,536 (...), 2 wanted`. */
  get shortfalls(): string[] {
    const { from } = this.making;
    if (from.kind !== 'random') return [];
    return this.state.buckets.flatMap((ofSize, size) =>
      ofSize.flatMap(({ isGivenUp, kept, quota, tried, misses }, band) => {
        if (!isGivenUp) return [];
        const found =
          kept === 0
            ? `${noneText(tried)}, ${countText(quota)} wanted`
            : `${countText(kept)} of ${countText(quota)}, and no new one among the last ${countText(misses)}`;
        return `${stratumText(from, size, band)}: ${found}`;
      }),
    );
  }

  /** Of which bands more is wanted in a size. */
  open(size: number): readonly boolean[] {
    return this.state.buckets[size].map((bucket) => !isClosed(bucket));
  }

  /** Takes what came out of the next part of the work, which was about this size. */
  take(chunk: Chunk, size: number): void {
    const { state } = this;
    const ofSize = state.buckets[size];
    const wanted = this.open(size);
    state.next = chunk.number + 1;
    if (!wanted.includes(true)) return;
    for (const [i, line] of chunk.lines.entries()) {
      const bucket = ofSize[chunk.bands[i]];
      if (isClosed(bucket)) continue;
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
    const { from } = this.making;
    if (from.kind !== 'random') return;
    for (const bucket of ofSize) {
      const { tried, lineSolves } = patienceFor(bucket, from);
      const isSpent = bucket.misses >= tried || bucket.missedSolves >= lineSolves;
      if (isSpent && !isClosed(bucket)) bucket.isGivenUp = true;
    }
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

  private sum(of: (bucket: Bucket) => number): number {
    return this.state.buckets.flat().reduce((sum, bucket) => sum + of(bucket), 0);
  }
}

/** Whether no more of it is looked for. */
function isClosed({ kept, quota, isGivenUp }: Bucket): boolean {
  return kept >= quota || isGivenUp;
}

function newState(making: Making): State {
  const { from } = making;
  const bucket = (quota: number): Bucket => ({
    quota,
    kept: 0,
    tried: 0,
    misses: 0,
    missedSolves: 0,
    isGivenUp: false,
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
