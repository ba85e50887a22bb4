import {
  type ChartFigure,
  decidedBins,
  decidedSteps,
  withinFigure,
} from '../../../report/figures/chart.js';
import type { JSX } from 'preact';
import type { ComparableAnswer, RunsAnswer, StandingsAnswer } from '../../answers.js';
import type { CompareAnswer } from '../../served-database.js';
import { type Asked, useFetched, go, showAt } from '../window.js';
import { NO_PAR2_WORDS } from '../../../record/outcome.js';
import {
  countText,
  numberOf,
  durationText,
  decadeText,
  CLOCK_WORDS,
} from '../../../../solver/core/text/numbers.js';
import { BINS_PER_DECADE, binStart } from '../../../record/figures.js';
import { Choice } from '../controls.js';
import { NameList, PuzzleName, TableCard, type ColumnHead } from '../lists.js';
import { Notice, Waiting, Title, Badge } from '../parts.js';
import { runTitle } from './runs.js';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { FigureChart } from '../charts.js';
import { plainText, corporaText } from '../../../../solver/core/text/plain-text.js';

/** Runs side by side: what changed between two, or how several stand (`run=` in the address). */
export function ComparePage({ query }: Pick<Asked, 'query'>): JSX.Element {
  return query.has('run') ? <StandingsPage query={query} /> : <TwoRuns query={query} />;
}

/** Two runs side by side: what changed, and which is faster. */
function TwoRuns({ query }: Pick<Asked, 'query'>): JSX.Element {
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
        {(answer) => <PairChoice runs={answer.runs} left={left} right={right} />}
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

function PairChoice(props: {
  readonly runs: RunsAnswer['runs'];
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
  const select = (label: string, value: string, choose: (value: string) => void): JSX.Element => (
    <Choice
      {...{ label, value, choose }}
      options={[CHOOSE, ...runs.map((run) => [String(run.runId), runTitle(run)] as const)]}
    />
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

const CHOOSE = ['', 'choose a run'] as const;

interface ComparedRuns {
  readonly answer: CompareAnswer;
  /** The times of the dot whose puzzles are listed, as two bins; null for none. */
  readonly at: string | null;
}

function Compared({ answer, at }: ComparedRuns): JSX.Element {
  const { comparison, left, right } = answer;
  const changed = [
    ['Changed verdicts', comparison.changed, comparison.changedCount],
    [
      'The same verdict by another technique or depth',
      comparison.harderOrEasier,
      comparison.harderOrEasierCount,
    ],
    ['The same verdict with other clues', comparison.edited, comparison.editedCount],
  ] as const;
  const lone = [
    ['No puzzles any more', comparison.rejected, comparison.rejectedCount, left],
    ['Gone', comparison.gone, comparison.goneCount, left],
    ['New', comparison.fresh, comparison.newCount, right],
  ] as const;
  return (
    <>
      <Summary answer={answer} />
      {comparison.both > 0 && <CompareCharts answer={answer} />}
      {at !== null && <PuzzlesAtTimes answer={answer} at={at} />}
      {comparison.both > 0 && <TransitionTable comparison={comparison} />}
      {changed.map(([title, rows, total]) => (
        <ChangedTable key={title} {...{ answer, title, rows, total }} />
      ))}
      {lone.map(([title, rows, total, { runId }]) => (
        <PuzzleTable
          key={title}
          {...{ title, total }}
          columns={[['Name', 'name'], ['Status']]}
          rows={rows.map((row) => [
            <PuzzleName key="name" href={`/runs/${runId}/puzzles/${row.puzzleId}`} puzzle={row} />,
            <Badge key="status" word={row.status} />,
          ])}
        />
      ))}
    </>
  );
}

function Summary({ answer }: { readonly answer: CompareAnswer }): JSX.Element {
  const { comparison, conditions, left, right } = answer;
  const { both, goneCount, newCount, leftMs, rightMs, reusedCount } = comparison;
  const { leftUndecided, rightUndecided, leftPar2, rightPar2, noPar2 } = comparison;
  // Of other solvers this is not CPU time, which the comparison of several runs has.
  const ofExternal = left.command !== 'run' || right.command !== 'run';
  const time = ofExternal ? 'wall time' : 'solving';
  const par2 = ofExternal ? 'PAR-2 of wall time' : 'PAR-2';
  const hasTimes = noPar2 === null || noPar2 === 'steps';
  const isSame = comparison.changedCount === 0 && both > 0;
  // A whole process takes longer than solving alone: only times of the same kind are compared.
  const hasRatio = hasTimes && left.command === right.command;
  const rows: readonly ([string, string] | false)[] = [
    ['in both runs', countText(both)],
    reusedCount > 0 && ['taken over, without a time here', countText(reusedCount)],
    !ofExternal && ['worse', countText(comparison.worseCount)],
    ['no puzzles any more', countText(comparison.rejectedCount)],
    ['gone', countText(goneCount)],
    ['new', countText(newCount)],
    hasTimes && [`${time} before`, durationText(leftMs)],
    hasTimes && [`${time} after`, durationText(rightMs)],
    ['undecided before', countText(leftUndecided)],
    ['undecided after', countText(rightUndecided)],
    noPar2 === null && [`${par2} before`, durationText(leftPar2)],
    noPar2 === null && [`${par2} after`, durationText(rightPar2)],
    noPar2 !== null && [par2, `none: ${NO_PAR2_WORDS[noPar2]}`],
    hasRatio && ['time after / before', leftMs > 0 ? (rightMs / leftMs).toFixed(2) : '-'],
  ];
  return (
    <>
      <Notice kind={isSame ? 'good' : 'bad'} title={summaryTitle(comparison)}>
        {summaryNote(answer)}
      </Notice>
      {both > 0 && (
        <section class="card" aria-label="Figures of the comparison">
          <NameList rows={rows.filter((row) => row !== false)} />
        </section>
      )}
      {conditions.length > 0 && (
        <TableCard
          title="Made in different ways"
          columns={['What', 'Before', 'After'].map((title, i) => [title, i === 0 ? 'row' : 'name'])}
          rows={conditions.map(({ name, left: before, right: after }) => [
            name,
            plainText(before),
            plainText(after),
          ])}
        />
      )}
    </>
  );
}

function summaryTitle({ both, changedCount }: CompareAnswer['comparison']): string {
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

function PuzzlesAtTimes({ answer, at }: ComparedRuns & { readonly at: string }): JSX.Element {
  const { left, right } = answer;
  const [x, y] = at.split(',');
  const asked = { left: String(left.runId), right: String(right.runId), x, y: y ?? '' };
  const fetched = useFetched<{ rows: CompareAnswer['comparison']['changed'] }>(
    `/api/compare/puzzles?${new URLSearchParams(asked).toString()}`,
  );
  const place = useRef<HTMLDivElement>(null);
  // Below the chart that was clicked, and often out of sight.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [fetched.data]);
  const total =
    answer.comparison.times.find((one) => `${one.left},${one.right}` === at)?.count ?? 0;
  return (
    <Waiting for={fetched}>
      {({ rows }) => (
        <div ref={place}>
          <ChangedTable
            title={`About ${aboutText(Number(x))} before, ${aboutText(Number(y))} after`}
            {...{ answer, rows, total }}
          />
        </div>
      )}
    </Waiting>
  );
}

/** Each puzzle's time before and after, and how many were solved within which time. */
function CompareCharts({ answer }: { readonly answer: CompareAnswer }): JSX.Element {
  const within = useMemo(() => {
    const { left, right, leftTimes, rightTimes } = answer;
    const before = { name: `before: ${runTitle(left)}`, decided: decidedOf(leftTimes) };
    const after = { name: `after: ${runTitle(right)}`, decided: decidedOf(rightTimes) };
    return withinFigure([{ ...before, is: 'before' }, after], null);
  }, [answer]);
  const times = useMemo(
    () =>
      scatterFigure(
        { times: answer.comparison.times, x: 'before', y: 'after' },
        {
          title: 'Time before against after',
          note: 'Below the line: faster than before. Larger dots are more puzzles; click one to see which.',
          description:
            'Each dot is the puzzles of one pair of times; below the line they became faster.',
        },
      ),
    [answer],
  );
  const pick = useCallback(
    (at: string): void => showAt('/compare', new URLSearchParams(location.search), { at }),
    [],
  );
  return (
    <div class="columns">
      <FigureChart figure={times} onPick={pick} />
      <FigureChart figure={within} />
    </div>
  );
}

function decidedOf({ timeBins, puzzles, reused }: CompareAnswer['leftTimes']) {
  return decidedBins(timeBins, puzzles - reused);
}

/** How many puzzles changed from which status to which. */
function TransitionTable(props: { readonly comparison: CompareAnswer['comparison'] }): JSX.Element {
  const { transitions } = props.comparison;
  const lefts = [...new Set(transitions.map(({ left }) => left))];
  const rights = [...new Set(transitions.map(({ right }) => right))];
  const at = (left: string, right: string): JSX.Element | string => {
    const count = transitions.find((t) => t.left === left && t.right === right)?.count ?? 0;
    const text = count === 0 ? '-' : countText(count);
    return left === right ? <span class="soft">{text}</span> : text;
  };
  return (
    <TableCard
      title="Status before and after"
      columns={[
        ['before \\ after', 'row'],
        ...rights.map((right): ColumnHead => [<Badge key={right} word={right} />, 'number']),
      ]}
      rows={lefts.map((left) => [
        <Badge key={left} word={left} />,
        ...rights.map((right) => at(left, right)),
      ])}
    />
  );
}

const CHANGED: readonly ColumnHead[] = [
  ['Name', 'name'],
  ['Size'],
  ['Before'],
  ['After'],
  ['Time before', 'number'],
  ['Time after', 'number'],
];

/** Puzzles of both runs, with the result of each. */
function ChangedTable(
  props: Pick<PuzzleTableProps, 'title' | 'total'> & {
    readonly answer: CompareAnswer;
    readonly rows: CompareAnswer['comparison']['changed'];
  },
): JSX.Element | null {
  const { answer, rows, ...named } = props;
  const verdict = (href: string, status: string, technique: string | null, edited = false) => (
    <>
      <a href={href}>
        <Badge word={status} />
      </a>{' '}
      {status === 'unique' && technique}
      {edited && ' with other clues'}
    </>
  );
  const cells = rows.map((row) => {
    const before = `/runs/${answer.left.runId}/puzzles/${row.leftId}`;
    const after = `/runs/${answer.right.runId}/puzzles/${row.rightId}`;
    return [
      <PuzzleName key="name" href={after} puzzle={row} />,
      `${row.width}×${row.height}`,
      verdict(before, row.left, row.leftTechnique),
      verdict(after, row.right, row.rightTechnique, row.edited),
      durationText(row.leftMs),
      durationText(row.rightMs),
    ];
  });
  return <PuzzleTable {...named} columns={CHANGED} rows={cells} />;
}

type PuzzleTableProps = Pick<Parameters<typeof TableCard>[0], 'title' | 'columns' | 'rows'> & {
  readonly total: number;
};

/** The first of `total` puzzles; nothing if there are none. */
function PuzzleTable({ total, ...table }: PuzzleTableProps): JSX.Element | null {
  if (total === 0) return null;
  return <TableCard tall caption={listed(table.rows.length, total)} {...table} />;
}

function listed(shown: number, total: number): string {
  const words = `${countText(total)} ${total === 1 ? 'puzzle' : 'puzzles'}`;
  return shown < total ? `The first ${countText(shown)} of ${words}` : words;
}

/** Any number of runs side by side, also of other databases. */
function StandingsPage({ query }: Pick<Asked, 'query'>): JSX.Element {
  const chosen = query.getAll('run').filter((run) => run !== '');
  const comparable = useFetched<ComparableAnswer>('/api/comparable');
  const [x, y] = chosenPair(query, chosen.length);
  const words = new URLSearchParams(chosen.map((run) => ['run', run]));
  const address = chosen.length < 2 ? null : `/api/standings?${words.toString()}&x=${x}&y=${y}`;
  const fetched = useFetched<StandingsAnswer>(address);
  return (
    <>
      <Title trail={[]} title="How several runs stand" />
      <Waiting for={comparable}>
        {({ runs }) => <StandingsChoice runs={runs} chosen={chosen} />}
      </Waiting>
      {address !== null && <Waiting for={fetched}>{(answer) => <Stand answer={answer} />}</Waiting>}
    </>
  );
}

type ComparableRun = ComparableAnswer['runs'][number];

/** The chosen runs, each with a button to leave it out, and a list to add another. */
function StandingsChoice(props: {
  readonly runs: readonly ComparableRun[];
  readonly chosen: readonly string[];
}): JSX.Element {
  const { runs, chosen } = props;
  const choose = (next: readonly string[]): void => go(standingsAddress(next));
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      {chosen.map((address, i) => {
        const run = runs.find((one) => one.address === address);
        const title = run === undefined ? address : comparableTitle(run);
        return (
          <button
            key={`${address} ${i}`}
            type="button"
            title="Leave it out"
            onClick={() => choose(chosen.filter((_, at) => at !== i))}
          >
            {title} ×
          </button>
        );
      })}
      <Choice
        label="Add a run"
        value=""
        options={[
          CHOOSE,
          ...runs
            .filter(({ address }) => !chosen.includes(address))
            .map((run) => [run.address, comparableTitle(run)] as const),
        ]}
        choose={(address) => choose([...chosen, address])}
      />
    </form>
  );
}

function Stand({ answer }: { readonly answer: StandingsAnswer }): JSX.Element {
  const { runs, standings } = answer;
  const { common, disagreements, disagreeing, apart } = standings;
  const titles = runs.map(comparableTitle);
  const isCut = disagreements > disagreeing.length;
  const made = [
    { name: 'corpora', values: runs.map(({ corpora }) => corporaText(corpora)) },
    { name: 'machine', values: runs.map(({ host, cpu }) => `${host}, ${cpu}`) },
    ...answer.conditions,
  ];
  return (
    <>
      {common === 0 ? (
        <Notice kind="bad" title="The runs have no puzzle in common">
          {apart.map(([a, b]) => (
            <div key={`${a} ${b}`}>
              No puzzle is in both {titles[a]} and {titles[b]}.
            </div>
          ))}
        </Notice>
      ) : (
        disagreements > 0 && (
          <Notice
            kind="bad"
            title={`The verdicts on ${numberOf(disagreements, 'puzzle')} cannot all be true`}
          />
        )
      )}
      {common > 0 && <StandingsTable answer={answer} titles={titles} />}
      {common > 0 && (
        <div class="columns">
          <Cactus answer={answer} titles={titles} />
          <Scatter answer={answer} titles={titles} />
        </div>
      )}
      {disagreements > 0 && (
        <TableCard
          title="Verdicts that contradict each other"
          caption={isCut ? `The first ${countText(disagreeing.length)}` : undefined}
          columns={[['Puzzle', 'row'], ['Size'], ...titles.map((title) => [title] as const)]}
          rows={disagreeing.map(({ name, width, height, statuses }) => [
            plainText(name),
            `${width}×${height}`,
            ...statuses.map((status, i) => <Badge key={i} word={status} />),
          ])}
        />
      )}
      <TableCard
        title="How they were made"
        columns={[['What', 'row'], ...titles.map((title) => [title, 'name'] as const)]}
        rows={made.map(({ name, values }) => [name, ...values.map(plainText)])}
      />
    </>
  );
}

/** The name of a run, with its database if that is another one. */
function comparableTitle(run: ComparableRun): string {
  return run.database === null ? runTitle(run) : `${plainText(run.database)}: ${runTitle(run)}`;
}

interface ShownStandings {
  readonly answer: StandingsAnswer;
  readonly titles: readonly string[];
}

function Cactus({ answer, titles }: ShownStandings): JSX.Element {
  const figure = useMemo(() => {
    const { runs, virtualBest, common } = answer.standings;
    const curves = runs.map(({ cactus }, i) => ({
      name: titles[i],
      decided: decidedSteps(cactus, common),
    }));
    const best = decidedSteps(virtualBest.cactus, common);
    return withinFigure([...curves, { name: 'virtual best', decided: best, is: 'best' }], null);
  }, [answer]);
  return <FigureChart figure={figure} />;
}

function Scatter({ answer, titles }: ShownStandings): JSX.Element {
  const { x, y, times } = answer.standings.pair;
  const figure = useMemo(
    () =>
      scatterFigure(
        { times, x: titles[x], y: titles[y] },
        {
          title: 'Times of two runs',
          note: 'Puzzles that both solved. Below the line the one upwards is faster. Larger dots are more puzzles.',
          description:
            'Each dot is the puzzles of one pair of times; below the line the second run is faster.',
        },
      ),
    [answer],
  );
  const addresses = answer.runs.map(({ address }) => address);
  const choice = (label: string, value: number, choose: (place: number) => void): JSX.Element => (
    <Choice
      label={label}
      class="row small"
      value={String(value)}
      options={titles.map((title, place) => [String(place), title])}
      choose={(place) => choose(Number(place))}
    />
  );
  const choices = (
    <>
      {choice('Along', x, (place) => go(standingsAddress(addresses, place, y)))}
      {choice('Upwards', y, (place) => go(standingsAddress(addresses, x, place)))}
    </>
  );
  if (times.length > 0) return <FigureChart figure={figure}>{choices}</FigureChart>;
  return (
    <section class="card">
      <h2>{figure.title}</h2>
      {choices}
      <p>No puzzle was solved by both.</p>
    </section>
  );
}

/** The page on which these runs stand side by side; without any, where they are chosen. */
function standingsAddress(runs: readonly string[], x = 0, y = 1): string {
  const words = new URLSearchParams();
  for (const run of runs) words.append('run', run);
  if (runs.length === 0) words.append('run', '');
  if (x !== 0 || y !== 1) {
    words.set('x', String(x));
    words.set('y', String(y));
  }
  return `/compare?${words.toString()}`;
}

function chosenPair(query: URLSearchParams, runs: number): [x: number, y: number] {
  const place = (name: string, fallback: number): number => {
    const at = Number(query.get(name) ?? fallback);
    return Number.isInteger(at) && at >= 0 && at < runs ? at : fallback;
  };
  return [place('x', 0), place('y', 1)];
}

const STANDING: readonly ColumnHead[] = [
  ['Run', 'row'],
  ...['Puzzles', 'Solved', 'Shown only', 'Wrong', 'PAR-2', 'Time of solved', 'Fastest'].map(
    (word) => [word, 'number'] as const,
  ),
  ['Times are'],
];

/** Solved, wrong and PAR-2 of each run, and of the virtual best. */
function StandingsTable({ answer, titles }: ShownStandings): JSX.Element {
  const { standings, runs } = answer;
  const { common, virtualBest } = standings;
  const rows = standings.runs.map((run, i) => [
    runs[i].database === null ? <a href={`/runs/${runs[i].runId}`}>{titles[i]}</a> : titles[i],
    countText(run.puzzles),
    countText(run.solved),
    countText(run.shown),
    countText(run.wrong),
    durationText(run.par2Ms),
    durationText(run.solvedMs),
    countText(run.fastest),
    CLOCK_WORDS[run.clock],
  ]);
  const { solved, par2Ms, solvedMs } = virtualBest;
  const times = [durationText(par2Ms), durationText(solvedMs)];
  return (
    <TableCard
      title={`On the ${numberOf(common, 'puzzle')} that all of them have`}
      columns={STANDING}
      rows={[...rows, ['virtual best', '', countText(solved), '', '', ...times, '', '']]}
    />
  );
}

/** The times of two runs on the same puzzles; `left` of a pair is along x. */
interface TimesOfTwo {
  readonly times: readonly CompareAnswer['comparison']['times'][number][];
  readonly x: string;
  readonly y: string;
}

/** Both times on a log scale, with the line on which they are the same. */
function scatterFigure(
  of: TimesOfTwo,
  words: Pick<ChartFigure, 'title' | 'note' | 'description'>,
): ChartFigure {
  const { times, x, y } = of;
  const bins = times.flatMap(({ left, right }) => [left, right]);
  const decade = (bin: number): number => Math.floor(bin / BINS_PER_DECADE);
  const low = binStart(decade(Math.min(...bins)) * BINS_PER_DECADE);
  const high = binStart((decade(Math.max(...bins)) + 1) * BINS_PER_DECADE);
  return {
    ...words,
    id: 'scatter',
    height: 272,
    table: scatterTable(of),
    tip: (series, item) => {
      if (series === 0) return null;
      const { left, right, count } = times[item];
      const about = (name: string, bin: number): string => `${name} about ${aboutText(bin)}`;
      return `${numberOf(count, 'puzzle')}: ${about(x, left)}, ${about(y, right)}`;
    },
    option: ({ axis: style, accent, unproven }) => {
      const axis = {
        ...style,
        type: 'log',
        min: low,
        max: high,
        axisLabel: { ...style.axisLabel, formatter: decadeText },
      };
      return {
        grid: { left: 8, right: 28, top: 16, bottom: 32, containLabel: true },
        xAxis: { ...axis, name: x },
        yAxis: { ...axis, name: y, nameGap: 48 },
        series: [
          {
            type: 'line',
            data: [
              [low, low],
              [high, high],
            ],
            showSymbol: false,
            silent: true,
            tooltip: { show: false },
            lineStyle: { color: unproven, width: 1, type: 'dashed' },
          },
          {
            type: 'scatter',
            data: times.map(({ left, right, count }) => ({
              value: [middleOf(left), middleOf(right), count],
              name: `${left},${right}`,
            })),
            symbolSize: (value: number[]) => 4 + 3 * Math.log10(value[2]),
            itemStyle: { color: accent, opacity: 0.7 },
          },
        ],
      };
    },
  };
}

/** The time in the middle of a bin, in milliseconds and in words. */
function middleOf(bin: number): number {
  return binStart(bin + 0.5);
}

function aboutText(bin: number): string {
  return durationText(middleOf(bin));
}

/** On how many puzzles one was faster or slower than the other, and by how much. */
function scatterTable({ times, x, y }: TimesOfTwo): ChartFigure['table'] {
  const shares: [string, (decades: number) => boolean][] = [
    ['more than 10 times faster', (d) => d < -1],
    ['2 to 10 times faster', (d) => d >= -1 && d < -0.3],
    ['about the same', (d) => d >= -0.3 && d <= 0.3],
    ['2 to 10 times slower', (d) => d > 0.3 && d <= 1],
    ['more than 10 times slower', (d) => d > 1],
  ];
  return {
    head: [`${y} against ${x}`, 'puzzles'],
    rows: shares.map(([words, fits]) => [
      words,
      countText(
        times
          .filter(({ left, right }) => fits((right - left) / BINS_PER_DECADE))
          .reduce((sum, { count: n }) => sum + n, 0),
      ),
    ]),
  };
}
