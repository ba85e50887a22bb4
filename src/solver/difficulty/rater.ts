import type { Difficulty } from '../../result/difficulty.js';
import type { Cells } from '../../puzzle/types.js';
import { State } from '../model/state.js';
import type { Workspace } from '../propagate/workspace.js';
import { Effort, scoreOf } from './effort.js';
import { WideNeeds } from './wide-needs.js';
import { WideRounds } from './wide-rounds.js';

/**
 * How hard puzzles with one solution are for people: docs/difficulty.md has the definition. The result
 * does not depend on any order of work, and is the same to the last bit for the mirror images
 * and the transpose of a puzzle. Puzzles of any size and in any colours; those that the engine takes are rated there.
 */
export class Rater {
  private readonly effort = new Effort();
  private readonly wideRounds: WideRounds;
  private readonly wideNeeds: WideNeeds;

  constructor(private readonly work: Workspace) {
    const { problem, state, budget, propagator } = work;
    this.wideRounds = new WideRounds(problem, state, propagator.wide, propagator.log, budget);
    this.wideNeeds = new WideNeeds(problem, state, propagator.wide, budget);
  }

  /**
   * Rates the loaded problem, whose only solution is `solution`; null if the budget ends first. The
   * state is overwritten.
   */
  rate(solution: Cells): Difficulty | null {
    if (this.work.budget.stopped !== null) return null;
    const { effort, wideRounds, wideNeeds } = this;
    const { problem, state, budget } = this.work;
    effort.reset();
    const bytes = problem.bytes + State.bytesFor(problem) + wideRounds.bytes + wideNeeds.bytes;
    if (!budget.hasRoomFor(bytes)) return null;
    state.reset();
    state.clearDirty();
    wideRounds.start();
    if (!this.play(solution)) return null;
    if (effort.assumed) return scoreOf(effort, 'assumption');
    state.reset();
    const level = wideNeeds.find();
    return level === null ? null : scoreOf(effort, level);
  }

  /**
   * Plays rounds, and makes assumptions if they are stuck, until the last cell is known or only a
   * lower bound is possible.
   */
  private play(solution: Cells): boolean {
    const { effort, wideRounds: rounds } = this;
    for (;;) {
      if (!rounds.run(effort)) return false;
      if (rounds.solved) return true;
      if (!rounds.assume(effort, solution)) return false;
      if (effort.bound) return true;
    }
  }
}
