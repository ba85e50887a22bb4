import { pointName, drawnFor } from '../../solver/craft/generate/random-grid.js';
import type { GridPoint } from '../../solver/core/puzzle/grid-size.js';
import type { PackedBatch } from '../../solver/core/puzzle/packed-batch.js';
import { BatchBuilder, type BatchSize } from '../../pipeline/corpus/reader/batch-builder.js';
import { rowsOf, type RowPlace } from '../../pipeline/store/packed/entry-rows.js';
import type { SolvedBatch } from '../../pipeline/runs/pool/pool.js';
import type { RunMeter } from '../../pipeline/runs/request/run-meter.js';
import type { Store } from '../../pipeline/store/open/open.js';
import { doneOrdinals } from '../../pipeline/store/stored-runs/done-ordinals.js';
import type { RunWriter } from '../../pipeline/store/write/run-writer.js';
import type { Committer } from '../../pipeline/runs/feed/committer.js';
import type { Job } from '../../pipeline/runs/feed/dispatcher.js';
import type { Accepted, Feed } from '../../pipeline/runs/feed/feed.js';

/** What is to be drawn of a point: the puzzles from the number `from` on, up to `to`. */
export interface DrawnRange {
  readonly point: GridPoint;
  /** The source of these puzzles: their numbers are its ordinals. */
  readonly sourceId: number;
  readonly from: number;
  readonly to: number;
}

/** Puzzles of one point that lie one after the other. */
export interface DrawnBatch {
  readonly sourceId: number;
  readonly packed: PackedBatch;
  readonly puzzles: number;
  /** How many others among them have their result. */
  readonly done: number;
  /** How many puzzles the point has with these, if they are the last of its range; else null. */
  readonly all: number | null;
}

/** What a feed of drawn puzzles needs. */
export interface DrawnFeedParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly meter: RunMeter;
  readonly ranges: readonly DrawnRange[];
  /** Whether some of the puzzles may have their result. */
  readonly resumed: boolean;
  readonly committer: Committer;
}

/**
 * Feeds a run with puzzles that are drawn by lot as they are needed, without the puzzles that have
 * their result.
 */
export class DrawnFeed implements Feed<DrawnBatch> {
  private readonly builder = new BatchBuilder();
  /** The ranges that are not drawn to their end; the first is under way. */
  private readonly ranges: DrawnRange[];
  private drawn: ReturnType<typeof drawnFor> | null = null;
  /** The number of the puzzle that comes next. */
  private next = 0;
  private place: RowPlace | null = null;

  constructor(private readonly parts: DrawnFeedParts) {
    this.ranges = [...parts.ranges];
  }

  read(want: BatchSize): Promise<DrawnBatch | null> {
    const range = this.ranges.at(0);
    return Promise.resolve(range === undefined ? null : this.draw(range, want));
  }

  accept(batch: DrawnBatch): Accepted<DrawnBatch> {
    const { sourceId, packed, puzzles, done, all } = batch;
    const { meter, committer, writer } = this.parts;
    const entries = puzzles + done;
    meter.noteRead({ file: 0, entries, skipped: done, rejects: 0, bytesRead: 0 });
    if (all !== null) committer.finish(sourceId, { entries: all });
    if (puzzles === 0) return { entries, job: null };
    if (this.place?.sourceId !== sourceId) this.place = writer.placeOf(sourceId);
    return { entries, job: { batch, packed, place: this.place } };
  }

  write({ packed, place }: Job<DrawnBatch>, { results, rows, onCommitted }: SolvedBatch): void {
    const made = rows.length > 0 ? rows : [rowsOf(packed, results, place!)];
    this.parts.committer.add({ sourceId: place!.sourceId, rows: made, rejects: [] }, onCommitted);
  }

  flush(): void {
    this.parts.committer.flush();
  }

  close(): Promise<void> {
    this.parts.committer.discard();
    return Promise.resolve();
  }

  /** The next puzzles of a range, as many as are wanted. */
  private draw({ point, sourceId, from, to }: DrawnRange, want: BatchSize): DrawnBatch {
    if (this.drawn === null) {
      this.drawn = drawnFor(point, from);
      this.next = from;
    }
    const first = this.next;
    const { width, height } = point.size;
    const room = Math.max(1, Math.floor(want.cells / (width * height)));
    const end = Math.min(to, first + Math.min(want.puzzles, room));
    const done = this.doneOf(sourceId, first, end);
    for (; this.next < end; this.next++) {
      const { puzzle } = this.drawn.next().value;
      if (done.has(this.next)) continue;
      const name = `${pointName(point)}-${this.next}`;
      this.builder.addPuzzle({ ordinal: this.next, name, title: null, puzzle, goal: null });
    }
    if (end === to) {
      this.ranges.shift();
      this.drawn = null;
    }
    const puzzles = this.builder.length;
    const { packed } = this.builder.take({ puzzles: Infinity, cells: Infinity });
    return { sourceId, packed, puzzles, done: done.size, all: end === to ? to : null };
  }

  /** The numbers of puzzles that have their result. */
  private doneOf(sourceId: number, first: number, end: number): ReadonlySet<number> {
    const { store, writer, resumed } = this.parts;
    return new Set(resumed ? doneOrdinals(store, writer.runId, sourceId, first, end - 1) : []);
  }
}
