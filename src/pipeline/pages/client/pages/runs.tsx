import type { JSX } from 'preact';
import type { RunsAnswer } from '../../answers.js';
import type { RunEntry } from '../../served-database.js';
import { useFetched, useLiveRuns, moment } from '../window.js';
import { STATUSES } from '../../../../solver/core/result/outcome.js';
import { corporaText, plainText } from '../../../../solver/core/text/plain-text.js';
import { countText, shareText, durationText } from '../../../../solver/core/text/numbers.js';
import { Badge, StateBadge, HowToResume, lazily, Waiting, ProgressOfRun, Title } from '../parts.js';

const LastNights = lazily(async () => (await import('./last-nights.js')).LastNights);
const FirstRun = lazily(async () => (await import('./last-nights.js')).FirstRun);

/** The last nights, and all runs; the numbers of an active one go up while you look. */
export function RunsPage(): JSX.Element {
  const fetched = useFetched<RunsAnswer>('/api/runs');
  const live = useLiveRuns();
  const shown = live ?? fetched;
  return (
    <>
      <Title trail={[]} title="Runs" />
      <p class="soft">
        Each run solved the puzzles of its corpora: which have exactly one solution, which can be
        solved without guessing, and how long each took.
      </p>
      <LastNights live={live} />
      <Waiting for={shown}>
        {({ runs, database, commands }) =>
          runs.length === 0 ? (
            <FirstRun commands={commands} />
          ) : (
            <>
              <ul class="run-list">
                {runs.map((run) => (
                  <RunCard key={run.runId} run={run} database={database} />
                ))}
              </ul>
              <p class="soft small">Database: {database}</p>
            </>
          )
        }
      </Waiting>
    </>
  );
}

function RunCard(props: { readonly run: RunEntry; readonly database: string }): JSX.Element {
  const { run, database } = props;
  return (
    <li class="card">
      <div class="row apart">
        <span class="row">
          <a href={`/runs/${run.runId}`}>{runTitle(run)}</a>
          <StateBadge state={run.state} gates={run.gates} />
        </span>
        <span class="soft small">{moment(run.startedAt)}</span>
      </div>
      <ProgressOfRun progress={run.progress} />
      <StatusMeter run={run} />
      <div class="row small">
        <span>
          <strong>{countText(run.results)}</strong> {run.results === 1 ? 'puzzle' : 'puzzles'}
        </span>
        {statuses(run).map(([status, n]) => (
          <span key={status}>
            <Badge word={status} /> {countText(n)}{' '}
            <span class="soft">({shareText(n, run.results)})</span>
          </span>
        ))}
        {run.rejects > 0 && (
          <a class="minor" href={`/runs/${run.runId}/rejects`}>
            {countText(run.rejects)} {run.rejects === 1 ? 'reject' : 'rejects'}
          </a>
        )}
      </div>
      <p class="soft small">
        {corporaText(run.corpora)} · {durationText(run.wallMs)}
      </p>
      {run.state === 'stopped' && <HowToResume run={run} database={database} />}
    </li>
  );
}

/** The counts by status, always in the same order. */
function statuses(run: RunEntry): [string, number][] {
  return STATUSES.flatMap((status) => {
    const count = run.byStatus[status] ?? 0;
    return count === 0 ? [] : [[status, count] as [string, number]];
  });
}

/** The name of a run or, if it has none, its number. */
export function runTitle(run: { readonly runId: number; readonly name: string | null }): string {
  const name = plainText(run.name ?? '');
  return name === '' ? `Run ${run.runId}` : `${name} (run ${run.runId})`;
}

/** The breadcrumbs of the pages below that of a run. */
export function runTrail(run: number | string, label = `Run ${run}`, words = '') {
  return [
    { href: '/', label: 'Runs' },
    { href: `/runs/${run}${words}`, label },
  ];
}

/** One bar of all results, a part for each status. */
function StatusMeter({ run }: { readonly run: RunEntry }): JSX.Element {
  return (
    <div class="meter" aria-hidden="true">
      {statuses(run).map(([status, n]) => (
        <span key={status} class={status} style={{ width: `${(100 * n) / run.results}%` }} />
      ))}
    </div>
  );
}
