import type { Workspace } from './workspace.js';

/**
 * Which probes need not be tried again. A probe that ended without a contradiction took values
 * from the cells of some lines. As long as nothing has changed in those lines, it would end the
 * same way: in them propagation meets what it met, and all other lines are at their fixpoint.
 *
 * So each probe remembers its lines and the time, and each line the time of its last change. What
 * is remembered under an assumption is forgotten with it (`enter`, `leave`).
 */
export class ProbeMemory {
  /** By literal (cell * values + value): when it was probed, 0 for never; and its lines. */
  private when = new Int32Array(0);
  private touched = new Int32Array(0);
  /** By line: the time of its last change. */
  private changed = new Int32Array(0);
  private now = 1;
  /** How much of the trail went into `changed`. */
  private seen = 0;
  /** What `leave` puts back: literals, their times and lines. */
  private log: number[] = [];
  private frames: Frame[] = [];
  private lineWords = 1;
  private enabled = false;

  constructor(private readonly work: Workspace) {}

  /** Forgets everything. @pre the state is a fixpoint of propagation. */
  reset(): void {
    const { problem, state, budget } = this.work;
    const { rowWords, columnWords, lines, width, height, values } = problem;
    const literals = width * height * values;
    this.lineWords = rowWords + columnWords;
    const bytes = 4 * literals * (this.lineWords + 1);
    this.enabled = bytes <= MOST_BYTES && budget.hasRoomFor(bytes);
    if (!this.enabled) return;
    if (this.when.length < literals) this.when = new Int32Array(literals);
    else this.when.fill(0, 0, literals);
    if (this.touched.length < literals * this.lineWords) {
      this.touched = new Int32Array(literals * this.lineWords);
    }
    if (this.changed.length < lines) this.changed = new Int32Array(lines);
    else this.changed.fill(0, 0, lines);
    this.now = 1;
    this.seen = state.trailLength;
    this.log.length = 0;
    this.frames.length = 0;
  }

  /** Takes in what was removed from cells for good, or under the present assumptions. */
  noteChanges(): void {
    const { state, problem } = this.work;
    if (!this.enabled || this.seen === state.trailLength) return;
    this.now++;
    for (; this.seen < state.trailLength; this.seen++) {
      const cell = state.trailCell[this.seen];
      this.changed[cell >>> 16] = this.now;
      this.changed[problem.height + (cell & 0xffff)] = this.now;
    }
  }

  /** Whether a probe of this literal is known to end without a contradiction. */
  knows(literal: number): boolean {
    if (!this.enabled) return false;
    const when = this.when[literal];
    if (when === 0) return false;
    const { changed, touched, lineWords } = this;
    const { columnWords, height } = this.work.problem;
    const at = literal * lineWords;
    for (let k = 0; k < lineWords; k++) {
      // A bit for each row first, in words as a column's plane; then one for each column.
      const base = k < columnWords ? 32 * k : height + 32 * (k - columnWords);
      for (let rest = touched[at + k]; rest !== 0; rest &= rest - 1) {
        if (changed[base + 31 - Math.clz32(rest & -rest)] > when) return false;
      }
    }
    return true;
  }

  /** Remembers a probe without a contradiction, which removed what the trail has from `from` on. */
  remember(literal: number, from: number): void {
    if (!this.enabled) return;
    const { touched, lineWords, log } = this;
    const { trailCell, trailLength } = this.work.state;
    const { columnWords } = this.work.problem;
    const at = literal * lineWords;
    if (this.frames.length > 0) {
      log.push(literal, this.when[literal]);
      for (let k = 0; k < lineWords; k++) log.push(touched[at + k]);
    }
    this.when[literal] = this.now;
    for (let k = 0; k < lineWords; k++) touched[at + k] = 0;
    for (let i = from; i < trailLength; i++) {
      const row = trailCell[i] >>> 16;
      const column = trailCell[i] & 0xffff;
      touched[at + (row >>> 5)] |= 1 << (row & 31);
      touched[at + columnWords + (column >>> 5)] |= 1 << (column & 31);
    }
  }

  /** An assumption begins: what is noted and remembered from now on ends with `leave`. */
  enter(): void {
    if (!this.enabled) return;
    const { lines } = this.work.problem;
    this.frames.push({
      changed: this.changed.slice(0, lines),
      logged: this.log.length,
      seen: this.seen,
      now: this.now,
    });
  }

  /** The assumption has been taken back. */
  leave(): void {
    if (!this.enabled) return;
    const { log, touched, lineWords } = this;
    const frame = this.frames.pop()!;
    this.changed.set(frame.changed);
    this.seen = frame.seen;
    this.now = frame.now;
    // From the last entry back, as a literal may stand in the log more than once.
    for (let end = log.length; end > frame.logged;) {
      end -= lineWords + 2;
      this.when[log[end]] = log[end + 1];
      for (let k = 0; k < lineWords; k++) {
        touched[log[end] * lineWords + k] = log[end + 2 + k];
      }
    }
    log.length = frame.logged;
  }
}

/** What an assumption began with. */
interface Frame {
  readonly changed: Int32Array;
  readonly logged: number;
  readonly seen: number;
  readonly now: number;
}

/** Beyond this (grids of some 400x400) probes are simply repeated. */
const MOST_BYTES = 64 << 20;
