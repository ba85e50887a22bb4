import type { Problem } from '../model/problem.js';
import { addRange, firstMissing, lastMissing, removeRange } from '../model/bits.js';

/**
 * The first and the last start of each block as far as its line was read, for puzzles of any size and in any
 * colours. Take two placements and put each block at the earlier of its two places: that is a placement, too. So the
 * first starts of all blocks of a line belong to one placement, and so do the last. As more is known they only move
 * inwards, and each line goes on from where it was.
 */
export class Ends {
  /** By block: starts in slack space (see Problem). */
  first = new Int32Array(64);
  last = new Int32Array(64);
  /** By line: whether it was not read yet, so that what follows from its clue alone is new. */
  private isUnread = new Uint8Array(64);

  constructor(private readonly problem: Problem) {}

  /** Begins with the lines from `from` to `to - 1`, about which nothing is known. */
  start(from: number, to: number): void {
    const { blockStart, lines, slack } = this.problem;
    const blocks = blockStart[lines];
    if (this.first.length < blocks) {
      this.first = new Int32Array(blocks);
      this.last = new Int32Array(blocks);
    }
    if (this.isUnread.length < lines) this.isUnread = new Uint8Array(lines);
    this.first.fill(0, blockStart[from], blockStart[to]);
    this.isUnread.fill(1, from, to);
    for (let line = from; line < to; line++) {
      this.last.fill(slack[line], blockStart[line], blockStart[line + 1]);
    }
  }

  /**
   * Moves the ends of a line, whose planes begin at `at` and have `words` words each, inwards: packs its blocks around the cells that cannot have their colours. If they are to
   * be `bounds`, the blocks also cover all cells that are not blank: then the ends are those of all placements
   * that fit. Returns false if nothing new follows: no end has moved since the last time. @pre some placement fits.
   */
  move(line: number, planes: Int32Array, at: number, words: number, bounds: boolean): boolean {
    const moved = this.moveFirst(line, planes, at, words, bounds);
    const isNew =
      this.moveLast(line, planes, at, words, bounds) || moved || this.isUnread[line] === 1;
    this.isUnread[line] = 0;
    return isNew;
  }

  /** Writes the planes of the values that the ends of a line leave to its cells to `out` from 0 on. */
  leave(line: number, words: number, out: Int32Array): void {
    const { first, last } = this;
    const { blockStart, blockLength, blockColour, blockMin, values } = this.problem;
    out.fill(-1, 0, words);
    out.fill(0, words, values * words);
    for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
      const min = blockMin[block];
      const end = min + last[block] + blockLength[block];
      addRange(out, blockColour[block] * words, min + first[block], end);
    }
    for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
      // What the block covers at both of its ends has its colour.
      const from = blockMin[block] + last[block];
      const to = blockMin[block] + first[block] + blockLength[block];
      if (from >= to) continue;
      for (let value = 0; value < values; value++) {
        if (value !== blockColour[block]) removeRange(out, value * words, from, to);
      }
    }
  }

  private moveFirst(
    line: number,
    planes: Int32Array,
    at: number,
    words: number,
    bounds: boolean,
  ): boolean {
    const { problem, first } = this;
    const { blockStart, blockLength, blockColour, blockMin } = problem;
    const begin = blockStart[line];
    const end = blockStart[line + 1];
    let moved = false;
    for (let block = begin; block <= end;) {
      let place = problem.lineLength(line);
      if (block < end) {
        const [min, size] = [blockMin[block], blockLength[block]];
        const plane = at + blockColour[block] * words;
        let start = block === begin ? first[block] : Math.max(first[block], first[block - 1]);
        for (let miss = 0; miss >= 0;) {
          miss = lastMissing(planes, plane, min + start, min + start + size);
          if (miss >= 0) start = miss + 1 - min;
        }
        if (start !== first[block]) moved = true;
        first[block] = start;
        place = min + start;
      }
      const past =
        block === begin ? 0 : blockMin[block - 1] + first[block - 1] + blockLength[block - 1];
      const open = bounds ? lastMissing(planes, at, past, place) : -1;
      if (open < 0) {
        block++;
        continue;
      }
      // Only a block before can cover what this one leaves open.
      block--;
      first[block] = open + 1 - blockLength[block] - blockMin[block];
      moved = true;
    }
    return moved;
  }

  private moveLast(
    line: number,
    planes: Int32Array,
    at: number,
    words: number,
    bounds: boolean,
  ): boolean {
    const { problem, last } = this;
    const { blockStart, blockLength, blockColour, blockMin } = problem;
    const begin = blockStart[line];
    const end = blockStart[line + 1];
    let moved = false;
    for (let block = end - 1; block >= begin - 1;) {
      let past = 0;
      if (block >= begin) {
        const [min, size] = [blockMin[block], blockLength[block]];
        const plane = at + blockColour[block] * words;
        let start = block === end - 1 ? last[block] : Math.min(last[block], last[block + 1]);
        for (let miss = 0; miss >= 0;) {
          miss = firstMissing(planes, plane, min + start, min + start + size);
          if (miss >= 0) start = miss - size - min;
        }
        if (start !== last[block]) moved = true;
        last[block] = start;
        past = min + start + size;
      }
      const place =
        block === end - 1 ? problem.lineLength(line) : blockMin[block + 1] + last[block + 1];
      const open = bounds ? firstMissing(planes, at, past, place) : -1;
      if (open < 0) {
        block--;
        continue;
      }
      block++;
      last[block] = open - blockMin[block];
      moved = true;
    }
    return moved;
  }
}
