import type { RoundProgress } from './progress.js';
import { STATUSES, type Status } from '../../solver/core/result/outcome.js';

/** How a run is, for who watches: what is not known is left out. */
interface RunFigures {
  readonly runId: number;
  readonly active: boolean;
  /** Results and rejects so far, those of earlier processes too. */
  readonly entries: number;
  readonly rejects: number;
  readonly byStatus: Readonly<Partial<Record<Status, number>>>;
  /** Results that were taken over from other runs by this process. */
  readonly reused?: number;
  readonly perSecond: number;
  /** Machines that solve through a queue. */
  readonly workers: number;
  readonly threads?: number;
  /** Milliseconds that the puzzle under work for longest has been there. */
  readonly oldestMs?: number;
  readonly threadDeaths?: number;
  readonly databaseBytes?: number;
  /** Of a run in rounds. */
  readonly round?: RoundProgress | undefined;
}

/** What is known of the last runs of one name, or of the same corpora. */
export interface NightFigures {
  /** The name, or the corpora as they were typed. */
  readonly name: string;
  /** The gates that were judged last, and whether they hold. */
  readonly gates: readonly { readonly gate: string; readonly holds: boolean }[];
  /** What changed since the complete run before (`new`, `gone` …); left out if not known. */
  readonly changes?: readonly (readonly [change: string, puzzles: number])[] | undefined;
  /** The exit code of the last run; left out if nobody knows it. */
  readonly exit?: number | undefined;
  /** When the last run ended, and the last one that did what was asked, in milliseconds. */
  readonly lastRunAt?: number | undefined;
  readonly lastSuccessAt?: number | undefined;
}

interface Family<Figures> {
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly values: (figures: Figures) => number | undefined | readonly Sample[];
}

/** Families by their names, without `nonomill_` and `_total`. */
type Families<Figures> = Readonly<Record<string, Family<Figures>>>;

type Sample = readonly [labels: string, value: number];

const RUN_FAMILIES: Families<RunFigures> = {
  run_active: gauge('Whether the run goes on.', ({ active }) => Number(active)),
  entries: counter('Entries with a result or a reject.', ({ entries }) => entries),
  results: counter('Results by their status.', ({ byStatus }) =>
    STATUSES.map((status) => [`,status="${status}"`, byStatus[status] ?? 0]),
  ),
  reused: counter('Results taken over from other runs.', ({ reused }) => reused || undefined),
  rejects: counter('Entries that are not puzzles.', ({ rejects }) => rejects),
  puzzles_per_second: gauge('The rate of late.', ({ perSecond }) => perSecond),
  workers: gauge('Machines that solve through a queue.', ({ workers }) => workers),
  threads: gauge('Threads that solve.', ({ threads }) => threads),
  oldest_puzzle_seconds: gauge('Time on the puzzle under work for longest.', ({ oldestMs }) =>
    seconds(oldestMs),
  ),
  thread_restarts: counter(
    'Threads that died, or were ended, and were replaced.',
    ({ threadDeaths }) => threadDeaths,
  ),
  round: gauge('The round of a run that goes in rounds.', ({ round }) => round?.round),
  open_puzzles: gauge(
    'Puzzles of such a run without a verdict.',
    ({ round }) => round?.open ?? undefined,
  ),
  round_decided: gauge(
    'Puzzles that have their verdict from the round.',
    ({ round }) => round?.decided,
  ),
  round_most_seconds: gauge('The longest that the rest of the round can take.', ({ round }) =>
    seconds(round?.mostMs),
  ),
  database_bytes: gauge('The database and its log.', ({ databaseBytes }) => databaseBytes),
};

const LAST_SUCCESS = 'last_success_timestamp_seconds';

const NIGHT_FAMILIES: Families<NightFigures> = {
  gate_holds: gauge('Whether a gate of the last run that was judged holds.', ({ gates }) =>
    gates.map(({ gate, holds }) => [`,gate="${labelText(gate)}"`, Number(holds)]),
  ),
  last_run_changes: gauge(
    'Puzzles that changed since the night before, and those that are worse than once.',
    ({ changes = [] }) => changes.map(([what, count]) => [`,change="${what}"`, count]),
  ),
  last_run_exit_code: gauge('The exit code of the last run.', ({ exit }) => exit),
  last_run_timestamp_seconds: gauge('When the last run ended.', (night) =>
    seconds(night.lastRunAt),
  ),
  [LAST_SUCCESS]: gauge('When the last run ended that did what was asked.', (night) =>
    seconds(night.lastSuccessAt),
  ),
};

/** Runs and their nights as OpenMetrics, or for node_exporter, whose headings have whole names. */
export function runMetrics(
  runs: readonly RunFigures[],
  form: 'openmetrics' | 'file',
  nights: readonly NightFigures[] = [],
): string {
  return [
    ...metricLines(RUN_FAMILIES, form, runs, ({ runId }) => `run="${runId}"`),
    ...metricLines(NIGHT_FAMILIES, form, nights, ({ name }) => nameLabel(name)),
    '# EOF',
    '',
  ].join('\n');
}

function metricLines<Figures>(
  families: Families<Figures>,
  form: 'openmetrics' | 'file',
  all: readonly Figures[],
  label: (figures: Figures) => string,
): string[] {
  return Object.entries(families).flatMap(([name, { type, help, values }]) => {
    const full = `nonomill_${name}${type === 'counter' ? '_total' : ''}`;
    const samples = all.flatMap((figures) => {
      const found = values(figures) ?? [];
      const labelled: readonly Sample[] = typeof found === 'number' ? [['', found]] : found;
      return labelled.map(([labels, value]) => `${full}{${label(figures)}${labels}} ${value}`);
    });
    if (samples.length === 0) return [];
    const heading = form === 'file' ? full : `nonomill_${name}`;
    return [`# HELP ${heading} ${help}`, `# TYPE ${heading} ${type}`, ...samples];
  });
}

/** When the last good run of a name ended, by an earlier text of metrics, in milliseconds. */
export function lastSuccessIn(text: string, name: string): number | undefined {
  const start = `nonomill_${LAST_SUCCESS}{${nameLabel(name)}} `;
  const line = text.split('\n').find((one) => one.startsWith(start));
  const value = Number(line?.slice(start.length));
  return Number.isFinite(value) ? value * 1000 : undefined;
}

function nameLabel(name: string): string {
  return `name="${labelText(name)}"`;
}

function labelText(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
}

function seconds(ms: number | null | undefined): number | undefined {
  return ms == null ? undefined : ms / 1000;
}

function gauge<F>(help: string, values: Family<F>['values']): Family<F> {
  return { type: 'gauge', help, values };
}

function counter<F>(help: string, values: Family<F>['values']): Family<F> {
  return { type: 'counter', help, values };
}
