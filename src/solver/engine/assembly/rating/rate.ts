// How hard a puzzle with one solution is for people (docs/solver/difficulty.md): to the last bit
// the same in any order of work, and for mirror images and the transpose.

import { LineCache, forgetLines } from '../lines/line-cache';
import { loadReads } from '../lines/reads';
import { Budget, RanOut } from '../memory/budget';
import { Table, mark, release } from '../memory/memory';
import { Problem } from '../memory/problem';
import { forgetPassed, openPassed } from '../search/passed';
import { loadClues } from './clues';
import { Effort, startEffort } from './effort';
import { findInnerLookAhead } from './inner-look-ahead';
import { Level } from './level';
import { findLookAhead } from './look-ahead';
import { findNeeds } from './needs';
import { Rounds, Stuck, assumeAll, bytesOfRounds, playRounds, startRounds } from './rounds';

/** What the rating needs beyond what Effort has. */
export class Rated {
  /** The weakest level of reading lines that suffices, if one does. */
  static level: Level = Level.line;
  /** Within how many rounds assumptions must contradict; 0 for none, or if they are not enough. */
  static lookAhead: i32 = 0;
  /** The same of inner assumptions; 0 if nobody asks, or the budget ended first. */
  static innerLookAhead: i32 = 0;
}

/**
 * Rates the loaded puzzle by its only `solution`; false if the budget ends first. `isDouble`: its
 * guess depth is 2; then the rating stays if only inner assumptions lack budget.
 */
export function rate<W>(solution: Table<u8>, isDouble: bool): bool {
  Rated.innerLookAhead = 0;
  if (Budget.stopped != RanOut.nothing) return false;
  // It may be rated again.
  const place = mark();
  startEffort();
  if (isReference<W>() && bytesOfRounds() > Budget.memoryBytes) return false;
  loadReads<W>();
  if (!isReference<W>()) loadClues<W>();
  openPassed<W>();
  startRounds<W>();
  Stuck.planes = changetype<Table<u64>>(0);
  const rated = play<W>(solution);
  Rated.level = rated && !Effort.assumed ? findNeeds<W>() : Level.line;
  const looks = rated && Effort.assumed && !Effort.bound;
  Rated.lookAhead = looks ? findLookAhead<W>(solution) : 0;
  const isDone = rated && Budget.stopped == RanOut.nothing;
  if (isDone && isDouble) Rated.innerLookAhead = findInnerLookAhead<W>(solution);
  release(place);
  if (changetype<usize>(LineCache.places) >= place) forgetLines();
  // The trail of the grid was among what was given back.
  if (isReference<W>() || Problem.startAt >= 0) forgetPassed();
  return isDone;
}

/** Plays rounds, with assumptions where stuck, to the end or a bound; false without budget. */
function play<W>(solution: Table<u8>): bool {
  while (true) {
    if (!playRounds<W>()) return false;
    if (Rounds.openWeight == 0) return true;
    if (!assumeAll<W>(solution)) return false;
    if (Effort.bound) return true;
  }
}
