import { EXIT_CODES } from '../../record/exit-codes.js';
import { gatesOf, hasGates } from '../../record/gates.js';
import type { NightFigures } from '../../record/run-metrics.js';
import type { Store } from '../open/open.js';
import type { Run } from '../stored-runs/read-runs.js';
import { allSeries, partOf, type RunSeries } from '../stored-runs/run-series.js';

/** The last nights of all series of a database, each name once. */
export function nightsOf(store: Store): NightFigures[] {
  const byName = new Map<string, NightFigures>();
  for (const series of allSeries(store)) {
    const night = nightOf(series);
    if (!byName.has(night.name)) byName.set(night.name, night);
  }
  return [...byName.values()];
}

/** What is known of the last runs of a series. */
export function nightOf({ words, runs }: RunSeries): NightFigures {
  const ended = runs.filter(({ finishedAt }) => finishedAt !== null);
  const judged = ended.findLast(({ failedGates }) => failedGates !== null);
  const last = ended.at(-1);
  return {
    name: nightName(words, runs.at(-1)),
    gates: judged === undefined ? [] : gatesIn(judged),
    exit: last && exitOf(last),
    lastRunAt: endOf(last),
    lastSuccessAt: endOf(ended.findLast((run) => exitOf(run) === EXIT_CODES.done)),
  };
}

/** What nights are called: the parts of a run are nights of their own. */
export function nightName(words: readonly string[], run: Run | undefined): string {
  const part = run === undefined ? null : partOf(run);
  return [...words, ...(part === null ? [] : [part])].join(' ');
}

function gatesIn({ options, failedGates }: Run): NightFigures['gates'] {
  const { strict, require } = gatesOf(options);
  const names = [...(strict ? ['strict'] : []), ...require];
  return names.map((gate) => ({ gate, holds: failedGates?.includes(gate) === false }));
}

/** As far as its state and its gates tell; nothing if it has gates that nobody judged. */
function exitOf({ state, options, failedGates }: Run): number | undefined {
  if (state !== 'complete') return EXIT_CODES.interrupted;
  if (failedGates === null) return hasGates(gatesOf(options)) ? undefined : EXIT_CODES.done;
  return failedGates.length === 0 ? EXIT_CODES.done : EXIT_CODES.unmet;
}

function endOf(run: Run | undefined): number | undefined {
  return run?.finishedAt == null ? undefined : Date.parse(run.finishedAt);
}
