import type { Requirement } from '../../store/queries/offenders.js';

/** What must hold of a run's results, or the exit code says that it does not. */
export interface Gates {
  /** Every entry is a puzzle, every file is read, and none is empty. */
  readonly strict: boolean;
  /** Every puzzle is unique, or unique by lines alone; null: nothing is asked. */
  readonly require: Requirement | null;
  readonly format: 'text' | 'github' | 'junit';
}
