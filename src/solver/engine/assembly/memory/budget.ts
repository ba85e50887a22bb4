// The tunable numbers of the engine (see src/solver/engine/model/settings.ts). JavaScript writes
// three before each puzzle, and all if `writeSettings` asks: most puzzles need no more.

import { SETTINGS, Setting } from './names';

export { Setting };

/** Lets JavaScript write all settings. */
export declare function writeSettings(): void;

const values: usize = memory.data(8 * SETTINGS, 16);

/** Where JavaScript writes the settings, as doubles. */
export function settingsPlace(): usize {
  return values;
}

export function setting(which: Setting): f64 {
  return load<f64>(values + ((<usize>which) << 3));
}

export function setSetting(which: Setting, value: f64): void {
  store<f64>(values + ((<usize>which) << 3), value);
}

// What a puzzle may still spend: line solves, time and bytes. All stages of its work share it.

/** Looks at the clock in JavaScript: whether the time is over. */
declare function isTimeOver(): bool;

/** What ran out: the places of RAN_OUT in engine.ts. */
export const enum RanOut {
  nothing,
  timeout,
  steps,
  memory,
}

export class Budget {
  static steps: f64 = 0;
  /** What ran out, if anything: then all work returns with what it knows. */
  static stopped: RanOut = RanOut.nothing;
  static maxSteps: f64 = 0;
  static memoryBytes: f64 = 0;
  /** Work left until the clock is looked at again. */
  static credit: i32 = 0;
}

export function startBudget(maxSteps: f64, memoryBytes: f64): void {
  Budget.steps = 0;
  Budget.stopped = RanOut.nothing;
  Budget.maxSteps = maxSteps;
  Budget.memoryBytes = memoryBytes;
  Budget.credit = <i32>setting(Setting.workBetweenLooks);
}

/** Counts line solves and their `work` (about word operations of blocks); false if it is spent. */
export function spend(steps: i32, work: i32): bool {
  Budget.steps += <f64>steps;
  if (Budget.steps > Budget.maxSteps) stop(RanOut.steps);
  Budget.credit -= work;
  if (Budget.credit < 0) look();
  return Budget.stopped == RanOut.nothing;
}

/** Whether tables of `bytes` are within the limit; if not, the work is stopped. */
export function allows(bytes: f64): bool {
  if (bytes > Budget.memoryBytes) stop(RanOut.memory);
  return Budget.stopped == RanOut.nothing;
}

function stop(why: RanOut): void {
  if (Budget.stopped == RanOut.nothing) Budget.stopped = why;
}

function look(): void {
  Budget.credit = <i32>setting(Setting.workBetweenLooks);
  if (isTimeOver()) stop(RanOut.timeout);
}
