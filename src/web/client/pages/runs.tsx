import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RunEntry, RunsAnswer } from '../../api.js';
import { useFetched } from '../fetched.js';
import { bytesText } from '../../../text/bytes.js';
import { durationText } from '../../../text/durations.js';
import { countText, shareText } from '../../../text/numbers.js';
import { moment } from '../moment.js';
import { Badge } from '../parts/badge.js';
import { Notice } from '../parts/notice.js';
import { Title } from '../parts/title.js';
import { Waiting } from '../parts/waiting.js';

/** All runs of the database; the one under way counts up while one looks. */
export function RunsPage(): JSX.Element {
  const fetched = useFetched<RunsAnswer>('/api/runs');
  const live = useLiveRuns();
  const shown = live === null ? fetched : ({ state: 'here', data: live } as const);
  return (
    <>
      <Title trail={[]} title="Runs" />
      <p class="soft">
        Each run solved the puzzles of its corpora: which have exactly one solution, which can be
        solved without guessing, and how long each took.
      </p>
      <Waiting for={shown}>
        {({ runs, database }) =>
          runs.length === 0 ? (
            <Notice kind="plain" title="There is no run yet">
              Start one with <code>nonomill run &lt;corpus&gt;</code>; it shows up here at once.
            </Notice>
          ) : (
            <>
              <ul class="run-list">
                {runs.map((run) => (
                  <RunCard key={run.runId} run={run} />
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

/** The runs as the server tells them while they change; null until it has told them once. */
function useLiveRuns(): RunsAnswer | null {
  const [runs, setRuns] = useState<RunsAnswer | null>(null);
  useEffect(() => {
    const events = new EventSource('/api/live');
    events.addEventListener('runs', ({ data }: MessageEvent<string>) => {
      setRuns(JSON.parse(data) as RunsAnswer);
    });
    return () => events.close();
  }, []);
  return runs;
}

function RunCard({ run }: { readonly run: RunEntry }): JSX.Element {
  const running = run.state === 'running';
  return (
    <li class="card">
      <div class="row apart">
        <span class="row">
          <a href={`/runs/${run.runId}`}>{runTitle(run)}</a>
          <Badge word={run.state} />
        </span>
        <span class="soft small">{moment(run.startedAt)}</span>
      </div>
      <StatusMeter run={run} />
      <div class="row small">
        <span>
          <strong>{countText(run.results)}</strong> puzzles
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
        {run.sources.map(sourceWords).join(', ')} · {durationText(run.wallMs)}
        {running && run.perSecond !== null && ` · ${countText(run.perSecond)} puzzles a second`}
      </p>
    </li>
  );
}

const ORDER = ['unique', 'multiple', 'contradiction', 'timeout', 'steps', 'memory', 'crash'];

/** The counts by status, always in the same order. */
function statuses(run: RunEntry): [string, number][] {
  return Object.entries(run.byStatus).sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
}

/** What a run is called: its name, else its number. */
export function runTitle(run: { readonly runId: number; readonly name: string | null }): string {
  return run.name === null ? `Run ${run.runId}` : `${run.name} (run ${run.runId})`;
}

function sourceWords({ path, bytes: size }: RunEntry['sources'][number]): string {
  return size === null ? path : `${path} (${bytesText(size)})`;
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
