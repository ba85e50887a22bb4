import type { Store } from '../open/open.js';
import { FilePlaces } from '../stored-runs/file-places.js';
import { runSources, type Run } from '../stored-runs/read-runs.js';
import { listLeftOut } from '../stored-runs/run-corpora.js';
import { partOf } from '../stored-runs/run-series.js';
import { RunsBefore, type ComparableRuns, type LastRun } from '../stored-runs/runs-before.js';
import { BestVerdicts, type ComparedNight, type RunToCompare } from './best-verdicts.js';
import { nightChanges, type NightChange, type NightChanges } from './night-changes.js';
import type { MatchParts } from './match-nights.js';
import { Contents, nightRows, type NightRows } from './night-rows.js';
import type { NightPart } from '../tally/night-part.js';

/** A run with those that it is compared with, and what came of it. */
export interface ComparedRun extends ComparableRuns {
  /** Null if there is no run to compare it with. */
  readonly compared: ComparedNight | null;
}

/** Two runs are compared, so the results of two are kept. */
const ROWS_KEPT = 2;

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
  private lastRead: NightRows[] = [];

  /** @param known parts of runs that need not be read again */
  constructor(
    private readonly store: Store,
    contents = new Contents(store),
    private readonly known: readonly NightPart[] = [],
  ) {
    const files = new FilePlaces(store);
    this.parts = { store, contents, files };
    this.before = new RunsBefore(store, files);
    this.best = new BestVerdicts(this.parts);
  }

  /** The results of a run; those that were read last are kept. */
  rows(runId: number): NightRows {
    const rows =
      this.lastRead.find((one) => one.runId === runId) ??
      nightRows(this.store, runId, [...this.known, ...this.lastRead.flatMap(({ parts }) => parts)]);
    this.lastRead = [rows, ...this.lastRead.filter((one) => one !== rows)].slice(0, ROWS_KEPT);
    return rows;
  }

  /** What changed from one run to a later one; see `nightChanges`. */
  changes(
    before: NightRows,
    after: NightRows,
    listed: number,
    each?: (change: NightChange, verdict: number) => void,
  ): NightChanges {
    return nightChanges(this.parts, before, after, listed, each);
  }

  /** The run since which it is said what is new in another. */
  lastBefore(run: Run): LastRun {
    return this.before.last(run);
  }

  /** The file that a source was read from in a run, by its path from the root. */
  fileOf(runId: number, sourceId: number): string {
    return this.parts.files.fileOf(runId, sourceId);
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
