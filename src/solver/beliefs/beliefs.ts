import type { Budget } from '../model/budget.js';
import { SETTINGS } from '../model/settings.js';
import { LineBeliefs } from './line-beliefs.js';
import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';

/**
 * How likely the values of each unknown cell are among all solutions, estimated by belief
 * propagation (Pearl 1988, "Probabilistic Reasoning in Intelligent Systems"; used to guide a search
 * as by Hsu and McIlraith 2006, "Characterizing propagation methods for Boolean satisfiability"):
 * round after round, each line tells each of its cells what follows from its clue and from what the
 * crossing lines say about its other cells. As all lines cross, the numbers are only estimates, but
 * a search that follows them finds its first solution after a tenth of the conflicts.
 */
export class Beliefs {
  /** By cell: its likeliest value. */
  value = new Uint8Array(0);
  /** By cell: how much more likely that value is than if all were equally likely, from 0 to 1. */
  certainty = new Float64Array(0);

  /** By cell and colour: the odds against blank that its row tells, and that its column tells. */
  private fromRow = new Float64Array(0);
  private fromColumn = new Float64Array(0);
  /** By cell and colour: what the state knows, as odds. */
  private known = new Float64Array(0);
  private readonly lines = new LineBeliefs();

  /**
   * Estimates `value` and `certainty` for the unknown cells of a state. Returns false,
   * without estimates, if the puzzle is too large for that or the budget ran out.
   *
   * If `damped`, each message is the geometric mean of the last one and the new one: messages that
   * swing to and fro settle (Murphy, Weiss and Jordan 1999, "Loopy belief propagation").
   */
  estimate(problem: Problem, state: State, budget: Budget, damped: boolean): boolean {
    this.lines.damped = damped;
    const { width, height, values } = problem;
    const rounds = Math.min(
      SETTINGS.beliefRounds,
      Math.floor(SETTINGS.beliefSteps / stepsOf(problem)),
    );
    if (rounds < SETTINGS.beliefRoundsAgain) return false;
    const size = width * height * (values - 1);
    this.reserve(width * height, size);
    this.fromRow.fill(1, 0, size);
    this.fromColumn.fill(1, 0, size);
    return this.exchange(problem, state, budget, rounds);
  }

  /** As `estimate`, for a later state of the same puzzle: goes on from what was told before. */
  estimateAgain(problem: Problem, state: State, budget: Budget): boolean {
    return this.exchange(problem, state, budget, SETTINGS.beliefRoundsAgain);
  }

  private exchange(problem: Problem, state: State, budget: Budget, rounds: number): boolean {
    const { width, height, values } = problem;
    const steps = stepsOf(problem);
    this.look(problem, state);
    for (let round = 0; round < rounds; round++) {
      for (let row = 0; row < height; row++) {
        if (problem.slack[row] === 0) continue;
        this.lines.tell(problem, row, row * width, 1, this.known, this.fromColumn, this.fromRow);
      }
      for (let column = 0; column < width; column++) {
        const line = height + column;
        if (problem.slack[line] === 0) continue;
        this.lines.tell(problem, line, column, width, this.known, this.fromRow, this.fromColumn);
      }
      if (!budget.spend(0, steps)) return false;
    }
    this.conclude(width * height, values - 1);
    return true;
  }

  /** Takes over what the state knows. */
  private look(problem: Problem, state: State): void {
    const { width, height, values } = problem;
    const { known } = this;
    for (let row = 0, at = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const possible = state.can(row, column, 0) ? 1 : CERTAIN;
        for (let value = 1; value < values; value++) {
          known[at++] = state.can(row, column, value) ? possible : 1 / CERTAIN;
        }
      }
    }
  }

  private conclude(cells: number, colours: number): void {
    const { fromRow, fromColumn, known } = this;
    for (let cell = 0, at = 0; cell < cells; cell++) {
      // Blank has the odds 1.
      let best = 0;
      let most = 1;
      let sum = 1;
      for (let value = 1; value <= colours; value++, at++) {
        const odds = fromRow[at] * fromColumn[at] * known[at];
        sum += odds;
        if (odds <= most) continue;
        best = value;
        most = odds;
      }
      this.value[cell] = best;
      this.certainty[cell] = most / sum - 1 / (colours + 1);
    }
  }

  private reserve(cells: number, size: number): void {
    if (this.value.length < cells) {
      this.value = new Uint8Array(cells);
      this.certainty = new Float64Array(cells);
    }
    if (this.known.length >= size) return;
    this.fromRow = new Float64Array(size);
    this.fromColumn = new Float64Array(size);
    this.known = new Float64Array(size);
  }
}

/**
 * Steps of one round (starts of blocks, and cells with their colours), some ten nanoseconds each.
 */
function stepsOf(problem: Problem): number {
  const { lines, blockStart, slack, width, height, values } = problem;
  let steps = 2 * width * height * (values - 1);
  for (let line = 0; line < lines; line++) {
    steps += (blockStart[line + 1] - blockStart[line]) * (slack[line] + 1);
  }
  return steps;
}

/** The odds of what is certain. */
const CERTAIN = 1e4;
