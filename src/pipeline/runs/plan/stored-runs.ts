import type { Status } from '../../../solver/core/result/outcome.js';
import type { Store } from '../../store/open/open.js';
import { StoreError } from '../../store/open/store-error.js';
import { countWanted, wantedBy } from '../../store/queries/stored-puzzles.js';
import {
  findRun,
  listRuns,
  runSources,
  type Run,
  type RunSource,
} from '../../store/stored-runs/read-runs.js';
import type { RoundLists } from '../../record/options.js';
import { isRunWhole } from '../request/accounting.js';
import { nextRound } from './next-round.js';

/** What a database knows of its runs, as far as a new one is planned by it. */
export interface StoredRuns {
  /** The latest first. */
  readonly runs: readonly Run[];
  /** @throws StoreError of the kind `missing` if there is none. */
  latest(): Run;
  sourcesOf(run: Run): readonly RunSource[];
  /** Whether every entry of a run has its result or its reject. */
  isWhole(run: Run): boolean;
  /** How many puzzles of a run a retry of `statuses` tries. */
  countOf(run: Run, statuses: readonly Status[]): number;
  /**
   * Whether a run whose entries all have results has a round to do, or to finish, under these
   * limits.
   */
  hasRoundLeft(run: Run, lists: RoundLists): boolean;
}

/** Those of a database that does not exist yet. */
export const NO_RUNS: StoredRuns = {
  runs: [],
  latest: () => {
    throw new StoreError('NM_RUN_UNKNOWN', 'There is no run yet.');
  },
  sourcesOf: () => [],
  isWhole: () => false,
  countOf: () => 0,
  hasRoundLeft: () => false,
};

export function storedRuns(store: Store): StoredRuns {
  return {
    runs: listRuns(store),
    latest: () => findRun(store),
    sourcesOf: ({ runId }) => runSources(store, runId),
    isWhole: ({ runId }) => isRunWhole(store, runId),
    countOf: ({ runId }, statuses) => countWanted(store, runId, wantedBy(statuses)),
    hasRoundLeft: ({ runId }, lists) => nextRound(store, runId, lists) !== null,
  };
}
