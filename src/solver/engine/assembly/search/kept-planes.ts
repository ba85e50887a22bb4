// The reasons for what lines settled where W is Any: what the line knew at the time, on a stack,
// once for each line solve that finds something; and explanations, each until its variable is
// settled anew, as minimising asks again and again. (Elsewhere both are a word by variable: see
// reasons.ts.)

import { Needed, explainPlanes, loadAutomataOfPlanes } from '../lines/explain-planes';
import { removeFrom } from '../lines/shape';
import { spend } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, take, takeUnset, withRoom } from '../memory/memory';
import { Any, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { Setting, setting } from '../memory/settings';
import { Statistic, add } from '../memory/statistics';

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
export function loadKept(variables: i32): void {
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
export function removeFromRoot(row: i32, column: i32, value: i32): void {
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
  makeRoom(count + 1);
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
function makeRoom(size: i32): void {
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
