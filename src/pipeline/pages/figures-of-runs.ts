import { difficultyClass, type Rated } from '../../solver/core/result/difficulty.js';
import { timeLimits } from '../record/outcome.js';
import { countedFigures, plainFigures, type PlainFigures } from '../report/summary/numbers.js';
import { readSnapshot, type Store } from '../store/open/open.js';
import { findRun, runRetries } from '../store/stored-runs/read-runs.js';
import { scanResults } from '../store/queries/scan-results.js';
import type { RunEntry, ScoreRank } from './api.js';

/** Of a run that works, results are counted for this share of the time at most. */
const SHARE_OF_TIME = 0.1;

/** What takes less, in milliseconds, is counted whenever it is asked for. */
const QUICK_MS = 20;

/** What was counted of a run. */
interface KeptFigures {
  readonly version: string;
  readonly figures: PlainFigures;
  readonly at: number;
  /** How long it took to count. */
  readonly costMs: number;
}

/**
 * The figures of runs, counted once for each version of a run and kept. The scores of the run that
 * was counted last are kept as well, 8 bytes each.
 */
export class FiguresOfRuns {
  private readonly cached = new Map<number, KeptFigures>();
  /** By the class of the puzzle, ascending. */
  private scores: { readonly version: string; readonly byClass: Float64Array[] } | null = null;

  constructor(private readonly store: Store) {}

  of(run: RunEntry): PlainFigures {
    const version = this.versionOf(run);
    const cached = this.cached.get(run.runId);
    if (cached?.version === version) return cached.figures;
    if (run.state === 'running' && cached !== undefined && cached.costMs > QUICK_MS) {
      if (performance.now() - cached.at < cached.costMs / SHARE_OF_TIME) return cached.figures;
    }
    this.count(run, version);
    return this.cached.get(run.runId)!.figures;
  }

  /** How a rated puzzle ranks among those of a run; null without a score. */
  rankOf(run: RunEntry, rated: Rated): ScoreRank | null {
    const { difficulty } = rated;
    if (difficulty === null) return null;
    const version = this.versionOf(run);
    if (this.scores?.version !== version) this.count(run, version);
    const { byClass } = this.scores!;
    const at = difficultyClass(rated);
    const easier = byClass[at].findIndex((score) => score >= difficulty);
    const sum = (lists: readonly Float64Array[]): number =>
      lists.reduce((total, { length }) => total + length, 0);
    return {
      below: sum(byClass.slice(0, at)) + (easier < 0 ? byClass[at].length : easier),
      rated: sum(byClass),
    };
  }

  private versionOf(run: RunEntry): string {
    const retries = runRetries(this.store, run.runId);
    return `${versionOfRun(run)} ${retries.reduce((sum, { tried }) => sum + tried, 0)}`;
  }

  private count(run: RunEntry, version: string): void {
    const { runId } = run;
    const began = performance.now();
    const { options, retries } = findRun(this.store, String(runId));
    const tally = readSnapshot(this.store, () => scanResults(this.store, runId));
    const figures = plainFigures(countedFigures(tally, timeLimits(options, retries).bySteps));
    const at = performance.now();
    this.cached.set(runId, { version, figures, at, costMs: at - began });
    this.scores = { version, byClass: tally.scores.map((list) => list.sorted()) };
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
