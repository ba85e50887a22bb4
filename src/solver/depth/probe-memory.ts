import { SETTINGS } from '../model/settings.js';
import type { Workspace } from '../propagate/workspace.js';

/**
 * What probes that ended without a contradiction found out, so that they are not tried again from
 * the beginning. What followed from an assumption still follows when more is known, so it is put
 * back at once; and of the lines that it touched, only those in which something has changed since
 * need solving again. If there are none, the probe would end as before.
 *
 * Each probe remembers its removals and the time, and each line the time of its last change. What
 * is remembered under an assumption is forgotten with it (`enter`, `leave`).
 */
export class ProbeMemory {
  /** By literal (cell * values + value): when it was probed, 0 for never; and its removals. */
  private when = new Int32Array(0);
  private start = new Int32Array(0);
  private size = new Int32Array(0);
  /** The removals of all probes, as on the trail of the state. */
  private cells = new Int32Array(1024);
  private values = new Uint8Array(1024);
  private used = 0;
  /** By line: the time of its last change. */
  private changed = new Int32Array(0);
  private now = 1;
  /** How much of the trail went into `changed`. */
  private seen = 0;
  /** What `leave` puts back: literals, and what was remembered of them. */
  private readonly log: number[] = [];
  private readonly frames: Frame[] = [];
  private enabled = false;

  constructor(private readonly work: Workspace) {}

  /** Forgets everything. @pre the state is a fixpoint of propagation. */
  reset(): void {
    const { problem, state, budget } = this.work;
    const { lines, width, height, values } = problem;
    const literals = width * height * values;
    this.enabled = budget.hasRoomFor(12 * literals + SETTINGS.rememberedRemovals * 5);
    if (!this.enabled) return;
    if (this.when.length < literals) {
      this.when = new Int32Array(literals);
      this.start = new Int32Array(literals);
      this.size = new Int32Array(literals);
    } else this.when.fill(0, 0, literals);
    if (this.changed.length < lines) this.changed = new Int32Array(lines);
    else this.changed.fill(0, 0, lines);
    this.used = 0;
    this.now = 1;
    this.seen = state.trailLength;
    this.log.length = 0;
    this.frames.length = 0;
  }

  /** Takes in what was removed from cells, for good or under the current assumptions. */
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
    const { changed, cells } = this;
    const { height } = this.work.problem;
    const end = this.start[literal] + this.size[literal];
    for (let i = this.start[literal]; i < end; i++) {
      if (changed[cells[i] >>> 16] > when) return false;
      if (changed[height + (cells[i] & 0xffff)] > when) return false;
    }
    return true;
  }

  /**
   * Puts what the last probe of this literal found into the state, and marks the lines dirty from
   * which more may follow. Returns false if that leaves a cell without a value: a contradiction.
   * @pre the literal is assumed in the state, and no other line is dirty.
   */
  recall(literal: number): boolean {
    if (!this.enabled || this.when[literal] === 0) return true;
    // An observer wants to see each step: then everything is found again line by line.
    if (this.work.observer?.line !== undefined) return true;
    const { changed, cells, values } = this;
    const { state, problem } = this.work;
    const when = this.when[literal];
    const end = this.start[literal] + this.size[literal];
    if (!state.removeAgain(cells, values, this.start[literal], end)) return false;
    for (let i = this.start[literal]; i < end; i++) {
      const row = cells[i] >>> 16;
      const column = cells[i] & 0xffff;
      if (changed[row] > when) state.dirtyRows[row >>> 5] |= 1 << (row & 31);
      if (changed[problem.height + column] > when) {
        state.dirtyColumns[column >>> 5] |= 1 << (column & 31);
      }
    }
    return true;
  }

  /** Remembers a probe without a contradiction, which removed what the trail has from `from` on. */
  remember(literal: number, from: number): void {
    if (!this.enabled) return;
    const { trailCell, trailValue, trailLength } = this.work.state;
    const size = trailLength - from;
    if (this.used + size > SETTINGS.rememberedRemovals) return;
    if (this.used + size > this.cells.length) this.grow(this.used + size);
    if (this.frames.length > 0) {
      this.log.push(literal, this.when[literal], this.start[literal], this.size[literal]);
    }
    this.when[literal] = this.now;
    this.start[literal] = this.used;
    this.size[literal] = size;
    const { cells, values } = this;
    for (let i = from; i < trailLength; i++) {
      cells[this.used] = trailCell[i];
      values[this.used++] = trailValue[i];
    }
  }

  /** Begins an assumption: what is noted and remembered from now on ends with `leave`. */
  enter(): void {
    if (!this.enabled) return;
    this.frames.push({
      changed: this.changed.slice(0, this.work.problem.lines),
      logged: this.log.length,
      used: this.used,
      seen: this.seen,
      now: this.now,
    });
  }

  /** Ends the last assumption, which has been taken back. */
  leave(): void {
    if (!this.enabled) return;
    const { log } = this;
    const frame = this.frames.pop()!;
    this.changed.set(frame.changed);
    this.used = frame.used;
    this.seen = frame.seen;
    this.now = frame.now;
    // From the last entry back, as a literal may be in the log more than once.
    for (let end = log.length - 4; end >= frame.logged; end -= 4) {
      this.when[log[end]] = log[end + 1];
      this.start[log[end]] = log[end + 2];
      this.size[log[end]] = log[end + 3];
    }
    log.length = frame.logged;
  }

  private grow(length: number): void {
    const cells = new Int32Array(2 * length);
    cells.set(this.cells);
    this.cells = cells;
    const values = new Uint8Array(2 * length);
    values.set(this.values);
    this.values = values;
  }
}

/** The lengths at the beginning of an assumption. */
interface Frame {
  readonly changed: Int32Array;
  readonly logged: number;
  readonly used: number;
  readonly seen: number;
  readonly now: number;
}
