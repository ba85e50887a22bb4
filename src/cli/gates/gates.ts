import type { Requirement } from '../../store/queries/offenders.js';

/** What `--require` can ask for. */
export const GATE_REQUIREMENTS = ['unique', 'line', 'goal', 'distinct'] as const;
export type GateRequirement = Requirement | 'goal' | 'distinct';

/** What must hold of a run's results; otherwise the exit code says that it does not. */
export interface Gates {
  /** Every entry is a puzzle, every file is read, and none is empty. */
  readonly strict: boolean;
  /**
   * What must hold of every puzzle: it is unique (unique), or unique by lines alone (line); its
   * start position and author's picture fit the clues (goal); no other is equal to it (distinct).
   */
  readonly require: readonly GateRequirement[];
  readonly format: 'text' | 'github' | 'junit';
}
