import type { Status } from '../../result/outcome.js';
import type { PuzzleResult } from '../../result/result.js';
import type { RunProgress } from './run-observer.js';

/** How far back the rate looks, about, in milliseconds. */
const WINDOW_MS = 10_000;

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
  private readonly began = performance.now();
  /** How many were solved at which time: some ten entries per window. */
  private readonly marks: { readonly at: number; readonly solved: number }[] = [];
  private solvedCount = 0;
  private skipped = 0;
  private rejects = 0;
  private entryCount = 0;
  private bytesRead = 0;
  private readToEnd = false;

  /** `total`: the number of puzzles to solve, if it is known from the start. */
  constructor(known: { readonly bytesTotal: number | null; readonly total: number | null }) {
    this.bytesTotal = known.bytesTotal;
    this.total = known.total;
    this.marks.push({ at: this.began, solved: 0 });
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

  noteRead(read: { entries: number; skipped: number; rejects: number; bytesRead: number }): void {
    this.entryCount += read.entries;
    this.skipped += read.skipped;
    this.rejects += read.rejects;
    this.bytesRead = read.bytesRead;
  }

  noteReadToEnd(): void {
    this.readToEnd = true;
  }

  noteResults(results: readonly PuzzleResult[]): void {
    this.solvedCount += results.length;
    for (const { status } of results) this.byStatus[status]++;
  }

  progress(): Omit<RunProgress, 'workers'> {
    const now = performance.now();
    const marks = this.marks;
    const lastMark = marks[marks.length - 1];
    const rateSince = marks[0];
    if (now - lastMark.at > WINDOW_MS / 10) marks.push({ at: now, solved: this.solvedCount });
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
      leftMs: left === null || perSecond === 0 ? null : (left * 1000) / perSecond,
      elapsedMs: now - this.began,
    };
  }

  /** Puzzles still to solve, estimated from the bytes read if nobody knows; null if not even that is possible. */
  get left(): number | null {
    if (this.total !== null) return this.total - this.solvedCount;
    const done = this.solvedCount + this.skipped + this.rejects;
    if (this.readToEnd) return this.entryCount - done;
    if (this.bytesTotal === null || this.bytesRead === 0) return null;
    const entries = (this.entryCount * this.bytesTotal) / this.bytesRead;
    return Math.max(0, Math.round(entries) - done);
  }
}
