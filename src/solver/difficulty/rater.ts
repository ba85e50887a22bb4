import type { Difficulty } from '../../result/difficulty.js';
import type { Cells } from '../../puzzle/types.js';
import { State } from '../model/state.js';
import type { Workspace } from '../propagate/workspace.js';
import { Effort } from './effort.js';
import { KnownReads } from './known-reads.js';
import { WideNeeds } from './wide-needs.js';
import { WideRounds } from './wide-rounds.js';
import { WordLines } from './word-lines.js';
import { WordNeeds } from './word-needs.js';
import { WordRounds } from './word-rounds.js';

/**
 * How hard puzzles with one solution are for people: docs/difficulty.md has the definition. The result
 * does not depend on any order of work, and is the same to the last bit for the mirror images
 * and the transpose of a puzzle.
 */
export class Rater {
  private readonly effort = new Effort();
  private readonly wordLines = new WordLines();
  private readonly known = new KnownReads();
  private readonly wordRounds: WordRounds;
  private readonly wordNeeds: WordNeeds;
  private readonly wideRounds: WideRounds;
  private readonly wideNeeds: WideNeeds;

  constructor(private readonly work: Workspace) {
    const { problem, state, budget, propagator } = work;
    this.wordRounds = new WordRounds(problem, this.wordLines, this.known, budget);
    this.wordNeeds = new WordNeeds(problem, this.wordLines);
    this.wideRounds = new WideRounds(problem, state, propagator.wide, budget);
    this.wideNeeds = new WideNeeds(problem, budget);
  }

  /**
   * Rates the loaded problem, whose only solution is `solution`; null if the budget ends first. The
   * state is overwritten.
   */
  rate(solution: Cells): Difficulty | null {
    if (this.work.budget.stopped !== null) return null;
    this.effort.reset();
    return this.work.problem.small ? this.rateSmall(solution) : this.rateWide(solution);
  }

  private rateSmall(solution: Cells): Difficulty | null {
    const { effort, wordLines, wordRounds, wordNeeds } = this;
    const { problem, state } = this.work;
    const empty = problem.startAt < 0;
    wordLines.load(problem);
    this.known.load(this.work.propagator.log, problem.lines);
    if (empty) {
      wordRounds.startEmpty(effort);
    } else {
      state.reset();
      wordRounds.start(state.planes);
    }
    if (!this.play(wordRounds, solution)) return null;
    if (effort.assumed) return effort.score('assumption');
    const { early, position } = wordRounds;
    return effort.score(
      empty ? wordNeeds.findFromEmpty(early, position) : wordNeeds.findFromStart(early, position),
    );
  }

  private rateWide(solution: Cells): Difficulty | null {
    const { effort, wideRounds, wideNeeds } = this;
    const { problem, state, budget } = this.work;
    const bytes = problem.bytes + State.bytesFor(problem) + wideRounds.bytes + wideNeeds.bytes;
    if (!budget.hasRoomFor(bytes)) return null;
    state.reset();
    state.clearDirty();
    wideRounds.start();
    if (!this.play(wideRounds, solution)) return null;
    if (effort.assumed) return effort.score('assumption');
    state.reset();
    const level = wideNeeds.find(state);
    return level === null ? null : effort.score(level);
  }

  /**
   * Plays rounds, and makes assumptions if they are stuck, until the last cell is known or only a
   * lower bound is possible.
   */
  private play(rounds: WordRounds | WideRounds, solution: Cells): boolean {
    const { effort } = this;
    for (;;) {
      if (!rounds.run(effort)) return false;
      if (rounds.solved) return true;
      if (!rounds.assume(effort, solution)) return false;
      if (effort.bound) return true;
    }
  }
}
