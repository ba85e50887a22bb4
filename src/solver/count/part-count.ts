import { LineLanguages, type Segment } from './line-languages.js';
import { Parts, type Part } from './parts.js';
import { SETTINGS } from '../model/settings.js';
import type { Workspace } from '../propagate/workspace.js';
import type { SearchLearning } from '../search/search-learning.js';

/**
 * Counts the ways to complete the current state of a search, by guessing cells one after the other,
 * both values of each, as in sharpSAT (Thurley 2006): parts of the grid that share no segment of a
 * line are counted apart, and their counts multiply; the count of a part is remembered under what
 * is left of its lines (see LineLanguages), so that it is found again whatever is known around it;
 * contradictions teach clauses that exclude similar ones.
 *
 * Cells are guessed row by row from the top, or column by column from the left: then a part that is
 * met again is the rest of the grid below the same column states, and counting is a sweep over the
 * reachable column states, except those that clauses or lines exclude. One way can be a hundred
 * times shorter than the other, and nothing tells beforehand which one. (Guessing in the line with
 * the fewest unknown cells, from both ends, from all four sides, or by activity was slower than the
 * better of the two on nearly all puzzles.)
 */
export class PartCount {
  private readonly languages: LineLanguages;
  private readonly parts: Parts;
  private remembered = new Map<string, bigint>();
  /** The keys in the order in which they were remembered. */
  private readonly order: string[] = [];
  private cacheBytes = 0;
  /** How often everything was forgotten for lack of memory. */
  private forgotten = 0;
  byColumns = false;
  /** The step after which the current count ends. */
  private stepsEnd = 0;
  /** The number of learned clauses at which some are deleted. */
  private learnedMost = 0;
  /** Whether the last count ended early. */
  ended = false;

  constructor(
    private readonly work: Workspace,
    private readonly engine: SearchLearning,
  ) {
    this.languages = new LineLanguages(work.problem, work.state);
    this.parts = new Parts(work.problem, this.languages);
  }

  /**
   * The number of ways to complete the current state, counted in `steps` line solves at most; a lower
   * bound if the count `ended` early.
   * @pre the state is a fixpoint of propagation, and has a solution.
   * @post the level is the same; more may be known there than before. `floor` is kept.
   */
  countRest(steps: number): bigint {
    const { engine } = this;
    const { floor, currentLevel } = engine;
    this.stepsEnd = this.work.budget.steps + steps;
    this.ended = false;
    this.learnedMost = 2 * engine.clauses.learned.length + SETTINGS.clauses;
    // Contradictions met by these guesses do not tell what to guess in the search.
    engine.bumping = false;
    const count = this.product(this.parts.allRows());
    engine.bumping = true;
    engine.backjump(currentLevel);
    engine.floor = floor;
    return count;
  }

  /**
   * The number of ways to complete the unknown cells of `rows`, which share no segment with others.
   * A lower bound if the count ended early; 0 also if the guesses so far exclude each other, and then
   * a level may have been taken back.
   */
  private product(rows: readonly Segment[]): bigint {
    const { engine } = this;
    const level = engine.currentLevel;
    const parts = this.parts.of(rows);
    const split = engine.trailSize;
    if (parts.length === 1) return this.part(parts[0]);
    const { forgotten } = this;
    const mark = this.order.length;
    let product = 1n;
    for (let i = 0; i < parts.length; i++) {
      // What was learned in one part may have made cells of the next known.
      const unchanged = engine.trailSize === split;
      const count = unchanged ? this.part(parts[i]) : this.product(parts[i].rows);
      product *= count;
      const open = this.ended && i + 1 < parts.length;
      if (count === 0n || engine.currentLevel < level || open) {
        // Clauses see all parts: if one has no solution, they may have settled cells of another part
        // only because of that, and then what was remembered of it is wrong.
        this.forgetSince(forgotten === this.forgotten ? mark : 0);
        return 0n;
      }
    }
    return product;
  }

  /** As `product`, for one part with unknown cells. */
  private part(part: Part): bigint {
    const key = this.keyOf(part);
    const known = this.remembered.get(key);
    if (known !== undefined) return known;
    const { engine, forgotten } = this;
    const level = engine.currentLevel;
    const literal = this.nextGuess(part);
    let sum = 0n;
    for (const side of [literal, literal ^ 1]) {
      if (engine.value[side] === -1) continue;
      if (engine.value[side] === 0) engine.guess(side);
      const found = this.settle() ? this.product(part.rows) : 0n;
      sum += found;
      if (this.ended) return sum;
      if (engine.currentLevel > level) engine.backjump(level);
      if (engine.currentLevel < level || !this.settle()) return 0n;
    }
    // Once all is forgotten, lines get new numbers, and the key is void.
    if (forgotten === this.forgotten) this.remember(key, sum);
    return sum;
  }

  /**
   * Propagates to the end. On a contradiction the level is taken back, and a learned clause tells
   * the level below why.
   */
  private settle(): boolean {
    const { engine } = this;
    const { budget, counters } = this.work;
    const conflict = engine.propagate();
    if (budget.stopped !== null || budget.steps > this.stepsEnd) this.ended = true;
    if (this.ended) return false;
    if (conflict === 0) return true;
    counters.conflicts++;
    engine.floor = engine.currentLevel - 1;
    engine.learn(conflict);
    if (budget.stopped !== null) this.ended = true;
    if (engine.clauses.learned.length >= this.learnedMost) {
      this.learnedMost += SETTINGS.moreClauses;
      engine.reduce();
    }
    return false;
  }

  /** The first unknown cell in the order of the sweep, as a literal that gives it a value. */
  private nextGuess(part: Part): number {
    const { problem, state } = this.work;
    const { width, height, values } = problem;
    const { line, cells } = this.byColumns ? part.columns[0] : part.rows[0];
    const row = this.byColumns ? cells[0] : line;
    const column = this.byColumns ? line - height : cells[0];
    const cell = row * width + column;
    if (values === 2) return 2 * cell;
    let value = 0;
    while (!state.can(row, column, value)) value++;
    return 2 * (cell * values + value);
  }

  // ---- What is remembered ----

  /**
   * A key for the part: its cells, and all ways to complete its lines. Parts that differ in either
   * have different keys, as each segment's number determines which cells of its line are unknown,
   * and segments are in order.
   */
  private keyOf(part: Part): string {
    let key = '';
    for (const segments of [part.rows, part.columns]) {
      for (const { number } of segments) key += String.fromCharCode(number & 0xffff, number >>> 16);
    }
    return key;
  }

  private remember(key: string, count: bigint): void {
    this.remembered.set(key, count);
    this.order.push(key);
    this.cacheBytes += 2 * key.length + 120;
    const bytes = this.cacheBytes + this.languages.bytes + this.engine.bytes;
    // The figures are estimates, and a thread that runs out of memory loses everything: so only
    // half is used.
    if (bytes > SETTINGS.countCacheBytes || !this.work.budget.hasRoomFor(2 * bytes)) this.forget();
  }

  /** Forgets what was remembered since there were `size` counts. */
  private forgetSince(size: number): void {
    while (this.order.length > size) {
      const key = this.order.pop() ?? '';
      this.remembered.delete(key);
      this.cacheBytes -= 2 * key.length + 120;
    }
  }

  forget(): void {
    this.remembered.clear();
    this.order.length = 0;
    this.cacheBytes = 0;
    this.languages.reset();
    this.forgotten++;
  }
}
