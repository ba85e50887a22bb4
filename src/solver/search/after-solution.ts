import { PERMANENT } from './clauses.js';
import type { SearchLearning } from './search-learning.js';
import { NO_REASON } from './search-trail.js';

/** What a search does after each solution it finds. */
export interface AfterSolution {
  /**
   * Excludes the solution that the engine has just assigned, and perhaps others that were counted.
   * Returns false if no solution can be left.
   */
  goOn(): boolean;
}

/**
 * Excludes the solution with a clause: its guesses do not all hold again. To find one more solution
 * this is better than keeping guesses, as the search can still jump back and restart.
 */
export class ExcludeByClause implements AfterSolution {
  private literals = new Int32Array(16);

  constructor(private readonly engine: SearchLearning) {}

  goOn(): boolean {
    const { engine } = this;
    const size = engine.currentLevel;
    if (size === 0) {
      engine.watcher?.exhausted(0);
      return false;
    }
    if (this.literals.length < size) this.literals = new Int32Array(2 * size);
    const { literals } = this;
    for (let l = size; l >= 1; l--) literals[size - l] = engine.trail[engine.levelStart[l]] ^ 1;
    engine.watcher?.excluded(literals, size);
    engine.backjump(size - 1);
    const reason = size === 1 ? NO_REASON : engine.clauses.add(literals, size, PERMANENT);
    if (size > 1) engine.watcher?.added(reason);
    engine.assign(literals[0], reason);
    return true;
  }
}

/**
 * Keeps all guesses but the last, which it reverses. So a search for many solutions needs no clause
 * for each of them (Gebser et al. 2007, "Conflict-driven answer set enumeration").
 */
export class KeepGuesses implements AfterSolution {
  constructor(private readonly engine: SearchLearning) {}

  goOn(): boolean {
    this.engine.floor = this.engine.currentLevel;
    return this.engine.reverseKeptGuess();
  }
}
