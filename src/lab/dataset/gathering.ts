import { PuzzlesRead, puzzlesOf } from '../../pipeline/cli/converting.js';
import { ProgressDisplay } from '../../pipeline/cli/progress.js';
import { withStore } from '../../pipeline/cli/with-store.js';
import { Failure, type Terminal } from '../../pipeline/cli/terminal.js';
import type { Source } from '../../pipeline/corpus/sources.js';
import { builtFile } from '../../pipeline/files/program.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import { change } from '../../pipeline/store/open/open.js';
import { solvedPuzzles } from '../../pipeline/store/queries/stored-results.js';
import { findRun } from '../../pipeline/store/stored-runs.js';
import { countText, durationText } from '../../solver/core/text/numbers.js';
import {
  bandOf,
  type Chunk,
  type ChunkTask,
  nothingLeftOut,
  puzzleLine,
  type PuzzleLine,
  shapeOfLine,
  sharePlaceOf,
  splitAt,
  ANY_BAND,
  bandText,
  type Making,
  type RandomPuzzlesWanted,
  seedOf,
  quotas,
} from './chunks.js';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { requirePlain } from '../../pipeline/files/files.js';

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
 * Gathers a data set's puzzles, or goes on; returns how many entries of the corpora were rejects.
 * @throws Failure if the recipe cannot be met, or not within an hour, unless that is asked for.
 */
export async function gatherPuzzles(work: GatheringWork): Promise<number> {
  const { from } = work.making;
  if (work.gathering.isDone) return 0;
  if (from.kind === 'corpus') return readCorpus(work, from);
  await (from.kind === 'random' ? drawPuzzles(work, from) : readRun(work, from.run));
  return 0;
}

/** What threads make of each task, in the order of the tasks, until the work is stopped. */
async function* chunksOf(
  { making, threads, stop }: GatheringWork,
  tasks: AsyncIterable<ChunkTask> | Iterable<ChunkTask>,
): AsyncGenerator<Chunk, void, undefined> {
  const file = builtFile('workers/dataset.cjs');
  const pool = new TaskThreads<ChunkTask, Chunk>(file, threads, making);
  stop.addEventListener('abort', () => void pool.close());
  try {
    yield* pool.inOrder(tasks, (task, doTask) => doTask(task));
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    await pool.close();
  }
}

/** Takes what comes until it is enough or stopped; `leftMs` says how long the rest takes. */
async function takeAll(
  { gathering, progress, stop }: GatheringWork,
  chunks: AsyncIterable<Chunk>,
  leftMs: (taken: Chunk) => number | null = () => null,
): Promise<void> {
  let notedAt = performance.now();
  for await (const chunk of chunks) {
    gathering.take(chunk);
    if (gathering.isDone || stop.aborted) break;
    progress.gathered(gathering, leftMs(chunk));
    if (performance.now() - notedAt < NOTE_MS) continue;
    gathering.note();
    notedAt = performance.now();
  }
  gathering.note();
}

async function drawPuzzles(work: GatheringWork, from: RandomPuzzlesWanted): Promise<void> {
  const { gathering, progress, making, threads } = work;
  const probe = new Probe(from, gathering, threads);
  let isKnown = false;
  const said = new Set(gathering.shortfalls);
  const leftMs = ({ number, tried, ms }: Chunk): number | null => {
    probe.note(sizeOfChunk(number, from), tried, ms);
    for (const shortfall of gathering.shortfalls.filter((one) => !said.has(one))) {
      said.add(shortfall);
      progress.say(`Goes on without ${shortfall}.`);
    }
    if (probe.isReady()) {
      isKnown = true;
      judge(probe, from, progress);
    }
    return isKnown ? probe.leftMs : null;
  };
  await takeAll(work, chunksOf(work, randomTasks(from, making.seed, gathering)), leftMs);
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

type GivenCorpus = Extract<Making['from'], { kind: 'corpus' }>;

async function readCorpus(work: GatheringWork, from: GivenCorpus): Promise<number> {
  const { sources, terminal, gathering, stop } = work;
  const { limit, ignoreStart } = from;
  const { next } = gathering;
  const read = new PuzzlesRead(sources, { limit, ignoreStart }, terminal);
  let isRead = false;
  const tasks = async function* (): AsyncGenerator<ChunkTask> {
    let number = -1;
    for await (const piece of read.pieces(BATCH, next)) {
      if (++number < next) continue;
      const puzzles = Array.from(puzzlesOf(piece), ({ name, title, puzzle }) => {
        return { name, title, puzzle };
      });
      yield { number, kind: 'given', puzzles };
    }
    isRead = true;
  };
  await takeAll(work, chunksOf(work, tasks()));
  if (isRead && !stop.aborted) gathering.finish();
  return read.rejects;
}

async function readRun(work: GatheringWork, run: string): Promise<void> {
  const { db, gathering, making, stop } = work;
  await withStore(db, async (store) => {
    const { runId } = findRun(store, run);
    const chunks = async function* (): AsyncGenerator<Chunk> {
      let number = 0;
      for (const { result, ...named } of solvedPuzzles(store, runId)) {
        const leftOut = nothingLeftOut();
        const band = bandOf(result, making, [ANY_BAND], leftOut);
        const lines = band === null ? [] : [puzzleLine(named, result)];
        const bands = lines.map(() => 0);
        const chunk = { number: number++, tried: 1, lineSolves: 0, ms: 0, lines, bands, leftOut };
        if (chunk.number >= gathering.next) yield chunk;
        if (number % 500 === 0) await new Promise(setImmediate);
      }
    };
    await takeAll(work, chunks());
  });
  if (!stop.aborted) gathering.finish();
}

/** Cells of the candidates of one part, some ms: the bytes of all data sets depend on it. */
const CELLS = 102_400;

/** The number of the size that a part is about: sizes come in turn. */
function sizeOfChunk(number: number, { sizes }: RandomPuzzlesWanted): number {
  return number % sizes.length;
}

/** The next parts of the work until the gathering is done, without those of full sizes. */
export function* randomTasks(
  from: RandomPuzzlesWanted,
  seed: Making['seed'],
  gathering: Gathering,
): Generator<ChunkTask, void, undefined> {
  for (let number = gathering.next; !gathering.isDone; number++) {
    const open = gathering.open(sizeOfChunk(number, from));
    if (!open.includes(true)) continue;
    const size = from.sizes[sizeOfChunk(number, from)];
    const cells = size.width * size.height;
    const count = Math.max(16, Math.min(1024, Math.floor(CELLS / cells)));
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
    if (open.some((ofSize) => ofSize.every((one) => one.tried < LEAST_TRIED))) return false;
    this.isOver = tried >= ENOUGH_TRIED || performance.now() - this.began >= ENOUGH_MS;
    return this.isOver;
  }

  /** Milliseconds that the rest will take; at least, if of some kind none was found yet. */
  get leftMs(): number {
    const sizes = this.gathering.buckets.map((ofSize, size) => {
      const { ms, tried } = this.spent[size];
      const needed = ofSize.map((bucket) => {
        if (isClosed(bucket)) return 0;
        const { quota, kept, tried: looked } = bucket;
        if (kept > 0) return ((quota - kept) * looked) / kept;
        const patience = patienceFor(bucket, this.from).tried;
        return Math.min((quota * looked) / NONE_FOUND, patience - looked);
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
    const at = [...new Set([from.density.from, from.density.to])].join(' to ');
    return gathering.buckets
      .flatMap((ofSize, size) => ofSize.map((bucket, band) => ({ bucket, band, size })))
      .filter(({ bucket }) => !isClosed(bucket))
      .sort((one, other) => rarity(other.bucket) - rarity(one.bucket))
      .map(({ bucket, band, size }) => {
        const { kept, tried, quota } = bucket;
        const of = tried / kept;
        const one = of < 10 ? of.toFixed(1) : countText(Math.round(of));
        const share = kept === 0 ? noneText(tried) : `about 1 in ${one}`;
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

function rarity({ kept, tried }: Bucket): number {
  return tried / (kept || 1 / NONE_FOUND);
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

  say(message: string): void {
    if (!this.isQuiet) this.terminal.say(message);
  }

  end(): void {
    this.display.close();
  }

  show(line: () => string): void {
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

/**
 * Puzzles of one size and one band: how many there should be (Infinity for all), how many there
 * are, and candidates of the size until it was full (`tried`) and since the last find (`misses`).
 */
type Bucket = ReturnType<typeof newBucket>;

/** How far the work is, as it is noted; the buckets by size, then by band. */
type State = ReturnType<typeof newState>;

/**
 * The puzzles that were found so far, each once, with their places in the data set, and a note of
 * how far the work is. All since the last note is one transaction: what breaks off is found again.
 */
const TABLES = `
  PRAGMA cache_size = -64000;
  CREATE TABLE IF NOT EXISTS lines (number INTEGER PRIMARY KEY, shape TEXT NOT NULL UNIQUE,
    share REAL NOT NULL, place INTEGER NOT NULL, line TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS notes (note INTEGER PRIMARY KEY, state TEXT NOT NULL)`;

const ADD = 'INSERT OR IGNORE INTO lines (shape, share, place, line) VALUES (?, ?, ?, ?)';

/** Of two in the same place, the one that was found first comes first. */
const IN_ORDER = 'CREATE INDEX IF NOT EXISTS lines_in_order ON lines (place, number, share)';

/**
 * Takes what the threads have found, in the order of the parts of the work, and keeps what is
 * wanted and new: the same whichever thread found it, and whether the work was interrupted or not.
 */
export class Gathering {
  private readonly db: Database.Database;
  private readonly state: State;

  /** Goes on from what was noted in the folder. @throws Failure if that is other work */
  constructor(
    folder: string,
    private readonly making: Making,
  ) {
    const path = join(folder, 'gathered.sqlite');
    requirePlain(path);
    this.db = new Database(path);
    this.db.exec(TABLES);
    const noted = this.db.prepare<[], string>('SELECT state FROM notes').pluck().get();
    this.state = noted === undefined ? newState(making) : withQuotas(noted, making);
    if (JSON.stringify(this.state.making) !== JSON.stringify(making)) {
      this.db.close();
      throw new Failure(
        'NM_DATASET_DIFFERS',
        `the unfinished data set in ${dirname(folder)} was begun with another recipe`,
        'Use the recipe that it was begun with, or --force to begin anew.',
      );
    }
    this.db.exec('BEGIN');
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
    const most = (ofSize: readonly Bucket[]): number => Math.max(...ofSize.map((one) => one.tried));
    return this.buckets.reduce((sum, ofSize) => sum + most(ofSize), 0);
  }

  get buckets(): readonly (readonly Bucket[])[] {
    return this.state.buckets;
  }

  get leftOut() {
    return { ...this.state.leftOut, duplicates: this.state.duplicates };
  }

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

  /** Takes what came out of the next part of the work. */
  take(chunk: Chunk): void {
    const { state } = this;
    const { from } = this.making;
    const size = from.kind === 'random' ? sizeOfChunk(chunk.number, from) : 0;
    const ofSize = state.buckets[size];
    const wanted = this.open(size);
    state.next = chunk.number + 1;
    if (!wanted.includes(true)) return;
    for (const [i, line] of chunk.lines.entries()) {
      const bucket = ofSize[chunk.bands[i]];
      if (isClosed(bucket)) continue;
      const shape = shapeOfLine(line);
      const { share, order } = sharePlaceOf(shape, this.making.seed);
      if (change({ db: this.db }, ADD, shape, share, order, line).changes === 0) {
        state.duplicates++;
        continue;
      }
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
    for (const key of Object.keys(state.leftOut) as (keyof typeof state.leftOut)[]) {
      state.leftOut[key] += chunk.leftOut[key];
    }
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
    const noted = JSON.stringify(this.state);
    change({ db: this.db }, 'INSERT OR REPLACE INTO notes VALUES (1, ?)', noted);
    this.db.exec('COMMIT; BEGIN');
  }

  /** The puzzles of each part, in an order that their shapes and the seed alone decide. */
  split(splits: Parameters<typeof splitAt>[1]) {
    const { db } = this;
    db.exec(IN_ORDER);
    const ofShare = (share: unknown): number => splitAt(share as number, splits);
    db.function('split_at', { deterministic: true }, ofShare);
    const ofSplit = 'FROM lines WHERE split_at(share) = ?';
    const select = `SELECT line ${ofSplit} ORDER BY place, number`;
    return splits.map(({ name }, i) => ({
      name,
      count: db.prepare<[number], number>(`SELECT count(*) ${ofSplit}`).pluck().get(i)!,
      /** Reads them anew each time. */
      rows: function* () {
        const lines = db.prepare<[number], string>(select).pluck().iterate(i);
        for (const line of lines) yield JSON.parse(line) as PuzzleLine;
      },
    }));
  }

  close(): void {
    this.db.close();
  }

  private sum(of: (bucket: Bucket) => number): number {
    return this.state.buckets.flat().reduce((sum, bucket) => sum + of(bucket), 0);
  }
}

/** Whether no more of it is looked for. */
function isClosed({ kept, quota, isGivenUp }: Bucket): boolean {
  return kept >= quota || isGivenUp;
}

function newBucket(quota: number) {
  return { quota, kept: 0, tried: 0, misses: 0, missedSolves: 0, isGivenUp: false };
}

function newState(making: Making) {
  const buckets = quotasOf(making).map((ofSize) => ofSize.map(newBucket));
  return { making, next: 0, buckets, leftOut: nothingLeftOut(), duplicates: 0, isDone: false };
}

/** By size, then by band. */
function quotasOf({ from }: Making): number[][] {
  if (from.kind !== 'random') return [[Infinity]];
  const alike = from.sizes.map(() => 1);
  const shares = from.bands.map(({ share }) => share);
  return quotas(from.count, alike).map((ofSize) => quotas(ofSize, shares));
}

/** JSON does not know infinite quotas. */
function withQuotas(note: string, making: Making): State {
  const noted = JSON.parse(note) as State;
  for (const [size, ofSize] of quotasOf(making).entries()) {
    noted.buckets[size] = ofSize.map((quota, band) => ({ ...noted.buckets[size][band], quota }));
  }
  return noted;
}
