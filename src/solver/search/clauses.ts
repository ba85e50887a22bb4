import { SETTINGS } from '../model/settings.js';

/**
 * Clauses and who watches them, in two flat arrays (MiniSat's two watched literals with blockers;
 * Moskewicz et al. 2001, Eén and Sörensson 2003). This class knows nothing about lines.
 *
 * A clause is a place in `arena`: its length, its rank, the number of deletions that it still
 * survives because it was of use, the index of the literal at which the search for one to watch
 * goes on, then its literals; the first two are the watched ones. Rank is the LBD of a learned
 * clause (Audemard and Simon 2009), or PERMANENT. The watches of a literal are a run of pairs in
 * `pool`: a clause, and one of its other literals (the blocker: while that is true, the clause need
 * not be looked at).
 */
export class ClauseBase {
  arena = new Int32Array(1 << 12);
  pool = new Int32Array(1 << 12);
  watchStart = new Int32Array(0);
  watchCount = new Int32Array(0);
  private watchRoom = new Int32Array(0);
  private arenaEnd = 1;
  private poolEnd = 0;
  private literals = 0;
  /** The learned clauses that may be deleted. */
  learned: number[] = [];
  private permanent: number[] = [];

  /** Forgets all clauses; literals are 0 to `literals` - 1. */
  reset(literals: number): void {
    if (this.watchStart.length < literals) {
      this.watchStart = new Int32Array(literals);
      this.watchCount = new Int32Array(literals);
      this.watchRoom = new Int32Array(literals);
    } else if (this.poolEnd > 0) {
      this.watchCount.fill(0);
      this.watchRoom.fill(0);
    }
    // Memory that a hard puzzle needed is given back.
    const kept = SETTINGS.keptClauseWords;
    if (this.arena.length > kept) this.arena = new Int32Array(kept);
    if (this.pool.length > kept) this.pool = new Int32Array(kept);
    this.literals = literals;
    this.arenaEnd = 1;
    this.poolEnd = 0;
    this.learned.length = 0;
    this.permanent.length = 0;
  }

  /**
   * The bytes that the clauses of this puzzle use, independently of puzzles before (so that a limit
   * on memory always stops a puzzle at the same point). The arrays can be half as long again.
   */
  get bytes(): number {
    return (this.arenaEnd + this.poolEnd + 3 * this.literals) * 4;
  }

  /** Adds the first `length` of `literals` (two at least) as a clause and returns its place. */
  add(literals: Int32Array, length: number, rank: number): number {
    const clause = this.arenaEnd;
    const end = clause + HEADER + length;
    if (end > this.arena.length) this.arena = grown(this.arena, end + (end >> 1));
    const { arena } = this;
    arena[clause] = length;
    arena[clause + 1] = rank;
    arena[clause + 2] = 1;
    arena[clause + 3] = 2;
    for (let i = 0; i < length; i++) arena[clause + HEADER + i] = literals[i];
    this.arenaEnd = end;
    (rank === PERMANENT ? this.permanent : this.learned).push(clause);
    this.watch(literals[0], clause, literals[1]);
    this.watch(literals[1], clause, literals[0]);
    return clause;
  }

  /** Lets `literal` watch `clause`. May replace `pool`: read it again afterwards. */
  watch(literal: number, clause: number, blocker: number): void {
    const count = this.watchCount[literal];
    if (count === this.watchRoom[literal]) this.makeRoom(literal);
    const at = this.watchStart[literal] + 2 * count;
    this.pool[at] = clause;
    this.pool[at + 1] = blocker;
    this.watchCount[literal] = count + 1;
  }

  /**
   * Deletes the worse half, by rank, then length, then age, of the learned clauses that were of no
   * use lately. Those of rank 2 and less and those that `isReason` names stay. Then packs the rest.
   * `moved` is called with the old and new place of each clause that stays.
   */
  reduce(isReason: (clause: number) => boolean, moved: (from: number, to: number) => void): void {
    const { arena, learned } = this;
    const order = learned.filter((clause) => {
      if (arena[clause + 1] <= 2 || isReason(clause)) return false;
      return arena[clause + 2]-- <= 0;
    });
    order.sort((a, b) => arena[a + 1] - arena[b + 1] || arena[a] - arena[b] || b - a);
    for (let i = order.length >> 1; i < order.length; i++) arena[order[i] + 1] = DELETED;
    this.pack(moved);
  }

  private pack(moved: (from: number, to: number) => void): void {
    const { arena } = this;
    this.learned = [];
    this.permanent = [];
    this.poolEnd = 0;
    this.watchCount.fill(0);
    this.watchRoom.fill(0);
    let to = 1;
    for (let from = 1; from < this.arenaEnd;) {
      const size = HEADER + arena[from];
      const rank = arena[from + 1];
      if (rank !== DELETED) {
        arena.copyWithin(to, from, from + size);
        (rank === PERMANENT ? this.permanent : this.learned).push(to);
        this.watch(arena[to + HEADER], to, arena[to + HEADER + 1]);
        this.watch(arena[to + HEADER + 1], to, arena[to + HEADER]);
        moved(from, to);
        to += size;
      }
      from += size;
    }
    this.arenaEnd = to;
  }

  private makeRoom(literal: number): void {
    const room = Math.max(4, 2 * this.watchRoom[literal]);
    const end = this.poolEnd + 2 * room;
    if (end > this.pool.length) this.pool = grown(this.pool, end + (end >> 1));
    const start = this.watchStart[literal];
    this.pool.copyWithin(this.poolEnd, start, start + 2 * this.watchCount[literal]);
    this.watchStart[literal] = this.poolEnd;
    this.watchRoom[literal] = room;
    this.poolEnd = end;
  }
}

/** Words before the literals of a clause. */
export const HEADER = 4;
/** The rank of a clause that must stay. */
export const PERMANENT = -1;
const DELETED = 1 << 30;

function grown(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const array = new Int32Array(length);
  array.set(old);
  return array;
}
