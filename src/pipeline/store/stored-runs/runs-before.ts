import { otherSolverOf } from '../../record/who-solves.js';
import type { Store } from '../open/open.js';
import type { FilePlaces } from './file-places.js';
import { listRuns, type Run } from './read-runs.js';
import { corporaWords, nameKey, partOf } from './run-series.js';

/** The runs that a run is compared with. */
export interface ComparableRuns {
  /** Whether they have its name or, as it has none, were begun over its corpora. */
  readonly by: 'name' | 'corpora';
  /**
   * Complete runs before it, the earliest first: from the last one on that somebody accepted. Empty
   * if the run itself was accepted.
   */
  readonly runs: readonly Run[];
  /** The latest of the others before it, which is not complete; null if there is none. */
  readonly broken: Run | null;
}

/** Finds the runs that others are compared with: those that nonomill solved itself. */
export class RunsBefore {
  /** The earliest first. */
  private readonly all: readonly Run[];

  constructor(
    private readonly store: Store,
    private readonly files: FilePlaces,
  ) {
    this.all = listRuns(store)
      .filter(({ options }) => otherSolverOf(options) === null)
      .reverse();
  }

  of(run: Run): ComparableRuns {
    const by = run.name === null ? 'corpora' : 'name';
    const part = partOf(run);
    const earlier = this.all.filter(
      (other) => other.runId < run.runId && (part === null || [null, part].includes(partOf(other))),
    );
    const alike = earlier.filter(by === 'name' ? this.hasName(run) : this.hasCorpora(run));
    if (run.acceptedAt !== null) return { by, runs: [], broken: null };
    const complete = alike.filter(({ state }) => state === 'complete');
    const from = complete.findLastIndex(({ acceptedAt }) => acceptedAt !== null);
    return {
      by,
      runs: complete.slice(Math.max(0, from)),
      broken: alike.findLast(({ state }) => state !== 'complete') ?? null,
    };
  }

  private hasName({ name }: Run): (other: Run) => boolean {
    const key = nameKey(name!);
    return (other) => other.name !== null && nameKey(other.name) === key;
  }

  /** Whatever it is called: who forgets the name once means the same corpora. */
  private hasCorpora(run: Run): (other: Run) => boolean {
    const keysOf = (one: Run): readonly string[] =>
      this.files.corporaKeys(corporaWords(this.store, one), one.options);
    const keys = keysOf(run);
    return (other) => keysOf(other).some((key) => keys.includes(key));
  }
}
