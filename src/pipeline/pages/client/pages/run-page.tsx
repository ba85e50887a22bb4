import type { JSX, ComponentChildren } from 'preact';
import {
  bytesText,
  countText,
  durationText,
  numberOf,
  shareText,
} from '../../../../solver/core/text/numbers.js';
import type {
  DuplicatesAnswer,
  GatesAnswer,
  RejectsAnswer,
  FilesAnswer,
  RunAnswer,
} from '../../answers.js';
import type { RunEntry } from '../../served-database.js';
import type { RejectRow } from '../../../store/queries/rejects.js';
import { type Asked, moment, puzzleAddress, showAt, useFetched } from '../window.js';
import { useEffect, useState } from 'preact/hooks';
import { corporaText, plainText } from '../../../../solver/core/text/plain-text.js';
import { commandText } from '../../../../solver/core/text/typed.js';
import { runFigures } from '../../../report/figures/run-figures.js';
import { typedOptions } from '../../../record/options.js';
import { gatesVerdict, retryText } from '../../../record/outcome.js';
import {
  HowToResume,
  lazily,
  Notice,
  ProgressOfRun,
  StateBadge,
  Title,
  Waiting,
} from '../parts.js';
import { type ColumnHead, NameList, TableCard, TableView } from '../lists.js';
import { ResultsSection, type ShownRun } from './results.js';
import { runTitle, runTrail } from './runs.js';
import { puzzleName } from '../../../record/puzzle-id.js';

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
          <RunWorkers {...answer} />
          {answer.run.results > 0 && <FoldedCharts answer={answer} run={run} query={query} />}
          <ResultsSection answer={answer} run={run} query={query} />
          <RunDetails answer={answer} />
        </>
      )}
    </Waiting>
  );
}

/** The charts, loaded and drawn once they are unfolded, as the address says. */
function FoldedCharts({ answer, run, query }: ShownRun): JSX.Element {
  const open = query.has('charts');
  const fold = (wanted: boolean): void => {
    if (wanted !== open) showAt(`/runs/${run}`, query, { charts: wanted ? 'open' : null });
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
  const tried = retries.map((retry) => `${retryText(retry)} (${moment(retry.startedAt)})`);
  const isRetried = retries.every(({ round }) => round === null);
  const rows: ([string, string] | false)[] = [
    ['started', moment(run.startedAt)],
    ['finished', run.finishedAt === null ? 'not yet' : moment(run.finishedAt)],
    ['work', durationText(run.wallMs)],
    ['solving, all threads', durationText(answer.figures.solveMs.total)],
    ['corpora', corporaText(run.corpora)],
    ['options', optionsText(conditions.options)],
    retries.length > 0 && [isRetried ? 'retries' : 'rounds', tried.join('; ')],
    ['nonomill', `${conditions.toolVersion} on Node.js ${conditions.nodeVersion}`],
    ['machine', `${conditions.host}, ${conditions.cpu}`],
  ];
  return (
    <section class="card">
      <h2>How it was run</h2>
      <NameList rows={rows.filter((row) => row !== false)} stacked />
      <FileList run={run} />
      <LeftOutFiles {...answer.leftOut} />
    </section>
  );
}

/** The files of folders that are not read, and why, folded away. */
function LeftOutFiles({ total, first }: RunAnswer['leftOut']): JSX.Element | null {
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

/** The options as one types them; without what else the program keeps with them. */
function optionsText(options: RunAnswer['conditions']['options']): string {
  const words = typedOptions(options)
    .filter(([name]) => /^--|^(claims|damaged)$/.test(name))
    .flatMap(([name, value]) => (value === '' ? [name] : [name, value]));
  return commandText(words, '').replace(/^nonomill /, '');
}

/** For a worker that was not seen for this long, the time since then is shown. */
const HERE_MS = 15_000;

function RunWorkers({ run, workers }: RunAnswer): JSX.Element | null {
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
        seenText(worker.seenAt, run.state === 'running'),
        plainText(worker.cpu),
      ])}
    />
  );
}

const WORKER: readonly ColumnHead[] = [
  ['Host'],
  ...['Threads', 'Puzzles', 'Share'].map((title) => [title, 'number'] as const),
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

/** What is new in a run that has ended, its gates, and its files that are copies of others. */
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

function Unmet(props: { readonly run: number; readonly findings: GatesAnswer['findings'] }) {
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
          cellsOf={({ path, format, entries, bytes }: FilesAnswer['rows'][number]) => [
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

/** The entries of a run that are not puzzles, by the kind of reason. */
export function RejectsPage({ run }: Asked): JSX.Element {
  const fetched = useFetched<RejectsAnswer>(`/api/runs/${run}/rejects`);
  return (
    <>
      <Title trail={runTrail(run)} title="Rejects" />
      <p class="soft">Entries of the corpora that are not puzzles. The run went on without them.</p>
      <Waiting for={fetched}>
        {({ kinds, total }) =>
          total === 0 ? (
            <Notice kind="good" title="Every entry is a puzzle">
              This run has no rejects.
            </Notice>
          ) : (
            <>
              <p>
                {numberOf(total, 'reject')}
                {kinds.length > 1 && `, of ${countText(kinds.length)} kinds`}
              </p>
              {kinds.map(({ kind, count }) => (
                <Kind key={kind} {...{ run, kind, count }} isFirst={kinds.length === 1} />
              ))}
            </>
          )
        }
      </Waiting>
    </>
  );
}

/** The rejects of one kind, folded: there may be thousands, so they come page by page. */
function Kind(props: {
  readonly run: string;
  readonly kind: string;
  readonly count: number;
  /** Whether it is unfolded at first. */
  readonly isFirst: boolean;
}): JSX.Element {
  const { run, kind, count, isFirst } = props;
  const [unfolded, setUnfolded] = useState(isFirst);
  return (
    <details
      class="card fold"
      open={unfolded}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary>
        <strong>{countText(count)}</strong> <span class="reason">{plainText(kind)}</span>
      </summary>
      {unfolded && (
        <PagedTable
          title="Rejects"
          class="cards"
          columns={REJECT}
          address={`/api/runs/${run}/rejects?${new URLSearchParams({ kind }).toString()}`}
          cellsOf={({ path, line, ordinal, name, reason, excerpt }: RejectRow) => [
            plainText(path),
            line ?? '-',
            ordinal,
            plainText(name ?? '-'),
            plainText(reason),
            plainText(excerpt),
          ]}
          more="More of them"
        />
      )}
    </details>
  );
}

const REJECT: readonly ColumnHead[] = [
  ['File', 'file'],
  ['Line', 'number'],
  ['Entry', 'number'],
  ['Name', 'name'],
  ['Why it is not a puzzle', 'reason'],
  ['How it begins', 'excerpt'],
];

/** The groups of equal puzzles of a run. */
export function DuplicatesPage({ run, query }: Asked): JSX.Element {
  const skip = query.get('skip');
  const place = skip === null ? '' : `&skip=${encodeURIComponent(skip)}`;
  const fetched = useFetched<DuplicatesAnswer>(`/api/runs/${run}/duplicates?places=1${place}`);
  return (
    <>
      <Title trail={runTrail(run)} title="Equal puzzles" />
      <p class="soft">
        Turned and mirrored puzzles count as equal, and so do those in other colours.
      </p>
      <Waiting for={fetched}>{(answer) => <Groups run={run} answer={answer} />}</Waiting>
    </>
  );
}

function Groups(props: { readonly run: string; readonly answer: DuplicatesAnswer }): JSX.Element {
  const { run, answer } = props;
  const { groups, surplus, first, places, next } = answer;
  if (groups === 0) return <Notice kind="good" title="No two puzzles are equal" />;
  return (
    <section class="card">
      <p>
        {numberOf(groups, 'group')} of equal puzzles: {numberOf(surplus, 'puzzle')} could go.
      </p>
      <ul class="groups">
        {first.map((group) => (
          <li key={group.shape}>
            <strong>{countText(group.puzzles)} times</strong>{' '}
            <span class="soft">
              {group.first[0].width}×{group.first[0].height}
            </span>{' '}
            {group.first.map((puzzle, i) => (
              <span key={puzzle.puzzleId}>
                {i > 0 && ', '}
                <a href={puzzleAddress(run, puzzle.puzzleId, new URLSearchParams())}>
                  {puzzleName(puzzle)}
                </a>{' '}
                <span class="soft">({plainText(places[puzzle.puzzleId])})</span>
              </span>
            ))}
            {group.puzzles > group.first.length &&
              `, and ${countText(group.puzzles - group.first.length)} more`}
          </li>
        ))}
      </ul>
      {next !== null && (
        <nav class="row" aria-label="Pages">
          <a class="button" href={`/runs/${run}/duplicates?skip=${next}`}>
            Next page
          </a>
        </nav>
      )}
    </section>
  );
}

interface PagedTableProps<Row> extends Omit<Parameters<typeof TableView>[0], 'rows'> {
  readonly address: string;
  readonly cellsOf: (row: Row) => readonly ComponentChildren[];
  /** The words of the button. */
  readonly more: string;
}

/** A table of rows that the server has page by page; a button below it fetches the next one. */
function PagedTable<Row>(props: PagedTableProps<Row>): JSX.Element {
  const { address, cellsOf, more, ...table } = props;
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [after, setAfter] = useState<string | number | null>(null);
  const word = address.includes('?') ? '&after=' : '?after=';
  const fetched = useFetched<{
    readonly rows: readonly Row[];
    readonly next: string | number | null;
  }>(after === null ? address : `${address}${word}${after}`);
  const page = fetched.state === 'here' ? fetched.data : null;
  useEffect(() => {
    if (page !== null) setRows((known) => [...known, ...page.rows]);
  }, [page]);
  return (
    <>
      <TableView {...table} rows={rows.map(cellsOf)} />
      {fetched.state === 'failed' && <p role="alert">{fetched.reason}</p>}
      {page?.next != null && (
        <div class="row">
          <button type="button" onClick={() => setAfter(page.next)}>
            {more}
          </button>
        </div>
      )}
    </>
  );
}
