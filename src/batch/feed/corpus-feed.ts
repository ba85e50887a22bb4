import type { BatchSize } from '../../corpus/reader/batch-builder.js';
import type { CorpusBatch } from '../../corpus/reader/corpus-batch.js';
import type { ReadingThread } from '../../corpus/reader/reading-thread.js';
import { batchCount, pickFromBatch } from '../../puzzle/packed-batch.js';
import { emptyColumns, type PuzzleColumns } from '../../puzzle/puzzle-columns.js';
import type { SolvedBatch } from '../../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import { doneOrdinals } from '../../store/runs/done-ordinals.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { SourceChanged } from '../contract/run-error.js';
import type { RunMeter } from '../contract/run-meter.js';
import { Committer } from './committer.js';
import type { Accepted, Feed } from './feed.js';
import type { WriteQueue } from './write-queue.js';
import { trace } from '../../trace/trace.js';

/** One source, as the run knows it. */
interface FeedSource {
  readonly sourceId: number;
  readonly path: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

const NOTHING_SOLVED: SolvedBatch = { results: [], heldMs: 0 };

/** What a feed from corpora needs. */
export interface CorpusFeedParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly reader: ReadingThread;
  readonly meter: RunMeter;
  /** The sources that the reader was given; hash and bytes are null for standard input. */
  readonly sources: readonly FeedSource[];
  /** Whether some entries may already be done. */
  readonly resumed: boolean;
  /** Whether the run is one part of several. */
  readonly isPart: boolean;
  readonly queue: WriteQueue;
  /** Is told about a commit that failed while nobody waited for it. */
  readonly onFailure: (error: unknown) => void;
}

/** Feeds a run from its corpora, without the entries that are done. */
export class CorpusFeed implements Feed<CorpusBatch> {
  private readonly committer: Committer;
  /** For the source that is being read. */
  private entriesOfSource = 0;
  /** For the sources before it. */
  private bytesBefore = 0;

  constructor(private readonly parts: CorpusFeedParts) {
    this.committer = new Committer(parts.writer, parts.queue, parts.onFailure);
  }

  read(want: BatchSize): Promise<CorpusBatch | null> {
    return this.parts.reader.next(want);
  }

  /** @throws SourceChanged if the source, read to its end, has another hash than before. */
  accept(read: CorpusBatch): Accepted<CorpusBatch> {
    this.checkHash(read);
    const left = this.parts.resumed ? withoutDone(read, this.doneOf(read)) : read;
    const entries = read.columns.ordinals.length + read.rejects.length;
    const rejects = left.rejects.length;
    const skipped = entries - left.columns.ordinals.length - rejects;
    const bytesRead = this.bytesBefore + read.bytesRead;
    trace('run', () => {
      const first = this.entriesOfSource;
      return `read the entries ${first} to ${first + entries - 1} of source ${this.sourceId(read)}`;
    });
    this.parts.meter.noteRead({ file: read.source, entries, skipped, rejects, bytesRead });
    if (rejects > 0)
      this.committer.add(this.sourceId(read), emptyColumns(), NOTHING_SOLVED, left.rejects);
    this.entriesOfSource += entries;
    if (read.last) this.finishSource(read);
    const job =
      batchCount(left.packed) === 0
        ? null
        : { batch: left, first: 0, packed: left.packed, labels: left.columns };
    return { entries, job };
  }

  write(batch: CorpusBatch, first: number, solved: SolvedBatch): void {
    const columns = sliceColumns(batch.columns, first, first + solved.results.length);
    this.committer.add(this.sourceId(batch), columns, solved, []);
  }

  flush(): void {
    this.committer.flush();
  }

  async close(): Promise<void> {
    this.committer.discard();
    this.parts.queue.discard();
    await this.parts.reader.close();
  }

  private sourceId({ source }: CorpusBatch): number {
    return this.parts.sources[source].sourceId;
  }

  private doneOf(read: CorpusBatch): number[] {
    const { store, writer } = this.parts;
    const range = ordinalRange(read);
    if (range === null) return [];
    return doneOrdinals(store, writer.runId, this.sourceId(read), ...range);
  }

  private checkHash({ source, sha256 }: CorpusBatch): void {
    const known = this.parts.sources[source];
    if (sha256 === null || known.sha256 === null || sha256 === known.sha256) return;
    throw new SourceChanged(known.sourceId, known.path);
  }

  private finishSource(read: CorpusBatch): void {
    const { sourceId, bytes } = this.parts.sources[read.source];
    this.committer.finish(sourceId, {
      entries: this.entriesOfSource,
      ...(this.parts.isPart && { allEntries: read.sourceEntries ?? 0 }),
      ...(bytes === null && { bytes: read.bytesRead }),
    });
    this.entriesOfSource = 0;
    this.bytesBefore += read.bytesRead;
  }
}

/**
 * A batch without the entries that are done; `done` has the ordinals from its first to its last
 * entry, in ascending order.
 */
export function withoutDone(batch: CorpusBatch, done: readonly number[]): CorpusBatch {
  if (done.length === 0) return batch;
  const isLeft = leftAfter(done);
  const isLeftReject = leftAfter(done);
  const indexes: number[] = [];
  const { ordinals } = batch.columns;
  for (let i = 0; i < ordinals.length; i++) if (isLeft(ordinals[i])) indexes.push(i);
  return {
    ...batch,
    columns: pickColumns(batch.columns, indexes),
    packed: pickFromBatch(batch.packed, indexes),
    rejects: batch.rejects.filter(({ ordinal }) => isLeftReject(ordinal)),
  };
}

/** The first and the last ordinal of a batch's entries; null if it has none. */
export function ordinalRange({ columns, rejects }: CorpusBatch): [number, number] | null {
  const { ordinals } = columns;
  const firsts = [ordinals.at(0), rejects.at(0)?.ordinal].filter((n) => n !== undefined);
  const lasts = [ordinals.at(-1), rejects.at(-1)?.ordinal].filter((n) => n !== undefined);
  return firsts.length === 0 ? null : [Math.min(...firsts), Math.max(...lasts)];
}

/** Tells whether ordinals, asked for in ascending order, are not in `done`. */
function leftAfter(done: readonly number[]): (ordinal: number) => boolean {
  let at = 0;
  return (ordinal) => {
    while (at < done.length && done[at] < ordinal) at++;
    return done[at] !== ordinal;
  };
}

/** The columns, with `change` applied to each. */
function mapColumns(
  columns: PuzzleColumns,
  change: <T>(column: readonly T[]) => T[],
): PuzzleColumns {
  return {
    ordinals: change(columns.ordinals),
    names: change(columns.names),
    titles: change(columns.titles),
    widths: change(columns.widths),
    heights: change(columns.heights),
    colours: change(columns.colours),
    palettes: change(columns.palettes),
    filled: change(columns.filled),
    clues: change(columns.clues),
    starts: change(columns.starts),
    goals: change(columns.goals),
    goalMatches: change(columns.goalMatches),
    fingerprints: change(columns.fingerprints),
    shapes: change(columns.shapes),
  };
}

/** The puzzles at `indexes`. */
function pickColumns(columns: PuzzleColumns, indexes: readonly number[]): PuzzleColumns {
  return mapColumns(columns, (column) => indexes.map((i) => column[i]));
}

/** The puzzles from `first` up to, but not including, `end`. */
function sliceColumns(columns: PuzzleColumns, first: number, end: number): PuzzleColumns {
  if (first === 0 && end === columns.ordinals.length) return columns;
  return mapColumns(columns, (column) => column.slice(first, end));
}
