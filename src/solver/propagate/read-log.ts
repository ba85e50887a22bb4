import type { Budget } from '../model/budget.js';
import type { Problem } from '../model/problem.js';
import { SETTINGS } from '../model/settings.js';

/**
 * What the first propagation of a puzzle has read, line by line, so that its rating need not solve the same lines
 * again. Line solving is monotone: if it has read a line in a position that knows no more than this one, and came to
 * one that knows no less, the result is the same.
 *
 * Positions of a line only ever know more, in the log and in the questions: so each line's entries are gone through
 * once.
 */
export class ReadLog {
  /** Entries: the place of the line's next one (0 for none), then its planes before and after. */
  private words = new Int32Array(1024);
  private used = 1;
  /** By line: its entry that was asked for last, at first its first; and its last. */
  private current = new Int32Array(64);
  private last = new Int32Array(64);
  /** The puzzle that the log is of. */
  private loads = 0;
  /** Whether readings are added. */
  private isOpen = false;

  constructor(
    private readonly problem: Problem,
    private readonly budget: Budget,
  ) {}

  /** Begins with the loaded puzzle, if there is room. */
  open(): void {
    const { lines, loads } = this.problem;
    this.loads = loads;
    this.isOpen = this.budget.hasRoomFor(8 * SETTINGS.loggedWords);
    this.used = 1;
    if (this.current.length < lines) {
      this.current = new Int32Array(lines);
      this.last = new Int32Array(lines);
    } else this.current.fill(0, 0, lines);
  }

  /** Adds no more. */
  close(): void {
    this.isOpen = false;
  }

  /** Adds that a line with `size` words of planes, from `at` on in `planes`, was solved to `result`. */
  add(line: number, planes: Int32Array, at: number, size: number, result: Int32Array): void {
    if (!this.isOpen) return;
    const entry = this.used;
    const end = entry + 1 + 2 * size;
    if (end > SETTINGS.loggedWords) {
      this.isOpen = false;
      return;
    }
    if (end > this.words.length) {
      const words = new Int32Array(2 * end);
      words.set(this.words);
      this.words = words;
    }
    const { words } = this;
    words[entry] = 0;
    for (let k = 0; k < size; k++) {
      words[entry + 1 + k] = planes[at + k];
      words[entry + 1 + size + k] = result[k];
    }
    if (this.current[line] === 0) this.current[line] = entry;
    else words[this.last[line]] = entry;
    this.last[line] = entry;
    this.used = end;
  }

  /** Writes what solving a line gives to `result` if the log has it; returns whether it does. */
  find(line: number, planes: Int32Array, at: number, size: number, result: Int32Array): boolean {
    if (this.loads !== this.problem.loads) return false;
    const { words, current } = this;
    let entry = current[line];
    if (entry === 0 || !isWithin(planes, at, words, entry + 1, size)) return false;
    // The latest entry that knows no more than the position.
    for (let next = words[entry]; next !== 0; next = words[entry]) {
      if (!isWithin(planes, at, words, next + 1, size)) break;
      entry = next;
    }
    current[line] = entry;
    if (!isWithin(words, entry + 1 + size, planes, at, size)) return false;
    for (let k = 0; k < size; k++) result[k] = words[entry + 1 + size + k];
    return true;
  }
}

/** Whether all that is in the first of two sets of `size` words is in the second. */
function isWithin(a: Int32Array, from: number, b: Int32Array, to: number, size: number): boolean {
  for (let k = 0; k < size; k++) if ((a[from + k] & ~b[to + k]) !== 0) return false;
  return true;
}
