import { Pace, type TimeLeft } from '../record/progress.js';
import { sumOfWhys, type SolvedWhyCounts } from '../record/outcome.js';
import type { SolvedBatch } from './pool/pool.js';
import { STATUSES, type Status } from '../../solver/core/result/outcome.js';
import type { RunProgress } from './request.js';

/** Below this share of several files, time left is told with this much doubt: they may differ. */
const SAMPLE_SHARE = 0.02;
const SAMPLE_DOUBT = 0.5;

/** What is known of a run's work before it begins. */
interface KnownWork {
  /** The sizes of the files in their order; null if one is not known, or none is read. */
  readonly files: readonly WorkFile[] | null;
  /** The number of puzzles to solve, if it is known from the start. */
  readonly total: number | null;
  /** The most entries that are read; null for all. */
  readonly limit?: number | null;
  /** The share of the entries that are solved here: 1 unless the run is one part of several. */
  readonly share?: number;
}

interface WorkFile {
  readonly bytes: number;
  /** About how many there are; null if the file was not looked into. */
  readonly entriesPerByte: number | null;
}

/** Counts what a run does, and estimates its rate and the time left. */
export class RunMeter {
  private readonly byStatus = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<
    Status,
    number
  >;
  private readonly bytesTotal: number | null;
  private readonly total: number | null;
  private readonly began: number;
  /** Of the puzzles; and of what the time left goes by, once there is something to solve. */
  private readonly rate = new Pace();
  private readonly pace = new Pace();
  solved = 0;
  /** How many of them were taken over from other runs. */
  reused = 0;
  /** Why the others were solved; null if none were to be taken over. */
  solvedWhy: SolvedWhyCounts | null = null;
  private skipped = 0;
  private rejects = 0;
  /** Entries that the readers found or passed over, of all kinds. */
  entries = 0;
  private bytesRead = 0;
  /** Those of entries that were not done before. */
  private openBytes = 0;
  private readToEnd = false;
  /** After each file: the entries of those that were looked into, the bytes of the others. */
  private readonly after: readonly { readonly entries: number; readonly bytes: number }[];
  /** The file that is being read: its index, and what was read before it. */
  private file = 0;
  private entriesBefore = 0;
  private bytesBefore = 0;

  constructor(
    private readonly known: KnownWork,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.bytesTotal = known.files?.reduce((sum, { bytes }) => sum + bytes, 0) ?? null;
    this.after = sumsAfter(known.files ?? []);
    this.total = known.total;
    this.began = this.now();
    this.rate.note(this.began, 0);
  }

  /** Whether everything that was read has its result or its reject. */
  get allDone(): boolean {
    return this.readToEnd && this.entriesDone === this.entries;
  }

  /** Entries that have their result or their reject. */
  private get entriesDone(): number {
    return this.solved + this.skipped + this.rejects;
  }

  /** Entries that were read from the file `file`; `bytesRead` counts from the first file on. */
  noteRead(read: Record<'file' | 'entries' | 'skipped' | 'rejects' | 'bytesRead', number>): void {
    if (read.file !== this.file) {
      this.file = read.file;
      this.entriesBefore = this.entries;
      this.bytesBefore = this.bytesRead;
    }
    const open = read.entries === 0 ? 1 : 1 - read.skipped / read.entries;
    // What was done before is passed over in no time, and tells nothing about the pace.
    if (open > 0) this.pace.note(this.now(), this.work);
    this.openBytes += open * (read.bytesRead - this.bytesRead);
    this.entries += read.entries;
    this.skipped += read.skipped;
    this.rejects += read.rejects;
    this.bytesRead = read.bytesRead;
  }

  /** Notes the results of a piece that are taken over from an earlier run as they are. */
  noteTaken(byStatus: ReadonlyMap<Status, number>): void {
    for (const [status, count] of byStatus) {
      this.solved += count;
      this.reused += count;
      this.byStatus[status] += count;
    }
  }

  noteReadToEnd(): void {
    this.readToEnd = true;
  }

  noteResults({ count, results, rows }: Pick<SolvedBatch, 'count' | 'results' | 'rows'>): void {
    this.solved += count;
    for (const { status } of results) this.byStatus[status]++;
    for (const { byStatus, reused, solvedWhy } of rows) {
      this.reused += reused;
      this.solvedWhy = sumOfWhys([this.solvedWhy, solvedWhy]);
      for (const [i, status] of STATUSES.entries()) this.byStatus[status] += byStatus[i];
    }
  }

  progress(): Omit<RunProgress, 'workers' | 'oldestMs' | 'threadDeaths'> {
    const now = this.now();
    const { left, solved, reused, skipped, rejects, entriesDone: done } = this;
    const own = solved - reused;
    this.rate.note(now, own);
    const timeLeft = this.timeLeft(now, left);
    return {
      done,
      total: left === null ? null : done + left,
      isEstimate: left !== null && this.total === null && !this.readToEnd,
      perSecond: this.rate.perSecond(now, own),
      timeLeft,
      solved,
      reused,
      skipped,
      rejects,
      byStatus: { ...this.byStatus },
      bytesRead: this.bytesRead,
      bytesTotal: this.bytesTotal,
      left,
      leftMs: timeLeft === null ? null : Math.sqrt(timeLeft.fromMs * timeLeft.toMs),
      elapsedMs: now - this.began,
    };
  }

  /** Puzzles still to solve, estimated from the sizes of files; null if nobody can tell. */
  get left(): number | null {
    if (this.total !== null) return this.total - this.solved;
    const { entriesDone: done } = this;
    if (this.readToEnd) return this.entries - done;
    const { files, limit = null, share = 1 } = this.known;
    if (files === null || this.bytesRead === 0) return null;
    const usual = this.entries / this.bytesRead;
    const { bytes } = files[this.file];
    const read = this.bytesRead - this.bytesBefore;
    const own = this.entries - this.entriesBefore;
    let entries = this.entriesBefore + (read > 0 ? (own * bytes) / read : bytes * usual);
    const later = this.after[this.file];
    entries += later.entries * share + later.bytes * usual;
    return Math.max(0, Math.round(Math.min(entries, (limit ?? Infinity) * share)) - done);
  }

  /** What the time left goes by: bytes, or puzzles if sizes tell nothing; of this process alone. */
  private get work(): number {
    const open = this.entries - this.skipped;
    if (!this.goesByBytes || open === 0) return this.solved;
    return (this.openBytes * (this.solved + this.rejects)) / open;
  }

  private get goesByBytes(): boolean {
    return this.bytesTotal !== null && this.known.limit == null;
  }

  private timeLeft(now: number, left: number | null): TimeLeft | null {
    const { work, bytesRead } = this;
    if (work > 0) this.pace.note(now, work);
    if (left === null || left === 0 || this.solved === 0) return null;
    const rest = this.goesByBytes ? this.bytesTotal! - bytesRead + this.openBytes - work : left;
    return this.pace.timeLeft(now, work, rest, this.isSmallSample ? SAMPLE_DOUBT : 0);
  }

  private get isSmallSample(): boolean {
    const { files } = this.known;
    if (files === null || files.length < 2 || this.bytesTotal === null) return false;
    return this.bytesRead < SAMPLE_SHARE * this.bytesTotal;
  }
}

function sumsAfter(files: readonly WorkFile[]): { entries: number; bytes: number }[] {
  let [entries, bytes] = [0, 0];
  const sums = [...files].reverse().map((file) => {
    const sum = { entries, bytes };
    if (file.entriesPerByte === null) bytes += file.bytes;
    else entries += file.bytes * file.entriesPerByte;
    return sum;
  });
  return sums.reverse();
}
