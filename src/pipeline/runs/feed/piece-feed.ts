import type { BuiltPiece } from '../../corpus/reader/piece-builder.js';
import { rowsOf, type PieceShare } from '../../store/packed/entry-rows.js';
import {
  batchCount,
  joinBatches,
  partOfBatch,
  pickFromBatch,
  viewBatch,
  type PackedBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import { labelOrdinal } from '../../../solver/core/puzzle/packed-batch.js';
import { trace } from '../../files/program.js';
import type { ReuseWish } from '../../record/options.js';
import type { FinishedSource, RunEntries } from '../../store/write/entry-writer.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import type { SolvedBatch } from '../pool/pool.js';
import type { HeldPiece } from '../reuse/held-pieces.js';
import type { RunMeter } from '../request/run-meter.js';
import type { BatchSize } from './batch-sizer.js';
import type { Committer } from './committer.js';
import type { Job } from './dispatcher.js';
import type { Accepted, Feed } from './feed.js';

/** A piece of a source of the run, as whoever reads or draws it hands it over. */
export interface FedPiece {
  readonly piece: BuiltPiece;
  readonly sourceId: number;
  readonly path: string;
  /** For the meter: which of its files it is, and how far that is read. */
  readonly file: number;
  readonly bytesRead: number;
  /** Once the source is at its end. */
  readonly finished?: FinishedSource;
}

/** Where a feed takes its pieces from. */
export interface PieceSource {
  /** The next piece; null after the last one. */
  next(): Promise<FedPiece | null>;
  /** Ends at once, whatever it is doing. */
  close(): Promise<void>;
}

/** What a feed of pieces needs. */
export interface PieceFeedParts {
  readonly writer: RunWriter;
  readonly meter: RunMeter;
  readonly committer: Committer;
  readonly from: PieceSource;
  /** Which results of other runs are taken over, one by one; left out: none. */
  readonly reuse?: ReuseWish;
  /** Finds the results of a whole piece that is taken over. */
  readonly held?: (pieceId: number) => HeldPiece | null;
}

/** Some of a piece: the puzzles from one on, as many as there was room for. */
interface PiecePart {
  readonly of: OpenPiece;
  readonly packed: PackedBatch;
  /** Whether it begins the piece. */
  readonly isFirst: boolean;
}

interface OpenPiece extends FedPiece {
  /** What is done of it, once that is known. */
  done: 'all' | ReadonlySet<number> | null;
  share: PieceShare | null;
}

/** Entries that go to the pool together, of one piece or several. */
export interface FedBatch {
  readonly parts: readonly PiecePart[];
}

/** Keeps memory flat if puzzles are huge: a batch of more bytes gets no more pieces. */
const MOST_BYTES = 1 << 22;

/**
 * Feeds a run from pieces: as many as a batch has room for go together, and what does not fit is
 * the next one's. What the run, or an earlier one, has of a piece already is left out.
 */
export class PieceFeed implements Feed<FedBatch> {
  private open: OpenPiece | null = null;
  /** How many puzzles of the open piece were handed over. */
  private given = 0;

  constructor(private readonly parts: PieceFeedParts) {}

  async read(want: BatchSize): Promise<FedBatch | null> {
    const parts: PiecePart[] = [];
    let bytes = 0;
    for (let room = want.puzzles; room > 0 && bytes < MOST_BYTES;) {
      if (this.open === null) {
        // What is there goes to work before anybody waits for more.
        const fed = await this.parts.from.next();
        if (fed === null) break;
        this.open = { ...fed, done: null, share: null };
        this.given = 0;
      }
      const { piece } = this.open;
      const count = Math.min(room, piece.puzzles - this.given);
      const isAll = count === piece.puzzles;
      const packed = isAll ? piece.packed : partOfBatch(piece.packed, this.given, count);
      parts.push({ of: this.open, packed, isFirst: this.given === 0 });
      bytes += packed.byteLength;
      this.given += count;
      room -= Math.max(1, count, piece.rejects.length);
      if (this.given === piece.puzzles) this.open = null;
    }
    return parts.length === 0 ? null : { parts };
  }

  accept(batch: FedBatch): Accepted<FedBatch> {
    const { writer } = this.parts;
    const left: { readonly share: PieceShare; readonly packed: PackedBatch }[] = [];
    let entries = 0;
    for (const { of, packed, isFirst } of batch.parts) {
      if (isFirst) this.take(of);
      const count = batchCount(packed);
      entries += count + (isFirst ? of.piece.rejects.length : 0);
      const open = withoutDone(packed, of.done!);
      const puzzles = batchCount(open);
      if (puzzles > 0) left.push({ share: { ...of.share!, puzzles }, packed: open });
    }
    if (left.length === 0) return { entries, job: null };
    const packed = left.length === 1 ? left[0].packed : joinBatches(left.map((one) => one.packed));
    const { reuse } = this.parts;
    const place = { ...writer.placeOf(left.map(({ share }) => share)), ...(reuse && { reuse }) };
    return { entries, job: { batch, packed, place } };
  }

  write({ packed, place }: Job<FedBatch>, solved: SolvedBatch): void {
    const { results, rows, by, extra, onCommitted } = solved;
    const made = rows.length > 0 ? rows : [rowsOf(packed, results, place!)];
    this.parts.committer.add({ rows: made, by: by ?? null, ...(extra && { extra }) }, onCommitted);
  }

  flush(): void {
    this.parts.committer.flush();
  }

  async close(): Promise<void> {
    this.parts.committer.discard();
    await this.parts.from.close();
  }

  /** Notes a piece that was read, and finds out what of it is left to do. */
  private take(of: OpenPiece): void {
    const { writer, meter, committer, held } = this.parts;
    const { piece, sourceId, path, file, bytesRead, finished } = of;
    const { entries: all, puzzles, rejects, firstEntry } = piece;
    const taken: { by: HeldPiece | null } = { by: null };
    const entries: { -readonly [Key in keyof RunEntries]: RunEntries[Key] } = {};
    of.done = 'all';
    if (all > 0) {
      const met = writer.meet(sourceId, piece, (pieceId) => {
        taken.by = held?.(pieceId) ?? null;
        return taken.by?.heldBy ?? null;
      });
      of.done = met.done;
      of.share = { pieceId: met.read.pieceId, puzzles, path, firstEntry };
      entries.pieces = [met.read];
    }
    if (finished !== undefined) entries.finished = finished;
    const isDone = of.done === 'all' && taken.by === null;
    const skipped = isDone ? puzzles + rejects.length : of.done === 'all' ? 0 : of.done.size;
    const counted = isDone ? 0 : rejects.length;
    const own = puzzles + rejects.length;
    meter.noteRead({ file, entries: own, skipped, rejects: counted, bytesRead });
    const last = firstEntry + all - 1;
    trace('run', () => `read the entries ${firstEntry} to ${last} of ${path}`);
    if (taken.by !== null) meter.noteTaken(taken.by.byStatus);
    if (all > 0 || finished !== undefined) committer.add(entries);
  }
}

/** The puzzles of a batch whose places in their piece are not done. */
export function withoutDone(packed: PackedBatch, done: 'all' | ReadonlySet<number>): PackedBatch {
  if (done === 'all') return pickFromBatch(packed, []);
  if (done.size === 0) return packed;
  const { words, offsets } = viewBatch(packed);
  const left = offsets.flatMap((at, i) => (done.has(labelOrdinal(words, at)) ? [] : [i]));
  return pickFromBatch(packed, left);
}
