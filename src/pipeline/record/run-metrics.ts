import type { RoundProgress } from './round-progress.js';
import { STATUSES, type Status } from '../../solver/core/result/outcome.js';

/** How a run is, for who watches: what is not known is left out. */
export interface RunFigures {
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

interface Family {
  /** As it is called, without `nonomill_` and `_total`. */
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly values: (figures: RunFigures) => readonly Sample[];
}

type Sample = readonly [labels: string, value: number | undefined];

type One = (figures: RunFigures) => number | undefined;

const FAMILIES: readonly Family[] = [
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

/**
 * Runs as Prometheus reads them: in OpenMetrics, or as a file for node_exporter, in which a
 * counter's heading has its whole name.
 */
export function runMetrics(runs: readonly RunFigures[], form: 'openmetrics' | 'file'): string {
  const lines: string[] = [];
  for (const { name, type, help, values } of FAMILIES) {
    const full = `nonomill_${name}${type === 'counter' ? '_total' : ''}`;
    const samples = runs.flatMap((run) =>
      values(run).flatMap(([labels, value]) =>
        value === undefined ? [] : [`${full}{run="${run.runId}"${labels}} ${value}`],
      ),
    );
    if (samples.length === 0) continue;
    const heading = form === 'file' ? full : `nonomill_${name}`;
    lines.push(`# HELP ${heading} ${help}`, `# TYPE ${heading} ${type}`, ...samples);
  }
  return [...lines, '# EOF', ''].join('\n');
}

function family(type: Family['type'], name: string, help: string, value: One): Family {
  return { name, type, help, values: (figures) => [['', value(figures)]] };
}
