// What helps a search that has a solution and takes long to prove that there is no other: it closes
// level 1 of the contradictions, in portions that grow with the work of the search. That decides
// many such puzzles, shortens the proof of others, and counts for the guess depth, which is asked
// for if there is no other solution.

import { Events } from '../lines/events';
import { Budget } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Setting, setting } from '../memory/settings';
import { Counters, Stage, enterStage } from '../memory/statistics';
import { Depth, closeFirst } from './depth';
import { End } from './found';
import { Learning } from './learning';
import { Proof } from './proof';
import { NO_REASON, Trail, assign, backjump, takeRemovals, unloadTrail } from './trail';

export class LongProof {
  /** The number of conflicts after which the search is to be helped. */
  static at: f64 = Infinity;
  /** How many conflicts there are between two portions. */
  static wait: f64 = 0;
  /** The line solves before the search. */
  static steps: f64 = 0;
}

/** Begins with a search. */
export function awaitProof(): void {
  LongProof.at = Infinity;
  LongProof.steps = Budget.steps;
}

/** The search for two solutions has found one. */
export function beginProof(): void {
  // Who watches is shown a search; a written proof has its clauses alone.
  if (Events.on || Proof.on) return;
  LongProof.wait = setting(Setting.amidConflicts);
  waitOn();
}

function waitOn(): void {
  LongProof.at = Depth.least == 1 ? <f64>Counters.conflicts + LongProof.wait : Infinity;
  LongProof.wait *= 2;
}

/** Closes level 1 further. `givenUp` if the search is to go on; else how it ended. */
export function helpProof<W>(): End {
  backjump<W>(0);
  // What was learned is left aside: it would remove more than level 1.
  const known = Learning.learned;
  const size = Trail.size;
  const kept = Trail.kept;
  for (let i = kept; i < size; i++) known[i] = Trail.literals[i];
  unloadTrail<W>();
  const length = Grid.trailLength;
  const end = closeFirst<W>(2, setting(Setting.amidShare) * (Budget.steps - LongProof.steps));
  if (end != End.givenUp) return end;
  enterStage(Stage.proof);
  takeRemovals<W>(length);
  for (let i = kept; i < size; i++) {
    if (Trail.value[known[i]] == -1) return End.exhausted;
    if (Trail.value[known[i]] == 0) assign<W>(known[i], NO_REASON);
  }
  waitOn();
  return End.givenUp;
}
