import { SETTINGS } from '../model/settings.js';
import { luby } from './luby.js';

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
