import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openStore, type Store } from '../runs/store/open/open.js';
import { BadRequest } from './read-query.js';
import { ResultCounts } from './result-counts.js';
import { mayReuse } from '../core/run-record/reuse.js';
import { studyOf } from '../core/run-record/study.js';
import { otherSolverOf } from '../core/run-record/who-solves.js';
import type { ShownState } from '../core/run-record/run-state.js';
import { sizeClasses, type SizeClass } from '../core/result/size-tally.js';
import {
  scoreCounts,
  timeFigures,
  countReused,
  verdictCounts,
  tallyRun,
  runScores,
  scoreRank,
  type ScoreRank,
} from '../runs/store/stored-runs/run-figures.js';
import { sizesOfRun } from '../runs/store/queries/run-sizes.js';
import {
  runRetries,
  findRun,
  listRuns,
  shownState,
  type Run,
  runProgress,
} from '../runs/store/stored-runs/read-runs.js';
import { gatesOf, hasGates } from '../core/run-record/gates.js';
import { IN_FORCE } from '../core/run-record/options-in-force.js';
import { runWorkers } from '../runs/store/stored-runs/run-workers.js';
import type { RunAnswer, RunEntry, CompareAnswer, PuzzlesAtTimesAnswer } from './api.js';
import { countRejects } from '../runs/store/rows/rejects.js';
import { corporaOf, countLeftOut, listLeftOut } from '../runs/store/stored-runs/run-corpora.js';
import { compareRuns, puzzlesAtTimes } from '../runs/store/compare/comparison.js';
import { conditionDifferences } from '../runs/store/compare/conditions.js';

/** An open database with everything that is kept about it. */
export interface Served {
  readonly store: Store;
  readonly entries: RunEntries;
  readonly answers: RunAnswers;
  readonly comparisons: CompareAnswers;
  readonly ranks: ScoreRanks;
  readonly counts: ResultCounts;
}

/**
 * The database that is served. An open file outlives its name, so the server would still show a
 * database that was deleted or replaced: every request checks first.
 */
export class ServedDatabase {
  readonly path: string;
  private served: Served;
  /** Which file is open; null if that is not known. */
  private file: string | null;

  constructor(store: Store) {
    this.path = store.path;
    this.served = serve(store);
    this.file = fileAt(store.path);
  }

  /**
   * The current database at the path, opened anew if it is another file.
   * @throws BadRequest with the status 503 if it is gone, or cannot be opened.
   */
  now(): Served {
    const file = fileAt(this.path);
    if (file === null) {
      throw new BadRequest(
        `${this.path} is not there any more. Put it back, or start "nonomill serve" over another database.`,
        503,
      );
    }
    if (file !== this.file) this.reopen(file);
    return this.served;
  }

  close(): void {
    this.served.store.close();
  }

  private reopen(file: string): void {
    let store: Store;
    try {
      store = openStore(this.path, { readonly: true });
    } catch (error) {
      throw new BadRequest(
        `${this.path} was replaced, and cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        503,
      );
    }
    this.served.store.close();
    this.served = serve(store);
    this.file = file;
  }
}

function serve(store: Store): Served {
  return {
    store,
    entries: new RunEntries(store),
    answers: new RunAnswers(store),
    comparisons: new CompareAnswers(store),
    ranks: new ScoreRanks(store),
    counts: new ResultCounts(store),
  };
}

/** Tells files at the same path apart; null if there is none. */
function fileAt(path: string): string | null {
  try {
    const { dev, ino } = statSync(resolve(path), { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

/**
 * Changes whenever the results of a run do: every answer that is kept is kept under it. The time of
 * work goes up with each commit, also of a retry, which changes results without adding any.
 */
export function versionOfRun(run: Omit<RunEntry, 'progress'>): string {
  const { runId, state, startedAt, finishedAt, wallMs, results, rejects } = run;
  return [runId, state, startedAt, finishedAt, wallMs, results, rejects].join();
}

type CountedAnswer = Omit<RunAnswer, 'run' | 'leftOut' | 'workers' | 'retries'>;

/** What a run's page shows besides its table; for a run that has ended it is counted once. */
class RunAnswers {
  private readonly kept = new Map<
    number,
    { readonly version: string; readonly answer: CountedAnswer }
  >();

  constructor(private readonly store: Store) {}

  of(run: RunEntry): RunAnswer {
    const retries = runRetries(this.store, run.runId);
    const tried = retries.reduce((sum, retry) => sum + retry.tried, 0);
    const version = `${versionOfRun(run)} ${tried}`;
    let kept = this.kept.get(run.runId);
    if (kept?.version !== version) {
      kept = { version, answer: this.count(run) };
      this.kept.set(run.runId, kept);
    }
    const { store } = this;
    const { runId } = run;
    return {
      ...kept.answer,
      run,
      // --resume may name other files with --ignore, though there is nothing left to do.
      leftOut: {
        total: countLeftOut(store, runId),
        first: listLeftOut(store, runId, LEFT_OUT_LISTED),
      },
      // Workers come, go and are seen even while no result comes in.
      workers: runWorkers(store, runId),
      retries,
    };
  }

  private count(run: RunEntry): CountedAnswer {
    const { runId, results } = run;
    const { options, toolVersion, nodeVersion, host, cpu } = findRun(this.store, String(runId));
    const reused = mayReuse(options) ? countReused(this.store, runId) : 0;
    const left = { hasReused: reused > 0 };
    const verdicts = verdictCounts(this.store, runId, left);
    const { bins, quantiles } = timeFigures(this.store, runId, [0.5, 0.95, 0.99, 1], left);
    const { sizes, step } = sizesOfRun(this.store, runId, results);
    const [median, p95, p99, max] = quantiles;
    return {
      database: this.store.path,
      conditions: { options: withoutCorpora(options), toolVersion, nodeVersion, host, cpu },
      verdicts,
      timeBins: bins,
      reused,
      scores: scoreCounts(this.store, runId),
      sizes: { classes: sizeClasses(sizes).map(withPlainCounts), step },

      solveMs: {
        total: verdicts.reduce((total, { totalMs }) => total + totalMs, 0),
        median,
        p95,
        p99,
        max,
      },
    };
  }
}

/** How many files that are not read are listed; a report has more. */
const LEFT_OUT_LISTED = 50;

/** The same with arrays that JSON has, without the empty bins at their ends. */
function withPlainCounts({ timeBins, scoreBins, densities, ...counts }: SizeClass): SizeClass {
  const plain = (counts: ArrayLike<number>): number[] => {
    const all = Array.from(counts);
    return all.slice(0, all.findLastIndex((count) => count > 0) + 1);
  };
  return {
    ...counts,
    timeBins: plain(timeBins),
    scoreBins: plain(scoreBins),
    densities: densities.map((density) =>
      density === null ? null : { ...density, scoreBins: plain(density.scoreBins) },
    ),
  };
}

/** Corpora are shown elsewhere: there may be thousands. */
function withoutCorpora(options: Run['options']): Run['options'] {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => name !== 'corpora' && name !== IN_FORCE),
  );
}

interface CountedRun {
  readonly version: string;
  /** How long the results took to count. */
  readonly costMs: number;
  readonly at: number;
  readonly entry: Omit<RunEntry, 'progress'>;
}

/**
 * The runs with their counts, which are kept: a run that has ended is not counted again, and an
 * active one not all the time.
 */
class RunEntries {
  private readonly known = new Map<number, CountedRun>();

  constructor(private readonly store: Store) {}

  /** All runs, the latest first. */
  all(): RunEntry[] {
    return listRuns(this.store).map((run) => this.entryOf(run));
  }

  /** One run, or null if there is none with this id. */
  one(runId: number): RunEntry | null {
    const run = listRuns(this.store).find((candidate) => candidate.runId === runId);
    return run === undefined ? null : this.entryOf(run);
  }

  private entryOf(run: Run): RunEntry {
    const known = this.known.get(run.runId);
    const state = shownState(this.store, run);
    // A run that was killed, went on and was killed again has worked for longer.
    const worked = state === 'running' ? '' : `${run.wallMs} ${String(run.failedGates)}`;
    const version = `${state} ${run.finishedAt ?? ''} ${run.startedAt} ${worked}`;
    const began = performance.now();
    // While a run works its results are counted anew, for a tenth of the time at most.
    const isFresh = state !== 'running' || began - (known?.at ?? 0) < 10 * (known?.costMs ?? 0);
    const entry =
      known?.version === version && isFresh ? known.entry : this.count(run, state, version);
    return { ...entry, progress: runProgress(this.store, run, state, entry) };
  }

  private count(run: Run, state: ShownState, version: string): CountedRun['entry'] {
    const began = performance.now();
    const byStatus = tallyRun(this.store, run.runId);
    const results = Object.values(byStatus).reduce((total, count) => total + count, 0);
    const at = performance.now();
    const entry = {
      runId: run.runId,
      name: run.name,
      state,
      command: commandOf(run),
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      wallMs: run.wallMs,
      corpora: corporaOf(this.store, run),
      results,
      rejects: countRejects(this.store, run.runId),
      byStatus,
      gates:
        state === 'complete' && hasGates(gatesOf(run.options)) ? { failed: run.failedGates } : null,
    };
    this.known.set(run.runId, { version, costMs: at - began, at, entry });
    return entry;
  }
}

function commandOf({ options }: Run): RunEntry['command'] {
  const study = studyOf(options);
  if (study !== null) return `study ${study.kind}`;
  const kind = otherSolverOf(options)?.kind;
  return kind === 'race' || kind === 'referee' ? kind : 'run';
}

/** Ranks of scores in their run; the scores of the run asked for last are kept, 8 bytes each. */
class ScoreRanks {
  private kept: { readonly version: string; readonly scores: Float64Array } | null = null;

  constructor(private readonly store: Store) {}

  of(run: RunEntry, difficulty: number): ScoreRank {
    const version = versionOfRun(run);
    if (this.kept?.version !== version) {
      this.kept = { version, scores: runScores(this.store, run.runId) };
    }
    return scoreRank(this.kept.scores, difficulty);
  }
}

/**
 * Makes comparisons one after the other (they share temporary tables of the connection) and keeps
 * the last one for the next request.
 */
class CompareAnswers {
  private queue: Promise<unknown> = Promise.resolve();
  private kept: { readonly key: string; readonly answer: CompareAnswer } | null = null;

  constructor(private readonly store: Store) {}

  of(left: RunEntry, right: RunEntry): Promise<CompareAnswer> {
    const answer = this.queue.then(() => this.answer(left, right));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  /** The puzzles of one dot of the comparison. */
  puzzlesAt(
    left: RunEntry,
    right: RunEntry,
    bins: { readonly left: number; readonly right: number },
  ): Promise<PuzzlesAtTimesAnswer> {
    const answer = this.queue.then(async () => ({
      rows: await puzzlesAtTimes(this.store, left.runId, right.runId, bins),
    }));
    this.queue = answer.catch(() => undefined);
    return answer;
  }

  private async answer(left: RunEntry, right: RunEntry): Promise<CompareAnswer> {
    const key = [left, right].map(versionOfRun).join(' ');
    if (this.kept?.key === key) return this.kept.answer;
    const timesOf = ({ runId }: RunEntry): readonly number[] => {
      const hasReused = mayReuse(findRun(this.store, String(runId)).options);
      return timeFigures(this.store, runId, [], { hasReused }).bins;
    };
    const answer: CompareAnswer = {
      left,
      right,
      comparison: await compareRuns(this.store, left.runId, right.runId),
      conditions: conditionDifferences(
        findRun(this.store, String(left.runId)),
        findRun(this.store, String(right.runId)),
      ),
      leftBins: timesOf(left),
      rightBins: timesOf(right),
    };
    this.kept = { key, answer };
    return answer;
  }
}
