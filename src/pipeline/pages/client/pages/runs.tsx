import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunEntry, RunsAnswer } from '../../api.js';
import { useFetched } from '../window/fetched.js';
import { useLiveRuns } from '../window/live-runs.js';
import { STATUSES } from '../../../../solver/core/result/outcome.js';
import { corporaText } from '../../../../solver/core/text/corpora-text.js';
import { countText, shareText, durationText } from '../../../../solver/core/text/numbers.js';
import { moment } from '../window/moment.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import { Badge, StateBadge } from '../parts/badge.js';
import { HowToResume } from '../parts/how-to-resume.js';
import { Waiting } from '../parts/notice.js';
import { ProgressOfRun } from '../parts/run-progress.js';
import { Title } from '../parts/title.js';

/** All runs of the database; the numbers of an active one go up while you look. */
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

/** What to do while there is no run: commands to copy, as the pages only read. */
function FirstRun({ commands }: Pick<RunsAnswer, 'commands'>): JSX.Element {
  const { samples, own } = commands;
  return (
    <section class="card first-run">
      <h2>There is no run yet</h2>
      {samples !== null && (
        <>
          <p>Begin with the samples that came with nonomill. They take a few seconds:</p>
          <CopyCommand command={samples} />
        </>
      )}
      <p>Your own puzzles are a file, or a folder of files, in any format that nonomill reads:</p>
      <CopyCommand command={own} />
      <p class="soft">
        The run shows up here as soon as it begins. Or <a href="/try">try a single puzzle</a>, which
        needs no run.
      </p>
    </section>
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

/**
 * A command to type, with a button that copies it; a browser that may not copy selects it to be
 * copied by hand.
 */
function CopyCommand({ command }: { readonly command: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const copy = (event: MouseEvent): void => {
    const code = (event.currentTarget as Element).previousElementSibling!;
    const select = (): void => getSelection()?.selectAllChildren(code);
    try {
      navigator.clipboard.writeText(command).then(() => setCopied(true), select);
    } catch {
      select();
    }
  };
  return (
    <div class="command">
      <code>{command}</code>
      <button type="button" onClick={copy}>
        Copy
      </button>
      <span class="small soft" role="status">
        {copied && 'Copied: paste it into a terminal.'}
      </span>
    </div>
  );
}
