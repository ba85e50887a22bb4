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
  /** As it is called, without `nonomill_` and `_total`. */
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly values: (figures: Figures) => readonly Sample[];
}

type Sample = readonly [labels: string, value: number | undefined];

const RUN_FAMILIES: readonly Family<RunFigures>[] = [
  family('gauge', 'run_active', 'Whether the run goes on.', ({ active }) => Number(active)),
  family('counter', 'entries', 'Entries with a result or a reject.', ({ entries }) => entries),
  {
    name: 'results',
    type: 'counter',
    help: 'Results by their status.',
    values: ({ byStatus }) =>
      STATUSES.map((status) => [`,status="${status}"`, byStatus[status] ?? 0]),
  },
  family(
    'counter',
    'reused',
    'Results taken over from other runs.',
    ({ reused }) => reused || undefined,
  ),
  family('counter', 'rejects', 'Entries that are not puzzles.', ({ rejects }) => rejects),
  family('gauge', 'puzzles_per_second', 'The rate of late.', ({ perSecond }) => perSecond),
  family('gauge', 'workers', 'Machines that solve through a queue.', ({ workers }) => workers),
  family('gauge', 'threads', 'Threads that solve.', ({ threads }) => threads),
  family(
    'gauge',
    'oldest_puzzle_seconds',
    'Time on the puzzle under work for longest.',
    ({ oldestMs }) => (oldestMs === undefined ? undefined : oldestMs / 1000),
  ),
  family(
    'counter',
    'thread_restarts',
    'Threads that died, or were ended, and were replaced.',
    ({ threadDeaths }) => threadDeaths,
  ),
  family('gauge', 'round', 'The round of a run that goes in rounds.', (run) => run.round?.round),
  family(
    'gauge',
    'open_puzzles',
    'Puzzles of such a run without a verdict.',
    (run) => run.round?.open ?? undefined,
  ),
  family(
    'gauge',
    'round_decided',
    'Puzzles that have their verdict from the round.',
    (run) => run.round?.decided,
  ),
  family(
    'gauge',
    'round_most_seconds',
    'The longest that the rest of the round can take.',
    (run) => (run.round?.mostMs == null ? undefined : run.round.mostMs / 1000),
  ),
  family('gauge', 'database_bytes', 'The database and its log.', (run) => run.databaseBytes),
];

const LAST_SUCCESS = 'last_success_timestamp_seconds';

const NIGHT_FAMILIES: readonly Family<NightFigures>[] = [
  {
    name: 'gate_holds',
    type: 'gauge',
    help: 'Whether a gate of the last run that was judged holds.',
    values: ({ gates }) =>
      gates.map(({ gate, holds }) => [`,gate="${labelText(gate)}"`, Number(holds)]),
  },
  {
    name: 'last_run_changes',
    type: 'gauge',
    help: 'Puzzles that changed since the night before, and those that are worse than once.',
    values: ({ changes = [] }) => changes.map(([what, count]) => [`,change="${what}"`, count]),
  },
  family('gauge', 'last_run_exit_code', 'The exit code of the last run.', ({ exit }) => exit),
  family('gauge', 'last_run_timestamp_seconds', 'When the last run ended.', ({ lastRunAt }) =>
    seconds(lastRunAt),
  ),
  family(
    'gauge',
    LAST_SUCCESS,
    'When the last run ended that did what was asked.',
    ({ lastSuccessAt }) => seconds(lastSuccessAt),
  ),
];

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
  families: readonly Family<Figures>[],
  form: 'openmetrics' | 'file',
  all: readonly Figures[],
  label: (figures: Figures) => string,
): string[] {
  return families.flatMap(({ name, type, help, values }) => {
    const full = `nonomill_${name}${type === 'counter' ? '_total' : ''}`;
    const samples = all.flatMap((figures) =>
      values(figures).flatMap(([labels, value]) =>
        value === undefined ? [] : [`${full}{${label(figures)}${labels}} ${value}`],
      ),
    );
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

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}

function family<Figures>(
  type: Family<Figures>['type'],
  name: string,
  help: string,
  value: (figures: Figures) => number | undefined,
): Family<Figures> {
  return { name, type, help, values: (figures) => [['', value(figures)]] };
}
