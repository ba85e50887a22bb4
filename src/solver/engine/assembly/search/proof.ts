// Tells why a search that learns is right: for each learned clause the lines and clauses, in the
// trail's order, from its negation to the conflict: what analysis met, as reasons name only that.

import { Event, addWord, tell, tellLines } from '../lines/events';
import { assignValue, undoGrid } from '../lines/planes';
import { propagateGrid } from '../lines/propagate';
import { Table, take, withRoom } from '../memory/memory';
import { Grid, Problem } from '../memory/problem';
import { Clauses, DELETED, HEADER } from './clauses';
import { Trail } from './trail';

export class Proof {
  /** Whether a proof is written of what is going on. */
  static on: bool = false;
  /** By place of a clause: the number that the proof gives it; 0 for those that need no proof. */
  static numbers: Table<i32> = changetype<Table<i32>>(0);
  /** By variable: the number of a clause of one literal, or 0. */
  static units: Table<i32> = changetype<Table<i32>>(0);
  /** How much of what holds before all guesses is told. */
  static written: i32 = 0;
  /** By variable: whether the clause under way has it. */
  static inClause: Table<u8> = changetype<Table<u8>>(0);
  /** The clauses proven so far: the number of the last one. */
  static clauses: i32 = 0;
}

/** Begins with a search that was loaded. */
export function loadProof(): void {
  Proof.numbers = take<i32>(Clauses.arena.length);
  Proof.units = take<i32>(Trail.variables);
  Proof.inClause = take<u8>(Trail.variables);
  Proof.written = 0;
  Proof.clauses = 0;
}

/**
 * Proves a clause, the first `size` of `literals`, that follows from the conflict (a clause, or -1
 * - line) on the trail. Variables with `seen` 1 are in the clause or follow from those that are;
 * their reasons and the conflict name no others, except what holds before all guesses.
 */
export function proveLearned<W>(
  conflict: i32,
  literals: Table<i32>,
  size: i32,
  seen: Table<u8>,
): void {
  tellRoot<W>();
  openClause<W>(literals, size);
  for (let at = Trail.levelStart[1]; at < Trail.size; at++) {
    const variable = Trail.literals[at] >> 1;
    if (seen[variable] != 0 && Proof.inClause[variable] == 0) tellReason<W>(Trail.literals[at]);
  }
  tellConflict(conflict);
  closeClause(literals, size);
}

/** Proves a clause against the solution on the trail, told as clause 0, by its guesses. */
export function proveExcluded<W>(literals: Table<i32>, size: i32): void {
  tellRoot<W>();
  openClause<W>(literals, size);
  for (let at = Trail.levelStart[1]; at < Trail.size; at++) {
    if (Proof.inClause[Trail.literals[at] >> 1] == 0) tellReason<W>(Trail.literals[at]);
  }
  tell(Event.unit, 0, 0);
  closeClause(literals, size);
}

/** The clause that was proven last, of two literals or more, was put at this place. */
export function noteAdded(clause: i32): void {
  if (clause >= Proof.numbers.length) {
    const length = Proof.numbers.length;
    Proof.numbers = withRoom<i32>(Proof.numbers, clause + 1);
    Proof.numbers.clear(length, Proof.numbers.length - length);
  }
  Proof.numbers[clause] = Proof.clauses;
}

/** Tells which clauses are about to go; those that stay keep their numbers at new places. */
export function dropClauses(): void {
  const arena = Clauses.arena;
  const end = min(Clauses.arenaEnd, Proof.numbers.length);
  let count = 0;
  for (let clause = 1; clause < end; clause += HEADER + arena[clause]) {
    count += i32(arena[clause + 1] == DELETED);
  }
  if (count > 0) tell(Event.drop, 0, count, count);
  let to = 1;
  for (let clause = 1; clause < end; clause += HEADER + arena[clause]) {
    const number = Proof.numbers[clause];
    Proof.numbers[clause] = 0;
    if (arena[clause + 1] == DELETED) addWord(number);
    else {
      Proof.numbers[to] = number;
      to += HEADER + arena[clause];
    }
  }
}

/** Nothing is left to search: by a conflict without guesses, or 0 for an excluded solution. */
export function proveExhausted<W>(conflict: i32): void {
  tellRoot<W>();
  if (conflict != 0) tellConflict(conflict);
  else tell(Event.unit, 0, 0);
}

/** Tells what holds before all guesses, as far as it is not told yet. */
export function tellRoot<W>(): void {
  const end = Trail.currentLevel == 0 ? Trail.size : Trail.levelStart[1];
  while (Proof.written < end) tellReason<W>(Trail.literals[Proof.written++]);
}

/** Tells why a literal of the trail is true that is not a guess. */
function tellReason<W>(literal: i32): void {
  const reason = Trail.reason[literal >> 1];
  if (reason < 0) tell(Event.follows, -1 - reason, nameOf<W>(literal));
  else if (reason > 0) tellUnit(Proof.numbers[reason]);
  else tellUnit(Proof.units[literal >> 1]);
}

function tellConflict(conflict: i32): void {
  if (conflict > 0) tellUnit(Proof.numbers[conflict]);
  else tell(Event.lineContradiction, -1 - conflict, 0);
}

/**
 * Proves that a cell does not have a value, which lines alone contradict, as a clause; from now on
 * lines are told. @pre the grid is a fixpoint of propagation, and nothing of it is told yet.
 */
export function proveRemoval<W>(row: i32, column: i32, value: i32): void {
  const length = Grid.trailLength;
  const unknown = Grid.unknown;
  const name = (row * Problem.width + column) * Problem.values + value + 1;
  tellLines(true);
  tell(Event.open, 0, 1, 1);
  addWord(-name);
  assignValue<W>(row, column, value);
  propagateGrid<W>();
  undoGrid<W>(length, unknown);
  tell(Event.close, 0, 0);
  tellUnit(++Proof.clauses);
}

/** A cell's own clauses, that it has exactly one value, need no step. */
function tellUnit(number: i32): void {
  if (number > 0) tell(Event.unit, number, 0);
}

function openClause<W>(literals: Table<i32>, size: i32): void {
  tell(Event.open, 0, size, size);
  for (let i = 0; i < size; i++) {
    Proof.inClause[literals[i] >> 1] = 1;
    addWord(nameOf<W>(literals[i]));
  }
}

function closeClause(literals: Table<i32>, size: i32): void {
  tell(Event.close, 0, 0);
  Proof.clauses++;
  for (let i = 0; i < size; i++) Proof.inClause[literals[i] >> 1] = 0;
  if (size == 1) Proof.units[literals[0] >> 1] = Proof.clauses;
}

/** The literal as a proof writes it; in black and white, variables are about value 1. */
function nameOf<W>(literal: i32): i32 {
  const variable = literal >> 1;
  const place = isReference<W>() && Problem.values > 2 ? variable + 1 : 2 * variable + 2;
  return (literal & 1) == 0 ? place : -place;
}
