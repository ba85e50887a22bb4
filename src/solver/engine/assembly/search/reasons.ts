// Propagation in a learning search, and why something follows: clauses first, then one dirty line,
// completely (first in, first out: the other way round takes twice the time), until all is done.

import { explainLine, loadAutomata } from '../lines/explain';
import { LineResult, solveLine } from '../lines/lines';
import { lineWork, solvePlanes } from '../lines/lines-planes';
import { Planes, highest } from '../lines/planes';
import { Budget, RanOut, spend } from '../memory/budget';
import { Table, take, takeUnset } from '../memory/memory';
import { Any, Grid, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { Statistic, add } from '../memory/statistics';
import { Clauses, HEADER, RUN, makeRoom } from './clauses';
import {
  KeptReasons,
  Trail,
  WORK_PER_CELL,
  assign,
  explainKept,
  explainKeptConflict,
  keepPlanes,
  loadTrail,
  takeDirty,
} from './trail';

export class Reasons {
  /** The variables that explain what was last asked about. */
  static because: Table<i32> = changetype<Table<i32>>(0);
  /** By variable derived by a line, a word W each: the planes of the line at that time. */
  static hadBlank: Table<u64> = changetype<Table<u64>>(0);
  static hadFilled: Table<u64> = changetype<Table<u64>>(0);
  /** By variable derived by a line, a word W: its explanation as a mask over the line, or 0. */
  static explained: Table<u64> = changetype<Table<u64>>(0);
}

/** Takes over the grid. */
export function loadReasons<W>(): void {
  loadTrail<W>();
  Reasons.because = takeUnset<i32>(Trail.variables);
  if (isReference<W>()) return;
  loadAutomata<W>();
  Reasons.hadBlank = changetype<Table<u64>>(take<W>(Problem.cells));
  Reasons.hadFilled = changetype<Table<u64>>(take<W>(Problem.cells));
  Reasons.explained = changetype<Table<u64>>(take<W>(Problem.cells));
}

/** Propagates to the end: 0, or the conflict (a clause, or -1 - line). */
export function propagate<W>(): i32 {
  while (true) {
    if (Trail.clauseHead < Trail.size) {
      const conflict = propagateClauses<W>();
      if (conflict != 0) return conflict;
    }
    const line = takeDirty();
    if (line < 0) return 0;
    if (!solveDirty<W>(line)) return -1 - line;
    if (Budget.stopped != RanOut.nothing) return 0;
  }
}

function solveDirty<W>(line: i32): bool {
  if (isReference<W>()) return solveDirtyPlanes(line);
  const planes = changetype<Table<W>>(Grid.planes);
  const canBlank: W = planes[2 * line];
  const canFilled: W = planes[2 * line + 1];
  spend(1, 8);
  if (!solveLine<W>(line, canBlank, canFilled)) return false;
  const filled: W = canBlank & ~(<W>LineResult.blank);
  const blank: W = canFilled & ~(<W>LineResult.filled);
  if ((filled | blank) == 0) return true;
  // Long lines settle the filled cells first, as any other order makes other searches.
  if (sizeof<W>() == 8) {
    settle<W>(line, filled, blank, canBlank, canFilled);
    settle<W>(line, blank, blank, canBlank, canFilled);
  } else settle<W>(line, filled | blank, blank, canBlank, canFilled);
  return true;
}

/** As `solveDirty`, where W is Any. */
function solveDirtyPlanes(line: i32): bool {
  spend(1, 8 + lineWork(line));
  if (!solvePlanes(line)) return false;
  const planes = Grid.planes;
  const result = Planes.result;
  const values = Problem.values;
  const words = wordsOf(line);
  const at = placeOf(line);
  const isRow = line < Problem.height;
  const base = isRow ? line * Problem.width : line - Problem.height;
  const step = isRow ? 1 : Problem.width;
  let place = -1;
  for (let value = 0; value < values; value++) {
    for (let k = 0; k < words; k++) {
      let removed = planes[at + value * words + k] & ~result[value * words + k];
      for (; removed != 0; removed &= removed - 1) {
        const cell = base + step * (64 * k + <i32>ctz<u64>(removed));
        const variable = values == 2 ? cell : cell * values + value;
        if (place < 0) place = keepPlanes(line);
        KeptReasons.place[variable] = place;
        KeptReasons.explained[variable] = 0;
        assign<Any>(values == 2 ? 2 * cell + value : 2 * variable + 1, -1 - line);
      }
    }
  }
  return true;
}

/** The `settled` cells are blank if in `blank`, else filled, as the line with these planes says. */
function settle<W>(line: i32, settled: W, blank: W, canBlank: W, canFilled: W): void {
  const hadBlank = changetype<Table<W>>(Reasons.hadBlank);
  const hadFilled = changetype<Table<W>>(Reasons.hadFilled);
  const explained = changetype<Table<W>>(Reasons.explained);
  const isRow = line < Problem.height;
  const base = isRow ? line * Problem.width : line - Problem.height;
  const step = isRow ? 1 : Problem.width;
  for (let rest: W = settled; rest != 0; rest &= rest - <W>1) {
    const i = <i32>ctz<W>(rest);
    const cell = base + step * i;
    hadBlank[cell] = canBlank;
    hadFilled[cell] = canFilled;
    explained[cell] = 0;
    assign<W>(2 * cell + <i32>((blank >> (<W>i)) & (<W>1)), -1 - line);
  }
}

/**
 * Visits the watches of all literals that became false: 0, or a clause without a true or open
 * literal. This is MiniSat's loop; hard puzzles spend a third of their time here.
 */
function propagateClauses<W>(): i32 {
  const value = Trail.value;
  const literalsOfTrail = Trail.literals;
  const arena = Clauses.arena;
  const runs = Clauses.runs;
  let pool = Clauses.pool;
  while (Trail.clauseHead < Trail.size) {
    const falseLiteral = literalsOfTrail[Trail.clauseHead++] ^ 1;
    const run = RUN * falseLiteral;
    let from = runs[run];
    let to = from;
    const end = runs[run + 1];
    while (from < end) {
      const clause = pool[from];
      const blocker = pool[from + 1];
      from += 2;
      if (value[blocker] == 1) {
        pool[to] = clause;
        pool[to + 1] = blocker;
        to += 2;
        continue;
      }
      const literals = clause + HEADER;
      // The other watched literal. Which of the two is false cannot be predicted: so no branch.
      const first = arena[literals] ^ arena[literals + 1] ^ falseLiteral;
      if (value[first] == 1) {
        pool[to] = clause;
        pool[to + 1] = first;
        to += 2;
        continue;
      }
      // Look for another literal to watch, on from where the last search ended (Gent 2013).
      const last = literals + arena[clause];
      const resume = literals + arena[clause + 3];
      let k = resume;
      while (k < last && value[arena[k]] == -1) k++;
      if (k == last) {
        k = literals + 2;
        while (k < resume && value[arena[k]] == -1) k++;
        if (k == resume) k = last;
      }
      arena[literals] = first;
      if (k < last) {
        arena[clause + 3] = k - literals;
        const other = arena[k];
        arena[literals + 1] = other;
        arena[k] = falseLiteral;
        const others = RUN * other;
        if (runs[others + 1] == runs[others + 2]) {
          makeRoom(others);
          pool = Clauses.pool;
        }
        const at = runs[others + 1];
        pool[at] = clause;
        pool[at + 1] = first;
        runs[others + 1] = at + 2;
        continue;
      }
      arena[literals + 1] = falseLiteral;
      pool[to] = clause;
      pool[to + 1] = first;
      to += 2;
      if (value[first] == -1) {
        while (from < end) pool[to++] = pool[from++];
        runs[run + 1] = to;
        return clause;
      }
      assign<W>(first, clause);
    }
    runs[run + 1] = to;
  }
  return 0;
}

/** Puts the variables of the reason of `variable` into `because`; returns their number. */
export function explain<W>(variable: i32): i32 {
  const reason = Trail.reason[variable];
  return reason < 0 ? explainByLine<W>(-1 - reason, variable) : explainByClause(reason);
}

/** The variables of a clause, without the first, which it derived. */
function explainByClause(clause: i32): i32 {
  const arena = Clauses.arena;
  const because = Reasons.because;
  const count = arena[clause] - 1;
  const from = clause + HEADER + 1;
  for (let k = 0; k < count; k++) because[k] = arena[from + k] >> 1;
  return count;
}

function explainByLine<W>(line: i32, variable: i32): i32 {
  if (isReference<W>()) {
    const place = Trail.placeOf[variable];
    const i = line < Problem.height ? place & 0xffff : place >>> 16;
    const isFilled = Trail.value[2 * variable] == 1;
    const value = Problem.values == 2 ? i32(!isFilled) : <i32>Trail.valueOf[variable];
    return takeExplanation(explainKept(line, variable, i, value));
  }
  const explained = changetype<Table<W>>(Reasons.explained);
  const i = <i32>(line < Problem.height ? Trail.columnOf[variable] : Trail.rowOf[variable]);
  let mask: W = explained[variable];
  if (mask == 0) {
    add(Statistic.explained);
    const bit: W = (<W>1) << (<W>i);
    const fixed: W = changetype<Table<W>>(Trail.fixed)[line] | bit;
    let canBlank: W = changetype<Table<W>>(Reasons.hadBlank)[variable];
    let canFilled: W = changetype<Table<W>>(Reasons.hadFilled)[variable];
    if (Trail.value[2 * variable] == 1) canFilled &= ~bit;
    else canBlank &= ~bit;
    const length = lineLength(line);
    if (sizeof<W>() == 8) spend(0, WORK_PER_CELL * length);
    mask = explainLine<W>(line, length, canBlank, canFilled, fixed, i);
    explained[variable] = mask;
  }
  return spread<W>(line, mask, i);
}

/** Puts the variables that contradict the clue of a line into `because`; returns their number. */
export function explainConflict<W>(line: i32): i32 {
  if (isReference<W>()) return takeExplanation(explainKeptConflict(line));
  add(Statistic.explained);
  const planes = changetype<Table<W>>(Grid.planes);
  const fixed: W = changetype<Table<W>>(Trail.fixed)[line];
  const length = lineLength(line);
  if (sizeof<W>() == 8) spend(0, WORK_PER_CELL * length);
  const mask = explainLine<W>(line, length, planes[2 * line], planes[2 * line + 1], fixed, length);
  return spread<W>(line, mask, length);
}

/** Puts the variables of an explanation in `KeptReasons` into `because`; returns their number. */
function takeExplanation(from: i32): i32 {
  const because = Reasons.because;
  const count = KeptReasons.variables[from];
  for (let k = 0; k < count; k++) because[k] = KeptReasons.variables[from + 1 + k];
  return count;
}

/** Puts a mask's cells into `because`, long lines' as tried, for equal searches; how many. */
function spread<W>(line: i32, mask: W, pivot: i32): i32 {
  const because = Reasons.because;
  const isRow = line < Problem.height;
  const base = isRow ? line * Problem.width : line - Problem.height;
  const step = isRow ? 1 : Problem.width;
  const below: W = sizeof<W>() == 4 || pivot >= 64 ? ~(<W>0) : ((<W>1) << (<W>pivot)) - <W>1;
  let count = 0;
  for (let rest: W = mask & below; rest != 0; rest &= rest - <W>1) {
    because[count++] = base + step * <i32>ctz<W>(rest);
  }
  if (sizeof<W>() == 4) return count;
  for (let rest: W = mask & ~below; rest != 0;) {
    const i = highest<W>(rest);
    because[count++] = base + step * i;
    rest ^= (<W>1) << (<W>i);
  }
  return count;
}
