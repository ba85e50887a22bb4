import { UNKNOWN, type Cells } from '../puzzle/types.js';
import { LineLanguages, type Segment } from './line-languages.js';
import { luby } from './luby.js';
import { Parts, type Part } from './parts.js';
import { NO_REASON, SETTINGS, Search } from './search.js';
import type { Workspace } from './workspace.js';

/** How many solutions there are; where `exact` is false, at least that many. */
export interface Counted {
  readonly count: bigint;
  readonly exact: boolean;
}

/**
 * Counts all solutions, of which there can be more than 10^30, on top of the learning search.
 *
 * First the cells that are the same in all solutions (the backbone) are found, by asking the
 * search for solutions in which one of them differs. What stays unknown is counted by guessing
 * cells one after the other, both values of each, as in sharpSAT (Thurley 2006): parts of the
 * grid that share no segment of a line are counted apart, and their counts multiply; the count of
 * a part is remembered under what is left of its lines (see LineLanguages), so that it is found
 * again whatever is known around it; contradictions teach clauses that exclude their like.
 *
 * Cells are guessed row by row from the top, or column by column from the left: then a part
 * that is met again is the rest of the grid below the same states of its columns, and counting
 * is a sweep over the reachable column states without the ones that clauses or lines exclude.
 * Which way is shorter differs by a hundredfold from puzzle to puzzle, and nothing tells before;
 * both are tried in turn, each time for twice as long, and what one remembers serves the other.
 * (Guessing in the line with the fewest unknown cells, from both ends, from all four sides, or by
 * activity lost to the better of the two nearly everywhere; so did a plain sweep over column
 * states without propagation, which meets a hundred states that have no completion for
 * each that has one.)
 */
export class Count extends Search {
  private readonly languages: LineLanguages;
  private readonly parts: Parts;
  private remembered = new Map<string, bigint>();
  /** The keys in the order in which they were remembered. */
  private readonly order: string[] = [];
  private cacheBytes = 0;
  /** How often all was forgotten for lack of memory. */
  private forgotten = 0;
  private byColumns = false;
  /** The step after which the present try ends. */
  private tryEnd = 0;
  private ended = false;
  private learnedMost = SETTINGS.clauses;

  constructor(work: Workspace) {
    super(work);
    this.languages = new LineLanguages(work.problem, work.state);
    this.parts = new Parts(work.problem, this.languages);
  }

  /**
   * Counts the solutions below the present state and puts the first two into `solutions`.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  count(solutions: Cells[]): Counted {
    this.load();
    this.forget();
    this.learnedMost = SETTINGS.clauses;
    const shown = this.findBackbone(solutions);
    let counted: Counted = { count: BigInt(this.found), exact: shown && this.found < 2 };
    if (shown && this.found > 1) counted = this.tryInTurn();
    this.undo(0);
    this.clearQueue();
    this.forget();
    return counted;
  }

  // ---- The backbone ----

  /**
   * Makes every cell that is the same in all solutions known before all guesses. Gives false
   * where the budget ran out. Every solution found on the way differs from those before.
   */
  private findBackbone(solutions: Cells[]): boolean {
    const { values } = this.work.problem;
    const first = this.solutionWith(NO_LITERAL, solutions);
    if (first === null) return this.work.budget.stopped === null;
    const agreed = first.slice();
    for (let cell = 0; cell < agreed.length; cell++) {
      const value = agreed[cell];
      if (value === UNKNOWN) continue;
      const variable = values === 2 ? cell : cell * values + value;
      const differs = 2 * variable + (values === 2 && value === 0 ? 0 : 1);
      const other = this.solutionWith(differs, solutions);
      if (this.work.budget.stopped !== null) return false;
      other?.forEach((v, c) => {
        if (v !== agreed[c]) agreed[c] = UNKNOWN;
      });
    }
    this.backjump(0);
    return true;
  }

  /** A solution in which `literal` holds, or null: then its opposite holds before all guesses. */
  private solutionWith(literal: number, solutions: Cells[]): Cells | null {
    const { budget, counters, observer, state } = this.work;
    let conflictsLeft = SETTINGS.restartUnit;
    let restarts = 0;
    this.floor = 0;
    this.backjump(0);
    for (;;) {
      const conflict = this.propagate();
      if (budget.stopped !== null) return null;
      if (conflict !== 0) {
        counters.conflicts++;
        conflictsLeft--;
        if (this.currentLevel === 0) return null;
        this.learn(conflict);
        continue;
      }
      if (conflictsLeft <= 0) {
        conflictsLeft = luby(++restarts) * SETTINGS.restartUnit;
        this.backjump(0);
      }
      this.keepClausesFew();
      if (this.currentLevel === 0 && literal !== NO_LITERAL) {
        if (this.value[literal] === -1) return null;
        if (this.value[literal] === 0) {
          this.guess(literal);
          continue;
        }
      }
      if (!this.decide()) {
        const cells = state.cells();
        if (++this.found <= 2) solutions.push(cells);
        observer?.solution?.(cells);
        return cells;
      }
    }
  }

  // ---- Counting ----

  private tryInTurn(): Counted {
    const { budget } = this.work;
    let most = BigInt(this.found);
    for (let steps = FIRST_TRY; ; steps *= 2) {
      for (const byColumns of [false, true]) {
        this.byColumns = byColumns;
        this.tryEnd = budget.steps + steps;
        this.ended = false;
        const count = this.product(this.parts.allRows());
        this.backjump(0);
        if (!this.ended) return { count, exact: true };
        if (count > most) most = count;
        if (budget.stopped !== null) return { count: most, exact: false };
      }
    }
  }

  /**
   * The number of ways to complete the unknown cells of `rows`, which share no segment with others.
   * At least that many where the try ended; 0 also where the guesses so far exclude each other,
   * and then a level may have been taken back.
   */
  private product(rows: readonly Segment[]): bigint {
    const level = this.currentLevel;
    const parts = this.parts.of(rows);
    const split = this.trailSize;
    if (parts.length === 1) return this.part(parts[0]);
    const { forgotten } = this;
    const mark = this.order.length;
    let product = 1n;
    for (let i = 0; i < parts.length; i++) {
      // What was learned on one part can have made cells of the next known.
      const unchanged = this.trailSize === split;
      const count = unchanged ? this.part(parts[i]) : this.product(parts[i].rows);
      product *= count;
      const open = this.ended && i + 1 < parts.length;
      if (count === 0n || this.currentLevel < level || open) {
        // Clauses know all parts: where one has no solution, they may have told of another part
        // what holds only because of that, and what was remembered of it is worth nothing.
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
    const { forgotten } = this;
    const level = this.currentLevel;
    const literal = this.nextGuess(part);
    let sum = 0n;
    for (const side of [literal, literal ^ 1]) {
      if (this.value[side] === -1) continue;
      if (this.value[side] === 0) this.guess(side);
      const found = this.settle() ? this.product(part.rows) : 0n;
      sum += found;
      if (this.ended) return sum;
      if (this.currentLevel > level) this.backjump(level);
      if (this.currentLevel < level || !this.settle()) return 0n;
    }
    // Once all is forgotten, lines get new numbers, and the key means nothing.
    if (forgotten === this.forgotten) this.remember(key, sum);
    return sum;
  }

  /**
   * Propagates to the end. On a contradiction the level is taken back, with a learned clause
   * that tells the level below why.
   */
  private settle(): boolean {
    const { budget, counters } = this.work;
    const conflict = this.propagate();
    if (budget.stopped !== null || budget.steps > this.tryEnd) this.ended = true;
    if (this.ended) return false;
    if (conflict === 0) return true;
    counters.conflicts++;
    this.floor = this.currentLevel - 1;
    this.learn(conflict);
    if (budget.stopped !== null) this.ended = true;
    this.keepClausesFew();
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

  private guess(literal: number): void {
    const { observer, counters } = this.work;
    counters.decisions++;
    this.levelStart[++this.currentLevel] = this.trailSize;
    if (this.currentLevel > this.depth) this.depth = this.currentLevel;
    const variable = literal >> 1;
    observer?.guess?.(this.cellOf(variable), this.valueOf(variable), this.currentLevel);
    this.assign(literal, NO_REASON);
  }

  private keepClausesFew(): void {
    if (this.clauses.learned.length < this.learnedMost) return;
    this.learnedMost += SETTINGS.moreClauses;
    this.reduce();
  }

  // ---- What is remembered ----

  /**
   * Which cells the part has, and all ways to complete its lines: no two parts have the same key
   * that differ in either, as each segment's number says which places of its line are unknown, and
   * segments stand in order.
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
    const bytes = this.cacheBytes + this.languages.bytes + this.bytes;
    // The figures are estimates, and a thread that runs out of memory loses everything: half.
    if (bytes > CACHE_BYTES || !this.work.budget.hasRoomFor(2 * bytes)) this.forget();
  }

  /** Forgets what was remembered since there were `size` counts. */
  private forgetSince(size: number): void {
    while (this.order.length > size) {
      const key = this.order.pop() ?? '';
      this.remembered.delete(key);
      this.cacheBytes -= 2 * key.length + 120;
    }
  }

  private forget(): void {
    this.remembered.clear();
    this.order.length = 0;
    this.cacheBytes = 0;
    this.languages.reset();
    this.forgotten++;
  }
}

const NO_LITERAL = -1;

/** The most that is remembered, in bytes. */
const CACHE_BYTES = 256 << 20;

/** Line solves of the first try in each direction. */
const FIRST_TRY = 20_000;
