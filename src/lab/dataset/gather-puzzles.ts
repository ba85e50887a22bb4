import { puzzlesOf, sayLeftOutFiles, sayRejects } from '../../pipeline/cli/converting.js';
import { ProgressDisplay } from '../../pipeline/cli/progress.js';
import { withStore } from '../../pipeline/cli/with-store.js';
import { Failure, type Terminal } from '../../pipeline/cli/terminal.js';
import { CorpusReader } from '../../pipeline/corpus/reader/corpus-reader.js';
import type { Source } from '../../pipeline/corpus/sources.js';
import { builtFile } from '../../pipeline/files/program.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import { solvedPuzzles } from '../../pipeline/store/queries/stored-results.js';
import { findRun } from '../../pipeline/store/stored-runs/read-runs.js';
import { DEFAULT_LIMITS } from '../../solver/core/puzzle/validate.js';
import { countText, durationText } from '../../solver/core/text/numbers.js';
import {
  bandOf,
  type Chunk,
  type ChunkTask,
  type ChunkThreadData,
  nothingLeftOut,
  puzzleLine,
} from './chunks.js';
import { type Gathering, isQuotaFull, NotFound } from './gathering.js';
import {
  ANY_BAND,
  bandText,
  type GivenCorpus,
  type GivenRun,
  type Making,
  type RandomPuzzlesWanted,
  seedOf,
} from './recipe.js';

/** What is gathered, with what, and who is told. */
interface GatheringWork {
  readonly making: Making;
  readonly gathering: Gathering;
  readonly sources: readonly Source[];
  readonly db: string;
  readonly threads: number;
  readonly anyway: boolean;
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
  const { gathering, progress, making, threads, anyway } = work;
  const probe = new Probe(from, gathering, threads);
  const pool = chunkThreads(work);
  let isKnown = false;
  const tell = async function* (chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    for await (const chunk of chunks) {
      probe.note(sizeOfChunk(chunk.number, from), chunk.tried, chunk.ms);
      yield chunk;
      if (probe.isReady()) {
        isKnown = true;
        judge(probe, anyway, progress);
      }
      progress.gathered(gathering, isKnown ? probe.leftMs : null);
    }
  };
  try {
    const chunks = chunksOf(pool, work.stop, randomTasks(from, making.seed, gathering));
    await takeAll(work, tell(chunks), ({ number }) => sizeOfChunk(number, from));
  } catch (error) {
    gathering.note();
    throw error instanceof NotFound
      ? new Failure(
          'NM_NOTHING_FOUND',
          error.message,
          'Ask for fewer of them, or for another --density or --size.',
        )
      : error;
  } finally {
    await pool.close();
  }
}

/** Says how rare what is wanted is. @throws Failure if it takes too long */
function judge(probe: Probe, anyway: boolean, progress: DatasetProgress): void {
  const { rarities, timeText } = probe;
  if (probe.isLong && !anyway) {
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
const LEAST_TRIED = 4096;

/** The probe ends with so many candidates of all sizes, or after so long. */
const ENOUGH_TRIED = 65_536;
const ENOUGH_MS = 20_000;

/** What takes longer than this must be asked for. */
const LONG_MS = 3_600_000;

/** If none was found among n, there is, with 95 % confidence, less than 1 in n / 3. */
const NONE_FOUND = 3;

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
    const open = buckets.filter((ofSize) => !ofSize.every(isQuotaFull));
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
      const needed = ofSize.map((bucket) =>
        isQuotaFull(bucket)
          ? 0
          : ((bucket.quota - bucket.kept) * bucket.tried) / (bucket.kept || NONE_FOUND),
      );
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
          .filter(({ bucket }) => !isQuotaFull(bucket)),
      )
      .sort((one, other) => rarity(other.bucket) - rarity(one.bucket))
      .map(({ bucket, band, size }) => {
        const { width, height } = from.sizes[size];
        const { kept, tried, quota } = bucket;
        const what = bandText(from.bands[band]) || 'puzzles of the kind';
        const share =
          kept === 0
            ? `none among ${countText(tried)} (so fewer than 1 in ${countText(Math.floor(tried / NONE_FOUND))})`
            : `about 1 in ${inText(tried / kept)}`;
        return `${what} at ${width}x${height}: ${share} at density ${at}, ${countText(quota)} wanted`;
      });
  }

  /** `about 9 h`, or `more than 9 h` if there are kinds of which none was found. */
  get timeText(): string {
    const isLeast = this.gathering.buckets
      .flat()
      .some(({ kept, quota }) => kept === 0 && quota > 0);
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
