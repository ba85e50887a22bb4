import type { Store } from '../open/open.js';
import type { FilePlaces } from './file-places.js';
import { listRuns, type Run } from './read-runs.js';
import { corporaWords, isOfSeries, nameKey, partOf } from './run-series.js';

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

/** The run that comes before another, night after night. */
export interface LastRun extends Pick<ComparableRuns, 'by'> {
  /** The latest complete one, of the same part if it is a part; null for a first night. */
  readonly before: Run | null;
  /** The latest one after it that is not complete; null if there is none. */
  readonly broken: Run | null;
}

/** Finds the runs that others are compared with: those of a series. */
export class RunsBefore {
  /** The earliest first. */
  private readonly all: readonly Run[];

  constructor(
    private readonly store: Store,
    private readonly files: FilePlaces,
  ) {
    this.all = listRuns(store).filter(isOfSeries).reverse();
  }

  of(run: Run): ComparableRuns {
    const { by, alike } = this.before(run);
    if (run.acceptedAt !== null) return { by, runs: [], broken: null };
    const complete = alike.filter(({ state }) => state === 'complete');
    const from = complete.findLastIndex(({ acceptedAt }) => acceptedAt !== null);
    return {
      by,
      runs: complete.slice(Math.max(0, from)),
      broken: alike.findLast(({ state }) => state !== 'complete') ?? null,
    };
  }

  /** Whether somebody accepted the run does not matter here. */
  last(run: Run): LastRun {
    const { by, alike } = this.before(run);
    const part = partOf(run);
    const own = alike.filter((other) => partOf(other) === part);
    const whole = part === null ? [] : alike.filter((other) => partOf(other) === null);
    const before =
      [own, whole]
        .map((some) => some.findLast(({ state }) => state === 'complete'))
        .find((one) => one !== undefined) ?? null;
    const after = own.filter(({ runId }) => runId > (before?.runId ?? 0));
    return { by, before, broken: after.findLast(({ state }) => state !== 'complete') ?? null };
  }

  /** The runs before it that are like it, the earliest first. */
  private before(run: Run): Pick<ComparableRuns, 'by'> & { readonly alike: readonly Run[] } {
    const by = run.name === null ? 'corpora' : 'name';
    const part = partOf(run);
    const earlier = this.all.filter(
      (other) => other.runId < run.runId && (part === null || [null, part].includes(partOf(other))),
    );
    return { by, alike: earlier.filter(by === 'name' ? this.hasName(run) : this.hasCorpora(run)) };
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
