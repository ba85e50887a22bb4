import type { Needs } from '../../result/difficulty.js';
import { ones } from '../model/bits.js';
import type { Problem } from '../model/problem.js';
import { BOUNDS, COUNT, LevelLine, OVERLAP, RUNS, type Level } from './level-line.js';
import { boundWordLine, packWordLine, wordEnds } from './word-ends.js';
import type { WordLines } from './word-lines.js';

/**
 * Finds the weakest level of reading lines that solves a small problem which complete line solving
 * solves. A level settles more the more is known, so that its fixpoint does not depend on the
 * order of the work, and each level goes on from where the one before it got stuck.
 *
 * The packings that a line was last read with are kept: as long as they fit what is known they are
 * still its first and its last, and the line has nothing new to say.
 */
export class WordNeeds {
  private readonly planes = new Int32Array(128);
  /** By line: the cells of its first and its last packing. */
  private readonly left = new Int32Array(64);
  private readonly right = new Int32Array(64);
  private readonly reader = new LevelLine();
  /** What the line that was read last found. */
  private filled = 0;
  private blank = 0;

  constructor(
    private readonly problem: Problem,
    private readonly lines: WordLines,
  ) {}

  /**
   * The weakest level for an empty grid. `early` is the position in which each line was read once by
   * its clue alone, which is what `overlap` makes of it.
   */
  findFromEmpty(early: Int32Array): Needs {
    const { planes, problem, lines } = this;
    // Without a line that is empty or full from the beginning, counting alone never begins.
    if (lines.countable) {
      for (let line = 0; line < problem.lines; line++) {
        planes[2 * line] = planes[2 * line + 1] = lines.full[line];
      }
      if (this.solves(COUNT)) return 'count';
    }
    for (let i = 0; i < 2 * problem.lines; i++) planes[i] = early[i];
    return this.findBeyondCount();
  }

  /** The weakest level for a start position. */
  findFromStart(start: Int32Array): Needs {
    const { planes, problem, lines } = this;
    for (let i = 0; i < 2 * problem.lines; i++) planes[i] = start[i];
    if (this.solves(COUNT)) return 'count';
    for (let line = 0; line < problem.lines; line++) {
      this.filled = lines.fills[line] & planes[2 * line];
      this.blank = planes[2 * line + 1] & ~lines.reach[line];
      this.apply(line);
    }
    return this.findBeyondCount();
  }

  private findBeyondCount(): Needs {
    const { problem, lines, left, right } = this;
    for (let line = 0; line < problem.lines; line++) {
      left[line] = lines.left[line];
      right[line] = lines.right[line];
    }
    if (this.solves(OVERLAP)) return 'overlap';
    if (this.solves(BOUNDS)) return 'bounds';
    return this.solves(RUNS) ? 'runs' : 'line';
  }

  /** Reads all lines at a level until they have nothing more to say; whether that leaves no cell unknown. */
  private solves(level: Level): boolean {
    const { planes, problem } = this;
    const { width, height } = problem;
    let dirty = -1 >>> (32 - height);
    let crossing = -1 >>> (32 - width);
    for (let base = 0; (dirty | crossing) !== 0; base = height - base) {
      while (dirty !== 0) {
        const bit = dirty & -dirty;
        dirty ^= bit;
        const line = base + 31 - Math.clz32(bit);
        if ((planes[2 * line] & planes[2 * line + 1]) === 0) continue;
        this.read(level, line);
        const changed = this.filled | this.blank;
        if (changed === 0) continue;
        crossing |= changed;
        this.apply(line);
        // What is found may be all there is to count, or make longer runs.
        if (level !== BOUNDS) dirty |= bit;
      }
      dirty = crossing;
      crossing = 0;
    }
    for (let row = 0; row < height; row++) {
      if ((planes[2 * row] & planes[2 * row + 1]) !== 0) return false;
    }
    return true;
  }

  /** Reads a line that has unknown cells; leaves what it finds in `filled` and `blank`. */
  private read(level: Level, line: number): void {
    const { planes, problem, left, right } = this;
    const canBlank = planes[2 * line];
    const canFilled = planes[2 * line + 1];
    const full = this.lines.full[line];
    const total = this.lines.total[line];
    const found = full ^ canBlank;
    const blanks = full ^ canFilled;
    this.filled = this.blank = 0;
    if (ones(found) === total) this.blank = canBlank & canFilled;
    else if (ones(canFilled) === total) this.filled = canBlank & canFilled;
    else if (level === RUNS) this.readRuns(line);
    else if (level !== COUNT) {
      let unfit = (left[line] | right[line]) & blanks;
      if (level === BOUNDS) unfit |= found & ~(left[line] & right[line]);
      if (unfit === 0) return;
      if (level === BOUNDS) boundWordLine(problem, line, canBlank, canFilled);
      else packWordLine(problem, line, blanks);
      left[line] = wordEnds.left;
      right[line] = wordEnds.right;
      this.filled = wordEnds.fills & canBlank;
      this.blank = canFilled & ~wordEnds.reach;
    }
  }

  private readRuns(line: number): void {
    const { planes, problem, reader } = this;
    const canBlank = planes[2 * line];
    const canFilled = planes[2 * line + 1];
    reader.load(problem, line);
    for (let cell = 0; cell < reader.length; cell++) {
      reader.cells[cell] = ((canBlank >>> cell) & 1) | (((canFilled >>> cell) & 1) << 1);
    }
    if (!reader.read(RUNS)) return;
    for (let cell = 0; cell < reader.length; cell++) {
      this.filled |= ((canBlank >>> cell) & ~reader.cells[cell] & 1) << cell;
      this.blank |= ((canFilled >>> cell) & ~(reader.cells[cell] >>> 1) & 1) << cell;
    }
  }

  private apply(line: number): void {
    const { planes, filled, blank } = this;
    const { height } = this.problem;
    planes[2 * line] &= ~filled;
    planes[2 * line + 1] &= ~blank;
    const base = line < height ? 2 * height : 0;
    const keep = ~(1 << (line < height ? line : line - height));
    for (let rest = filled; rest !== 0; rest &= rest - 1) {
      planes[base + 2 * (31 - Math.clz32(rest & -rest))] &= keep;
    }
    for (let rest = blank; rest !== 0; rest &= rest - 1) {
      planes[base + 2 * (31 - Math.clz32(rest & -rest)) + 1] &= keep;
    }
  }
}
