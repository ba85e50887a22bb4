import type { Fact } from './facts.js';
import type { Group } from './groups.js';
import type { Figure } from './intervals.js';
import type { Question } from './question.js';

/** The answer to a question: a row for each group that has puzzles. */
export interface Answer {
  /** Several runs side by side are the last thing that puzzles are grouped by. */
  readonly question: Question;
  readonly rows: readonly AnswerRow[];
  readonly total: AnswerRow;
  /** Whether several runs stand side by side, each with what it has more than the first one. */
  readonly isBeside: boolean;
}

export interface AnswerRow {
  /** A group by each fact that is asked for. */
  readonly groups: readonly Group[];
  readonly puzzles: number;
  /** What is asked of them: null if nothing of the group has such a value. */
  readonly figures: readonly (Figure | null)[];
  /**
   * Set if the figures are those of a run less those of the first one; the puzzles are those that
   * both have.
   */
  readonly isDifference?: true;
}

/** How two numbers of puzzles go together. */
export interface Correlation {
  readonly facts: readonly [Fact, Fact];
  /** Spearman's, over the puzzles that have both numbers; null if there is none. */
  readonly figure: Figure | null;
  /** How many puzzles have both numbers. */
  readonly n: number;
  /** Why there is none, or null. */
  readonly why: string | null;
}
