// After each solution, counts it with as many around it as is cheap: takes guesses back, the last
// first, while all solutions below the others can be counted at little cost. Then the search goes
// on past all of these. The number on top is how many were counted so far.

import { Budget, RanOut } from '../memory/budget';
import { Setting, setting } from '../memory/settings';
import { Counters, Stage, enterStage } from '../memory/statistics';
import { End } from '../search/found';
import { turnToProof } from '../search/guesses';
import { Learning } from '../search/learning';
import { reduceByConflicts } from '../search/reductions';
import { resetRestarts } from '../search/restarts';
import { Trail } from '../search/trail';
import { addTop, dropSecond, dropTop, keepGreater, pushWord } from './big';
import { PartCount, countRest } from './part-count';
import { Searcher } from './searcher';

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
export function startAround(shown: bool): void {
  Around.shown = shown;
  Around.steps = Budget.steps;
  Around.conflicts = Counters.conflicts;
  Around.clusters = 0;
  Around.solutions = 0;
  pushWord(0);
}

/** Goes on from what was learned, and counts the solutions around each that is found. */
export function searchAround(): End {
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
