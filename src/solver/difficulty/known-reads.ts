import { ENTRY, type ReadLog } from '../propagate/read-log.js';

/**
 * Looks up the result of complete line solving in what propagation has read: if it has read the
 * line in a position that knows no more than this one and came to one that knows no less, the
 * result is the same.
 * ¶ In the log and in the questions, positions of a line only ever know more: so each line's
 * entries are gone through once.
 */
export class KnownReads {
  /** The entry's planes before and after, by place: see ReadLog. */
  private entries: Int32Array = new Int32Array(0);
  /** By line: the entry that was reached, and the first; negative for none. */
  private readonly current = new Int32Array(64);
  /** By entry: the next one of its line, negative for none. */
  private next = new Int32Array(256);
  /** What `find` found: the cells that are blank, and those that are filled, in some placement. */
  blank = 0;
  filled = 0;

  /** Takes the log of the puzzle that is rated now. */
  load(log: ReadLog, lines: number): void {
    const { current } = this;
    const { entries, end } = log;
    this.entries = entries;
    if (this.next.length < end) this.next = new Int32Array(entries.length);
    const { next } = this;
    for (let line = 0; line < lines; line++) current[line] = -1;
    for (let at = end - ENTRY; at >= 0; at -= ENTRY) {
      const line = entries[at];
      next[at] = current[line];
      current[line] = at;
    }
  }

  /** Whether the result for the line's position is known: then it is in `blank` and `filled`. */
  find(line: number, canBlank: number, canFilled: number): boolean {
    const { entries, next, current } = this;
    let at = current[line];
    if (at < 0) return false;
    // The latest entry that knows no more than the position.
    for (;;) {
      const after = next[at];
      if (after < 0) break;
      if ((canBlank & ~entries[after + 1]) !== 0 || (canFilled & ~entries[after + 2]) !== 0) break;
      at = after;
    }
    current[line] = at;
    if ((canBlank & ~entries[at + 1]) !== 0 || (canFilled & ~entries[at + 2]) !== 0) return false;
    this.blank = entries[at + 3];
    this.filled = entries[at + 4];
    return (this.blank & ~canBlank) === 0 && (this.filled & ~canFilled) === 0;
  }
}
