import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { HISTORY_COLUMNS, historyFigure } from '../../../report/figures/history-figure.js';
import {
  CHANGE_KINDS,
  CHANGE_WORDS,
  puzzlesOfFiles,
  wholeFileText,
  gatesAcceptedText,
} from '../../../record/outcome.js';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import { capital, plainText } from '../../../../solver/core/text/plain-text.js';
import type { ChangesAnswer, HistoryAnswer } from '../../api.js';
import { FigureChart } from '../charts.js';
import { Badge, StateBadge, Notice, Waiting, Title } from '../parts.js';
import { Choice } from '../controls.js';
import { TableCard, type ColumnHead } from '../lists.js';
import { type Asked, useFetched, useFresh, useLiveRuns, go, moment } from '../window.js';

type Line = HistoryAnswer['lines'][number];
type Change = ChangesAnswer['first'][number];

/**
 * Night after night: the runs of one name, or over the same corpora (`of=` in the address), and
 * what changed in each.
 */
export function HistoryPage({ query }: Pick<Asked, 'query'>): JSX.Element {
  const words = new URLSearchParams(query.getAll('of').map((word) => ['of', word]));
  const fetched = useFresh<HistoryAnswer>(`/api/history?${words.toString()}`, useLiveRuns());
  return (
    <>
      <Title trail={[]} title="History" />
      <p class="soft">
        Runs of the same name, or over the same corpora, night after night, and what changed since
        the last complete one before each.
      </p>
      <Waiting for={fetched}>{(answer) => <History answer={answer} />}</Waiting>
    </>
  );
}

function History({ answer }: { readonly answer: HistoryAnswer }): JSX.Element {
  const { lines } = answer;
  const figure = useMemo(
    () => historyFigure(lines.filter(({ state }) => state === 'complete')),
    [lines],
  );
  if (lines.length === 0) {
    return <Notice kind="plain" title="There is no run yet" />;
  }
  const latestFirst = lines.toReversed();
  return (
    <>
      <SeriesChoice answer={answer} />
      {figure.drawing.length > 1 && <FigureChart figure={figure} />}
      <LineTable lines={latestFirst} />
      <section class="card" aria-label="What changed">
        <h2>What changed</h2>
        {latestFirst.map((line) => (
          <LineChanges key={line.runId} line={line} />
        ))}
      </section>
    </>
  );
}

function SeriesChoice({ answer }: { readonly answer: HistoryAnswer }): JSX.Element | null {
  const { series, shown } = answer;
  if (series.length < 2) return null;
  const choose = (at: number): void => {
    const words = series[at].words.map((word) => ['of', word]);
    go(`/history?${new URLSearchParams(words).toString()}`);
  };
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Runs of"
        value={String(shown)}
        options={[
          ...(shown < 0 ? [['-1', 'choose'] as const] : []),
          ...series.map(({ words, runs }, at) => {
            return [
              String(at),
              `${plainText(words.join(' '))} (${numberOf(runs, 'run')})`,
            ] as const;
          }),
        ]}
        choose={(at) => choose(Number(at))}
      />
    </form>
  );
}

function LineTable({ lines }: { readonly lines: readonly Line[] }): JSX.Element {
  return (
    <TableCard
      tall
      title={numberOf(lines.length, 'run')}
      columns={[
        ['Run', 'row'],
        ['Gates'],
        ['Began', 'number'],
        ...HISTORY_COLUMNS.map(({ title }): ColumnHead => [capital(title), 'number']),
      ]}
      rows={lines.map((line) => [
        <a key="run" href={`/runs/${line.runId}`}>
          {line.runId}
        </a>,
        line.state === 'complete' ? gates(line) : <StateBadge key="state" state={line.state} />,
        moment(line.startedAt),
        ...HISTORY_COLUMNS.map(({ textOf }) => textOf(line)),
      ])}
    />
  );
}

function gates({ gates: all, acceptedAt, accepted }: Line): JSX.Element | string {
  if (all.length === 0) return gatesAcceptedText('-', acceptedAt, accepted.length);
  const failed = all.filter(({ holds }) => !holds);
  const names = failed.map(({ name }) => name).join(', ');
  return (
    <>
      <span class={`badge ${failed.length === 0 ? 'unique' : 'contradiction'}`}>
        {failed.length === 0 ? 'PASS' : 'FAIL'}
      </span>{' '}
      {gatesAcceptedText(names, acceptedAt, accepted.length).replace(/^, /, '')}
    </>
  );
}

/** What changed in one run, which is fetched when it is unfolded. */
function LineChanges({ line }: { readonly line: Line }): JSX.Element | null {
  const { runId, changes } = line;
  const [isOpen, setOpen] = useState(false);
  if (changes === null) return null;
  const { since, counts } = changes;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) {
    return (
      <p class="small soft">
        Run {runId} since run {since}: nothing
      </p>
    );
  }
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Run {runId} since run {since}:{' '}
        {kinds.map((kind) => `${countText(counts[kind])} ${CHANGE_WORDS[kind]}`).join(', ')}
      </summary>
      {isOpen && <Changes before={since} after={runId} />}
    </details>
  );
}

function Changes(props: { readonly before: number; readonly after: number }): JSX.Element {
  const { before, after } = props;
  const fetched = useFetched<ChangesAnswer>(`/api/history/changes?before=${before}&after=${after}`);
  return (
    <Waiting for={fetched}>
      {({ counts, first, files }) => (
        <>
          {CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
            <ChangeList
              key={kind}
              title={`${countText(counts[kind])} ${CHANGE_WORDS[kind]}`}
              total={counts[kind] - puzzlesOfFiles(files, kind)}
              changes={first.filter((change) => change.kind === kind)}
              run={after}
            />
          ))}
          {files.length > 0 && <h3>Files whose puzzles are gone, or back</h3>}
          <ul>
            {files.map((file) => (
              <li key={`${file.kind} ${file.path}`}>{wholeFileText(file, after)}</li>
            ))}
          </ul>
          <p class="small">
            <a href={`/compare?left=${before}&right=${after}`}>
              Compare both runs, with their times
            </a>
          </p>
        </>
      )}
    </Waiting>
  );
}

function ChangeList(props: {
  readonly title: string;
  readonly total: number;
  readonly changes: readonly Change[];
  readonly run: number;
}): JSX.Element {
  const { title, total, changes, run } = props;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {changes.map((change, i) => (
          <li key={i}>
            <ChangeLine change={change} run={run} />
          </li>
        ))}
        {total > changes.length && <li>and {countText(total - changes.length)} more</li>}
      </ul>
    </>
  );
}

function ChangeLine(props: { readonly change: Change; readonly run: number }): JSX.Element {
  const { change, run } = props;
  const { name, width, height, before, after, edited, rejected, since } = change;
  const { runId, puzzleId } = (after ?? before)!;
  return (
    <>
      <a href={`/runs/${runId}/puzzles/${puzzleId}`}>{plainText(name)}</a> {width}×{height}{' '}
      {before !== null && <Badge word={before.status} />}
      {before !== null && after !== null && ' → '}
      {after !== null && <Badge word={after.status} />}
      {after?.status === 'unique' && ` ${after.technique ?? ''}`}
      {rejected !== null && (
        <>
          {' → '}
          <Badge word="reject" /> {plainText(rejected)}
        </>
      )}
      {edited && ', other clues'}
      {since !== null && since !== run && `, since run ${since}`}
    </>
  );
}
