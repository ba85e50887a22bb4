import type { JSX } from 'preact';
import {
  countText,
  numberOf,
  shareText,
  durationText,
  bytesText,
} from '../../../../solver/core/text/numbers.js';
import type {
  DuplicatesAnswer,
  RunAnswer,
  StoredWorker,
  GatesAnswer,
  RunEntry,
  RunSource,
} from '../../api.js';
import { type Asked, queryText, useFetched, moment, readdress } from '../window.js';
import { useEffect, useState } from 'preact/hooks';
import { corporaText, plainText } from '../../../../solver/core/text/plain-text.js';
import { commandText } from '../../../../solver/core/text/typed.js';
import { runFigures } from '../../../report/figures/run-figures.js';
import { typedOptions } from '../../../record/options.js';
import { retryText, gatesVerdict } from '../../../record/outcome.js';
import { StateBadge, HowToResume, ProgressOfRun, lazily, Title, Waiting } from '../parts.js';
import { NameList, PagedTable, TableView, TableCard, type ColumnHead } from '../lists.js';
import { ResultsSection } from './results.js';
import { runTitle } from './runs.js';

/** How often the numbers of an active run are updated. */
const REFRESH_MS = 5000;

const RunCharts = lazily(async () => (await import('./run-charts.js')).RunCharts);

/** One run: whether its gates hold, its figures, its charts, folded, and its puzzles. */
export function RunPage({ run, query }: Asked): JSX.Element {
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
            <StateBadge state={answer.run.state} gates={answer.run.gates} />
          </Title>
          <ProgressOfRun progress={answer.run.progress} />
          <HowToResume run={answer.run} database={answer.database} />
          {answer.run.state !== 'running' && <GatesOfRun run={answer.run.runId} />}
          <RunFigures answer={answer} />
          <RunWorkers workers={answer.workers} running={running} />
          {answer.run.results > 0 && <FoldedCharts answer={answer} run={run} query={query} />}
          <ResultsSection answer={answer} run={run} query={query} />
          <RunDetails answer={answer} />
        </>
      )}
    </Waiting>
  );
}

/**
 * The charts, which are loaded and drawn once they are unfolded; the address says whether they are.
 */
function FoldedCharts(props: {
  readonly answer: RunAnswer;
  readonly run: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { answer, run, query } = props;
  const open = query.has('charts');
  const fold = (wanted: boolean): void => {
    if (wanted === open) return;
    const next = new URLSearchParams(query);
    if (wanted) next.set('charts', 'open');
    else next.delete('charts');
    readdress(`/runs/${run}${queryText(next)}`);
  };
  return (
    <details class="card fold" open={open} onToggle={(event) => fold(event.currentTarget.open)}>
      <summary>
        <h2>Charts</h2>
        <span class="soft small">
          what is proven, how hard it is, how long it took, by size and density
        </span>
      </summary>
      {open && <RunCharts answer={answer} run={run} />}
    </details>
  );
}

function RunFigures({ answer }: { readonly answer: RunAnswer }): JSX.Element {
  const { run, figures } = answer;
  const { rejects, wallMs } = run;
  const { puzzles, reused } = figures;
  const isSolved = reused === 0 || reused < puzzles;
  const overall = wallMs > 0 && isSolved ? ((puzzles - reused) / wallMs) * 1000 : null;
  const perSecond = run.state === 'running' ? (run.progress?.perSecond ?? overall) : overall;
  return (
    <section class="card" aria-label="Figures of this run">
      <NameList
        rows={runFigures({ ...figures, rejects, perSecond, wallMs }).map(
          ({ term, value, note }) => [
            term,
            <>
              {value} <span class="soft small">{note}</span>
            </>,
          ],
        )}
      />
      <div class="row">
        {puzzles > 0 && (
          <a class="small" href={`/runs/${run.runId}/stats`}>
            Statistics: any question to this run
          </a>
        )}
        {run.rejects > 0 && (
          <a class="small" href={`/runs/${run.runId}/rejects`}>
            Which entries were rejected, and why
          </a>
        )}
        {run.state !== 'running' && <DuplicatesLink run={run.runId} />}
      </div>
    </section>
  );
}

function RunDetails({ answer }: { readonly answer: RunAnswer }): JSX.Element {
  const { run, conditions, retries } = answer;
  const rows: [string, string][] = [
    ['started', moment(run.startedAt)],
    ['finished', run.finishedAt === null ? 'not yet' : moment(run.finishedAt)],
    ['work', durationText(run.wallMs)],
    ['solving, all threads', durationText(answer.figures.solveMs.total)],
    ['corpora', corporaText(run.corpora)],
    ['options', optionsText(conditions.options)],
    ...(retries.length === 0
      ? []
      : [
          [
            retries.every(({ round }) => round === null) ? 'retries' : 'rounds',
            retriesText(retries),
          ] as [string, string],
        ]),
    ['nonomill', `${conditions.toolVersion} on Node.js ${conditions.nodeVersion}`],
    ['machine', `${conditions.host}, ${conditions.cpu}`],
  ];
  return (
    <section class="card">
      <h2>How it was run</h2>
      <NameList rows={rows} stacked />
      <FileList run={run} />
      <LeftOutFiles leftOut={answer.leftOut} />
    </section>
  );
}

/** The files of folders that are not read, and why, folded away. */
function LeftOutFiles({ leftOut }: Pick<RunAnswer, 'leftOut'>): JSX.Element | null {
  const { total, first } = leftOut;
  if (total === 0) return null;
  return (
    <details>
      <summary>{numberOf(total, 'file')} left out</summary>
      <TableView
        tall
        title="Files left out of this run"
        columns={[['File', 'file'], ['Why it is not read']]}
        rows={first.map(({ path, reason }) => [plainText(path), plainText(reason)])}
      />
      {total > first.length && <p class="soft small">and {countText(total - first.length)} more</p>}
    </details>
  );
}

/** What was tried again under which limits, and when. */
function retriesText(retries: RunAnswer['retries']): string {
  return retries.map((retry) => `${retryText(retry)} (${moment(retry.startedAt)})`).join('; ');
}

/** The options as one types them; without what else the program keeps with them. */
function optionsText(options: RunAnswer['conditions']['options']): string {
  const words = typedOptions(options)
    .filter(([name]) => /^--|^(claims|damaged)$/.test(name))
    .flatMap(([name, value]) => (value === '' ? [name] : [name, value]));
  return commandText(words, '').replace(/^nonomill /, '');
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
    <TableCard
      title="Workers"
      caption={`${numberOf(workers.length, 'worker')}, ${numberOf(total, 'puzzle')}`}
      columns={WORKER}
      rows={workers.map((worker) => [
        plainText(worker.host),
        countText(worker.threads),
        countText(worker.puzzles),
        shareText(worker.puzzles, total),
        seenText(worker.seenAt, running),
        plainText(worker.cpu),
      ])}
    />
  );
}

const WORKER: readonly ColumnHead[] = [
  ['Host'],
  ['Threads', 'number'],
  ['Puzzles', 'number'],
  ['Share', 'number'],
  ['Last seen'],
  ['Processor'],
];

function seenText(seenAt: string | null, running: boolean): string {
  if (seenAt === null) return '-';
  const ago = Math.max(0, Date.now() - Date.parse(seenAt));
  if (!running) return moment(seenAt);
  return ago < HERE_MS ? 'here' : `${durationText(ago)} ago`;
}

/** A link to the equal puzzles of a run that has ended; nothing until they are counted. */
function DuplicatesLink({ run }: { readonly run: number }): JSX.Element | null {
  const { data } = useFetched<DuplicatesAnswer>(`/api/runs/${run}/duplicates`);
  if (data === null || data.groups === 0) return null;
  return (
    <a class="small" href={`/runs/${run}/duplicates`}>
      {numberOf(data.groups, 'group')} of equal puzzles, turned, mirrored, or in other colours
    </a>
  );
}

/**
 * What is new in a run that has ended, PASS or FAIL of each of its gates, and its files that are
 * copies of others.
 */
function GatesOfRun({ run }: { readonly run: number }): JSX.Element | null {
  const { data } = useFetched<GatesAnswer>(`/api/runs/${run}/gates`);
  if (data === null) return null;
  const { since, gates, findings, command, copies, copied } = data;
  const failed = gates.filter(({ holds }) => !holds).length;
  return (
    <>
      {since !== null && <SinceOfRun run={run} since={since} />}
      {gates.length > 0 && (
        <section class={`notice gate-list ${failed === 0 ? 'good' : 'bad'}`} aria-label="Gates">
          <h2>{gatesVerdict(gates.length, failed)}</h2>
          <ul class="gates">
            {gates.map(({ flag, holds, misfits, why, compared }) => (
              <li key={flag}>
                <span class={`badge ${holds ? 'unique' : 'contradiction'}`}>
                  {holds ? 'PASS' : 'FAIL'}
                </span>{' '}
                <code>{flag}</code>
                {!holds && ` (${countText(misfits)}): ${why.join('; ')}`}
                {compared !== null && !why.includes(compared) && `${holds ? ':' : ';'} ${compared}`}
                <Unmet run={run} findings={findings.filter(({ gate }) => gate === flag)} />
              </li>
            ))}
          </ul>
          {failed > 0 && (
            <p class="small">
              All that does not meet them: <code>{command}</code>
            </p>
          )}
        </section>
      )}
      {copies.map(({ path, of, results, rejects }) => (
        <p class="small" key={path}>
          {numberOf(results + rejects, 'entry is', 'entries are')} in {path} too, a copy of {of}.
        </p>
      ))}
      {copied > copies.length && (
        <p class="small">And {numberOf(copied - copies.length, 'more copy', 'more copies')}.</p>
      )}
    </>
  );
}

/** What a fact is about: a link to the puzzles, if the list can be filtered by it. */
function About({ word, run }: { readonly word: string; readonly run: number }): JSX.Element | null {
  if (word === '') return null;
  if (word !== 'new' && word !== 'changed') return <b>{word} </b>;
  return (
    <>
      <a href={`/runs/${run}?since=${word}#puzzles`} title="See these puzzles">
        <b>{word}</b>
      </a>{' '}
    </>
  );
}

function SinceOfRun(props: {
  readonly run: number;
  readonly since: NonNullable<GatesAnswer['since']>;
}): JSX.Element {
  const { run } = props;
  const { heading, facts, lists, next } = props.since;
  return (
    <section class="card" aria-label="What is new">
      <h2>{heading}</h2>
      <ul class="gates">
        {facts.map(([about, text]) => (
          <li key={text}>
            <About word={about} run={run} />
            {text}
          </li>
        ))}
      </ul>
      {next !== null && (
        <p class="small">
          <b>next</b> {next.what}
          {next.command !== null && (
            <>
              : <code>{next.command}</code>
            </>
          )}
          {next.accept !== null && (
            <>
              ; or, if it may stay so: <code>{next.accept}</code>
            </>
          )}
        </p>
      )}
      {lists.map((list) => (
        <details key={list.heading} open={list.about === 'worse'}>
          <summary>
            {list.heading} ({countText(list.total)})
          </summary>
          <TableView
            title={list.heading}
            columns={list.columns.map((column) =>
              typeof column === 'string' ? [column] : [column.number, 'number'],
            )}
            rows={list.rows.map(({ cells, puzzleId }) =>
              cells.map((cell, i) =>
                i === 0 && puzzleId != null ? (
                  <a href={`/runs/${run}/puzzles/${puzzleId}`}>{cell}</a>
                ) : (
                  cell
                ),
              ),
            )}
          />
          {list.total > list.rows.length && (
            <p class="soft small">
              and {countText(list.total - list.rows.length)} {list.more}
            </p>
          )}
        </details>
      ))}
    </section>
  );
}

/** The first that do not meet a gate, by name and place. */
function Unmet(props: {
  readonly run: number;
  readonly findings: GatesAnswer['findings'];
}): JSX.Element | null {
  const { run, findings } = props;
  const items = findings.flatMap((finding) => finding.items);
  if (items.length === 0) return null;
  const named = items.reduce((sum, { count }) => sum + count, 0);
  const rest = findings.reduce((sum, { total }) => sum + total, 0) - named;
  return (
    <ul class="unmet small">
      {items.map(({ puzzleId, called, path, line, what }, i) => {
        const place = `${plainText(path)}${line === null ? '' : `:${line}`}`;
        return (
          <li key={i}>
            {puzzleId === null ? (
              called !== path && `${plainText(called)} `
            ) : (
              <>
                <a href={`/runs/${run}/puzzles/${puzzleId}`}>{plainText(called)}</a>{' '}
              </>
            )}
            <code>{place}</code>: {plainText(what)}
          </li>
        );
      })}
      {rest > 0 && <li>and {countText(rest)} more</li>}
    </ul>
  );
}

/** The files of a run, folded away: there may be tens of thousands, so they come page by page. */
function FileList({ run }: { readonly run: RunEntry }): JSX.Element {
  const [unfolded, setUnfolded] = useState(false);
  const { files, formats } = run.corpora;
  return (
    <details onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary>
        {numberOf(files, 'file')} of the {formats.length === 1 ? 'format' : 'formats'}{' '}
        {formats.join(', ')}
      </summary>
      {unfolded && (
        <PagedTable
          tall
          title="Files of this run"
          columns={[['File', 'file'], ['Format'], ['Entries', 'number'], ['Size', 'number']]}
          address={`/api/runs/${run.runId}/files`}
          cellsOf={({ path, format, entries, bytes }: RunSource) => [
            plainText(path),
            format,
            entries === null ? '-' : countText(entries),
            bytes === null ? '-' : bytesText(bytes),
          ]}
          more="More files"
        />
      )}
    </details>
  );
}
