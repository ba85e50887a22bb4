import type { ChartLook } from '../../../report/figures/look.js';
import { decidedBins, withinFigure, type Decided } from '../../../report/figures/within.js';
import type { JSX } from 'preact';
import type {
  CompareAnswer,
  PuzzlesAtTimesAnswer,
  RunEntry,
  RunTimesAnswer,
  RunsAnswer,
} from '../../api.js';
import { useFetched } from '../window/fetched.js';
import { NO_PAR2_WORDS } from '../../../record/outcome.js';
import { countText, numberOf, durationText } from '../../../../solver/core/text/numbers.js';
import { go, readdress } from '../window/location.js';
import { binStart } from '../../../../solver/core/figures.js';
import { Field } from '../parts/field.js';
import { NameList } from '../parts/name-list.js';
import { Notice, Waiting } from '../parts/notice.js';
import { Title } from '../parts/title.js';
import { ChangedTable, ConditionTable, LoneTable, TransitionTable } from './compare-tables.js';
import { StandingsPage, standingsAddress } from './standings.js';
import { runTitle } from '../pages/runs.js';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { Chart } from '../charts/chart.js';
import type { ChartColours } from '../charts/chart-look.js';
import { FigureChart } from '../charts/figure-chart.js';
import { scatterOption, scatterTable } from '../charts/scatter.js';

/** Runs side by side: what changed between two, or how several stand (`run=` in the address). */
export function ComparePage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  return query.has('run') ? <StandingsPage query={query} /> : <TwoRuns query={query} />;
}

/** Two runs side by side: what changed, and which is faster. */
function TwoRuns({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const runs = useFetched<RunsAnswer>('/api/runs');
  const left = query.get('left') ?? '';
  const right = query.get('right') ?? '';
  const pair = new URLSearchParams({ left, right });
  const address = left === '' || right === '' ? null : `/api/compare?${pair.toString()}`;
  const fetched = useFetched<CompareAnswer>(address);
  return (
    <>
      <Title trail={[]} title="Compare two runs" />
      <Waiting for={runs}>
        {(answer) => <Choice runs={answer.runs} left={left} right={right} />}
      </Waiting>
      <p class="small">
        <a href={standingsAddress([left, right].filter((run) => run !== ''))}>
          Several runs, other solvers, other databases
        </a>
      </p>
      {address !== null && (
        <Waiting for={fetched}>
          {(answer) => <Compared answer={answer} at={query.get('at')} />}
        </Waiting>
      )}
    </>
  );
}

function Choice(props: {
  readonly runs: readonly RunEntry[];
  readonly left: string;
  readonly right: string;
}): JSX.Element {
  const { runs, left, right } = props;
  if (runs.length < 2) {
    return (
      <Notice kind="plain" title="There are not two runs to compare yet">
        Run the same corpus again, with another version or other options.
      </Notice>
    );
  }
  const choose = (a: string, b: string): void => {
    go(`/compare?${new URLSearchParams({ left: a, right: b }).toString()}`);
  };
  const select = (label: string, value: string, change: (value: string) => void): JSX.Element => (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">choose a run</option>
          {runs.map((run) => (
            <option key={run.runId} value={String(run.runId)}>
              {runTitle(run)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {select('Before', left, (value) => choose(value, right))}
      {select('After', right, (value) => choose(left, value))}
      {left === '' && right === '' && (
        <button type="button" onClick={() => choose(String(runs[1].runId), String(runs[0].runId))}>
          The latest two
        </button>
      )}
    </form>
  );
}

interface ComparedRuns {
  readonly answer: CompareAnswer;
  /** The times of the dot whose puzzles are listed, as two bins; null for none. */
  readonly at: string | null;
}

function Compared({ answer, at }: ComparedRuns): JSX.Element {
  const { comparison, left, right } = answer;
  const { changedCount, harderOrEasierCount, goneCount, newCount, both } = comparison;
  const { editedCount, rejectedCount } = comparison;
  return (
    <>
      <Summary answer={answer} />
      {both > 0 && <CompareCharts answer={answer} />}
      {at !== null && <PuzzlesAtTimes answer={answer} at={at} />}
      {both > 0 && <TransitionTable comparison={comparison} />}
      {changedCount > 0 && (
        <ChangedTable
          title="Changed verdicts"
          rows={comparison.changed}
          total={changedCount}
          left={left.runId}
          right={right.runId}
        />
      )}
      {harderOrEasierCount > 0 && (
        <ChangedTable
          title="The same verdict by another technique or depth"
          rows={comparison.harderOrEasier}
          total={harderOrEasierCount}
          left={left.runId}
          right={right.runId}
        />
      )}
      {editedCount > 0 && (
        <ChangedTable
          title="The same verdict with other clues"
          rows={comparison.edited}
          total={editedCount}
          left={left.runId}
          right={right.runId}
        />
      )}
      {rejectedCount > 0 && (
        <LoneTable
          title="No puzzles any more"
          rows={comparison.rejected}
          total={rejectedCount}
          run={left.runId}
        />
      )}
      {goneCount > 0 && (
        <LoneTable title="Gone" rows={comparison.gone} total={goneCount} run={left.runId} />
      )}
      {newCount > 0 && (
        <LoneTable title="New" rows={comparison.fresh} total={newCount} run={right.runId} />
      )}
    </>
  );
}

type Row = [string, string];

function Summary({ answer }: { readonly answer: CompareAnswer }): JSX.Element {
  const { comparison, conditions, left, right } = answer;
  const { both, goneCount, newCount, leftMs, rightMs, reusedCount } = comparison;
  const { leftUndecided, rightUndecided, leftPar2, rightPar2, noPar2 } = comparison;
  // Of other solvers this is not CPU time, which the comparison of several runs has.
  const ofExternal = left.command !== 'run' || right.command !== 'run';
  const time = ofExternal ? 'wall time' : 'solving';
  const par2 = ofExternal ? 'PAR-2 of wall time' : 'PAR-2';
  const hasTimes = noPar2 === null || noPar2 === 'steps';
  const rows: Row[] = [
    ['in both runs', countText(both)],
    ...(reusedCount === 0
      ? []
      : [['taken over, without a time here', countText(reusedCount)] as Row]),
    ...(ofExternal ? [] : [['worse', countText(comparison.worseCount)] as Row]),
    ['no puzzles any more', countText(comparison.rejectedCount)],
    ['gone', countText(goneCount)],
    ['new', countText(newCount)],
    ...(hasTimes
      ? [
          [`${time} before`, durationText(leftMs)] as Row,
          [`${time} after`, durationText(rightMs)] as Row,
        ]
      : []),
    ['undecided before', countText(leftUndecided)],
    ['undecided after', countText(rightUndecided)],
    ...(noPar2 === null
      ? [
          [`${par2} before`, durationText(leftPar2)] as Row,
          [`${par2} after`, durationText(rightPar2)] as Row,
        ]
      : [[par2, `none: ${NO_PAR2_WORDS[noPar2]}`] as Row]),
    // A whole process takes longer than solving alone: only times of the same kind are compared.
    ...(hasTimes && left.command === right.command
      ? [['time after / before', leftMs > 0 ? (rightMs / leftMs).toFixed(2) : '-'] as Row]
      : []),
  ];
  return (
    <>
      <Notice kind={isSame(answer) ? 'good' : 'bad'} title={summaryTitle(answer)}>
        {summaryNote(answer)}
      </Notice>
      {both > 0 && (
        <section class="card" aria-label="Figures of the comparison">
          <NameList rows={rows} />
        </section>
      )}
      {conditions.length > 0 && <ConditionTable conditions={conditions} />}
    </>
  );
}

function isSame({ comparison }: CompareAnswer): boolean {
  return comparison.changedCount === 0 && comparison.both > 0;
}

function summaryTitle({ comparison }: CompareAnswer): string {
  const { both, changedCount } = comparison;
  if (both === 0) return 'The two runs have no puzzle in common';
  if (changedCount === 0) return 'No verdict has changed';
  return `${numberOf(changedCount, 'verdict has', 'verdicts have')} changed`;
}

function summaryNote(answer: CompareAnswer): string | undefined {
  const { both, withoutStart } = answer.comparison;
  if (both === 0) return 'There is nothing to compare: choose two runs over the same puzzles.';
  return withoutStart === null
    ? undefined
    : `Run ${answer[withoutStart].runId} was made with --ignore-start: ` +
        'its puzzles are matched with those of the other run all the same.';
}

/** The puzzles of the dot that was clicked. */
function PuzzlesAtTimes({ answer, at }: ComparedRuns & { readonly at: string }): JSX.Element {
  const { left, right } = answer;
  const [x, y] = at.split(',');
  const asked = { left: String(left.runId), right: String(right.runId), x, y: y ?? '' };
  const fetched = useFetched<PuzzlesAtTimesAnswer>(
    `/api/compare/puzzles?${new URLSearchParams(asked).toString()}`,
  );
  const place = useRef<HTMLDivElement>(null);
  // Below the chart that was clicked, and often out of sight.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [fetched.data]);
  const about = (bin: string): string => durationText(binStart(Number(bin) + 0.5));
  const total =
    answer.comparison.times.find((one) => `${one.left},${one.right}` === at)?.count ?? 0;
  return (
    <Waiting for={fetched}>
      {({ rows }) => (
        <div ref={place}>
          <ChangedTable
            title={`About ${about(x)} before, ${about(y)} after`}
            rows={rows}
            total={total}
            left={left.runId}
            right={right.runId}
          />
        </div>
      )}
    </Waiting>
  );
}

function beforeAndAfter({ differA, differB }: ChartColours): Partial<ChartLook> {
  return { accent: differA, second: differB };
}

/** Each puzzle's time before and after, and how many were solved within which time. */
function CompareCharts({ answer }: { readonly answer: CompareAnswer }): JSX.Element {
  const within = useMemo(
    () =>
      withinFigure(
        [
          {
            name: `before: ${runTitle(answer.left)}`,
            decided: decidedOf(answer.leftTimes),
            dashed: true,
          },
          {
            name: `after: ${runTitle(answer.right)}`,
            decided: decidedOf(answer.rightTimes),
          },
        ],
        null,
      ),
    [answer],
  );
  const times = useMemo(
    () => ({ times: answer.comparison.times, x: 'before', y: 'after' }),
    [answer],
  );
  const scatter = useCallback((c: ChartColours) => scatterOption(times, c), [times]);
  const pick = useCallback((at: string): void => {
    const query = new URLSearchParams(location.search);
    query.set('at', at);
    readdress(`/compare?${query.toString()}`);
  }, []);
  return (
    <div class="columns">
      <Chart
        title="Time before against after"
        label="Each dot is the puzzles of one pair of times; below the line they became faster."
        note="Below the line: faster than before. Larger dots are more puzzles; click one to see which."
        option={scatter}
        onPick={pick}
        table={scatterTable(times)}
      />
      <FigureChart figure={within} look={beforeAndAfter} />
    </div>
  );
}

function decidedOf({ timeBins, puzzles, reused }: RunTimesAnswer): Decided {
  return decidedBins(timeBins, puzzles - reused);
}
