import { sizeClasses, type SizeClass } from '../result/by-size/size-classes.js';
import type { Store } from '../store/open/open.js';
import { resultPage } from '../store/pages/result-page.js';
import { scoreCounts, timeFigures, verdictCounts } from '../store/runs/run-figures.js';
import { sizesOfRun } from '../store/runs/run-sizes.js';
import { runWorkers } from '../store/runs/run-workers.js';
import { findRun, type Run } from '../store/runs/runs.js';
import type { RunAnswer, RunEntry } from './api.js';

/** What a run's page shows besides its table; for a run that has ended it is counted once. */
export class RunAnswers {
  private readonly kept = new Map<
    number,
    { readonly version: string; readonly answer: Omit<RunAnswer, 'workers'> }
  >();

  constructor(private readonly store: Store) {}

  of(run: RunEntry): RunAnswer {
    const version = `${run.state} ${run.finishedAt ?? ''} ${run.results}`;
    let kept = this.kept.get(run.runId);
    if (kept?.version !== version) {
      kept = { version, answer: this.count(run) };
      this.kept.set(run.runId, kept);
    }
    // Workers come, go and are seen even while no result comes in.
    return { ...kept.answer, workers: runWorkers(this.store, run.runId) };
  }

  private count(run: RunEntry): Omit<RunAnswer, 'workers'> {
    const { runId, results } = run;
    const { options, toolVersion, nodeVersion, host, cpu } = findRun(this.store, String(runId));
    const verdicts = verdictCounts(this.store, runId);
    const { bins, quantiles } = timeFigures(this.store, runId, [0.5, 0.95, 0.99, 1]);
    const { sizes, step } = sizesOfRun(this.store, runId, results);
    const [median, p95, p99, max] = quantiles;
    return {
      database: this.store.path,
      run,
      conditions: { options: withoutCorpora(options), toolVersion, nodeVersion, host, cpu },
      verdicts,
      timeBins: bins,
      scores: scoreCounts(this.store, runId),
      sizes: { classes: sizeClasses(sizes).map(withPlainCounts), step },
      hardest: hardest(this.store, runId),
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

/** The same with arrays that JSON has, without the empty bins at their ends. */
function withPlainCounts({ name, puzzles, timeBins, scoreBins, densities }: SizeClass): SizeClass {
  const plain = (counts: ArrayLike<number>): number[] => {
    const all = Array.from(counts);
    return all.slice(0, all.findLastIndex((count) => count > 0) + 1);
  };
  return {
    ...{ name, puzzles, timeBins: plain(timeBins), scoreBins: plain(scoreBins) },
    densities: densities.map((density) =>
      density === null ? null : { ...density, scoreBins: plain(density.scoreBins) },
    ),
  };
}

/** How many of the hardest puzzles are shown with their pictures; a report shows as many. */
const HARDEST = 12;

function hardest(store: Store, runId: number): RunAnswer['hardest'] {
  const query = {
    filter: {},
    sort: 'score',
    descending: true,
    limit: HARDEST,
    after: null,
  } as const;
  // An empty grid is never hard: it comes only where there are few puzzles.
  return resultPage(store, { runId, ...query }).rows.filter(({ filled }) => filled !== 0);
}

/** Corpora are shown elsewhere: there may be thousands. */
function withoutCorpora(options: Run['options']): Run['options'] {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'corpora'));
}
