import { ArgumentError } from '../../../solver/craft/library/errors.js';
import {
  checkOptions,
  oneOf,
  orNull,
  shownValue,
  type Expectation,
} from '../../../solver/craft/library/options.js';
import { STATUSES, type Status } from '../../../solver/core/result/outcome.js';
import { openStore, type Store } from '../../store/open/open.js';
import { findRun, listRuns } from '../../store/stored-runs/read-runs.js';
import { solvedPuzzles } from '../../store/queries/stored-results.js';
import { listRejects } from '../../store/rows/rejects.js';
import type { Run, SolvedPuzzle, StoredReject } from '../../store/rows/stored.js';
import { libraryError } from './failure-error.js';

export interface ResultFilter {
  /** The number of a run, or its name. Default: the latest. */
  readonly run?: number | string | null | undefined;
  /** Only these; null or nothing for all. */
  readonly status?: Status | readonly Status[] | null | undefined;
}

/**
 * Opens a database for reading, even while a run writes to it.
 * @throws FailureError with DATABASE if there is none, or if it cannot be read.
 */
export function openResults(path: string): Results {
  if (typeof path !== 'string') {
    throw new ArgumentError(
      `openResults: expected the path of a database, got ${shownValue(path)}`,
    );
  }
  return new StoredResults(translated(() => openStore(path, { readonly: true })));
}

/** The results of a database, to be closed when done. */
export interface Results {
  /** The runs of the database, the latest first. */
  runs(): Run[];
  /**
   * The puzzles of a run with their results, in the order of its corpora. They are read page by
   * page on demand, so that memory stays flat and a run can go on writing.
   * @throws FailureError with DATABASE if there is no such run.
   */
  results(filter?: ResultFilter): Generator<SolvedPuzzle, void, undefined>;
  /** The entries of a run that are not puzzles, a million at most, in the order of its corpora. */
  rejects(filter?: Pick<ResultFilter, 'run'>): StoredReject[];
  close(): void;
}

class StoredResults implements Results {
  constructor(private readonly store: Store) {}

  runs(): Run[] {
    return translated(() => listRuns(this.store));
  }

  *results(filter: ResultFilter = {}): Generator<SolvedPuzzle, void, undefined> {
    checkOptions('results', filter, FILTER);
    const { run, status } = filter;
    const statuses = status === undefined || status === null ? null : [status].flat();
    yield* solvedPuzzles(this.store, this.runId(run), statuses);
  }

  rejects(filter: Pick<ResultFilter, 'run'> = {}): StoredReject[] {
    checkOptions('rejects', filter, { run: FILTER.run });
    return listRejects(this.store, this.runId(filter.run), 1_000_000);
  }

  close(): void {
    this.store.close();
  }

  private runId(wanted: number | string | null | undefined): number {
    return translated(() => findRun(this.store, wanted == null ? undefined : String(wanted)).runId);
  }
}

function translated<Found>(work: () => Found): Found {
  try {
    return work();
  } catch (error) {
    throw libraryError(error);
  }
}

const status = oneOf(STATUSES);

const FILTER: Readonly<Record<keyof ResultFilter, Expectation>> = {
  run: orNull((value) =>
    typeof value === 'string' || Number.isInteger(value) ? null : 'the number or name of a run',
  ),
  status: orNull((value) => {
    const wrong = [value].flat().find((one) => status(one) !== null);
    return wrong === undefined ? null : status(wrong);
  }),
};
