import type { Store } from '../open/open.js';
import { FilePlaces } from '../stored-runs/file-places.js';
import { runSources, type Run } from '../stored-runs/read-runs.js';
import { listLeftOut } from '../stored-runs/run-corpora.js';
import { partOf } from '../stored-runs/run-series.js';
import { RunsBefore, type ComparableRuns } from '../stored-runs/runs-before.js';
import { BestVerdicts, type ComparedNight, type RunToCompare } from './best-verdicts.js';
import { nightChanges, type NightChanges } from './night-changes.js';
import type { MatchParts } from './match-nights.js';
import { Contents, nightRows, type NightRows } from './night-rows.js';

/** A run with those that it is compared with, and what came of it. */
export interface ComparedRun extends ComparableRuns {
  /** Null if there is no run to compare it with. */
  readonly compared: ComparedNight | null;
}

/**
 * Compares runs with the runs before them. One that is asked about runs in the order in which they
 * were made reads each of them once.
 */
export class Nights {
  private readonly parts: MatchParts;
  private readonly before: RunsBefore;
  private best: BestVerdicts;
  /** The runs whose verdicts are among the best, in their order. */
  private taken: number[] = [];
  private last: NightRows | null = null;

  constructor(private readonly store: Store) {
    const files = new FilePlaces(store);
    this.parts = { store, contents: new Contents(store), files };
    this.before = new RunsBefore(store, files);
    this.best = new BestVerdicts(this.parts);
  }

  /** The results of a run; those that were read last are kept. */
  rows(runId: number): NightRows {
    if (this.last?.runId !== runId) this.last = nightRows(this.store, runId);
    return this.last;
  }

  /** What changed from one run to a later one. */
  changes(before: NightRows, after: NightRows, listed: number): NightChanges {
    return nightChanges(this.parts, before, after, listed);
  }

  /** A run against the best that each of its puzzles was in comparable runs before. */
  compare(run: Run): ComparedRun {
    const comparable = this.before.of(run);
    const { runs } = comparable;
    if (runs.length === 0) return { ...comparable, compared: null };
    const isOnTheWay = this.taken.every((runId, i) => runs.at(i)?.runId === runId);
    if (!isOnTheWay) {
      this.best = new BestVerdicts(this.parts);
      this.taken = [];
    }
    for (const earlier of runs.slice(this.taken.length)) {
      this.best.take(this.runToCompare(earlier));
      this.taken.push(earlier.runId);
    }
    return { ...comparable, compared: this.best.compare(this.runToCompare(run)) };
  }

  private runToCompare(run: Run): RunToCompare {
    const { runId, options } = run;
    return {
      rows: this.rows(runId),
      isWhole: partOf(run) === null && typeof options.limit !== 'number',
      emptied: () => this.emptied(runId),
    };
  }

  private emptied(runId: number): ReadonlySet<string> {
    const { files } = this.parts;
    const empty = runSources(this.store, runId)
      .filter(({ entries, allEntries }) => (allEntries ?? entries) === 0)
      .map(({ path }) => path);
    const leftOut = listLeftOut(this.store, runId).map(({ path }) => path);
    return new Set([...empty, ...leftOut].map((path) => files.realFile(runId, path)));
  }
}
