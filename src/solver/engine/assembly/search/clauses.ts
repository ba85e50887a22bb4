// Clauses and who watches them, in two flat tables (MiniSat's two watched literals with blockers;
// Moskewicz et al. 2001, Eén and Sörensson 2003).
//
// A clause is a place in `arena`: its length, its rank, the deletions that it still survives as it
// was of use, the index at which the search for a literal to watch goes on, then its literals, the
// two watched ones first. Rank is the LBD of a learned clause (Audemard and Simon 2009), or
// PERMANENT. A literal's watches are pairs in `pool`: a clause, and one of its other literals (the
// blocker: while that is true, the clause need not be looked at).

import { Table, mark, release, take, takeUnset, withRoom } from '../memory/memory';
import { Statistic, add } from '../memory/statistics';

export class Clauses {
  static arena: Table<i32> = changetype<Table<i32>>(0);
  static pool: Table<i32> = changetype<Table<i32>>(0);
  /** By literal, `RUN` words: where its watches begin in `pool`, where they and their room end. */
  static runs: Table<i32> = changetype<Table<i32>>(0);
  static arenaEnd: i32 = 1;
  static poolEnd: i32 = 0;
  static learned: i32 = 0;
}

/** Words of the watches of a literal in `runs`: four, so that they are in one line of a cache. */
export const RUN: i32 = 4;
/** Words before the literals of a clause. */
export const HEADER: i32 = 4;
/** The rank of a clause that must stay. */
export const PERMANENT: i32 = -1;
/** The rank of a clause that `packClauses` drops. */
export const DELETED: i32 = 1 << 30;
/** The words that arena and pool have at first. */
const ROOM: i32 = 1 << 12;

/** Forgets all clauses; literals are 0 to `literals` - 1. */
export function resetClauses(literals: i32): void {
  Clauses.runs = take<i32>(RUN * literals);
  Clauses.arena = takeUnset<i32>(ROOM);
  Clauses.pool = takeUnset<i32>(ROOM);
  Clauses.arenaEnd = 1;
  Clauses.poolEnd = 0;
  Clauses.learned = 0;
}

/** The bytes that the clauses use; the tables can have twice that. */
export function bytesOfClauses(): f64 {
  return (<f64>Clauses.arenaEnd + <f64>Clauses.poolEnd + <f64>Clauses.runs.length) * 4;
}

/** Adds the first `length` of `literals` (two at least) as a clause and returns its place. */
export function addClause(literals: Table<i32>, length: i32, rank: i32): i32 {
  const clause = Clauses.arenaEnd;
  const end = clause + HEADER + length;
  Clauses.arena = withRoom<i32>(Clauses.arena, end);
  const arena = Clauses.arena;
  arena[clause] = length;
  arena[clause + 1] = rank;
  arena[clause + 2] = 1;
  arena[clause + 3] = 2;
  for (let i = 0; i < length; i++) arena[clause + HEADER + i] = literals[i];
  Clauses.arenaEnd = end;
  Clauses.learned += i32(rank != PERMANENT);
  watch(literals[0], clause, literals[1]);
  watch(literals[1], clause, literals[0]);
  return clause;
}

function watch(literal: i32, clause: i32, blocker: i32): void {
  const runs = Clauses.runs;
  const run = RUN * literal;
  if (runs[run + 1] == runs[run + 2]) makeRoom(run);
  const at = runs[run + 1];
  const pool = Clauses.pool;
  pool[at] = clause;
  pool[at + 1] = blocker;
  runs[run + 1] = at + 2;
}

/** Makes room for more watches of the literal of `run`. May move `pool`: read it again. */
export function makeRoom(run: i32): void {
  const runs = Clauses.runs;
  const from = runs[run];
  const size = runs[run + 1] - from;
  const start = Clauses.poolEnd;
  const end = start + max(8, 2 * size);
  Clauses.pool = withRoom<i32>(Clauses.pool, end);
  if (size > 0) Clauses.pool.move(start, from, size);
  runs[run] = start;
  runs[run + 1] = start + size;
  runs[run + 2] = end;
  Clauses.poolEnd = end;
}

/**
 * Gives up the worse half, by rank, then length, then age, of the learned clauses of no use lately.
 * Rank 2 and less stays, and what is a variable's reason, as `value` (by literal) and `reason` say.
 */
export function giveUpClauses(value: Table<i8>, reason: Table<i32>): void {
  const arena = Clauses.arena;
  const end = Clauses.arenaEnd;
  let count = 0;
  for (let clause = 1; clause < end; clause += HEADER + arena[clause]) count++;
  const place = mark();
  const order = takeUnset<i32>(count);
  let size = 0;
  for (let clause = 1; clause < end; clause += HEADER + arena[clause]) {
    if (arena[clause + 1] <= 2) continue;
    const first = arena[clause + HEADER];
    if (value[first] == 1 && reason[first >> 1] == clause) continue;
    const left = arena[clause + 2];
    arena[clause + 2] = left - 1;
    if (left <= 0) order[size++] = clause;
  }
  sortClauses(order, size);
  add(Statistic.deleted, size - (size >> 1));
  for (let i = size >> 1; i < size; i++) arena[order[i] + 1] = DELETED;
  release(place);
}

/** Sorts the first `size` clauses of `order`, best first: heapsort, as no two are equal. */
function sortClauses(order: Table<i32>, size: i32): void {
  for (let i = (size >> 1) - 1; i >= 0; i--) sift(order, i, size);
  for (let i = size - 1; i > 0; i--) {
    const last = order[0];
    order[0] = order[i];
    order[i] = last;
    sift(order, 0, i);
  }
}

function sift(order: Table<i32>, from: i32, size: i32): void {
  let at = from;
  const own = order[at];
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && isBetter(order[child], order[child + 1])) child++;
    if (!isBetter(own, order[child])) break;
    order[at] = order[child];
    at = child;
  }
  order[at] = own;
}

function isBetter(a: i32, b: i32): bool {
  const arena = Clauses.arena;
  if (arena[a + 1] != arena[b + 1]) return arena[a + 1] < arena[b + 1];
  if (arena[a] != arena[b]) return arena[a] < arena[b];
  return b < a;
}

/** Moves the clauses that stay together, watches their first two literals, and tells `reason`. */
export function packClauses(reason: Table<i32>): void {
  const arena = Clauses.arena;
  const end = Clauses.arenaEnd;
  Clauses.poolEnd = 0;
  Clauses.runs.clear(0, Clauses.runs.length);
  Clauses.learned = 0;
  let to = 1;
  for (let from = 1; from < end;) {
    const size = HEADER + arena[from];
    if (arena[from + 1] != DELETED) {
      arena.move(to, from, size);
      Clauses.learned += i32(arena[to + 1] != PERMANENT);
      const first = arena[to + HEADER];
      const second = arena[to + HEADER + 1];
      watch(first, to, second);
      watch(second, to, first);
      if (reason[first >> 1] == from) reason[first >> 1] = to;
      to += size;
    }
    from += size;
  }
  Clauses.arenaEnd = to;
}
