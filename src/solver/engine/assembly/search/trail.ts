// What a learning search has assigned, in which order and why; and which lines have not seen it.
//
// In black and white literal 2c + v removes value v from cell c. With several colours (cell, value)
// is variable c * values + v; its literal 2x says that the cell has the value, 2x + 1 that it does
// not, and permanent clauses say that a cell has exactly one. Reasons: positive, a clause, whose
// first literal is the variable's; negative, line -1 - r, which is asked for an explanation only
// when conflict analysis needs it; NO_REASON, a guess, or what is known before the search.

import { Event, Events, tell } from '../lines/events';
import { Needed, explainPlanes, loadAutomataOfPlanes } from '../lines/explain';
import { countValues, flipValue, hasValue, removeFrom, removeValue } from '../lines/planes';
import { Setting, setting, spend } from '../memory/budget';
import { Table, take, takeUnset, withRoom } from '../memory/memory';
import { Any, Grid, Problem, lineLength, placeOf, takeByLine, wordsOf } from '../memory/problem';
import { Counters, Statistic, add } from '../memory/statistics';
import { PERMANENT, addClause, resetClauses } from './clauses';
import { heapInsert, resetHeap } from './heap';

// The reasons for what lines settled where W is Any: what the line knew at the time, on a stack,
// once for each line solve that finds something; and explanations, each until its variable is
// settled anew, as minimising asks again and again. (Elsewhere both are a word by variable: see
// reasons.ts.)

/** A pass over a cell of a line costs about this much work of the budget. */
export const WORK_PER_CELL: i32 = 8;

export class KeptReasons {
  /** The planes of all lines before all guesses, laid out as those of the grid. */
  static root: Table<u64> = changetype<Table<u64>>(0);
  /** The planes of lines that settled something. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  static planesEnd: i32 = 0;
  /** By variable that a line settled: the place in `planes` of the line's planes at that time. */
  static place: Table<i32> = changetype<Table<i32>>(0);
  /** By variable: the place of its explanation in `variables` (its length comes first), or 0. */
  static explained: Table<i32> = changetype<Table<i32>>(0);
  static variables: Table<i32> = changetype<Table<i32>>(0);
  static variablesEnd: i32 = 1;
  /** How many words of explanations are kept, for now. */
  static room: i32 = 0;
  /** A line's planes, and those at the root, with the opposite of what it found assumed. */
  static assumed: Table<u64> = changetype<Table<u64>>(0);
}

/** Begins with a puzzle of so many `variables`: the grid holds what is known before all guesses. */
function loadKept(variables: i32): void {
  const planes = Grid.planes;
  const root = takeUnset<u64>(planes.length);
  for (let k = 0; k < planes.length; k++) root[k] = planes[k];
  KeptReasons.root = root;
  KeptReasons.planes = takeUnset<u64>(1024);
  KeptReasons.planesEnd = 0;
  KeptReasons.place = takeUnset<i32>(variables);
  KeptReasons.explained = take<i32>(variables);
  KeptReasons.variables = takeUnset<i32>(1024);
  KeptReasons.variablesEnd = 1;
  KeptReasons.room = 1024;
  KeptReasons.assumed = takeUnset<u64>(
    2 * Problem.values * max(Problem.rowWords, Problem.columnWords),
  );
  loadAutomataOfPlanes();
}

export function bytesOfKept(): f64 {
  return (
    8 * <f64>(KeptReasons.root.length + KeptReasons.planesEnd) + 4 * <f64>KeptReasons.variablesEnd
  );
}

/** A value of a cell is gone before all guesses, if it was not already. */
function removeFromRoot(row: i32, column: i32, value: i32): void {
  removeFrom<Any>(KeptReasons.root, row, column, value);
}

/** Keeps the planes of a line, and returns their place. */
export function keepPlanes(line: i32): i32 {
  const place = KeptReasons.planesEnd;
  const count = Problem.values * wordsOf(line);
  const at = placeOf(line);
  KeptReasons.planesEnd += count;
  KeptReasons.planes = withRoom<u64>(KeptReasons.planes, KeptReasons.planesEnd);
  for (let k = 0; k < count; k++) KeptReasons.planes[place + k] = Grid.planes[at + k];
  return place;
}

/** Explains `variable`, which `line` settled at `i`: a place in `variables`, after the length. */
export function explainKept(line: i32, variable: i32, i: i32, value: i32): i32 {
  const known = KeptReasons.explained[variable];
  if (known != 0) return known;
  const assumed = KeptReasons.assumed;
  const words = wordsOf(line);
  const size = Problem.values * words;
  const at = KeptReasons.place[variable];
  const rootAt = placeOf(line);
  for (let k = 0; k < size; k++) {
    assumed[k] = KeptReasons.planes[at + k];
    assumed[size + k] = KeptReasons.root[rootAt + k];
  }
  // The opposite: the cell has this value, and that costs nothing.
  const bit = (<u64>1) << (<u64>i);
  for (let other = 0; other < Problem.values; other++) {
    const k = other * words + (i >> 6);
    const mask = other == value ? bit : 0;
    assumed[k] = (assumed[k] & ~bit) | mask;
    assumed[size + k] = (assumed[size + k] & ~bit) | mask;
  }
  const found = find(line, assumed, 0, assumed, size, i);
  KeptReasons.explained[variable] = found;
  return found;
}

/** Explains why no placement of `line` fits what is known now; returns as `explainKept`. */
export function explainKeptConflict(line: i32): i32 {
  const at = placeOf(line);
  return find(line, Grid.planes, at, KeptReasons.root, at, lineLength(line));
}

/** Puts an explanation into `variables`, its length before it; returns its place. */
function find(
  line: i32,
  planes: Table<u64>,
  at: i32,
  root: Table<u64>,
  rootAt: i32,
  pivot: i32,
): i32 {
  const values = Problem.values;
  const width = Problem.width;
  add(Statistic.explained);
  explainPlanes(line, planes, at, root, rootAt, pivot);
  const count = Needed.count;
  spend(0, WORK_PER_CELL * lineLength(line));
  makeVariableRoom(count + 1);
  const variables = KeptReasons.variables;
  const from = KeptReasons.variablesEnd;
  let to = from;
  variables[to++] = count;
  const isRow = line < Problem.height;
  const base = isRow ? line * width : line - Problem.height;
  const step = isRow ? 1 : width;
  for (let j = 0; j < count; j++) {
    const place = Needed.places[j];
    if (values == 2) variables[to++] = base + step * place;
    else {
      const cell = place / values;
      variables[to++] = (base + step * cell) * values + (place - cell * values);
    }
  }
  KeptReasons.variablesEnd = to;
  return from;
}

/** Makes room for `size` more words: a longer table or, if too long, everything is forgotten. */
function makeVariableRoom(size: i32): void {
  let end = KeptReasons.variablesEnd + size;
  if (end > KeptReasons.room) {
    if (<f64>end <= setting(Setting.keptExplanationWords)) KeptReasons.room = 2 * end;
    else {
      KeptReasons.explained.clear(0, KeptReasons.explained.length);
      KeptReasons.variablesEnd = 1;
      end = 1 + size;
    }
  }
  KeptReasons.variables = withRoom<i32>(KeptReasons.variables, end);
}

export const NO_REASON: i32 = 0;

export class Trail {
  static variables: i32 = 0;
  /** By literal: 1 true, -1 false, 0 neither. */
  static value: Table<i8> = changetype<Table<i8>>(0);
  /** By variable: the number of guesses that were open when it was assigned. */
  static level: Table<i32> = changetype<Table<i32>>(0);
  static reason: Table<i32> = changetype<Table<i32>>(0);
  /** The true literals in order. */
  static literals: Table<i32> = changetype<Table<i32>>(0);
  static size: i32 = 0;
  /** How many literals, the first ones, the grid keeps when the search leaves it. */
  static kept: i32 = 0;
  /** The first literal of the trail whose watches have not been visited. */
  static clauseHead: i32 = 0;
  /** By level: the trail's size before its guess. */
  static levelStart: Table<i32> = changetype<Table<i32>>(0);
  static currentLevel: i32 = 0;
  /** By line, a word W: the cells known before all guesses, which explanations need not name. */
  static fixed: Table<u64> = changetype<Table<u64>>(0);
  /** By variable, where W is Any: `row << 16 | column`, and its value (0 in black and white). */
  static placeOf: Table<i32> = changetype<Table<i32>>(0);
  static valueOf: Table<u8> = changetype<Table<u8>>(0);
  /** By cell, elsewhere. */
  static rowOf: Table<u8> = changetype<Table<u8>>(0);
  static columnOf: Table<u8> = changetype<Table<u8>>(0);
  /** The dirty lines: a ring, and whether a line is in it. */
  static queue: Table<i32> = changetype<Table<i32>>(0);
  static queued: Table<u8> = changetype<Table<u8>>(0);
  static queueHead: i32 = 0;
  static queueSize: i32 = 0;
}

/** Takes over the grid: what is known there is known before all guesses. */
export function loadTrail<W>(): void {
  const lines = Problem.lines;
  const variables = variablesOf<W>();
  Trail.variables = variables;
  Trail.value = take<i8>(2 * variables);
  Trail.level = take<i32>(variables);
  Trail.reason = take<i32>(variables);
  Trail.literals = takeUnset<i32>(variables);
  Trail.levelStart = takeUnset<i32>(variables + 2);
  Trail.queue = takeUnset<i32>(lines);
  Trail.queued = take<u8>(lines);
  Trail.currentLevel = 0;
  Trail.size = 0;
  Trail.kept = 0;
  Trail.clauseHead = 0;
  Trail.queueHead = 0;
  Trail.queueSize = 0;
  resetClauses(2 * variables);
  resetHeap(variables);
  if (isReference<W>()) loadVariables();
  else loadCells<W>();
}

function variablesOf<W>(): i32 {
  return isReference<W>() && Problem.values > 2 ? Problem.cells * Problem.values : Problem.cells;
}

/** A literal that holds before all guesses; it is not on the trail. */
function know(literal: i32): void {
  Trail.value[literal] = 1;
  Trail.value[literal ^ 1] = -1;
}

function loadCells<W>(): void {
  const lines = Problem.lines;
  const cells = Problem.cells;
  const planes = changetype<Table<W>>(Grid.planes);
  Trail.fixed = takeByLine<W>();
  Trail.rowOf = takeUnset<u8>(cells);
  Trail.columnOf = takeUnset<u8>(cells);
  const fixed = changetype<Table<W>>(Trail.fixed);
  for (let line = 0; line < lines; line++) fixed[line] = ~(planes[2 * line] & planes[2 * line + 1]);
  let cell = 0;
  for (let row = 0; row < Problem.height; row++) {
    const canBlank: W = planes[2 * row];
    const canFilled: W = planes[2 * row + 1];
    for (let column = 0; column < Problem.width; column++) {
      const bit: W = (<W>1) << (<W>column);
      Trail.rowOf[cell] = <u8>row;
      Trail.columnOf[cell] = <u8>column;
      if ((canBlank & canFilled & bit) != 0) heapInsert(cell);
      else know(2 * cell + i32((canFilled & bit) == 0));
      cell++;
    }
  }
}

function loadVariables(): void {
  const values = Problem.values;
  loadKept(Trail.variables);
  Trail.placeOf = takeUnset<i32>(Trail.variables);
  Trail.valueOf = take<u8>(Trail.variables);
  const pair = takeUnset<i32>(2);
  let cell = 0;
  for (let row = 0; row < Problem.height; row++) {
    for (let column = 0; column < Problem.width; column++) {
      const place = (row << 16) | column;
      const isKnown = countValues<Any>(row, column) == 1;
      if (values > 2) loadColours(cell * values, place, isKnown, pair);
      else {
        Trail.placeOf[cell] = place;
        if (isKnown) know(2 * cell + i32(!hasValue<Any>(row, column, 1)));
        else heapInsert(cell);
      }
      cell++;
    }
  }
}

/** Begins a cell's variables, from `first` on: exactly one value left holds. `pair` is scratch. */
function loadColours(first: i32, place: i32, isKnown: bool, pair: Table<i32>): void {
  const open = Trail.literals;
  let size = 0;
  for (let value = 0; value < Problem.values; value++) {
    const variable = first + value;
    Trail.placeOf[variable] = place;
    Trail.valueOf[variable] = <u8>value;
    if (!hasValue<Any>(place >>> 16, place & 0xffff, value)) know(2 * variable + 1);
    else if (isKnown) know(2 * variable);
    else {
      heapInsert(variable);
      open[size++] = 2 * variable;
    }
  }
  if (size == 0) return;
  addClause(open, size, PERMANENT);
  for (let a = 1; a < size; a++) {
    for (let b = 0; b < a; b++) {
      pair[0] = open[a] + 1;
      pair[1] = open[b] + 1;
      addClause(pair, 2, PERMANENT);
    }
  }
}

/** Assumes an unassigned literal, on a level of its own. */
export function guess<W>(literal: i32): void {
  Counters.decisions++;
  Trail.levelStart[++Trail.currentLevel] = Trail.size;
  Counters.depth = max(Counters.depth, Trail.currentLevel);
  if (Events.steps) tell(Event.guess, placeSaid<W>(literal), Trail.currentLevel);
  assign<W>(literal, NO_REASON);
}

/** The cell and the value that the literal of a guess gives it: cell * values + value. */
function placeSaid<W>(literal: i32): i32 {
  return isReference<W>() && Problem.values > 2 ? literal >> 1 : literal ^ 1;
}

/** Makes a literal true and marks the lines dirty that have not seen it yet. */
export function assign<W>(literal: i32, reason: i32): void {
  const variable = literal >> 1;
  const value = Trail.value;
  value[literal] = 1;
  value[literal ^ 1] = -1;
  Trail.level[variable] = Trail.currentLevel;
  Trail.reason[variable] = reason;
  Trail.literals[Trail.size++] = literal;
  if (isReference<W>()) {
    assignPlane(literal, reason);
    return;
  }
  const planes = changetype<Table<W>>(Grid.planes);
  const row = <i32>Trail.rowOf[variable];
  const column = <i32>Trail.columnOf[variable];
  const columnLine = column + Problem.height;
  const removed = literal & 1;
  const rowBit: W = (<W>1) << (<W>column);
  const columnBit: W = (<W>1) << (<W>row);
  planes[2 * row + removed] = planes[2 * row + removed] & ~rowBit;
  planes[2 * columnLine + removed] = planes[2 * columnLine + removed] & ~columnBit;
  if (Trail.currentLevel == 0) fix<W>(row, column);
  if (reason != -1 - row) makeDirty(row);
  if (reason != -1 - columnLine) makeDirty(columnLine);
}

/** A cell is known before all guesses. */
function fix<W>(row: i32, column: i32): void {
  const fixed = changetype<Table<W>>(Trail.fixed);
  const crossing = Problem.height + column;
  fixed[row] = fixed[row] | ((<W>1) << (<W>column));
  fixed[crossing] = fixed[crossing] | ((<W>1) << (<W>row));
}

/** What `assign` does to the planes and lines where W is Any. */
function assignPlane(literal: i32, reason: i32): void {
  const variable = literal >> 1;
  if (!removesValue(literal)) return;
  const row = Trail.placeOf[variable] >>> 16;
  const column = Trail.placeOf[variable] & 0xffff;
  const removed = removedBy(literal);
  flipValue<Any>(Grid.planes, row, column, removed);
  if (Trail.currentLevel == 0) removeFromRoot(row, column, removed);
  if (reason != -1 - row) makeDirty(row);
  if (reason != -1 - Problem.height - column) makeDirty(Problem.height + column);
}

/** Whether a literal takes a value from its cell, where W is Any; to have one is for clauses. */
function removesValue(literal: i32): bool {
  return Problem.values == 2 || (literal & 1) == 1;
}

function removedBy(literal: i32): i32 {
  return Problem.values == 2 ? literal & 1 : <i32>Trail.valueOf[literal >> 1];
}

function makeDirty(line: i32): void {
  if (Trail.queued[line] == 1) return;
  Trail.queued[line] = 1;
  let at = Trail.queueHead + Trail.queueSize++;
  if (at >= Problem.lines) at -= Problem.lines;
  Trail.queue[at] = line;
}

/** Takes the line that has been dirty for longest; -1 if there is none. */
export function takeDirty(): i32 {
  if (Trail.queueSize == 0) return -1;
  const line = Trail.queue[Trail.queueHead];
  if (++Trail.queueHead == Problem.lines) Trail.queueHead = 0;
  Trail.queueSize--;
  Trail.queued[line] = 0;
  return line;
}

/** Takes back levels above `level`; dirty lines are forgotten, as those below were propagated. */
export function backjump<W>(level: i32): void {
  if (Trail.currentLevel > level) {
    for (let own = Trail.currentLevel; Events.steps && own > level; own--) {
      tell(Event.back, placeSaid<W>(Trail.literals[Trail.levelStart[own]]), own);
    }
    undoTrail<W>(Trail.levelStart[level + 1]);
    Trail.currentLevel = level;
  }
  clearDirty();
}

/** Restores the grid as it was loaded, but for what `takeRemovals` has taken over. */
export function unloadTrail<W>(): void {
  undoTrail<W>(Trail.kept);
  clearDirty();
}

/** Removes from the grid, which the search has left, the value that a true literal takes. */
export function removeByLiteral<W>(literal: i32): void {
  const variable = literal >> 1;
  if (isReference<W>()) {
    if (!removesValue(literal)) return;
    const place = Trail.placeOf[variable];
    removeValue<W>(place >>> 16, place & 0xffff, removedBy(literal));
  } else removeValue<W>(Trail.rowOf[variable], Trail.columnOf[variable], literal & 1);
}

/**
 * Takes over what the grid has lost since its own trail had this length, in the midst of a search.
 * @pre the grid is a fixpoint of propagation, and the search has left it.
 */
export function takeRemovals<W>(from: i32): void {
  for (let i = from; i < Grid.trailLength; i++) {
    const row = Grid.trailCell[i] >>> 16;
    const column = Grid.trailCell[i] & 0xffff;
    const value = <i32>Grid.trailValue[i];
    const cell = row * Problem.width + column;
    const literal =
      variablesOf<W>() == Problem.cells
        ? 2 * cell + value
        : 2 * (cell * Problem.values + value) + 1;
    know(literal);
    Trail.level[literal >> 1] = 0;
    Trail.reason[literal >> 1] = NO_REASON;
    Trail.literals[Trail.size++] = literal;
    if (isReference<W>()) removeFromRoot(row, column, value);
    else fix<W>(row, column);
  }
  Trail.kept = Trail.size;
}

function clearDirty(): void {
  while (takeDirty() >= 0);
}

/** Shortens the trail to `size` literals. */
function undoTrail<W>(size: i32): void {
  add(Statistic.settled, Trail.size - size);
  const planes = changetype<Table<W>>(Grid.planes);
  const literals = Trail.literals;
  const value = Trail.value;
  const rowOf = Trail.rowOf;
  const columnOf = Trail.columnOf;
  const height = Problem.height;
  for (let i = Trail.size - 1; i >= size; i--) {
    const literal = literals[i];
    const variable = literal >> 1;
    value[literal] = 0;
    value[literal ^ 1] = 0;
    heapInsert(variable);
    if (isReference<W>()) {
      // What the line knew that settled it, and all lines after that, is forgotten.
      if (Trail.reason[variable] < 0) KeptReasons.planesEnd = KeptReasons.place[variable];
      if (!removesValue(literal)) continue;
      const place = Trail.placeOf[variable];
      flipValue<Any>(Grid.planes, place >>> 16, place & 0xffff, removedBy(literal));
      continue;
    }
    const row = <i32>rowOf[variable];
    const column = <i32>columnOf[variable];
    const a = 2 * row + (literal & 1);
    const b = 2 * (column + height) + (literal & 1);
    planes[a] = planes[a] | ((<W>1) << (<W>column));
    planes[b] = planes[b] | ((<W>1) << (<W>row));
  }
  Trail.size = size;
  Trail.clauseHead = size;
}
