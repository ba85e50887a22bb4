import type { BatchSize } from '../../corpus/reader/batch-builder.js';
import type { CorpusBatch } from '../../corpus/reader/corpus-batch.js';
import type { ReadingThread } from '../../corpus/thread/reading-thread.js';
import { batchCount } from '../../puzzle/packed-batch.js';
import { emptyColumns } from '../../puzzle/puzzle-columns.js';
import type { SolvedBatch } from '../../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import { doneOrdinals } from '../../store/queries/done-ordinals.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import type { RunMeter } from '../contract/run-meter.js';
import { sliceColumns } from './columns.js';
import { Committer } from './committer.js';
import type { Accepted, Feed } from './feed.js';
import { ordinalRange, withoutDone } from './resume-filter.js';

const NOTHING_SOLVED: SolvedBatch = { results: [], heldMs: 0 };

/** What a run over corpora is fed with. */
export interface CorpusFeedParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly reader: ReadingThread;
  readonly meter: RunMeter;
  /** The source_id of each source that the reader was given, and its bytes if known. */
  readonly sources: readonly { readonly sourceId: number; readonly bytes: number | null }[];
  /** Whether entries may be done already. */
  readonly resumed: boolean;
  /** Told of a commit that failed while nobody waited for it. */
  readonly onFailure: (error: unknown) => void;
}

/** Feeds a run from its corpora, without the entries that are done. */
export class CorpusFeed implements Feed<CorpusBatch> {
  private readonly committer: Committer;
  /** Of the source that is being read. */
  private entriesOfSource = 0;
  /** Of the sources before it. */
  private bytesBefore = 0;

  constructor(private readonly parts: CorpusFeedParts) {
    this.committer = new Committer(parts.writer, parts.onFailure);
  }

  read(want: BatchSize): Promise<CorpusBatch | null> {
    return this.parts.reader.next(want);
  }

  accept(read: CorpusBatch): Accepted<CorpusBatch> {
    const left = this.parts.resumed ? withoutDone(read, this.doneOf(read)) : read;
    const entries = read.columns.ordinals.length + read.rejects.length;
    const rejects = left.rejects.length;
    const skipped = entries - left.columns.ordinals.length - rejects;
    const bytesRead = this.bytesBefore + read.bytesRead;
    this.parts.meter.noteRead({ entries, skipped, rejects, bytesRead });
    if (rejects > 0)
      this.committer.add(this.sourceId(read), emptyColumns(), NOTHING_SOLVED, left.rejects);
    this.entriesOfSource += entries;
    if (read.last) this.finishSource(read);
    const job =
      batchCount(left.packed) === 0 ? null : { batch: left, first: 0, packed: left.packed };
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

  private finishSource(read: CorpusBatch): void {
    const { sourceId, bytes } = this.parts.sources[read.source];
    this.parts.writer.finishSource(sourceId, {
      entries: this.entriesOfSource,
      ...(bytes === null && { bytes: read.bytesRead }),
    });
    this.entriesOfSource = 0;
    this.bytesBefore += read.bytesRead;
  }
}
