import type { CorpusBatch } from '../../corpus/reader/corpus-batch.js';
import type { ReadingThread } from '../../corpus/thread/reading-thread.js';
import type { Pool, PuzzleLimits } from '../../pool/pool.js';
import { batchCount } from '../../puzzle/packed-batch.js';
import { emptyColumns } from '../../puzzle/puzzle-columns.js';
import { doneOrdinals } from '../../store/queries/done-ordinals.js';
import type { Store } from '../../store/open/open.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { sliceColumns } from './columns.js';
import { Committer } from './committer.js';
import { Dispatcher } from './dispatcher.js';
import { finishWithin } from './finish-within.js';
import { ordinalRange, withoutDone } from './resume-filter.js';
import type { RunMeter } from '../contract/run-meter.js';
import type { StopRequest } from '../contract/stop-request.js';

/** What the work of a run is done with. */
export interface CorpusWork {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly reader: ReadingThread;
  readonly pool: Pool;
  readonly limits: PuzzleLimits;
  /** The source_id of each source that the reader was given, and its bytes where known. */
  readonly sources: readonly { readonly sourceId: number; readonly bytes: number | null }[];
  /** Whether entries may be done already. */
  readonly resumed: boolean;
  readonly meter: RunMeter;
  readonly stop: StopRequest;
}

/**
 * The way of the data: batches from the reader, without what is done, to the pool and on to the
 * database; until the corpus ends or `stop` is requested. Everything that came in is committed
 * when it returns; where it throws, what was committed before.
 */
export async function solveCorpus(work: CorpusWork): Promise<void> {
  const { writer, reader, pool, meter, stop } = work;
  const committer = new Committer(writer, (error) => dispatcher.fail(error));
  const dispatcher = new Dispatcher<CorpusBatch>(pool, work.limits, (batch, first, results) => {
    const { sourceId } = work.sources[batch.source];
    const columns = sliceColumns(batch.columns, first, first + results.length);
    committer.add(sourceId, columns, results, []);
    meter.noteResults(results);
  });
  const halt = (): void => dispatcher.halt();
  stop.onRequest(halt);
  try {
    await readInto(work, dispatcher, committer);
    await finishWithin(dispatcher, stop);
    committer.flush();
  } finally {
    stop.off(halt);
    committer.discard();
    await Promise.all([dispatcher.close(), reader.close()]);
  }
}

async function readInto(
  work: CorpusWork,
  dispatcher: Dispatcher<CorpusBatch>,
  committer: Committer,
): Promise<void> {
  const { reader, writer, meter } = work;
  let entriesOfSource = 0;
  let bytesBefore = 0;
  for (;;) {
    await dispatcher.room();
    if (dispatcher.halted) return;
    const read = await dispatcher.unlessHalted(reader.next(dispatcher.size), 'halted' as const);
    if (read === 'halted') continue;
    if (read === null) {
      meter.noteReadToEnd();
      return;
    }
    const { sourceId, bytes } = work.sources[read.source];
    const left = work.resumed ? withoutDone(read, doneOf(work, sourceId, read)) : read;
    const entries = read.columns.ordinals.length + read.rejects.length;
    const rejects = left.rejects.length;
    const skipped = entries - left.columns.ordinals.length - rejects;
    meter.noteRead({ entries, skipped, rejects, bytesRead: bytesBefore + read.bytesRead });
    if (rejects > 0) committer.add(sourceId, emptyColumns(), [], left.rejects);
    if (batchCount(left.packed) > 0) {
      dispatcher.add({ origin: left, first: 0, packed: left.packed });
    } else {
      dispatcher.passOver(entries);
    }
    entriesOfSource += entries;
    if (read.last) {
      writer.finishSource(sourceId, {
        entries: entriesOfSource,
        ...(bytes === null && { bytes: read.bytesRead }),
      });
      entriesOfSource = 0;
      bytesBefore += read.bytesRead;
    }
  }
}

function doneOf({ store, writer }: CorpusWork, sourceId: number, read: CorpusBatch): number[] {
  const range = ordinalRange(read);
  return range === null ? [] : doneOrdinals(store, writer.runId, sourceId, ...range);
}
