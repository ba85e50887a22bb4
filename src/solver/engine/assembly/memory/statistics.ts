// What is counted of the work (see src/solver/engine/solver/statistics.ts), and in which stage it
// is. Counting costs an addition where something rare happens, so it goes on always; the clock of a
// stage, JavaScript's, is looked at only if somebody asked.

import { Budget } from './budget';
import { STATISTICS, Stage, Statistic } from './names';

export { Stage, Statistic };

/** Says which stage begins (-1: none), and where the sums are, so many doubles. */
declare function tellStage(stage: i32, at: usize, count: i32): void;

/** How much work the searches did on the puzzle. */
export class Counters {
  static decisions: i32 = 0;
  static conflicts: i32 = 0;
  /** The deepest nesting of guesses. */
  static depth: i32 = 0;
}

const sums: usize = memory.data(8 * STATISTICS, 16);

class Stages {
  static asked: bool = false;
  static current: i32 = -1;
}

export function add(which: Statistic, amount: i32 = 1): void {
  const at = sums + ((<usize>which) << 3);
  store<f64>(at, load<f64>(at) + <f64>amount);
}

/** Whether the stages of the next puzzle are told. */
export function askStages(asked: bool): void {
  Stages.asked = asked;
  if (asked) memory.fill(sums, 0, 8 * STATISTICS);
}

/** Begins a stage; returns the one before it, so that it can go on. */
export function enterStage(stage: i32): i32 {
  const before = Stages.current;
  Stages.current = stage;
  if (Stages.asked) say();
  return before;
}

function say(): void {
  store<f64>(sums + ((<usize>Statistic.conflicts) << 3), <f64>Counters.conflicts);
  store<f64>(sums + ((<usize>Statistic.decisions) << 3), <f64>Counters.decisions);
  store<f64>(sums + ((<usize>Statistic.lineSolves) << 3), Budget.steps);
  tellStage(Stages.current, sums, STATISTICS);
}

export function endStages(): void {
  enterStage(-1);
  Stages.asked = false;
}
