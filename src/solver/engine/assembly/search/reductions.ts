// When learned clauses are deleted.

import { Setting, setting } from '../memory/settings';
import { Counters } from '../memory/statistics';
import { Clauses } from './clauses';
import { reduce } from './learning';

class Reductions {
  /** At how many conflicts, or learned clauses, the next deletion is due. */
  static at: f64 = 0;
  static countsClauses: bool = false;
  /** Conflicts between the last deletion and the next. */
  static interval: f64 = 0;
}

/** Deletes after some conflicts, and then after ever more. */
export function reduceByConflicts(): void {
  Reductions.countsClauses = false;
  Reductions.interval = setting(Setting.clauses);
  Reductions.at = <f64>Counters.conflicts + Reductions.interval;
}

/** Deletes whenever so many clauses were learned since: for many short searches. */
export function reduceByClauses(): void {
  Reductions.countsClauses = true;
  Reductions.at = 2 * setting(Setting.clauses);
}

/** Deletes nothing: for few conflicts. */
export function reduceNever(): void {
  Reductions.countsClauses = false;
  Reductions.at = Infinity;
}

/** Deletes clauses if it is time. */
export function reduceIfDue<W>(): void {
  const count = Reductions.countsClauses ? Clauses.learned : Counters.conflicts;
  if (<f64>count < Reductions.at) return;
  reduce<W>();
  if (Reductions.countsClauses) {
    Reductions.at = <f64>Clauses.learned + 2 * setting(Setting.clauses);
    return;
  }
  Reductions.interval += setting(Setting.moreClauses);
  Reductions.at += Reductions.interval;
}
