// Counts all solutions, on top of the learning search: there can be more than 10^30. They come in
// clusters, which differ in few cells; finding another cluster takes thousands of conflicts.
//
// If the backbone is soon found, there are few clusters. Then everything else is counted at once,
// by rows and by columns in turn, each turn twice as long as the last; both share what they
// remember. Otherwise the search goes from solution to solution with guesses kept, and counts
// around each what is cheap (see count-around.ts).
//
// What did not help: one of the two ways alone (the first is up to four times faster with one
// cluster, the second up to ten times with more, when a question about a cell can cost a search
// through the whole grid); more time for counts around solutions (a tenth of all steps is too much
// with many clusters, and saves little otherwise); clauses that exclude what is counted, with
// restarts, instead of kept guesses (twice the time).

import { Budget, RanOut } from '../memory/budget';
import { Table, mark, release, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Setting, setting, writeSettings } from '../memory/settings';
import { Stage, enterStage } from '../memory/statistics';
import { searchBriefly } from '../search/brief';
import { End, FoundSolutions, startFound } from '../search/found';
import { proveOnly, startGuesses } from '../search/guesses';
import { clearSymmetries } from '../search/symmetries';
import { findBackbone } from './backbone';
import { dropSecond, keepGreater, pushWord, startBig, topAt, topLimbs } from './big';
import { searchAround, startAround } from './count-around';
import { PartCount, countRest, startPartCount } from './part-count';
import { Searcher, takeSearcher } from './searcher';

export class Counted {
  /** The number of solutions, or a lower bound, in limbs; null: `FoundSolutions.count` says it. */
  static limbs: Table<u32> = changetype<Table<u32>>(0);
}

export function startCount(): void {
  Counted.limbs = changetype<Table<u32>>(0);
}

/**
 * Counts all solutions from the current grid on, which stays; `exhausted` if that is exact, else
 * `stopped`. The first two are in FoundSolutions. @pre the grid is a fixpoint with unknown cells.
 */
export function count<W>(): End {
  writeSettings();
  const end = searchBriefly<W>(
    setting(Setting.countedOneByOne),
    <i32>setting(Setting.briefConflicts),
  );
  if (end == End.exhausted || end == End.stopped) return end;
  takeSearcher<W>();
  const before = <u32>FoundSolutions.count;
  const first = FoundSolutions.first;
  const second = FoundSolutions.second;
  const ownFirst = takeUnset<u8>(Problem.cells);
  const ownSecond = takeUnset<u8>(Problem.cells);
  const place = mark();
  startFound();
  const isExact = countAll();
  pushWord(before);
  keepGreater();
  moveFound(ownFirst, ownSecond);
  release(place);
  giveOut();
  if (shown() < min<i32>(before, 2)) {
    FoundSolutions.first = first;
    FoundSolutions.second = second;
  }
  return isExact ? End.exhausted : End.stopped;
}

function shown(): i32 {
  return (
    i32(changetype<usize>(FoundSolutions.first) != 0) +
    i32(changetype<usize>(FoundSolutions.second) != 0)
  );
}

/** Moves the solutions that are shown to other tables. */
function moveFound(first: Table<u8>, second: Table<u8>): void {
  if (shown() > 0) {
    memory.copy(changetype<usize>(first), changetype<usize>(FoundSolutions.first), Problem.cells);
    FoundSolutions.first = first;
  }
  if (shown() > 1) {
    memory.copy(changetype<usize>(second), changetype<usize>(FoundSolutions.second), Problem.cells);
    FoundSolutions.second = second;
  }
}

/** Takes the number on top for the one that was counted. */
function giveOut(): void {
  const from = topAt();
  const size = topLimbs();
  const limbs = takeUnset<u32>(size);
  memory.copy(changetype<usize>(limbs), from, (<usize>size) << 2);
  Counted.limbs = limbs;
}

/** Puts the number of all solutions, or a lower bound, on top; returns whether it is exact. */
function countAll(): bool {
  Searcher.load();
  clearSymmetries();
  startBig();
  proveOnly();
  enterStage(Stage.backbone);
  const isKnown = findBackbone(setting(Setting.backboneConflicts));
  pushWord(<u32>FoundSolutions.count);
  let isExact = isKnown && FoundSolutions.count < 2;
  if (!isExact && Budget.stopped == RanOut.nothing && startPartCount()) {
    if (isKnown) isExact = countWhole();
    if (!isExact && Budget.stopped == RanOut.nothing) isExact = countOnward();
  }
  Searcher.unload();
  return isExact;
}

/** Counts everything at once, more than the number on top; false if that took too long. */
function countWhole(): bool {
  enterStage(Stage.counting);
  for (let steps = setting(Setting.firstWhole); steps <= setting(Setting.lastWhole); steps *= 2) {
    for (let way = 0; way < 2; way++) {
      PartCount.byColumns = way == 1;
      countRest(steps);
      if (!PartCount.ended) {
        dropSecond();
        return true;
      }
      keepGreater();
      if (Budget.stopped != RanOut.nothing) return false;
    }
  }
  return false;
}

/** Counts from solution to solution, on top of what was learned; false if the budget ended. */
function countOnward(): bool {
  // Solutions found before are found again. If there are two, they are the ones shown.
  const before = shown();
  const first = FoundSolutions.first;
  const second = FoundSolutions.second;
  startFound();
  PartCount.byColumns = false;
  startAround(before >= 2);
  startGuesses(false);
  const isExact = searchAround() == End.exhausted;
  if (before >= 2 || shown() < before) {
    FoundSolutions.first = first;
    FoundSolutions.second = second;
  }
  if (isExact) dropSecond();
  else keepGreater();
  return isExact;
}
