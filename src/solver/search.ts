import type { Cells } from '../puzzle/types.js';
import { ActivityHeap } from './activity-heap.js';
import { Beliefs } from './beliefs.js';
import { ClauseBase, HEADER, PERMANENT } from './clauses.js';
import { WordAutomata } from './explain.js';
import { LineReasons } from './line-reasons.js';
import { solveWordLine, wordResult } from './line-word.js';
import { luby } from './luby.js';
import { Phases } from './phases.js';
import { Turns } from './turns.js';
import type { Workspace } from './workspace.js';

/**
 * What was tuned, on the 83 even tournament puzzles that take clasp 0.15 s or more. Moving the unit
 * of restarts by 3 % alone moves their mean conflicts by 20 %, and their total time by 40 %: most
 * neighbours of these values cannot be told apart.
 */
export const SETTINGS = {
  /** Conflicts to a restart, times Luby's sequence: 250 to 1000 are alike; 100 cost 40 % more. */
  restartUnit: 250,
  /** How much an activity is worth a conflict later: 0.75 to 0.95 are alike. */
  decay: 0.9,
  /** Conflicts until learned clauses are deleted for the first time. */
  clauses: 500,
  /** And how many more each time until the next. */
  moreClauses: 50,
  /** Clauses of this rank or less are kept for two deletions after they were last of use. */
  tier: 6,
  /** What a likely cell's certainty of one half counts among the activities: a hundred bumps. */
  likely: 100,
  /** What led to a clause of this rank or less is bumped this many steps back (`bumpReasons`). */
  deepRank: 6,
  deepSteps: 3,
};

/** How a search ended: nothing is left to search, enough was found, or the budget is spent. */
export type SearchEnd = 'exhausted' | 'wanted' | 'stopped';

/** The reason of a guess, and of what is known before the search; others: see Search. */
export const NO_REASON = 0;

/**
 * Learning search: conflict-driven clause learning (MiniSat, Eén and Sörensson 2003) with the
 * lines as propagators that explain themselves on demand (lazy clause generation, Ohrimenko,
 * Stuckey and Codish 2009). Serves the first solution, the next ones, and the proof that there is
 * no other.
 *
 * Variables and literals. In black and white cell c is variable c, literal 2c says that it is
 * filled, 2c + 1 that it is blank: literal 2c + v removes value v from the cell. With several
 * colours (cell, value) is variable c * values + v; its literal 2x says that the cell has the
 * value, 2x + 1 that it has not, and permanent clauses say that a cell has exactly one value.
 *
 * Reasons. Positive: a clause, of which the variable's literal is the first. Negative: line -1 - r,
 * which is asked for an explanation only when conflict analysis wants one.
 *
 * The work. Clauses first, then one dirty line (first in, first out: the other way round
 * takes twice the time), until nothing is left; then a guess. A line whose cells changed is solved
 * completely. On a conflict: resolve back to the first unique implication point, drop what the rest
 * implies, jump back, and assert the learned clause.
 */
export class Search {
  /** The deepest nesting of guesses of the last run. */
  depth = 0;
  /** How many solutions the last run found. */
  found = 0;
  /** Told each learned clause as its literals; for tests. */
  onLearned: ((literals: Int32Array) => void) | undefined;

  protected readonly clauses = new ClauseBase();
  private readonly heap = new ActivityHeap();
  private readonly wordAutomata = new WordAutomata();
  private readonly lineReasons: LineReasons;
  private readonly beliefs = new Beliefs();
  private readonly phases = new Phases();
  protected readonly turns = new Turns();

  private small = true;
  private values = 2;
  private height = 0;
  private width = 0;
  private variables = 0;

  /** By literal: 1 true, -1 false, 0 neither. */
  protected value = new Int8Array(0);
  /** By variable: the number of guesses that were open when it was assigned. */
  private level = new Int32Array(0);
  private reason = new Int32Array(0);
  /** By variable derived by a line: the planes of the line at that time (small puzzles). */
  private hadBlank = new Int32Array(0);
  private hadFilled = new Int32Array(0);
  /** By variable derived by a line: its explanation as a mask over the line, or 0 (small). */
  private explained = new Int32Array(0);
  /** The true literals in order. */
  protected trail = new Int32Array(0);
  protected trailSize = 0;
  /** The first literal of the trail whose watches are not visited. */
  private clauseHead = 0;
  /** By level: the trail's size before its guess. */
  protected levelStart = new Int32Array(1);
  protected currentLevel = 0;
  /** The level whose guesses and those below are kept (see `passSolution`). */
  protected floor = 0;
  /** Whether conflicts make the variables that took part more active. */
  protected bumping = true;

  /** By line: the cells known before all guesses, which cost nothing in an explanation (small). */
  private fixed = new Int32Array(0);
  /** By cell, where the puzzle is small. */
  private rowOf = new Uint8Array(0);
  private columnOf = new Uint8Array(0);
  private mapWidth = 0;

  /** The dirty lines: a ring, and whether a line is in it. */
  private queue = new Int32Array(0);
  private queued = new Uint8Array(0);
  private queueHead = 0;
  private queueSize = 0;

  /** By variable: whether it is in the clause that is being learned, or implied by it. */
  private seen = new Uint8Array(0);
  private toClear = new Int32Array(0);
  private toClearSize = 0;
  private learned = new Int32Array(0);
  private learnedSize = 0;
  private stack = new Int32Array(0);
  private levelMark = new Int32Array(1);
  private marks = 0;
  /** The variables that explain the variable last asked about. */
  private because = new Int32Array(64);
  private wideResult = new Int32Array(16);

  constructor(protected readonly work: Workspace) {
    this.lineReasons = new LineReasons(work.problem, work.state, work.budget);
  }

  /** The bytes that the tables take for this puzzle, whatever was loaded before. */
  get bytes(): number {
    const reasons = this.small ? 0 : this.lineReasons.bytes;
    return this.clauses.bytes + 100 * this.variables + reasons;
  }

  /**
   * Looks for `wanted` solutions below the present state and puts the first two into `solutions`.
   * Where `solvable`, there is known to be one, and what is hard is likely to be the proof.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  run(wanted: number, solutions: Cells[], solvable = false): SearchEnd {
    this.load();
    if (solvable) this.turns.found();
    else this.turns.start(this.work.counters.conflicts);
    const end = this.search(wanted, solutions);
    this.undo(0);
    this.clearQueue();
    return end;
  }

  protected search(wanted: number, solutions: Cells[]): SearchEnd {
    const { turns } = this;
    const { budget, counters, observer, state } = this.work;
    let conflictsLeft = SETTINGS.restartUnit;
    let restarts = 0;
    let nextReduction = counters.conflicts + SETTINGS.clauses;
    let reductions = 0;
    for (;;) {
      const conflict = this.propagate();
      if (budget.stopped !== null) return 'stopped';
      if (conflict !== 0) {
        counters.conflicts++;
        conflictsLeft--;
        if (turns.finding) this.keepPhases();
        if (this.currentLevel > this.floor) this.learn(conflict);
        else if (!this.passSolution()) return 'exhausted';
        continue;
      }
      if (turns.changes(counters.conflicts)) {
        conflictsLeft = SETTINGS.restartUnit;
        restarts = 0;
        if (turns.finding) this.aim();
      }
      if (conflictsLeft <= 0) {
        conflictsLeft = luby(++restarts) * SETTINGS.restartUnit;
        this.backjump(this.floor);
      }
      if (counters.conflicts >= nextReduction) {
        reductions++;
        nextReduction += SETTINGS.clauses + SETTINGS.moreClauses * reductions;
        this.reduce();
      }
      if (turns.finding && this.phases.isStale(this.trailSize, counters.conflicts)) this.aimAgain();
      if (!this.decide()) {
        const cells = state.cells();
        if (++this.found <= 2) solutions.push(cells);
        turns.found();
        observer?.solution?.(cells);
        if (this.found >= wanted) return 'wanted';
        if (wanted > 2) {
          if (!this.pass()) return 'exhausted';
        } else if (this.currentLevel === 0) return 'exhausted';
        else this.block();
      }
    }
  }

  // ---- Assigning and taking back ----

  /** Guesses a literal of the most active unassigned variable; false: all are assigned. */
  protected decide(): boolean {
    for (;;) {
      const variable = this.heap.pop();
      if (variable < 0) return false;
      if (this.value[2 * variable] !== 0) continue;
      this.guess(this.turns.finding ? this.likelyLiteral(variable) : 2 * variable);
      return true;
    }
  }

  /** Assumes an unassigned literal, on a level of its own. */
  protected guess(literal: number): void {
    const { observer, counters } = this.work;
    counters.decisions++;
    this.levelStart[++this.currentLevel] = this.trailSize;
    if (this.currentLevel > this.depth) this.depth = this.currentLevel;
    observer?.guess?.(this.cellOf(literal >> 1), this.valueSaid(literal), this.currentLevel);
    this.assign(literal, NO_REASON);
  }

  // ---- Looking for a solution (see Turns) ----

  /** Begins anew with guesses of what is likely; looks for a proof instead where nothing is. */
  private aim(): void {
    const { problem, state, budget, counters } = this.work;
    const { beliefs } = this;
    this.backjump(this.floor);
    if (!beliefs.estimate(problem, state, budget)) {
      this.turns.found();
      return;
    }
    this.phases.aim(beliefs, this.width * this.height);
    if (this.turns.attempts > 1) {
      this.phases.keepFresh(this.trailSize, this.variables, counters.conflicts);
    }
    this.preferLikely();
  }

  /** Estimates again what is likely with the present guesses. */
  private aimAgain(): void {
    const { problem, state, budget } = this.work;
    if (this.beliefs.estimateAgain(problem, state, budget)) this.preferLikely();
  }

  private preferLikely(): void {
    const { beliefs, phases, heap, value } = this;
    for (let variable = 0; variable < this.variables; variable++) {
      if (value[2 * variable] !== 0) continue;
      const cell = this.cellOf(variable);
      phases.value[cell] = beliefs.value[cell];
      heap.bump(variable, SETTINGS.likely * beliefs.certainty[cell]);
    }
  }

  /** Notes the values known before the last guess, if they are more than ever. */
  private keepPhases(): void {
    const size = this.levelStart[this.currentLevel];
    if (this.currentLevel === 0 || !this.phases.isNearest(size)) return;
    for (let i = 0; i < size; i++) {
      const literal = this.trail[i];
      // With several colours, what a cell is not says nothing of what it is.
      if (this.values > 2 && (literal & 1) === 1) continue;
      this.phases.value[this.cellOf(literal >> 1)] = this.valueSaid(literal);
    }
  }

  /** A literal that gives a variable's cell its likely value; the variable's own where it cannot. */
  private likelyLiteral(variable: number): number {
    const cell = this.cellOf(variable);
    const likely = this.phases.value[cell];
    if (this.values === 2) return 2 * cell + 1 - likely;
    const literal = 2 * (cell * this.values + likely);
    return this.value[literal] === 0 ? literal : 2 * variable;
  }

  /** Makes a literal true and marks the lines dirty that do not know it yet. */
  protected assign(literal: number, reason: number): void {
    const { value } = this;
    const variable = literal >> 1;
    value[literal] = 1;
    value[literal ^ 1] = -1;
    this.level[variable] = this.currentLevel;
    this.reason[variable] = reason;
    this.trail[this.trailSize++] = literal;
    if (!this.small) {
      this.assignWide(literal, reason);
      return;
    }
    const { planes } = this.work.state;
    const row = this.rowOf[variable];
    const column = this.columnOf[variable];
    const columnLine = column + this.height;
    const removed = literal & 1;
    planes[2 * row + removed] &= ~(1 << column);
    planes[2 * columnLine + removed] &= ~(1 << row);
    if (this.currentLevel === 0) {
      this.fixed[row] |= 1 << column;
      this.fixed[columnLine] |= 1 << row;
    }
    if (reason !== -1 - row) this.makeDirty(row);
    if (reason !== -1 - columnLine) this.makeDirty(columnLine);
  }

  private assignWide(literal: number, reason: number): void {
    if (this.values > 2 && (literal & 1) === 0) return;
    const cell = this.cellOf(literal >> 1);
    const row = Math.floor(cell / this.width);
    const column = cell - row * this.width;
    const removed = this.values > 2 ? this.valueOf(literal >> 1) : literal & 1;
    this.flip(row, column, removed);
    if (this.currentLevel === 0) this.lineReasons.remove(row, column, removed);
    if (reason !== -1 - row) this.makeDirty(row);
    if (reason !== -1 - this.height - column) this.makeDirty(this.height + column);
  }

  /** Removes a value from a cell in the planes, or puts it back. */
  private flip(row: number, column: number, value: number): void {
    const { state, problem } = this.work;
    const { planes, rowStride, columnStride, columnBase } = state;
    planes[row * rowStride + value * problem.rowWords + (column >>> 5)] ^= 1 << (column & 31);
    planes[columnBase + column * columnStride + value * problem.columnWords + (row >>> 5)] ^=
      1 << (row & 31);
  }

  private makeDirty(line: number): void {
    if (this.queued[line] === 1) return;
    this.queued[line] = 1;
    let at = this.queueHead + this.queueSize++;
    if (at >= this.queue.length) at -= this.queue.length;
    this.queue[at] = line;
  }

  /**
   * Takes back all levels above `level`. The dirty lines are forgotten: their changes were all
   * taken back, as the levels below had been propagated to the end.
   */
  protected backjump(level: number): void {
    if (this.currentLevel > level) {
      if (this.work.observer?.back !== undefined) this.tellBack(level);
      this.undo(this.levelStart[level + 1]);
      this.currentLevel = level;
    }
    this.clearQueue();
  }

  protected clearQueue(): void {
    while (this.queueSize > 0) {
      this.queued[this.queue[this.queueHead]] = 0;
      if (++this.queueHead === this.queue.length) this.queueHead = 0;
      this.queueSize--;
    }
  }

  /** Shortens the trail to `size` literals. */
  protected undo(size: number): void {
    const { trail, value, heap, rowOf, columnOf, height, small } = this;
    const { planes } = this.work.state;
    for (let i = this.trailSize - 1; i >= size; i--) {
      const literal = trail[i];
      const variable = literal >> 1;
      value[literal] = 0;
      value[literal ^ 1] = 0;
      heap.insert(variable);
      if (small) {
        const row = rowOf[variable];
        const column = columnOf[variable];
        planes[2 * row + (literal & 1)] |= 1 << column;
        planes[2 * (column + height) + (literal & 1)] |= 1 << row;
        continue;
      }
      if (this.reason[variable] < 0) this.lineReasons.takeBack(variable);
      if (this.values === 2 || (literal & 1) === 1) {
        const cell = this.cellOf(variable);
        const row = Math.floor(cell / this.width);
        const removed = this.values > 2 ? this.valueOf(variable) : literal & 1;
        this.flip(row, cell - row * this.width, removed);
      }
    }
    this.trailSize = size;
    this.clauseHead = size;
  }

  // ---- Propagation ----

  /** Propagates to the end: 0, or the conflict (a clause, or -1 - line). */
  protected propagate(): number {
    const { budget } = this.work;
    for (;;) {
      if (this.clauseHead < this.trailSize) {
        const conflict = this.propagateClauses();
        if (conflict !== 0) return conflict;
      }
      if (this.queueSize === 0) return 0;
      const line = this.queue[this.queueHead];
      if (++this.queueHead === this.queue.length) this.queueHead = 0;
      this.queueSize--;
      this.queued[line] = 0;
      if (!(this.small ? this.solveSmall(line) : this.solveWide(line))) return -1 - line;
      if (budget.stopped !== null) return 0;
    }
  }

  private solveSmall(line: number): boolean {
    const { problem, state, budget } = this.work;
    const { planes } = state;
    budget.spend(1, 8);
    const canBlank = planes[2 * line];
    const canFilled = planes[2 * line + 1];
    if (!solveWordLine(problem, line, canBlank, canFilled)) return false;
    const filled = canBlank & ~wordResult[0];
    let found = filled | (canFilled & ~wordResult[1]);
    if (found === 0) return true;
    const { hadBlank, hadFilled, explained } = this;
    const isRow = line < this.height;
    const base = isRow ? line * this.width : line - this.height;
    const step = isRow ? 1 : this.width;
    while (found !== 0) {
      const i = 31 - Math.clz32(found & -found);
      found &= found - 1;
      const cell = base + step * i;
      hadBlank[cell] = canBlank;
      hadFilled[cell] = canFilled;
      explained[cell] = 0;
      this.assign(2 * cell + (((filled >>> i) & 1) ^ 1), -1 - line);
    }
    return true;
  }

  private solveWide(line: number): boolean {
    const { problem, state, budget, propagator } = this.work;
    const { height, values } = problem;
    const { planes } = state;
    const isRow = line < height;
    const words = isRow ? problem.rowWords : problem.columnWords;
    const at = isRow
      ? line * state.rowStride
      : state.columnBase + (line - height) * state.columnStride;
    if (this.wideResult.length < values * words) this.wideResult = new Int32Array(values * words);
    const { wideResult } = this;
    const blocks = problem.blockStart[line + 1] - problem.blockStart[line];
    budget.spend(1, 8 + 2 * blocks * ((problem.slack[line] >>> 5) + 1));
    if (!propagator.wide.solve(problem, line, planes, at, words, wideResult)) return false;
    const { lineReasons } = this;
    let place = -1;
    for (let value = 0; value < values; value++) {
      for (let k = 0; k < words; k++) {
        let removed = planes[at + value * words + k] & ~wideResult[value * words + k];
        for (; removed !== 0; removed &= removed - 1) {
          const i = 32 * k + 31 - Math.clz32(removed & -removed);
          const cell = isRow ? line * this.width + i : i * this.width + line - height;
          const variable = values === 2 ? cell : cell * values + value;
          if (place < 0) place = lineReasons.keep(at, values * words);
          lineReasons.settle(variable, place);
          this.assign(values === 2 ? 2 * cell + value : 2 * variable + 1, -1 - line);
        }
      }
    }
    return true;
  }

  /**
   * Visits the watches of all literals that became false: 0, or a clause without a true or
   * open literal. MiniSat's loop; a third of the time on hard puzzles goes here.
   */
  private propagateClauses(): number {
    const { clauses, value, trail } = this;
    const { watchStart, watchCount } = clauses;
    const { arena } = clauses;
    while (this.clauseHead < this.trailSize) {
      const falseLiteral = trail[this.clauseHead++] ^ 1;
      let { pool } = clauses;
      const start = watchStart[falseLiteral];
      const end = start + 2 * watchCount[falseLiteral];
      let to = start;
      let from = start;
      while (from < end) {
        const clause = pool[from];
        const blocker = pool[from + 1];
        from += 2;
        if (value[blocker] === 1) {
          pool[to++] = clause;
          pool[to++] = blocker;
          continue;
        }
        // Make sure that the false literal is the second one.
        const literals = clause + HEADER;
        let first = arena[literals];
        if (first === falseLiteral) {
          first = arena[literals + 1];
          arena[literals] = first;
          arena[literals + 1] = falseLiteral;
        }
        if (value[first] === 1) {
          pool[to++] = clause;
          pool[to++] = first;
          continue;
        }
        // Look for another literal to watch, on from where the last search ended (Gent 2013).
        const last = literals + arena[clause];
        const resume = literals + arena[clause + 3];
        let k = resume;
        while (k < last && value[arena[k]] === -1) k++;
        if (k === last) {
          k = literals + 2;
          while (k < resume && value[arena[k]] === -1) k++;
          if (k === resume) k = last;
        }
        if (k < last) {
          arena[clause + 3] = k - literals;
          const other = arena[k];
          arena[literals + 1] = other;
          arena[k] = falseLiteral;
          clauses.watch(other, clause, first);
          pool = clauses.pool;
          continue;
        }
        pool[to++] = clause;
        pool[to++] = first;
        if (value[first] === -1) {
          while (from < end) pool[to++] = pool[from++];
          watchCount[falseLiteral] = (to - start) >> 1;
          return clause;
        }
        this.assign(first, clause);
      }
      watchCount[falseLiteral] = (to - start) >> 1;
    }
    return 0;
  }

  // ---- Learning ----

  /**
   * Learns a clause from a conflict, jumps back and asserts it; does neither where the budget runs
   * out before, as explaining the lines of a large puzzle can take long.
   */
  protected learn(conflict: number): void {
    const { learned, seen, trail } = this;
    const { budget } = this.work;
    this.learnedSize = 1;
    this.toClearSize = 0;
    let open =
      conflict > 0
        ? this.seeClause(conflict, -1)
        : this.seeBecause(this.explainConflict(-1 - conflict));
    if (open === 0) {
      // A clause of one literal, asserted above kept guesses, contradicts what is below the last.
      this.clearSeen();
      this.backjump(this.currentLevel - 1);
      return;
    }
    for (let at = this.trailSize - 1; ;) {
      while (seen[trail[at] >> 1] === 0) at--;
      const literal = trail[at--];
      if (--open === 0) {
        learned[0] = literal ^ 1;
        break;
      }
      const variable = literal >> 1;
      const reason = this.reason[variable];
      if (reason > 0) open += this.seeClause(reason, variable);
      else open += this.seeBecause(this.explain(variable));
      if (budget.stopped !== null) {
        this.clearSeen();
        return;
      }
    }
    this.marks++;
    for (let i = 1; i < this.learnedSize; i++) {
      this.levelMark[this.level[learned[i] >> 1]] = this.marks;
    }
    let size = 1;
    for (let i = 1; i < this.learnedSize; i++) {
      if (!this.isImplied(learned[i] >> 1)) learned[size++] = learned[i];
    }
    const rank = this.rankAndOrder(size);
    this.bumpReasons(size, rank <= SETTINGS.deepRank ? SETTINGS.deepSteps : 1);
    this.clearSeen();
    this.onLearned?.(learned.slice(0, size));
    budget.spend(0, 1000);
    if (this.bumping) this.heap.decay(SETTINGS.decay);
    this.backjump(Math.max(this.floor, size === 1 ? 0 : this.level[learned[1] >> 1]));
    if (size === 1) {
      this.assign(learned[0], NO_REASON);
      // It holds before all guesses, also where kept guesses are open.
      this.level[learned[0] >> 1] = 0;
    } else {
      const clause = this.clauses.add(learned, size, rank);
      budget.allows(this.bytes);
      this.assign(learned[0], clause);
    }
  }

  /**
   * Bumps what led to a learned clause, though it is not in it: the reasons of its literals, and,
   * with more `steps`, the reasons of those (reason side bumping; Liang et al. 2016, "Learning rate
   * based branching heuristic for SAT solvers"). What the analysis has met is left alone.
   *
   * Dominoes take 0.50 to 0.63 of the conflicts with it, a fifth more of them with one step for all
   * clauses. On the tournament puzzles from the 500th on the geometric mean falls to 0.93, the sum
   * to 0.94, and a conflict takes some 10 % longer.
   */
  private bumpReasons(size: number, steps: number): void {
    let from = this.toClearSize;
    for (let i = 1; i < size; i++) this.bumpReason(this.learned[i] >> 1);
    for (let step = 1; step < steps; step++) {
      const end = this.toClearSize;
      while (from < end) this.bumpReason(this.toClear[from++]);
    }
  }

  private bumpReason(variable: number): void {
    const reason = this.reason[variable];
    if (reason === NO_REASON || this.work.budget.stopped !== null) return;
    const count = reason < 0 ? this.explain(variable) : this.clauseBecause(reason);
    for (let k = 0; k < count; k++) {
      const other = this.because[k];
      if (this.seen[other] === 1 || this.level[other] === 0) continue;
      this.seen[other] = 1;
      this.toClear[this.toClearSize++] = other;
      this.heap.bump(other);
    }
  }

  private clearSeen(): void {
    for (let i = 0; i < this.toClearSize; i++) this.seen[this.toClear[i]] = 0;
  }

  /** The present LBD of a clause whose variables are all assigned. */
  private rankOf(clause: number): number {
    const { level, levelMark } = this;
    const { arena } = this.clauses;
    const end = clause + HEADER + arena[clause];
    const mark = ++this.marks;
    let rank = 0;
    for (let k = clause + HEADER; k < end; k++) {
      const own = level[arena[k] >> 1];
      if (levelMark[own] !== mark) {
        levelMark[own] = mark;
        rank++;
      }
    }
    return rank;
  }

  /** Moves a literal of the highest level but the asserted one's to place 1; gives the LBD. */
  private rankAndOrder(size: number): number {
    const { learned, level, levelMark } = this;
    let highest = -1;
    let rank = 1;
    this.marks++;
    for (let i = 1; i < size; i++) {
      const own = level[learned[i] >> 1];
      if (own > highest) {
        highest = own;
        const literal = learned[i];
        learned[i] = learned[1];
        learned[1] = literal;
      }
      if (levelMark[own] !== this.marks) {
        levelMark[own] = this.marks;
        rank++;
      }
    }
    return rank;
  }

  /** Takes a variable into the analysis; 1 where it has to be resolved. */
  private see(variable: number): number {
    const level = this.level[variable];
    if (this.seen[variable] !== 0 || level === 0) return 0;
    this.seen[variable] = 1;
    this.toClear[this.toClearSize++] = variable;
    if (this.bumping) this.heap.bump(variable);
    if (level === this.currentLevel) return 1;
    this.learned[this.learnedSize++] = 2 * variable + (this.value[2 * variable] === 1 ? 1 : 0);
    return 0;
  }

  private seeClause(clause: number, skip: number): number {
    const { arena } = this.clauses;
    const end = clause + HEADER + arena[clause];
    let open = 0;
    const rank = arena[clause + 1];
    if (rank > 2) {
      arena[clause + 2] = rank <= SETTINGS.tier ? 2 : 1;
      arena[clause + 1] = Math.min(rank, this.rankOf(clause));
    }
    for (let k = clause + HEADER; k < end; k++) {
      const variable = arena[k] >> 1;
      if (variable !== skip) open += this.see(variable);
    }
    return open;
  }

  private seeBecause(count: number): number {
    let open = 0;
    for (let i = 0; i < count; i++) open += this.see(this.because[i]);
    return open;
  }

  /**
   * Whether a literal of the learned clause follows from its others (and may be left out): if all
   * that its reason names is in the clause, or follows in the same way.
   */
  private isImplied(candidate: number): boolean {
    if (this.reason[candidate] === NO_REASON) return false;
    const { stack } = this;
    const { budget } = this.work;
    const before = this.toClearSize;
    let size = 0;
    stack[size++] = candidate;
    while (size > 0) {
      const variable = stack[--size];
      const reason = this.reason[variable];
      const count = reason < 0 ? this.explain(variable) : this.clauseBecause(reason);
      const stopped = budget.stopped !== null;
      for (let k = 0; k < count; k++) {
        const other = this.because[k];
        if (this.seen[other] === 1 || this.level[other] === 0) continue;
        // What has no reason, or stands on a level that the clause does not name, cannot follow.
        const isOutside =
          this.reason[other] === NO_REASON || this.levelMark[this.level[other]] !== this.marks;
        if (isOutside || stopped) {
          while (this.toClearSize > before) this.seen[this.toClear[--this.toClearSize]] = 0;
          return false;
        }
        this.seen[other] = 1;
        this.toClear[this.toClearSize++] = other;
        stack[size++] = other;
      }
    }
    return true;
  }

  /** Puts a clause's variables but the first, which it derived, into `because`. */
  private clauseBecause(clause: number): number {
    const { arena } = this.clauses;
    const count = arena[clause] - 1;
    if (this.because.length < count) this.because = new Int32Array(2 * count);
    for (let k = 0; k < count; k++) this.because[k] = arena[clause + HEADER + 1 + k] >> 1;
    return count;
  }

  // ---- Explaining ----

  /** Puts the variables that explain one derived by a line into `because`; gives their number. */
  private explain(variable: number): number {
    const line = -1 - this.reason[variable];
    if (!this.small) return this.explainWide(line, variable);
    let mask = this.explained[variable];
    if (mask === 0) {
      const isRow = line < this.height;
      const i = isRow ? this.columnOf[variable] : this.rowOf[variable];
      const bit = 1 << i;
      const isFilled = this.value[2 * variable] === 1;
      mask = this.wordAutomata.conflict(
        line,
        isRow ? this.width : this.height,
        isFilled ? this.hadBlank[variable] : this.hadBlank[variable] & ~bit,
        isFilled ? this.hadFilled[variable] & ~bit : this.hadFilled[variable],
        this.fixed[line] | bit,
        i,
      );
      this.explained[variable] = mask;
    }
    return this.spreadMask(line, mask);
  }

  private explainConflict(line: number): number {
    if (!this.small) return this.explainWide(line, -1);
    const { planes } = this.work.state;
    const length = line < this.height ? this.width : this.height;
    return this.spreadMask(
      line,
      this.wordAutomata.conflict(
        line,
        length,
        planes[2 * line],
        planes[2 * line + 1],
        this.fixed[line],
        length,
      ),
    );
  }

  /** Puts the cells of a mask over a line into `because`; gives their number. */
  private spreadMask(line: number, mask: number): number {
    const { because } = this;
    const isRow = line < this.height;
    const base = isRow ? line * this.width : line - this.height;
    const step = isRow ? 1 : this.width;
    let count = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      because[count++] = base + step * (31 - Math.clz32(rest & -rest));
    }
    return count;
  }

  /** As `explain`, or with variable -1 as `explainConflict`, for a line of any kind. */
  private explainWide(line: number, variable: number): number {
    const { lineReasons } = this;
    if (variable < 0) lineReasons.explainConflict(line);
    else {
      const cell = this.cellOf(variable);
      const row = Math.floor(cell / this.width);
      const i = line < this.height ? cell - row * this.width : row;
      const removed = this.value[2 * variable] === 1 ? 0 : 1;
      lineReasons.explain(line, variable, i, this.values > 2 ? this.valueOf(variable) : removed);
    }
    const { from, count, variables } = lineReasons;
    if (this.because.length < count) this.because = new Int32Array(2 * count);
    for (let k = 0; k < count; k++) this.because[k] = variables[from + k];
    return count;
  }

  // ---- Between conflicts ----

  /** Goes on behind the solution just found; false where nothing is left. */
  protected pass(): boolean {
    this.floor = this.currentLevel;
    return this.passSolution();
  }

  /**
   * Turns the guess of level `floor` round, as all its solutions are found, and keeps the guesses
   * below as they are: so a search for many solutions needs no clause for each of them (Gebser et
   * al. 2007, "Conflict-driven answer set enumeration"). False where there is no such guess.
   */
  protected passSolution(): boolean {
    if (this.floor === 0) return false;
    const guess = this.trail[this.levelStart[this.floor]];
    this.backjump(--this.floor);
    this.assign(guess ^ 1, NO_REASON);
    return true;
  }

  /**
   * Excludes the solution just found: not all of its guesses again. For one more solution this is
   * better than `passSolution`, as it leaves the search free to jump back and to restart.
   */
  private block(): void {
    const { learned } = this;
    const size = this.currentLevel;
    for (let l = size; l >= 1; l--) learned[size - l] = this.trail[this.levelStart[l]] ^ 1;
    this.backjump(size - 1);
    this.assign(learned[0], size === 1 ? NO_REASON : this.clauses.add(learned, size, PERMANENT));
  }

  /** Deletes learned clauses. */
  protected reduce(): void {
    const { value, reason, clauses } = this;
    clauses.reduce(
      (clause) => {
        const first = clauses.arena[clause + HEADER];
        return value[first] === 1 && reason[first >> 1] === clause;
      },
      (from, to) => {
        const variable = clauses.arena[to + HEADER] >> 1;
        if (reason[variable] === from) reason[variable] = to;
      },
    );
  }

  protected cellOf(variable: number): number {
    return this.values === 2 ? variable : Math.floor(variable / this.values);
  }

  /** The value of the variable; in black and white, filled. */
  protected valueOf(variable: number): number {
    return this.values === 2 ? 1 : variable % this.values;
  }

  /** The value that the literal of a guess gives its cell. */
  protected valueSaid(literal: number): number {
    return this.values === 2 ? 1 - (literal & 1) : (literal >> 1) % this.values;
  }

  private tellBack(level: number): void {
    for (let l = this.currentLevel; l > level; l--) {
      const guess = this.trail[this.levelStart[l]];
      this.work.observer?.back?.(this.cellOf(guess >> 1), this.valueSaid(guess), l);
    }
  }

  // ---- Loading ----

  /** Takes over the state: what is known there is known before all guesses. */
  protected load(): void {
    const { problem, state } = this.work;
    const { width, height, values } = problem;
    this.small = problem.small;
    this.values = values;
    if (this.small && (this.mapWidth !== width || this.rowOf.length !== width * height)) {
      this.mapWidth = width;
      const cells = width * height;
      this.rowOf = new Uint8Array(cells);
      this.columnOf = new Uint8Array(cells);
      for (let cell = 0; cell < cells; cell++) {
        this.rowOf[cell] = Math.floor(cell / width);
        this.columnOf[cell] = cell % width;
      }
    }
    this.width = width;
    this.height = height;
    this.variables = width * height * (values === 2 ? 1 : values);
    this.reserve(this.variables, problem.lines);
    this.depth = 0;
    this.found = 0;
    this.floor = 0;
    this.currentLevel = 0;
    this.trailSize = 0;
    this.clauseHead = 0;
    this.queueHead = 0;
    this.clauses.reset(2 * this.variables);
    this.heap.reset(this.variables);
    this.value.fill(0, 0, 2 * this.variables);
    if (this.small) {
      this.wordAutomata.load(problem);
      for (let line = 0; line < problem.lines; line++) {
        this.fixed[line] = ~(state.planes[2 * line] & state.planes[2 * line + 1]);
      }
    } else this.lineReasons.load();
    for (let cell = 0, row = 0; row < height; row++) {
      for (let column = 0; column < width; column++, cell++) this.loadCell(cell, row, column);
    }
  }

  private loadCell(cell: number, row: number, column: number): void {
    const { state } = this.work;
    const { values } = this;
    const known = state.count(row, column) === 1;
    if (values === 2) {
      if (known) this.know(2 * cell + (state.can(row, column, 1) ? 0 : 1));
      else this.heap.insert(cell);
      return;
    }
    const { learned } = this;
    let size = 0;
    for (let value = 0; value < values; value++) {
      const variable = cell * values + value;
      if (!state.can(row, column, value)) this.know(2 * variable + 1);
      else if (known) this.know(2 * variable);
      else {
        this.heap.insert(variable);
        learned[size++] = 2 * variable;
      }
    }
    // Exactly one of the values that are left.
    if (size === 0) return;
    this.clauses.add(learned, size, PERMANENT);
    const pair = new Int32Array(2);
    for (let a = 1; a < size; a++) {
      for (let b = 0; b < a; b++) {
        pair[0] = learned[a] + 1;
        pair[1] = learned[b] + 1;
        this.clauses.add(pair, 2, PERMANENT);
      }
    }
  }

  /** A literal that holds before all guesses; it is not on the trail. */
  private know(literal: number): void {
    this.value[literal] = 1;
    this.value[literal ^ 1] = -1;
    this.level[literal >> 1] = 0;
    this.reason[literal >> 1] = NO_REASON;
  }

  private reserve(variables: number, lines: number): void {
    if (this.level.length < variables) {
      this.value = new Int8Array(2 * variables);
      this.level = new Int32Array(variables);
      this.reason = new Int32Array(variables);
      this.hadBlank = new Int32Array(variables);
      this.hadFilled = new Int32Array(variables);
      this.explained = new Int32Array(variables);
      this.trail = new Int32Array(variables);
      this.levelStart = new Int32Array(variables + 2);
      this.seen = new Uint8Array(variables);
      this.toClear = new Int32Array(variables);
      this.learned = new Int32Array(variables + 1);
      this.stack = new Int32Array(variables + 1);
      this.levelMark = new Int32Array(variables + 2);
    }
    if (this.queued.length < lines) {
      this.fixed = new Int32Array(lines);
      this.queue = new Int32Array(lines);
      this.queued = new Uint8Array(lines);
    }
  }
}
