import type { Status } from '../../result/outcome.js';
import type { RunProgress } from './run-observer.js';

/** How far back the rate looks, about, in milliseconds. */
const WINDOW_MS = 10_000;

/** The time left is not told before this time is over, nor while the rates in both halves of the window differ by more than this share. */
const STEADY_MS = 3000;
const STEADY_SHARE = 0.25;

/** The first of several files may be unlike the others: the time left is not told before this share of all is done. */
const SAMPLE_SHARE = 0.02;

/** What is known of a run's work before it begins. */
export interface KnownWork {
  /** The files in their order, by their sizes on the disk; null if one is not known, or none is read. */
  readonly files: readonly WorkFile[] | null;
  /** The number of puzzles to solve, if it is known from the start. */
  readonly total: number | null;
  /** The most entries that are read; null for all. */
  readonly limit?: number | null;
  /** The share of the entries that are read and solved here: 1 unless the run is one part of several. */
  readonly share?: number;
}

/** A file that is to be read. */
export interface WorkFile {
  readonly bytes: number;
  /** About how many entries a byte holds; null if the file was not looked into. */
  readonly density: number | null;
}

/** What was done at some time: puzzles, and what the time left goes by. */
interface Mark {
  readonly at: number;
  readonly solved: number;
  readonly work: number;
}

/** Counts what a run does, and estimates its rate and the time left. */
export class RunMeter {
  private readonly byStatus: Record<Status, number> = {
    unique: 0,
    multiple: 0,
    contradiction: 0,
    solved: 0,
    timeout: 0,
    steps: 0,
    memory: 0,
    crash: 0,
  };
  private readonly bytesTotal: number | null;
  private readonly total: number | null;
  private readonly began: number;
  /** Some ten per window. */
  private readonly marks: Mark[] = [];
  private solvedCount = 0;
  private skipped = 0;
  private rejects = 0;
  private entryCount = 0;
  private bytesRead = 0;
  private readToEnd = false;
  /** Of the files after each: entries of those that were looked into, bytes of the others. */
  private readonly after: readonly { readonly entries: number; readonly bytes: number }[];
  /** The file that is being read: its index, and what was read before it. */
  private file = 0;
  private entriesBefore = 0;
  private bytesBefore = 0;

  /** `now` is the clock. */
  constructor(
    private readonly known: KnownWork,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.bytesTotal = known.files?.reduce((sum, { bytes }) => sum + bytes, 0) ?? null;
    this.after = sumsAfter(known.files ?? []);
    this.total = known.total;
    this.began = this.now();
    this.marks.push({ at: this.began, solved: 0, work: 0 });
  }

  /** Entries that the readers found, of all kinds. */
  get entries(): number {
    return this.entryCount;
  }

  /** Whether everything that was read has its result or its reject. */
  get allDone(): boolean {
    return this.readToEnd && this.solvedCount + this.skipped + this.rejects === this.entryCount;
  }

  get solved(): number {
    return this.solvedCount;
  }

  /** Entries that were read from the file `file`; `bytesRead` counts from the first file on. */
  noteRead(read: {
    file: number;
    entries: number;
    skipped: number;
    rejects: number;
    bytesRead: number;
  }): void {
    if (read.file !== this.file) {
      this.file = read.file;
      this.entriesBefore = this.entryCount;
      this.bytesBefore = this.bytesRead;
    }
    this.entryCount += read.entries;
    this.skipped += read.skipped;
    this.rejects += read.rejects;
    this.bytesRead = read.bytesRead;
  }

  noteReadToEnd(): void {
    this.readToEnd = true;
  }

  /** Notes results, by their statuses. */
  noteResults(statuses: readonly Status[]): void {
    this.solvedCount += statuses.length;
    for (const status of statuses) this.byStatus[status]++;
  }

  progress(): Omit<RunProgress, 'workers' | 'oldestMs' | 'threadDeaths'> {
    const now = this.now();
    const marks = this.marks;
    const lastMark = marks[marks.length - 1];
    const rateSince = marks[0];
    const { work } = this;
    if (now - lastMark.at > WINDOW_MS / 10) marks.push({ at: now, solved: this.solvedCount, work });
    while (marks.length > 1 && now - marks[1].at >= WINDOW_MS) marks.shift();
    const ms = Math.max(1, now - rateSince.at);
    const perSecond = ((this.solvedCount - rateSince.solved) * 1000) / ms;
    const { left } = this;
    return {
      solved: this.solvedCount,
      skipped: this.skipped,
      rejects: this.rejects,
      byStatus: { ...this.byStatus },
      perSecond,
      bytesRead: this.bytesRead,
      bytesTotal: this.bytesTotal,
      left,
      leftIsEstimate: left !== null && this.total === null && !this.readToEnd,
      leftMs: left === null ? null : this.leftMs({ at: now, solved: this.solvedCount, work }),
      elapsedMs: now - this.began,
    };
  }

  /** Puzzles still to solve, estimated from the sizes of all files if nobody knows; null if not even that is possible. */
  get left(): number | null {
    if (this.total !== null) return this.total - this.solvedCount;
    const done = this.solvedCount + this.skipped + this.rejects;
    if (this.readToEnd) return this.entryCount - done;
    const { files, limit = null, share = 1 } = this.known;
    if (files === null || this.bytesRead === 0) return null;
    const usual = this.entryCount / this.bytesRead;
    const { bytes } = files[this.file];
    const read = this.bytesRead - this.bytesBefore;
    const own = this.entryCount - this.entriesBefore;
    let entries = this.entriesBefore + (read > 0 ? (own * bytes) / read : bytes * usual);
    const later = this.after[this.file];
    entries += later.entries * share + later.bytes * usual;
    return Math.max(0, Math.round(Math.min(entries, (limit ?? Infinity) * share)) - done);
  }

  /**
   * What the time left goes by: bytes, since large puzzles take more of them, and more time; puzzles
   * if everything is read, or their number was known before.
   */
  private get work(): number {
    if (this.bytesTotal === null || this.entryCount === 0) return this.solvedCount;
    const done = this.solvedCount + this.skipped + this.rejects;
    return (this.bytesRead * done) / this.entryCount;
  }

  /** Null until the work of the last seconds goes on at a steady rate. */
  private leftMs(now: Mark): number | null {
    const [first] = this.marks;
    const middle = this.marks[this.marks.length >> 1];
    if (now.at - first.at < STEADY_MS || middle === first || now.at === middle.at) return null;
    const rate = (from: Mark, to: Mark): number => (to.work - from.work) / (to.at - from.at);
    const [before, lately] = [rate(first, middle), rate(middle, now)];
    if (Math.abs(before - lately) > STEADY_SHARE * Math.max(before, lately)) return null;
    if (now.solved === first.solved || this.isSmallSample(now)) return null;
    const limited = this.known.limit != null;
    const { left } = this;
    if (this.bytesTotal !== null && !limited) {
      return (this.bytesTotal - now.work) / rate(first, now);
    }
    const perMs = (now.solved - first.solved) / (now.at - first.at);
    return left === null ? null : left / perMs;
  }

  private isSmallSample({ work }: Mark): boolean {
    const { files } = this.known;
    if (files === null || files.length < 2 || this.bytesTotal === null) return false;
    return work < SAMPLE_SHARE * this.bytesTotal;
  }
}

function sumsAfter(files: readonly WorkFile[]): { entries: number; bytes: number }[] {
  let [entries, bytes] = [0, 0];
  const sums = [...files].reverse().map((file) => {
    const sum = { entries, bytes };
    if (file.density === null) bytes += file.bytes;
    else entries += file.bytes * file.density;
    return sum;
  });
  return sums.reverse();
}
