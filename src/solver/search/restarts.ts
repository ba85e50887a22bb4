import { SETTINGS } from '../model/settings.js';

/** When to give up all guesses and start from the root, with what was learned. */
export class Restarts {
  private restarts = 0;
  private conflictsLeft = SETTINGS.restartUnit;

  /** Starts the sequence from its beginning. */
  reset(): void {
    this.restarts = 0;
    this.conflictsLeft = SETTINGS.restartUnit;
  }

  countConflict(): void {
    this.conflictsLeft--;
  }

  /** Whether it is time; if so, the next interval begins. */
  isDue(): boolean {
    if (this.conflictsLeft > 0) return false;
    this.conflictsLeft = luby(++this.restarts) * SETTINGS.restartUnit;
    return true;
  }
}

/**
 * The Luby sequence 1 1 2 1 1 2 4 1 1 2 ..., from index 0: how long to search until the next
 * restart, in some unit (Luby, Sinclair and Zuckerman 1993).
 */
function luby(index: number): number {
  let size = 1;
  let power = 0;
  while (size < index + 1) {
    power++;
    size = 2 * size + 1;
  }
  let i = index;
  while (size - 1 !== i) {
    size = (size - 1) >> 1;
    power--;
    i %= size;
  }
  return 2 ** power;
}
