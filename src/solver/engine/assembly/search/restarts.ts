// When to give up all guesses and start from the root, with what was learned.

import { Setting, setting } from '../memory/settings';
import { Statistic, add } from '../memory/statistics';

class Restarts {
  static count: i32 = 0;
  static conflictsLeft: f64 = 0;
}

/** Starts the sequence of restarts from its beginning. */
export function resetRestarts(): void {
  Restarts.count = 0;
  Restarts.conflictsLeft = setting(Setting.restartUnit);
}

export function noteForRestarts(): void {
  Restarts.conflictsLeft--;
}

/** Whether it is time to give up all guesses; if so, the next interval begins. */
export function isRestartDue(): bool {
  if (Restarts.conflictsLeft > 0) return false;
  add(Statistic.restarts);
  Restarts.conflictsLeft = luby(++Restarts.count) * setting(Setting.restartUnit);
  return true;
}

/** The Luby sequence 1 1 2 1 1 2 4 1 1 2 ..., from index 0 (Luby, Sinclair and Zuckerman 1993). */
function luby(index: i32): f64 {
  let size = 1;
  let power = 0;
  while (size < index + 1) {
    power++;
    size = 2 * size + 1;
  }
  let i = index;
  while (size - 1 != i) {
    size = (size - 1) >> 1;
    power--;
    i %= size;
  }
  return <f64>(1 << power);
}
