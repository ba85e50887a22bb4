import { CorpusReader } from '../../pipeline/corpus/reader/corpus-reader.js';
import type { Source } from '../../pipeline/corpus/sources.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import {
  bandOf,
  nothingLeftOut,
  type Chunk,
  type ChunkTask,
  type ChunkThreadData,
} from '../gathering/chunks.js';
import { NotFound, type Gathering } from '../gathering/gathering.js';
import { Probe } from '../gathering/probe.js';
import { puzzleLine } from '../gathering/puzzle-line.js';
import { randomTasks, sizeOfChunk } from '../gathering/random-chunks.js';
import {
  ANY_BAND,
  type GivenCorpus,
  type GivenRun,
  type Making,
  type RandomPuzzlesWanted,
} from '../gathering/recipe.js';
import { DEFAULT_LIMITS } from '../../solver/core/puzzle/validate.js';
import { solvedPuzzles } from '../../pipeline/store/queries/stored-results.js';
import { findRun } from '../../pipeline/store/stored-runs/read-runs.js';
import { sayLeftOutFiles, puzzlesOf, sayRejects } from '../../pipeline/cli/converting.js';
import { Failure } from '../../pipeline/cli/terminal/outcome.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import { withStore } from '../../pipeline/cli/frame/with-store.js';
import type { DatasetProgress } from './dataset-progress.js';
import { builtFile } from '../../pipeline/files/built-file.js';

/** What is gathered, with what, and who is told. */
export interface GatheringWork {
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
