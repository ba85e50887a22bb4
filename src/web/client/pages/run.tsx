import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RunAnswer } from '../../api.js';
import { useFetched } from '../fetched.js';
import { corporaText } from '../../../text/corpora.js';
import { durationText } from '../../../text/durations.js';
import { countText, shareText } from '../../../text/numbers.js';
import { moment } from '../moment.js';
import { StateBadge } from '../parts/badge.js';
import { DuplicatesLink } from '../parts/duplicates-link.js';
import { FileList } from '../parts/file-list.js';
import { HowToResume } from '../parts/how-to-resume.js';
import { NameList } from '../parts/name-list.js';
import { RunGates } from '../parts/run-gates.js';
import { Title } from '../parts/title.js';
import { Waiting } from '../parts/waiting.js';
import { Hardest } from './results/hardest.js';
import { ResultTable } from './results/result-table.js';
import { RunCharts } from './charts/run-charts.js';
import { RunWorkers } from './run-workers.js';
import { runTitle } from './runs.js';

/** How often the numbers of an active run are updated. */
const REFRESH_MS = 5000;

/** One run: its figures, its charts, and the table of its puzzles. */
export function RunPage(props: {
  readonly run: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { run, query } = props;
  const [asked, setAsked] = useState(0);
  const fetched = useFetched<RunAnswer>(`/api/runs/${run}`, asked);
  const running = fetched.data?.run.state === 'running';
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => setAsked((n) => n + 1), REFRESH_MS);
    return () => clearTimeout(timer);
  }, [running, fetched]);
  return (
    <Waiting for={fetched} wholePage>
      {(answer) => (
        <>
          <Title trail={[{ href: '/', label: 'Runs' }]} title={runTitle(answer.run)}>
            <StateBadge state={answer.run.state} />
          </Title>
          <HowToResume run={answer.run} database={answer.database} />
          {answer.run.state !== 'running' && <RunGates run={answer.run.runId} />}
          <RunFigures answer={answer} />
          {answer.run.results > 0 && <RunCharts answer={answer} run={run} />}
          <Hardest puzzles={answer.hardest} run={run} />
          <RunWorkers workers={answer.workers} running={running} />
          <ResultTable run={run} query={query} />
          <RunDetails answer={answer} />
        </>
      )}
    </Waiting>
  );
}

function RunFigures({ answer }: { readonly answer: RunAnswer }): JSX.Element {
  const { run, solveMs } = answer;
  const line = answer.verdicts
    .filter(({ status, technique }) => status === 'unique' && technique === 'line')
    .reduce((total, verdict) => total + verdict.count, 0);
  const unique = run.byStatus.unique ?? 0;
  const ms = (value: number | null): string => (value === null ? '-' : durationText(value));
  return (
    <section class="card" aria-label="Figures of this run">
      <dl class="figures">
        <Figure name="puzzles" value={countText(run.results)} />
        <Figure name="unique" value={countText(unique)} more={shareText(unique, run.results)} />
        <Figure
          name="line-solvable of these"
          value={countText(line)}
          more={shareText(line, unique)}
        />
        <Figure name="median time" value={ms(solveMs.median)} />
        <Figure name="99 % within" value={ms(solveMs.p99)} />
        <Figure name="longest" value={ms(solveMs.max)} />
        <Figure name="rejects" value={countText(run.rejects)} />
      </dl>
      {run.rejects > 0 && (
        <p class="small">
          <a href={`/runs/${run.runId}/rejects`}>Which entries were rejected, and why</a>
        </p>
      )}
      {run.state !== 'running' && <DuplicatesLink run={run.runId} />}
    </section>
  );
}

function Figure(props: {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
}): JSX.Element {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        {props.value} {props.more !== undefined && <span class="soft small">{props.more}</span>}
      </dd>
    </div>
  );
}

function RunDetails({ answer }: { readonly answer: RunAnswer }): JSX.Element {
  const { run, conditions } = answer;
  const rows: [string, string][] = [
    ['started', moment(run.startedAt)],
    ['finished', run.finishedAt === null ? 'not yet' : moment(run.finishedAt)],
    ['work', durationText(run.wallMs)],
    ['solving, all threads', durationText(answer.solveMs.total)],
    ['corpora', corporaText(run.corpora)],
    ['options', optionsText(conditions.options)],
    ['nonomill', `${conditions.toolVersion} on Node.js ${conditions.nodeVersion}`],
    ['machine', `${conditions.host}, ${conditions.cpu}`],
  ];
  return (
    <section class="card">
      <h2>How it was run</h2>
      <NameList rows={rows} stacked />
      <FileList run={run} />
    </section>
  );
}

/** The options that were set. */
function optionsText(options: RunAnswer['conditions']['options']): string {
  return Object.entries(options)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
