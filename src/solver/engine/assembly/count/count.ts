// Counts all solutions, on top of the learning search: there can be more than 10^30. They come in
// clusters, which differ in few cells; finding another cluster takes thousands of conflicts.
//
// If the backbone is soon found, there are few clusters. Then everything else is counted at once,
// by rows and by columns in turn, each turn twice as long as the last; both share what they
// remember. Otherwise the search goes from solution to solution with guesses kept, and counts
// around each what is cheap (see below).
//
// What did not help: one of the two ways alone (the first is up to four times faster with one
// cluster, the second up to ten times with more, when a question about a cell can cost a search
// through the whole grid); more time for counts around solutions (a tenth of all steps is too much
// with many clusters, and saves little otherwise); clauses that exclude what is counted, with
// restarts, instead of kept guesses (twice the time).

import { Budget, RanOut } from '../memory/budget';
import { Table, mark, release, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Setting, setting, writeSettings } from '../memory/settings';
import { Counters, Stage, enterStage } from '../memory/statistics';
import { searchBriefly } from '../search/brief';
import { reduceByConflicts, reduceNever, resetRestarts } from '../search/find-solution';
import { End, FoundSolutions, startFound } from '../search/found';
import { proveOnly, startGuesses, turnToProof } from '../search/guesses';
import { Learning } from '../search/learning';
import { Symmetries } from '../search/symmetries';
import { Trail } from '../search/trail';
import {
  addTop,
  dropSecond,
  dropTop,
  keepGreater,
  pushWord,
  startBig,
  topAt,
  topLimbs,
} from './big';
import { PartCount, countRest, startPartCount } from './part-count';
import { Searcher, takeSearcher } from './searcher';

export class Counted {
  /** The number of solutions, or a lower bound, in limbs; null: `FoundSolutions.count` says it. */
  static limbs: Table<u32> = changetype<Table<u32>>(0);
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
  Symmetries.count = 0;
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

// The cells that are the same in all solutions (the backbone): asks until none can differ.

class Backbone {
  /** The number of conflicts after which the work is given up. */
  static conflictsEnd: f64 = 0;
  static assumed: Table<i32> = changetype<Table<i32>>(0);
}

/** Instead of a value. */
const DIFFERS: u8 = 255;

/**
 * Makes the backbone known before all guesses; false if that takes more than `conflicts`, or the
 * budget ran out: what was found stays known. Solutions found on the way all differ.
 */
function findBackbone(conflicts: f64): bool {
  const values = Problem.values;
  Backbone.conflictsEnd = <f64>Counters.conflicts + conflicts;
  Backbone.assumed = takeUnset<i32>(1);
  reduceNever();
  const end = findAnother(0);
  if (end != End.wanted) {
    Searcher.backjump(0);
    return end == End.exhausted;
  }
  // By cell: its value in all solutions so far, or DIFFERS.
  const agreed = take<u8>(Problem.cells);
  const cells = takeUnset<u8>(Problem.cells);
  Searcher.storeCells(agreed);
  for (let cell = 0; cell < Problem.cells; cell++) {
    const value = agreed[cell];
    if (value == DIFFERS) continue;
    const variable = values == 2 ? cell : cell * values + value;
    Backbone.assumed[0] = 2 * variable + i32(values != 2 || value != 0);
    const other = findAnother(1);
    if (isOver()) break;
    if (other != End.wanted) continue;
    cells.clear(0, Problem.cells);
    Searcher.storeCells(cells);
    for (let c = 0; c < Problem.cells; c++) if (cells[c] != agreed[c]) agreed[c] = DIFFERS;
  }
  Searcher.backjump(0);
  return !isOver();
}

function isOver(): bool {
  return Budget.stopped != RanOut.nothing || <f64>Counters.conflicts > Backbone.conflictsEnd;
}

/** Finds a solution in which the first `count` of `assumed` hold; if none does, that is known. */
function findAnother(count: i32): End {
  resetRestarts();
  Searcher.backjump(0);
  const end = Searcher.findSolution(Backbone.assumed, count, Backbone.conflictsEnd);
  if (end == End.wanted) Searcher.addFound();
  return end;
}

// After each solution, counts it with as many around it as is cheap: takes guesses back, the last
// first, while all solutions below the others can be counted at little cost. Then the search goes
// on past all of these. The number on top is how many were counted so far.

class Around {
  /** Whether two solutions are shown already: then the first need not be counted by itself. */
  static shown: bool = false;
  /** Line solves spent before, and on counts since then. */
  static steps: f64 = 0;
  /** Conflicts met before, and in counts since then. */
  static conflicts: i32 = 0;
  /** How many solutions were counted together with those around them. */
  static clusters: f64 = 0;
  static solutions: f64 = 0;
  /** The guess that was taken back last. */
  static guess: i32 = 0;
}

/** Begins with 0 on top of the numbers. */
function startAround(shown: bool): void {
  Around.shown = shown;
  Around.steps = Budget.steps;
  Around.conflicts = Counters.conflicts;
  Around.clusters = 0;
  Around.solutions = 0;
  pushWord(0);
}

/** Goes on from what was learned, and counts the solutions around each that is found. */
function searchAround(): End {
  resetRestarts();
  reduceByConflicts();
  while (true) {
    const end = Searcher.findSolution(Learning.learned, 0, Infinity);
    if (end != End.wanted) return end;
    Searcher.addFound();
    turnToProof();
    if (!goOnAround()) return End.exhausted;
  }
}

/** Counts around the solution that is found. Returns false if nothing is left to search. */
function goOnAround(): bool {
  if (++Around.solutions == 1 && !Around.shown) {
    // If the second solution were counted with the first, it could not be shown.
    pushWord(1);
    addTop();
    Learning.floor = Trail.currentLevel;
    return Searcher.reverseKeptGuess();
  }
  const stage = enterStage(Stage.counting);
  const level = countBelow();
  enterStage(stage);
  if (level == Learning.floor) return Searcher.reverseKeptGuess();
  // All solutions below the guess of `level` are counted: what remains has its other value.
  PartCount.byColumns = !PartCount.byColumns;
  Learning.floor = level - 1;
  if (Trail.value[Around.guess] == 1) return Searcher.reverseKeptGuess();
  Searcher.assign(Around.guess ^ 1);
  return true;
}

/** Takes guesses back and counts; returns the level below whose guess nothing is left. */
function countBelow(): i32 {
  let level = Trail.currentLevel;
  Around.clusters++;
  pushWord(1);
  while (level > Learning.floor) {
    Around.guess = Trail.literals[Trail.levelStart[level]];
    Searcher.backjump(level - 1);
    const steps = Budget.steps;
    const conflicts = Counters.conflicts;
    countRest(allowance());
    Around.steps += Budget.steps - steps;
    Around.conflicts += Counters.conflicts - conflicts;
    if (PartCount.ended) {
      if (Budget.stopped != RanOut.nothing) keepGreater();
      else dropTop();
      break;
    }
    dropSecond();
    level--;
  }
  addTop();
  return level;
}

/** Line solves for the next count: more if solutions are many and easily found. */
function allowance(): f64 {
  const conflicts = <f64>(Counters.conflicts - Around.conflicts);
  const share = setting(Setting.leastCountShare) + Around.clusters / (conflicts + 1);
  const searching = Budget.steps - Around.steps;
  return max(setting(Setting.fewestCountSteps), share * searching - Around.steps);
}
