import type { Job } from './dispatcher.js';
import type { SolvedBatch } from './pool/pool.js';
import type { BuiltPiece } from '../corpus/reader/piece-builder.js';
import { rowsOf, type PieceShare } from '../store/packed/entry-rows.js';
import {
  batchCount,
  joinBatches,
  partOfBatch,
  pickFromBatch,
  viewBatch,
  type PackedBatch,
  labelOrdinal,
} from '../../solver/core/puzzle/packed-batch.js';
import { trace } from '../files/program.js';
import { readShard, type ReuseWish } from '../record/options.js';
import { type FinishedSource, type RunEntries, resultCount } from '../store/write/entry-writer.js';
import type { RunWriter } from '../store/write/run-writer.js';
import type { HeldPiece } from './reuse/held-pieces.js';
import type { RunMeter } from './run-meter.js';
import { DEFAULT_LIMITS } from '../../solver/core/puzzle/validate.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { isFormatModule } from '../corpus/format-module.js';
import { CorpusReader } from '../corpus/reader/corpus-reader.js';
import { ReadingThread } from '../corpus/reader/reading-thread.js';
import type { KnownSource } from './plan.js';
import { SourceChanged, type RunControls, type RunRequest } from './request.js';
import { isLockError, whenUnlocked, type LockWait } from './stored-run.js';

interface Accepted<Batch> {
  /** The number of all its entries: to solve, done before, and rejects. */
  readonly entries: number;
  /** Its puzzles to solve, or null if none is left. */
  readonly job: Job<Batch> | null;
}

/** Where a run takes its puzzles from, and where their results go. */
export interface Feed<Batch> {
  /** Reads about `want` entries, and notes nothing; null after the last. */
  read(want: number): Promise<Batch | null>;
  /** Notes that a batch was read, writes its rejects, and skips what is done. */
  accept(batch: Batch): Accepted<Batch>;
  /** Writes what was found about the first puzzles of a job, now or a little later. */
  write(job: Job<Batch>, solved: SolvedBatch): void;
  /** Commits what waits to be written together with others. */
  flush(): void;
  /** Ends the reading at once, and drops what waits to be written. */
  close(): Promise<void>;
}

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

interface PieceSource {
  /** The next piece; null after the last one. */
  next(): Promise<FedPiece | null>;
  /** Ends at once, whatever it is doing. */
  close(): Promise<void>;
}

interface PieceFeedParts {
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

  async read(want: number): Promise<FedBatch | null> {
    const parts: PiecePart[] = [];
    let bytes = 0;
    for (let room = want; room > 0 && bytes < MOST_BYTES;) {
      if (this.open === null) {
        // What is there goes to work before anybody waits for more.
        const fed = await this.parts.from.next();
        if (fed === null) break;
        this.open = { ...fed, done: null, share: null };
        this.given = 0;
      }
      const { piece } = this.open;
      const left = piece.puzzles - this.given;
      // What is counted of a piece in parts is put together afterwards, which costs more than a
      // batch that is half full; what is too large for any is cut into parts of one size.
      if (left > room && room <= want / 2) break;
      const count = left > room ? Math.ceil(left / Math.ceil(left / room)) : left;
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
    // The garbage collector would be called for them, as for those that `writeAll` gives back.
    if (left.length > 1) for (const one of left) one.packed.transfer(0);
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

/** Files of so many bytes are mostly one batch: a second thread would start for nothing. */
export const LITTLE_BYTES = 4096;

/** What reads the corpora of a run: a thread, or this one if they are little. */
function readCorpora(
  sources: readonly KnownSource[],
  { format: named, ignoreStart, columnsFirst, limit, ...request }: RunRequest,
  { standardInput }: Pick<RunControls, 'standardInput'>,
) {
  const read = sources.map(({ path, format, bytes }) => ({
    path,
    once: bytes === null,
    format: format === 'detected' ? null : format,
    columnsFirst: columnsFirst === true,
    isNamed: named !== null,
  }));
  const shard = readShard(request.shard);
  const options = { ignoreStart, limit, maxSide: DEFAULT_LIMITS.maxSide, shard };
  const bytes = sources.reduce((sum, one) => sum + (one.bytes ?? Infinity), 0);
  // Nobody knows how long a stranger's module takes.
  const isKnown = sources.every(
    ({ format }) => !isFormatModule(format.slice(0, format.lastIndexOf('@'))),
  );
  return bytes <= LITTLE_BYTES && isKnown
    ? new CorpusReader(read, options)
    : new ReadingThread(read, options, standardInput);
}

/** The pieces of the corpora of a run, in the order of these. */
export class CorpusPieces implements PieceSource {
  private readonly reader: ReturnType<typeof readCorpora>;
  /** The entries of the source that is being read, and the bytes of those before it. */
  private entries = 0;
  private bytesBefore = 0;

  constructor(
    private readonly sources: readonly (KnownSource & { readonly sourceId: number })[],
    private readonly request: RunRequest,
    private readonly controls: Pick<RunControls, 'standardInput' | 'observer'>,
  ) {
    this.reader = readCorpora(sources, request, controls);
  }

  /** @throws SourceChanged if a source, read to its end, has another hash than before. */
  async next(): Promise<FedPiece | null> {
    const read = await this.reader.next();
    if (read === null) return null;
    const { source, last, sha256OfSource, sourceEntries, warnings = [], bytesRead } = read;
    const { isWhole } = read;
    const { sourceId, path, bytes, sha256 } = this.sources[source];
    for (const warning of warnings) this.controls.observer.warn(plainText(warning));
    this.entries += read.puzzles + read.rejects.length;
    const bytesOfAll = this.bytesBefore + bytesRead;
    const fed = { piece: read, sourceId, path, file: source, bytesRead: bytesOfAll };
    if (!last) return fed;
    if (sha256OfSource !== null && sha256 !== null && sha256OfSource !== sha256) {
      throw new SourceChanged(sourceId, path);
    }
    const { entries } = this;
    this.entries = 0;
    this.bytesBefore = bytesOfAll;
    return {
      ...fed,
      finished: {
        sourceId,
        entries,
        isWhole,
        ...(this.request.shard !== null && { allEntries: sourceEntries ?? 0 }),
        ...(bytes === null && { bytes: bytesRead }),
      },
    };
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}

/** The number of rows from which a transaction of its own is worthwhile. */
const ENOUGH_ROWS = 1024;

/** How many milliseconds a result waits for others at most: a kill can lose this much. */
const LONGEST_WAIT_MS = 200;

/**
 * Gathers results until there are enough for a transaction, or some have waited long enough: hard
 * puzzles come in one by one, and a commit for each would cost more than its row. Commits are made
 * one after the other: at once as a rule, later if another program holds the database.
 *
 *   free --a commit finds the database locked--> waiting --it is free again--> free
 *                                                waiting --the wait was too long--> failed
 */
export class Committer {
  private gathered: RunEntries[] = [];
  /** Called once they are written. */
  private onCommitted: (() => void)[] = [];
  /** How many rows are gathered; a piece and the end of a source count as one. */
  private rows = 0;
  private timer: NodeJS.Timeout | null = null;
  /** Commits that wait for the database. */
  private readonly waiting: (() => void)[] = [];
  private catchingUp: Promise<void> | null = null;
  private failure: Error | null = null;

  constructor(
    private readonly writer: Pick<RunWriter, 'writeAll'>,
    private readonly lockWait: LockWait,
    /** Is told about a commit that failed while nobody waited for it. */
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** `onCommitted` is called once they are written. @throws as the writer: then none is written. */
  add(entries: RunEntries, onCommitted?: () => void): void {
    this.gathered.push(entries);
    if (onCommitted !== undefined) this.onCommitted.push(onCommitted);
    this.rows += resultCount(entries) + (entries.pieces?.length ?? 0) + (entries.finished ? 1 : 0);
    if (this.rows >= ENOUGH_ROWS) this.flush();
    else this.timer ??= setTimeout(() => this.flushLate(), LONGEST_WAIT_MS);
  }

  /** Writes what was gathered. @throws as `add`. */
  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const { gathered, onCommitted } = this;
    this.gathered = [];
    this.onCommitted = [];
    this.rows = 0;
    if (gathered.length === 0) return;
    this.commit(() => {
      this.writer.writeAll(gathered);
      for (const tell of onCommitted) tell();
    });
  }

  /** Does `commit` now, or once the database is free. @throws what it throws, but for a lock. */
  commit(commit: () => void): void {
    if (this.failure !== null) return;
    if (this.catchingUp === null) {
      try {
        commit();
        return;
      } catch (error) {
        if (!isLockError(error)) throw error;
      }
    }
    this.waiting.push(commit);
    trace('run', () => `another program holds the database; ${this.waiting.length} commits wait`);
    this.catchingUp ??= this.catchUp();
  }

  /** Waits until all commits are made. @throws the error that prevents it. */
  async settled(): Promise<void> {
    await this.catchingUp;
    if (this.failure !== null) throw this.failure;
  }

  /** Drops what was gathered, and what waits. */
  discard(): void {
    this.gathered = [];
    this.flush();
    this.waiting.length = 0;
  }

  private flushLate(): void {
    try {
      this.flush();
    } catch (error) {
      this.onFailure(error);
    }
  }

  private async catchUp(): Promise<void> {
    try {
      for (let next = this.waiting.at(0); next !== undefined; next = this.waiting.at(0)) {
        const commit = next;
        // What was dropped meanwhile must not be written any more.
        await whenUnlocked(() => this.waiting[0] === commit && commit(), this.lockWait);
        this.waiting.shift();
      }
    } catch (error) {
      this.discard();
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.onFailure(error);
    }
    this.catchingUp = null;
  }
}
