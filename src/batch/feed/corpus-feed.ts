import type { BatchSize } from '../../corpus/reader/batch-builder.js';
import type { ReadBatch } from '../../corpus/reader/corpus-batch.js';
import {
  ordinalsOf,
  packColumns,
  unpackColumns,
  type PackedColumns,
} from '../../packed/packed-columns.js';
import type { ReadingThread } from '../../corpus/reader/reading-thread.js';
import { batchCount, pickFromBatch } from '../../puzzle/packed-batch.js';
import { emptyColumns, type PuzzleColumns } from '../../puzzle/puzzle-columns.js';
import { solvedCount, type PuzzleLabels, type SolvedBatch } from '../../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import { doneOrdinals } from '../../store/runs/done-ordinals.js';
import type { SourceEntries } from '../../store/write/entry-writer.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { SourceChanged } from '../contract/run-error.js';
import type { RunMeter } from '../contract/run-meter.js';
import { Committer, noEntries } from './committer.js';
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
export class CorpusFeed implements Feed<ReadBatch> {
  private readonly committer: Committer;
  /** For the source that is being read. */
  private entriesOfSource = 0;
  /** For the sources before it. */
  private bytesBefore = 0;

  constructor(private readonly parts: CorpusFeedParts) {
    this.committer = new Committer(parts.writer, parts.queue, parts.onFailure);
  }

  read(want: BatchSize): Promise<ReadBatch | null> {
    return this.parts.reader.next(want);
  }

  /** @throws SourceChanged if the source, read to its end, has another hash than before. */
  accept(read: ReadBatch): Accepted<ReadBatch> {
    this.checkHash(read);
    const left = this.parts.resumed ? withoutDone(read, this.doneOf(read)) : read;
    const entries = read.passed + read.columns.count + read.rejects.length;
    const rejects = left.rejects.length;
    const skipped = entries - left.columns.count - rejects;
    const bytesRead = this.bytesBefore + read.bytesRead;
    trace('run', () => {
      const first = this.entriesOfSource;
      return `read the entries ${first} to ${first + entries - 1} of source ${this.sourceId(read)}`;
    });
    this.parts.meter.noteRead({ file: read.source, entries, skipped, rejects, bytesRead });
    if (rejects > 0)
      this.committer.add({ ...noEntries(this.sourceId(read)), rejects: left.rejects });
    this.entriesOfSource += entries;
    if (read.last) this.finishSource(read);
    const job =
      batchCount(left.packed) === 0
        ? null
        : { batch: left, first: 0, packed: left.packed, labels: labelsOf(left) };
    return { entries, job };
  }

  write(batch: ReadBatch, first: number, solved: SolvedBatch): void {
    this.committer.add(entriesOf(this.sourceId(batch), batch.columns, first, solved), solved.kept);
  }

  flush(): void {
    this.committer.flush();
  }

  async close(): Promise<void> {
    this.committer.discard();
    this.parts.queue.discard();
    await this.parts.reader.close();
  }

  private sourceId({ source }: ReadBatch): number {
    return this.parts.sources[source].sourceId;
  }

  private doneOf(read: ReadBatch): number[] {
    const { store, writer } = this.parts;
    const range = ordinalRange(read);
    if (range === null) return [];
    return doneOrdinals(store, writer.runId, this.sourceId(read), ...range);
  }

  private checkHash({ source, sha256 }: ReadBatch): void {
    const known = this.parts.sources[source];
    if (sha256 === null || known.sha256 === null || sha256 === known.sha256) return;
    throw new SourceChanged(known.sourceId, known.path);
  }

  private finishSource(read: ReadBatch): void {
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
export function withoutDone(batch: ReadBatch, done: readonly number[]): ReadBatch {
  if (done.length === 0) return batch;
  const isLeft = leftAfter(done);
  const isLeftReject = leftAfter(done);
  const indexes: number[] = [];
  for (const [i, ordinal] of ordinalsOf(batch.columns).entries()) {
    if (isLeft(ordinal)) indexes.push(i);
  }
  return {
    ...batch,
    columns: pickColumns(batch, indexes),
    packed: pickFromBatch(batch.packed, indexes),
    rejects: batch.rejects.filter(({ ordinal }) => isLeftReject(ordinal)),
  };
}

/** The first and the last ordinal of a batch's entries; null if it has none. */
export function ordinalRange({ columns, rejects }: ReadBatch): [number, number] | null {
  const ordinals = ordinalsOf(columns);
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

/** The columns of the puzzles at `indexes`. */
function pickColumns({ columns }: ReadBatch, indexes: readonly number[]): PackedColumns {
  if (indexes.length === columns.count) return columns;
  if (indexes.length === 0) return packColumns(emptyColumns());
  const all = unpackColumns(columns);
  const pick = <T>(column: readonly T[]): T[] => indexes.map((i) => column[i]);
  return packColumns({
    ordinals: pick(all.ordinals),
    names: pick(all.names),
    titles: pick(all.titles),
    widths: pick(all.widths),
    heights: pick(all.heights),
    colours: pick(all.colours),
    palettes: pick(all.palettes),
    filled: pick(all.filled),
    clues: pick(all.clues),
    starts: pick(all.starts),
    goals: pick(all.goals),
    goalMatches: pick(all.goalMatches),
    fingerprints: pick(all.fingerprints),
    shapes: pick(all.shapes),
  });
}

/** The puzzles from index `first` on with their results, unpacked if somebody asks for them. */
function entriesOf(
  sourceId: number,
  packed: PackedColumns,
  first: number,
  solved: SolvedBatch,
): SourceEntries {
  const { by, beside } = solved;
  const count = solvedCount(solved);
  let unpacked: PuzzleColumns | null = null;
  return {
    sourceId,
    get columns() {
      return (unpacked ??= unpackColumns(packed, first, first + count));
    },
    get results() {
      return solved.results;
    },
    rejects: [],
    ...(solved.packed !== undefined && {
      packed: { columns: packed, first, results: solved.packed },
    }),
    ...(by != null && { by: Array.from({ length: count }, () => by) }),
    ...(beside !== undefined && { beside }),
  };
}

/** The labels of a batch, unpacked if somebody asks for them. */
function labelsOf({ columns }: ReadBatch): () => PuzzleLabels {
  let unpacked: PuzzleColumns | null = null;
  return () => (unpacked ??= unpackColumns(columns));
}
