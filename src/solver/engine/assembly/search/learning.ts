// What a learning search does after a conflict: it resolves back to the first unique implication
// point, drops what the rest implies, jumps back, and asserts (MiniSat, Eén and Sörensson 2003).

import { hasValue } from '../lines/planes';
import { Budget, RanOut, Setting, allows, setting, spend } from '../memory/budget';
import { Table, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Statistic, add } from '../memory/statistics';
import { Clauses, HEADER, addClause, bytesOfClauses, giveUpClauses, packClauses } from './clauses';
import { heapBump, heapDecay } from './heap';
import { Proof, dropClauses, noteAdded, proveLearned, tellRoot } from './proof';
import { Reasons, explain, explainConflict, loadReasons } from './reasons';
import { NO_REASON, Trail, assign, backjump, bytesOfKept } from './trail';

// The turns and mirror images, but for the identity, that leave a puzzle and what is known about it
// as they are: what follows still follows after them. Costs at most a look at each clue.

export class Symmetries {
  static count: i32 = 0;
  /** By symmetry: by cell, the cell that it is taken to. */
  static maps: Table<i32> = changetype<Table<i32>>(0);
}

/** The bits of a symmetry: rows may become columns; then the order of both may be reversed. */
const BACKWARDS: i32 = 1;
const UPSIDE_DOWN: i32 = 2;
const ACROSS: i32 = 4;

export function findSymmetries<W>(): void {
  const cells = Problem.cells;
  const all = Problem.width == Problem.height ? 8 : 4;
  Symmetries.count = 0;
  for (let symmetry = 1; symmetry < all; symmetry++) {
    if (!keepsClues<W>(symmetry) || !keepsGrid<W>(symmetry)) continue;
    if (Symmetries.count == 0) Symmetries.maps = takeUnset<i32>(7 * cells);
    const map = Symmetries.count++ * cells;
    for (let cell = 0; cell < cells; cell++) {
      const width = Problem.width;
      const row = cell / width;
      Symmetries.maps[map + cell] = imageOfCell(symmetry, row, cell - row * width);
    }
  }
}

/** The cell that the one at `row` and `column` is taken to. */
function imageOfCell(symmetry: i32, row: i32, column: i32): i32 {
  const isAcross = (symmetry & ACROSS) != 0;
  const y = isAcross ? column : row;
  const x = isAcross ? row : column;
  return (
    reversedIf(symmetry & UPSIDE_DOWN, y, Problem.height) * Problem.width +
    reversedIf(symmetry & BACKWARDS, x, Problem.width)
  );
}

function reversedIf(condition: i32, place: i32, count: i32): i32 {
  return condition != 0 ? count - 1 - place : place;
}

function keepsClues<W>(symmetry: i32): bool {
  const height = Problem.height;
  const isAcross = (symmetry & ACROSS) != 0;
  const upsideDown = symmetry & UPSIDE_DOWN;
  const backwards = symmetry & BACKWARDS;
  for (let line = 0; line < Problem.lines; line++) {
    const isRow = line < height;
    const index = isRow ? line : line - height;
    const toRow = isRow != isAcross;
    const to = toRow
      ? reversedIf(upsideDown, index, height)
      : height + reversedIf(backwards, index, Problem.width);
    // If a row becomes a column, cells to the right become cells below.
    if (!isSameClue<W>(line, to, toRow ? backwards : upsideDown)) return false;
  }
  return true;
}

function isSameClue<W>(a: i32, b: i32, reversed: i32): bool {
  const blockStart = Problem.blockStart;
  const blockLength = Problem.blockLength;
  const count = blockStart[a + 1] - blockStart[a];
  if (blockStart[b + 1] - blockStart[b] != count) return false;
  for (let i = 0; i < count; i++) {
    const other = blockStart[b] + reversedIf(reversed, i, count);
    if (blockLength[blockStart[a] + i] != blockLength[other]) return false;
    if (isReference<W>() && Problem.blockColour[blockStart[a] + i] != Problem.blockColour[other]) {
      return false;
    }
  }
  return true;
}

/** Whether each cell can have the same values as its image. */
function keepsGrid<W>(symmetry: i32): bool {
  for (let row = 0; row < Problem.height; row++) {
    for (let column = 0; column < Problem.width; column++) {
      const to = imageOfCell(symmetry, row, column);
      const toRow = to / Problem.width;
      const toColumn = to - toRow * Problem.width;
      const values = isReference<W>() ? Problem.values : 2;
      for (let value = 0; value < values; value++) {
        if (hasValue<W>(row, column, value) != hasValue<W>(toRow, toColumn, value)) return false;
      }
    }
  }
  return true;
}

export class Learning {
  /** The level whose guess and those below are kept (see `reverseKeptGuess`). */
  static floor: i32 = 0;
  /** Whether what was learned excludes every solution. */
  static refuted: bool = false;
  /** Whether conflicts raise the activity of the variables that took part. */
  static bumping: bool = true;
  /** Of all clauses learned for this puzzle, without images. */
  static sumOfRanks: f64 = 0;
  static learnings: f64 = 0;

  /** The clause that is being learned, and its image. */
  static learned: Table<i32> = changetype<Table<i32>>(0);
  static learnedSize: i32 = 0;
  static imaged: Table<i32> = changetype<Table<i32>>(0);
  /** By variable: whether it is in the clause that is being learned, or implied by it. */
  static seen: Table<u8> = changetype<Table<u8>>(0);
  static toClear: Table<i32> = changetype<Table<i32>>(0);
  static toClearSize: i32 = 0;
  static stack: Table<i32> = changetype<Table<i32>>(0);
  /** By variable: whether it was found, for this clause, not to follow from the clause. */
  static outside: Table<u8> = changetype<Table<u8>>(0);
  /** The variables with `outside` 1. */
  static outsides: Table<i32> = changetype<Table<i32>>(0);
  static outsideSize: i32 = 0;
  /** By variable: the one whose reason `isImplied` met it in. */
  static parent: Table<i32> = changetype<Table<i32>>(0);
  /** By level: the last mark put on it. */
  static levelMark: Table<i32> = changetype<Table<i32>>(0);
  static marks: i32 = 0;
}

/** Takes over the grid. */
export function loadLearning<W>(): void {
  loadReasons<W>();
  const variables = Trail.variables;
  Learning.floor = 0;
  Learning.refuted = false;
  Learning.bumping = true;
  Learning.sumOfRanks = 0;
  Learning.learnings = 0;
  Learning.learned = takeUnset<i32>(variables + 1);
  Learning.imaged = takeUnset<i32>(variables + 1);
  Learning.seen = take<u8>(variables);
  Learning.toClear = takeUnset<i32>(variables);
  Learning.toClearSize = 0;
  Learning.stack = takeUnset<i32>(variables + 1);
  Learning.outside = take<u8>(variables);
  Learning.outsides = takeUnset<i32>(variables);
  Learning.outsideSize = 0;
  Learning.parent = takeUnset<i32>(variables);
  Learning.levelMark = take<i32>(variables + 2);
  Learning.marks = 0;
}

/** The bytes that the tables of a search take, independently of puzzles before. */
export function bytesOfSearch<W>(): f64 {
  if (isReference<W>()) return bytesOfClauses() + 100 * <f64>Trail.variables + bytesOfKept();
  return bytesOfClauses() + (sizeof<W>() == 8 ? 120 : 100) * <f64>Problem.cells;
}

/** The mean rank of the clauses learned so far; infinite if there is none. */
export function meanRank(): f64 {
  return Learning.learnings == 0 ? Infinity : Learning.sumOfRanks / Learning.learnings;
}

/** Learns from a conflict (a clause, or -1 - line), jumps back and asserts; not without budget. */
export function learn<W>(conflict: i32): void {
  const learned = Learning.learned;
  const seen = Learning.seen;
  const literals = Trail.literals;
  const level = Trail.level;
  Learning.learnedSize = 1;
  Learning.toClearSize = 0;
  let open = conflict > 0 ? seeClause(conflict, -1) : seeBecause(explainConflict<W>(-1 - conflict));
  if (open == 0) {
    // A clause of one literal, asserted above kept guesses, contradicts what is below the last one.
    clearSeen();
    backjump<W>(Trail.currentLevel - 1);
    return;
  }
  for (let at = Trail.size - 1; ;) {
    while (seen[literals[at] >> 1] == 0) at--;
    const literal = literals[at--];
    if (--open == 0) {
      learned[0] = literal ^ 1;
      break;
    }
    const variable = literal >> 1;
    const reason = Trail.reason[variable];
    open += reason > 0 ? seeClause(reason, variable) : seeBecause(explain<W>(variable));
    if (Budget.stopped != RanOut.nothing) {
      clearSeen();
      return;
    }
  }
  const size = minimise<W>();
  const rank = rankAndOrder(size);
  add(Statistic.learned);
  add(Statistic.literals, size);
  add(Statistic.minimised, Learning.learnedSize - size);
  add(Statistic.ranks, rank);
  Learning.sumOfRanks += <f64>rank;
  Learning.learnings++;
  if (Proof.on) proveLearned<W>(conflict, learned, size, seen);
  const isDeep = <f64>rank <= setting(Setting.deepRank);
  if (Learning.bumping) bumpReasons<W>(size, isDeep ? <i32>setting(Setting.deepSteps) : 1);
  clearSeen();
  spend(0, 1000);
  if (Learning.bumping) heapDecay(setting(Setting.decay));
  backjump<W>(max(Learning.floor, size == 1 ? 0 : level[learned[1] >> 1]));
  if (size == 1) {
    assign<W>(learned[0], NO_REASON);
    // It holds before all guesses, even if kept guesses are open.
    level[learned[0] >> 1] = 0;
  } else {
    const clause = addClause(learned, size, rank);
    allows(bytesOfSearch<W>());
    if (Proof.on) noteAdded(clause);
    assign<W>(learned[0], clause);
  }
  if (<f64>rank > setting(Setting.imageRank)) return;
  for (let m = 0; m < Symmetries.count; m++) learnImage<W>(m, size, rank);
}

/** Drops literals of the learned clause that follow from others; returns how many are left. */
function minimise<W>(): i32 {
  const learned = Learning.learned;
  Learning.marks++;
  for (let i = 1; i < Learning.learnedSize; i++) {
    Learning.levelMark[Trail.level[learned[i] >> 1]] = Learning.marks;
  }
  let size = 1;
  for (let i = 1; i < Learning.learnedSize; i++) {
    if (!isImplied<W>(learned[i] >> 1)) learned[size++] = learned[i];
  }
  return size;
}

/**
 * Whether a literal of the learned clause follows from the others: whether all that its reason
 * names is in the clause, or follows in the same way. What does not is marked, with all that led to
 * it: later calls often meet it again ("poison" of CaDiCaL, Biere et al. 2020).
 */
function isImplied<W>(candidate: i32): bool {
  const reason = Trail.reason;
  if (reason[candidate] == NO_REASON) return false;
  const seen = Learning.seen;
  const stack = Learning.stack;
  const outside = Learning.outside;
  const parent = Learning.parent;
  const level = Trail.level;
  const because = Reasons.because;
  const toClear = Learning.toClear;
  const before = Learning.toClearSize;
  let size = 0;
  stack[size++] = candidate;
  while (size > 0) {
    const variable = stack[--size];
    const count = explain<W>(variable);
    const stopped = Budget.stopped != RanOut.nothing;
    for (let k = 0; k < count; k++) {
      const other = because[k];
      if (seen[other] == 1 || level[other] == 0) continue;
      // A variable without a reason, or on a level that is not in the clause, cannot follow.
      if (
        outside[other] == 1 ||
        reason[other] == NO_REASON ||
        Learning.levelMark[level[other]] != Learning.marks ||
        stopped
      ) {
        for (let led = variable; led != candidate; led = parent[led]) {
          outside[led] = 1;
          Learning.outsides[Learning.outsideSize++] = led;
        }
        while (Learning.toClearSize > before) seen[toClear[--Learning.toClearSize]] = 0;
        return false;
      }
      seen[other] = 1;
      toClear[Learning.toClearSize++] = other;
      parent[other] = variable;
      stack[size++] = other;
    }
  }
  return true;
}

/** Moves a literal of the highest level, but the asserted one's, to place 1; returns the LBD. */
function rankAndOrder(size: i32): i32 {
  const learned = Learning.learned;
  const levelMark = Learning.levelMark;
  const mark = ++Learning.marks;
  let highest = -1;
  let rank = 1;
  for (let i = 1; i < size; i++) {
    const own = Trail.level[learned[i] >> 1];
    if (own > highest) {
      highest = own;
      const literal = learned[i];
      learned[i] = learned[1];
      learned[1] = literal;
    }
    if (levelMark[own] != mark) {
      levelMark[own] = mark;
      rank++;
    }
  }
  return rank;
}

/** Takes a variable into the analysis; returns 1 if it has to be resolved. */
function see(variable: i32): i32 {
  const level = Trail.level[variable];
  if (Learning.seen[variable] != 0 || level == 0) return 0;
  noteSeen(variable);
  if (level == Trail.currentLevel) return 1;
  Learning.learned[Learning.learnedSize++] = 2 * variable + i32(Trail.value[2 * variable] == 1);
  return 0;
}

function noteSeen(variable: i32): void {
  Learning.seen[variable] = 1;
  Learning.toClear[Learning.toClearSize++] = variable;
  if (Learning.bumping) heapBump(variable, 1);
}

function seeClause(clause: i32, skip: i32): i32 {
  const arena = Clauses.arena;
  const end = clause + HEADER + arena[clause];
  const rank = arena[clause + 1];
  if (rank > 2) {
    arena[clause + 2] = <f64>rank <= setting(Setting.tier) ? 2 : 1;
    arena[clause + 1] = min(rank, rankOf(clause));
  }
  let open = 0;
  for (let k = clause + HEADER; k < end; k++) {
    const variable = arena[k] >> 1;
    if (variable != skip) open += see(variable);
  }
  return open;
}

function seeBecause(count: i32): i32 {
  const because = Reasons.because;
  let open = 0;
  for (let i = 0; i < count; i++) open += see(because[i]);
  return open;
}

/** The current LBD of a clause whose variables are all assigned. */
function rankOf(clause: i32): i32 {
  const arena = Clauses.arena;
  const level = Trail.level;
  const levelMark = Learning.levelMark;
  const end = clause + HEADER + arena[clause];
  const mark = ++Learning.marks;
  let rank = 0;
  for (let k = clause + HEADER; k < end; k++) {
    const own = level[arena[k] >> 1];
    if (levelMark[own] != mark) {
      levelMark[own] = mark;
      rank++;
    }
  }
  return rank;
}

/**
 * Bumps variables that led to a learned clause without being in it: the reasons of its literals,
 * and so on for `steps` (reason side bumping; Liang et al. 2016, "Learning rate based branching
 * heuristic for SAT solvers"), but not what the analysis has met. See docs/solver/solver.md.
 */
function bumpReasons<W>(size: i32, steps: i32): void {
  let from = Learning.toClearSize;
  for (let i = 1; i < size; i++) bumpReason<W>(Learning.learned[i] >> 1);
  for (let step = 1; step < steps; step++) {
    const end = Learning.toClearSize;
    while (from < end) bumpReason<W>(Learning.toClear[from++]);
  }
}

function bumpReason<W>(variable: i32): void {
  if (Trail.reason[variable] == NO_REASON || Budget.stopped != RanOut.nothing) return;
  const because = Reasons.because;
  const seen = Learning.seen;
  const level = Trail.level;
  const count = explain<W>(variable);
  for (let k = 0; k < count; k++) {
    const other = because[k];
    if (seen[other] == 0 && level[other] != 0) noteSeen(other);
  }
}

function clearSeen(): void {
  for (let i = 0; i < Learning.toClearSize; i++) Learning.seen[Learning.toClear[i]] = 0;
  while (Learning.outsideSize > 0) {
    Learning.outside[Learning.outsides[--Learning.outsideSize]] = 0;
  }
}

/**
 * Learns the image of the clause just learned under symmetry `m` ("symmetrical learning", Benhamou
 * et al. 2010), which may be satisfied, open, asserting or contradicted; then the search goes back.
 * It stays true after a solution was excluded, as the search ends if that one's image differs. @pre
 * no guesses are kept (`floor` is 0).
 */
function learnImage<W>(m: i32, size: i32, rank: i32): void {
  const learned = Learning.learned;
  const imaged = Learning.imaged;
  const value = Trail.value;
  const map = m * Problem.cells;
  for (let i = 0; i < size; i++) {
    imaged[i] = 2 * imageOf<W>(map, learned[i] >> 1) + (learned[i] & 1);
  }
  if (isSameClause(size)) return;
  add(Statistic.images);
  if (size == 1) {
    backjump<W>(0);
    if (value[imaged[0]] == -1) Learning.refuted = true;
    else if (value[imaged[0]] == 0) assign<W>(imaged[0], NO_REASON);
    return;
  }
  let highest = raise(0, size);
  if (highest == 0) {
    Learning.refuted = true;
    return;
  }
  if (highest < NOT_FALSE) {
    backjump<W>(highest - 1);
    raise(0, size);
  }
  highest = raise(1, size);
  const clause = addClause(imaged, size, rank);
  allows(bytesOfSearch<W>());
  if (highest < NOT_FALSE && value[imaged[0]] == 0) assign<W>(imaged[0], clause);
}

/** The image of a variable under the map that begins at `map`. */
function imageOf<W>(map: i32, variable: i32): i32 {
  if (!isReference<W>() || Problem.values == 2) return Symmetries.maps[map + variable];
  const values = Problem.values;
  const cell = variable / values;
  return Symmetries.maps[map + cell] * values + (variable - cell * values);
}

/** Whether the first `size` literals of the learned clause are those of its image. */
function isSameClause(size: i32): bool {
  const learned = Learning.learned;
  for (let i = 0; i < size; i++) {
    let k = 0;
    while (k < size && learned[k] != Learning.imaged[i]) k++;
    if (k == size) return false;
  }
  return true;
}

/** Instead of the level of a literal that is not false. */
const NOT_FALSE: i32 = i32.MAX_VALUE;

/** Moves to `place` the image's literal falsified last or not at all; its level, or NOT_FALSE. */
function raise(place: i32, size: i32): i32 {
  const imaged = Learning.imaged;
  let best = place;
  let highest = -1;
  for (let i = place; i < size; i++) {
    const own = Trail.value[imaged[i]] == -1 ? Trail.level[imaged[i] >> 1] : NOT_FALSE;
    if (own <= highest) continue;
    highest = own;
    best = i;
  }
  const literal = imaged[best];
  imaged[best] = imaged[place];
  imaged[place] = literal;
  return highest;
}

/** Reverses the guess of level `floor`, and keeps those below; false if there is no such guess. */
export function reverseKeptGuess<W>(): bool {
  if (Learning.floor == 0) return false;
  const guess = Trail.literals[Trail.levelStart[Learning.floor]];
  Learning.floor--;
  backjump<W>(Learning.floor);
  assign<W>(guess ^ 1, NO_REASON);
  return true;
}

export function reduce<W>(): void {
  add(Statistic.reductions);
  giveUpClauses(Trail.value, Trail.reason);
  if (Proof.on) {
    tellRoot<W>();
    dropClauses();
  }
  packClauses(Trail.reason);
}
