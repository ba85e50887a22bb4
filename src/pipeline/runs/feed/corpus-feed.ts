import type { BatchSize } from '../../corpus/reader/batch-builder.js';
import type { CorpusBatch } from '../../corpus/reader/corpus-reader.js';
import type { ReadingThread } from '../../corpus/reader/reading-thread.js';
import { rowsOf, type RowPlace } from '../../store/packed/entry-rows.js';
import {
  batchCount,
  labelOrdinal,
  pickFromBatch,
  viewBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import type { ReuseWish } from '../../record/reuse.js';
import type { SolvedBatch } from '../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import { doneOrdinals } from '../../store/stored-runs/done-ordinals.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { SourceChanged } from '../request/run-error.js';
import type { RunMeter } from '../request/run-meter.js';
import type { Committer } from './committer.js';
import type { Job } from './dispatcher.js';
import type { Accepted, Feed } from './feed.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { trace } from '../../files/trace.js';

/** One source, as the run knows it. */
interface FeedSource {
  readonly sourceId: number;
  readonly path: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

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
  /** Which results of other runs are taken over; left out: none. */
  readonly reuse?: ReuseWish;
  readonly committer: Committer;
  /** Takes what a person should know of a source. */
  readonly warn: (message: string) => void;
}

/** Feeds a run from its corpora, without the entries that are done. */
export class CorpusFeed implements Feed<CorpusBatch> {
  /** For the source that is being read. */
  private entriesOfSource = 0;
  /** For the sources before it. */
  private bytesBefore = 0;
  /** What is told to the threads that solve puzzles of it. */
  private place: RowPlace | null = null;

  constructor(private readonly parts: CorpusFeedParts) {}

  read(want: BatchSize): Promise<CorpusBatch | null> {
    return this.parts.reader.next(want);
  }

  /** @throws SourceChanged if the source, read to its end, has another hash than before. */
  accept(read: CorpusBatch): Accepted<CorpusBatch> {
    this.checkHash(read);
    for (const warning of read.warnings ?? []) this.parts.warn(plainText(warning));
    const { committer, meter, resumed, reuse, writer } = this.parts;
    const left = resumed ? withoutDone(read, this.doneOf(read)) : read;
    const puzzles = batchCount(left.packed);
    const rejects = left.rejects.length;
    const entries = read.passed + batchCount(read.packed) + read.rejects.length;
    const bytesRead = this.bytesBefore + read.bytesRead;
    const sourceId = this.sourceId(read);
    trace('run', () => {
      const first = this.entriesOfSource;
      return `read the entries ${first} to ${first + entries - 1} of source ${sourceId}`;
    });
    const skipped = entries - puzzles - rejects;
    meter.noteRead({ file: read.source, entries, skipped, rejects, bytesRead });
    if (rejects > 0) committer.add({ sourceId, rows: [], rejects: left.rejects });
    this.entriesOfSource += entries;
    if (read.last) this.finishSource(read);
    if (puzzles === 0) return { entries, job: null };
    if (this.place?.sourceId !== sourceId) {
      this.place = { ...writer.placeOf(sourceId), ...(reuse && { reuse }) };
    }
    return { entries, job: { batch: left, packed: left.packed, place: this.place } };
  }

  write(
    { packed, place }: Job<CorpusBatch>,
    { results, rows, by, extra, onCommitted }: SolvedBatch,
  ): void {
    const made = rows.length > 0 ? rows : [rowsOf(packed, results, place!)];
    const { sourceId } = place!;
    this.parts.committer.add(
      { sourceId, rows: made, rejects: [], by: by ?? null, ...(extra && { extra }) },
      onCommitted,
    );
  }

  flush(): void {
    this.parts.committer.flush();
  }

  async close(): Promise<void> {
    this.parts.committer.discard();
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
    this.parts.committer.finish(sourceId, {
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
  const indexes = ordinalsOf(batch).flatMap((ordinal, i) => (isLeft(ordinal) ? [i] : []));
  return {
    ...batch,
    packed: pickFromBatch(batch.packed, indexes),
    rejects: batch.rejects.filter(({ ordinal }) => isLeftReject(ordinal)),
  };
}

function ordinalsOf({ packed }: CorpusBatch): number[] {
  const { words, offsets } = viewBatch(packed);
  return offsets.map((offset) => labelOrdinal(words, offset));
}

/** The first and the last ordinal of a batch's entries; null if it has none. */
export function ordinalRange(batch: CorpusBatch): [number, number] | null {
  const ordinals = ordinalsOf(batch);
  const { rejects } = batch;
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
