import type { Needs } from '../../result/difficulty.js';
import type { Problem } from '../model/problem.js';
import { solveWordLine, wordResult } from '../lines/line-word.js';
import { removeAcross } from './across.js';
import { BOUNDS, COUNT, OVERLAP, RUNS, type Level } from './level-line.js';
import { WordEnds } from './word-ends.js';
import type { WordLines } from './word-lines.js';
import { readWordRuns, wordRuns } from './word-runs.js';

/**
 * Finds the weakest level of reading lines that solves a small problem which complete line solving
 * solves. The more is known, the more a level settles: so its fixpoint does not depend on the order
 * of the work, and each level goes on from where the one before it got stuck.
 *
 * The first and the last placement of each line are kept (see WordEnds): as long as they fit what
 * is known, nothing new follows in the line.
 */
export class WordNeeds {
  private readonly planes = new Int32Array(128);
  /** The planes of the solution: each line's second word has its filled cells. */
  private solution: Int32Array = new Int32Array(0);
  private readonly ends: WordEnds;
  /** What the line that was read last found. */
  private filled = 0;
  private blank = 0;

  constructor(
    private readonly problem: Problem,
    private readonly lines: WordLines,
  ) {
    this.ends = new WordEnds(problem);
  }

  /**
   * The weakest level for an empty grid. `early` is the position in which each line was read once by
   * its clue alone, which is what `overlap` makes of it; `solution` is that of all cells known.
   */
  findFromEmpty(early: Int32Array, solution: Int32Array): Needs {
    const { planes, problem, lines } = this;
    this.solution = solution;
    // If no line is empty or full from the beginning, counting alone never begins.
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
  findFromStart(start: Int32Array, solution: Int32Array): Needs {
    const { planes, problem, lines } = this;
    this.solution = solution;
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
    this.ends.load(this.lines);
    if (this.solves(OVERLAP)) return 'overlap';
    if (this.solves(BOUNDS)) return 'bounds';
    return this.solves(RUNS) ? 'runs' : 'line';
  }

  /**
   * Reads all lines at a level until none finds anything more; returns whether all cells are known
   * then.
   */
  private solves(level: Level): boolean {
    const { planes, problem } = this;
    const { width, height } = problem;
    // As signed numbers: a variable that is now signed and now not would be a float.
    let dirty = (-1 >>> (32 - height)) | 0;
    let crossing = (-1 >>> (32 - width)) | 0;
    for (let base = 0; (dirty | crossing) !== 0; base = height - base) {
      while (dirty !== 0) {
        const bit = dirty & -dirty;
        dirty ^= bit;
        const line = base + 31 - Math.clz32(bit);
        if (!this.read(level, line)) continue;
        const changed = this.filled | this.blank;
        if (changed === 0) continue;
        crossing |= changed;
        this.apply(line);
        // A finding may complete what can be counted, or make runs longer.
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

  /**
   * Reads a line. Returns false if it surely finds nothing; else what it finds is left in `filled`
   * and `blank`.
   */
  private read(level: Level, line: number): boolean {
    const { planes, ends } = this;
    const canBlank = planes[2 * line];
    const canFilled = planes[2 * line + 1];
    const unknown = canBlank & canFilled;
    if (unknown === 0) return false;
    const found = canFilled ^ unknown;
    const all = this.solution[2 * line + 1];
    // Counting finds nothing else: as many cells as the solution has are those of the solution.
    if (found === all || canFilled === all) {
      this.filled = unknown & all;
      this.blank = unknown & ~all;
      return true;
    }
    if (level === COUNT) return false;
    if (level === RUNS) return this.readRuns(line, canBlank, canFilled);
    const left = ends.left[line];
    const right = ends.right[line];
    const uncovered = level === BOUNDS ? found & ~(left & right) : 0;
    // As long as both placements fit, they are still the first and the last.
    if ((((left | right) & ~canFilled) | uncovered) === 0) return false;
    if (level === BOUNDS) ends.bound(line, canBlank, canFilled);
    else ends.pack(line, this.lines.full[line] ^ canFilled);
    this.filled = ends.fills & canBlank;
    this.blank = canFilled & ~ends.reach;
    return true;
  }

  private readRuns(line: number, canBlank: number, canFilled: number): boolean {
    const { problem, ends } = this;
    // In most lines even complete line solving, which is faster, finds nothing.
    solveWordLine(problem, line, canBlank, canFilled);
    if (wordResult[0] === canBlank && wordResult[1] === canFilled) return false;
    ends.bound(line, canBlank, canFilled);
    readWordRuns(problem, ends, line, canBlank, canFilled);
    this.filled = canBlank & canFilled & (ends.fills | wordRuns.filled);
    this.blank = canBlank & canFilled & (~ends.reach | wordRuns.blank);
    return true;
  }

  private apply(line: number): void {
    const { planes, filled, blank } = this;
    const { height } = this.problem;
    planes[2 * line] &= ~filled;
    planes[2 * line + 1] &= ~blank;
    if (line < height) removeAcross(planes, 2 * height, line, filled, blank);
    else removeAcross(planes, 0, line - height, filled, blank);
  }
}
