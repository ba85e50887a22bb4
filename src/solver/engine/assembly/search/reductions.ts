// When learned clauses are deleted.

import { Setting, setting } from '../memory/settings';
import { Counters } from '../memory/statistics';
import { reduce } from './learning';

class Reductions {
  /** At how many conflicts the next deletion is due. */
  static at: f64 = 0;
  /** Conflicts between the last deletion and the next. */
  static interval: f64 = 0;
}

/** Deletes after some conflicts, and then after ever more. */
export function reduceByConflicts(): void {
  Reductions.interval = setting(Setting.clauses);
  Reductions.at = <f64>Counters.conflicts + Reductions.interval;
}

export function reduceNever(): void {
  Reductions.at = Infinity;
}

export function reduceIfDue<W>(): void {
  if (<f64>Counters.conflicts < Reductions.at) return;
  reduce<W>();
  Reductions.interval += setting(Setting.moreClauses);
  Reductions.at += Reductions.interval;
}
