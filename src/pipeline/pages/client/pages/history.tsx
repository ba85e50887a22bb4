import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { HISTORY_COLUMNS, historyFigure } from '../../../report/figures/chart.js';
import { CHANGE_KINDS, CHANGE_WORDS, gatesAcceptedText } from '../../../record/outcome.js';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import { capital, plainText } from '../../../../solver/core/text/plain-text.js';
import type { HistoryAnswer } from '../../answers.js';
import { FigureChart } from '../charts.js';
import { StateBadge, Notice, Waiting, Title } from '../parts.js';
import { Choice } from '../controls.js';
import { TableCard, type ColumnHead } from '../lists.js';
import { type Asked, useFresh, useLiveRuns, go, moment } from '../window.js';

type Line = HistoryAnswer['lines'][number];

/** The runs of one name or of the same corpora (`of=`), and what changed in each. */
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
  if (lines.length === 0) return <Notice kind="plain" title="There is no run yet" />;
  const latestFirst = lines.toReversed();
  return (
    <>
      <SeriesChoice answer={answer} />
      {figure.table.rows.length > 1 && <FigureChart figure={figure} />}
      <TableCard
        tall
        title={numberOf(lines.length, 'run')}
        columns={[
          ['Run', 'row'],
          ['Gates'],
          ['Began', 'number'],
          ...HISTORY_COLUMNS.map(({ title }): ColumnHead => [capital(title), 'number']),
        ]}
        rows={latestFirst.map((line) => [
          <a key="run" href={`/runs/${line.runId}`}>
            {line.runId}
          </a>,
          line.state === 'complete' ? gates(line) : <StateBadge key="state" state={line.state} />,
          moment(line.startedAt),
          ...HISTORY_COLUMNS.map(({ textOf }) => textOf(line)),
        ])}
      />
      <section class="card" aria-label="What changed">
        <h2>What changed</h2>
        <ul class="small">
          {latestFirst.map((line) => (
            <LineChanges key={line.runId} line={line} />
          ))}
        </ul>
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
          ...series.map(
            ({ words, runs }, at) =>
              [String(at), `${plainText(words.join(' '))} (${numberOf(runs, 'run')})`] as const,
          ),
        ]}
        choose={(at) => choose(Number(at))}
      />
    </form>
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

/** What changed in one run, whose page names the puzzles, and the comparison all of them. */
function LineChanges({ line }: { readonly line: Line }): JSX.Element | null {
  const { runId, changes } = line;
  if (changes === null) return null;
  const { since, counts } = changes;
  const said = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind) => `${countText(counts[kind])} ${CHANGE_WORDS[kind]}`,
  );
  const pair = `run ${runId} since run ${since}`;
  return (
    <li>
      {said.length === 0 ? (
        <span class="soft">{capital(pair)}: nothing</span>
      ) : (
        <>
          <a href={`/runs/${runId}`}>{capital(pair)}</a>: {said.join(', ')} (
          <a href={`/compare?left=${since}&right=${runId}`}>compare</a>)
        </>
      )}
    </li>
  );
}
