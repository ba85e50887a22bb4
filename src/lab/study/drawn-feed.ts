import { pointName, drawnFor } from '../../solver/craft/generate/random-grid.js';
import type { GridPoint } from '../../solver/core/puzzle/grid-size.js';
import { PieceBuilder } from '../../pipeline/corpus/reader/piece-builder.js';
import type { FedPiece, PieceSource } from '../../pipeline/runs/feed/piece-feed.js';

/** What is to be drawn of a point: the puzzles from the number `from` on, up to `to`. */
export interface DrawnRange {
  readonly point: GridPoint;
  /** The source of these puzzles: their numbers are its entries. */
  readonly sourceId: number;
  readonly from: number;
  readonly to: number;
}

/** Puzzles that are drawn by lot as they are needed, in pieces: a range begins with one of its own. */
export class DrawnPieces implements PieceSource {
  private readonly builder = new PieceBuilder();
  /** The ranges that are not drawn to their end; the first is under way. */
  private readonly ranges: DrawnRange[];
  private drawn: ReturnType<typeof drawnFor> | null = null;
  /** The number of the puzzle that comes next. */
  private number = 0;

  constructor(ranges: readonly DrawnRange[]) {
    this.ranges = [...ranges];
  }

  next(): Promise<FedPiece | null> {
    const range = this.ranges.at(0);
    return Promise.resolve(range === undefined ? null : this.draw(range));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private draw({ point, sourceId, from, to }: DrawnRange): FedPiece {
    if (this.drawn === null) {
      this.drawn = drawnFor(point, from);
      this.number = from;
      this.builder.restart(from);
    }
    const path = pointName(point);
    for (; this.number < to && !this.builder.isFull; this.number++) {
      const { puzzle } = this.drawn.next().value;
      const name = `${path}-${this.number}`;
      this.builder.addPuzzle({ name, title: null, puzzle, goal: null }, null);
    }
    const fed = { piece: this.builder.take(), sourceId, path, file: 0, bytesRead: 0 };
    if (this.number < to) return fed;
    this.ranges.shift();
    this.drawn = null;
    return { ...fed, finished: { sourceId, entries: to, isWhole: null } };
  }
}
