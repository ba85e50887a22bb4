import type { Store } from '../store/open/open.js';
import { timeBySize, timeFigures, verdictCounts } from '../store/queries/run-figures.js';
import type { RunAnswer, RunEntry } from './api.js';

/** What a run's page shows besides its table; of a run that has ended it is counted once. */
export class RunAnswers {
  readonly #store: Store;
  readonly #kept = new Map<number, { readonly version: string; readonly answer: RunAnswer }>();

  constructor(store: Store) {
    this.#store = store;
  }

  of(run: RunEntry): RunAnswer {
    const version = `${run.state} ${run.finishedAt ?? ''} ${run.results}`;
    const kept = this.#kept.get(run.runId);
    if (kept?.version === version) return kept.answer;
    const answer = this.#count(run);
    this.#kept.set(run.runId, { version, answer });
    return answer;
  }

  #count(run: RunEntry): RunAnswer {
    const { runId, results } = run;
    const verdicts = verdictCounts(this.#store, runId);
    const { bins, quantiles } = timeFigures(this.#store, runId, [0.5, 0.95, 0.99, 1]);
    const [median, p95, p99, max] = quantiles;
    return {
      run,
      verdicts,
      timeBins: bins,
      timeBySize: timeBySize(this.#store, runId, results),
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
