import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RunAnswer, StoredWorker, ResultRow } from '../../api.js';
import { useFetched } from '../fetched.js';
import { corporaText } from '../../../text/corpora-text.js';
import { durationText } from '../../../text/durations.js';
import { countText, shareText, numberOf } from '../../../text/numbers.js';
import { moment } from '../moment.js';
import { StateBadge, Stars } from '../parts/badge.js';
import { DuplicatesLink } from '../parts/duplicates-link.js';
import { FileList } from '../parts/file-list.js';
import { HowToResume } from '../parts/how-to-resume.js';
import { NameList } from '../parts/name-list.js';
import { RunGates } from '../parts/run-gates.js';
import { Title } from '../parts/title.js';
import { Waiting } from '../parts/notice.js';
import { ResultTable } from './result-table.js';
import { RunCharts } from './run-charts.js';
import { runTitle } from './runs.js';
import { plainText } from '../../../text/plain-text.js';
import { looksLikeNoise } from '../../../puzzle/picture.js';
import { readCells } from '../../../puzzle/text.js';
import { NEEDS_WORDS, scoreText } from '../../../result/difficulty-words.js';
import { Thumbnail } from '../grid/grid-view.js';
import { puzzleAddress, runAddress } from '../location.js';

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
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(' ') : value] as const)
    .filter(([, value]) => value !== null && value !== false && value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

/** For a worker that was not seen for this long, the time since then is shown. */
const HERE_MS = 15_000;

/** The machines that solved for a run through a queue, and those that do so now. */
function RunWorkers(props: {
  readonly workers: readonly StoredWorker[];
  readonly running: boolean;
}): JSX.Element | null {
  const { workers, running } = props;
  if (workers.length === 0) return null;
  const total = workers.reduce((sum, { puzzles }) => sum + puzzles, 0);
  return (
    <section class="card">
      <h2>Workers</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="Workers">
        <table>
          <caption>
            {numberOf(workers.length, 'worker')}, {numberOf(total, 'puzzle')}
          </caption>
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col" class="number">
                Threads
              </th>
              <th scope="col" class="number">
                Puzzles
              </th>
              <th scope="col" class="number">
                Share
              </th>
              <th scope="col">Last seen</th>
              <th scope="col">Processor</th>
            </tr>
          </thead>
          <tbody>
            {workers.map((worker) => (
              <tr key={worker.name}>
                <td>{plainText(worker.host)}</td>
                <td class="number">{countText(worker.threads)}</td>
                <td class="number">{countText(worker.puzzles)}</td>
                <td class="number">{shareText(worker.puzzles, total)}</td>
                <td>{seenText(worker.seenAt, running)}</td>
                <td>{plainText(worker.cpu)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function seenText(seenAt: string | null, running: boolean): string {
  if (seenAt === null) return '-';
  const ago = Math.max(0, Date.now() - Date.parse(seenAt));
  if (!running) return moment(seenAt);
  return ago < HERE_MS ? 'here' : `${durationText(ago)} ago`;
}

const ORDER = new URLSearchParams({ sort: '-score' });

/** The hardest puzzles of a run by score, with their pictures; nothing if none has a score. */
function Hardest(props: {
  readonly puzzles: readonly ResultRow[];
  readonly run: string;
}): JSX.Element | null {
  const { puzzles, run } = props;
  if (puzzles.length === 0) return null;
  return (
    <section class="card">
      <div class="row apart">
        <h2>The hardest puzzles</h2>
        <a class="small" href={runAddress(run, ORDER)}>
          All, the hardest first
        </a>
      </div>
      <ol class="hardest">
        {puzzles.map((row) => (
          <li key={row.puzzleId}>
            <a href={puzzleAddress(run, row.puzzleId, ORDER)}>
              <span class="picture">
                <Thumbnail row={row} side={112} />
              </span>
              {plainText(row.title ?? row.name)}
            </a>
            <Facts row={row} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ row }: { readonly row: ResultRow }): JSX.Element {
  const { width, height, stars, needs, difficulty, difficultyBound, solution } = row;
  const cells = solution === null ? null : readCells(solution, width, height);
  const isNoise = cells !== null && looksLikeNoise(cells, width);
  return (
    <p class="small soft">
      {stars !== null && <Stars stars={stars} />}{' '}
      {scoreText({ difficulty, difficultyBound: difficultyBound === 1 })}, {width}×{height}
      {needs !== null && `, ${NEEDS_WORDS[needs]}`}
      {isNoise && ', looks like noise'}
    </p>
  );
}
