import type { JSX } from 'preact';
import { numberOf } from '../../../../solver/core/text/numbers.js';
import { plainText } from '../../../../solver/core/text/plain-text.js';
import type { ComparableAnswer, ComparableRun, StandingsAnswer } from '../../api.js';
import { useFetched } from '../window/fetched.js';
import { go } from '../window/location.js';
import { runTitle } from '../pages/runs.js';
import { Field } from '../parts/field.js';
import { Notice, Waiting } from '../parts/notice.js';
import { Title } from '../parts/title.js';
import { DisagreementTable, StandingsConditions, StandingsTable } from './standings-tables.js';
import { useCallback, useMemo, useState } from 'preact/hooks';
import {
  cactusOption,
  cactusTable,
  type CactusCurve,
  type TimeScale,
  curveStyle,
} from '../charts/cactus.js';
import { Chart } from '../charts/chart.js';
import type { ChartColours } from '../charts/chart-look.js';
import { scatterOption, scatterTable } from '../charts/scatter.js';

/** Any number of runs side by side, also of other databases. */
export function StandingsPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const chosen = chosenRuns(query);
  const comparable = useFetched<ComparableAnswer>('/api/comparable');
  const [x, y] = chosenPair(query, chosen.length);
  const words = new URLSearchParams(chosen.map((run) => ['run', run]));
  const address = chosen.length < 2 ? null : `/api/standings?${words.toString()}&x=${x}&y=${y}`;
  const fetched = useFetched<StandingsAnswer>(address);
  return (
    <>
      <Title trail={[]} title="How several runs stand" />
      <Waiting for={comparable}>{({ runs }) => <Choice runs={runs} chosen={chosen} />}</Waiting>
      {address !== null && <Waiting for={fetched}>{(answer) => <Stand answer={answer} />}</Waiting>}
    </>
  );
}

/** The chosen runs, each with a button to leave it out, and a list to add another. */
function Choice(props: {
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
      <Field label="Add a run">
        {(id) => (
          <select
            id={id}
            value=""
            onChange={(event) => choose([...chosen, event.currentTarget.value])}
          >
            <option value="">choose a run</option>
            {runs
              .filter(({ address }) => !chosen.includes(address))
              .map((run) => (
                <option key={run.address} value={run.address}>
                  {comparableTitle(run)}
                </option>
              ))}
          </select>
        )}
      </Field>
    </form>
  );
}

function Stand({ answer }: { readonly answer: StandingsAnswer }): JSX.Element {
  const { runs, standings } = answer;
  const { common, disagreements, apart } = standings;
  const titles = runs.map(comparableTitle);
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
      {common > 0 && <StandingsCharts answer={answer} titles={titles} />}
      {disagreements > 0 && <DisagreementTable standings={standings} titles={titles} />}
      <StandingsConditions answer={answer} titles={titles} />
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

/** How many were solved within which time, and the times of two of the runs. */
function StandingsCharts(props: ShownStandings): JSX.Element {
  return (
    <div class="columns">
      <Cactus {...props} />
      <Scatter {...props} />
    </div>
  );
}

function Cactus({ answer, titles }: ShownStandings): JSX.Element {
  const [scale, setScale] = useState<TimeScale>('log');
  const { standings } = answer;
  const curves = useMemo(
    (): CactusCurve[] => [
      ...standings.runs.map(({ cactus }, place) => ({ name: titles[place], steps: cactus, place })),
      { name: 'virtual best', steps: standings.virtualBest.cactus, place: null },
    ],
    [answer],
  );
  const option = useCallback(
    (colours: ChartColours) => cactusOption(curves, scale, colours),
    [curves, scale],
  );
  return (
    <Chart
      title="Solved within"
      label="A rising curve for each run; the table below shows the same."
      note="The further to the right, the more puzzles were solved; the lower, the faster."
      option={option}
      table={cactusTable(curves, standings.common)}
      legend={
        <>
          <ul class="legend">
            {curves.map(({ name, place }) => (
              <li key={place}>
                <i class={curveStyle(place).sample} aria-hidden="true" />
                {name}
              </li>
            ))}
          </ul>
          <Field label="Time axis" class="row small">
            {(id) => (
              <select
                id={id}
                value={scale}
                onChange={({ currentTarget }) => setScale(currentTarget.value as TimeScale)}
              >
                <option value="log">logarithmic</option>
                <option value="value">linear</option>
              </select>
            )}
          </Field>
        </>
      }
    />
  );
}

function Scatter({ answer, titles }: ShownStandings): JSX.Element {
  const { x, y, times } = answer.standings.pair;
  const two = useMemo(() => ({ times, x: titles[x], y: titles[y] }), [answer]);
  const option = useCallback((colours: ChartColours) => scatterOption(two, colours), [two]);
  const addresses = answer.runs.map(({ address }) => address);
  const choice = (label: string, value: number, choose: (place: number) => void): JSX.Element => (
    <Field label={label} class="row small">
      {(id) => (
        <select
          id={id}
          value={String(value)}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        >
          {titles.map((title, place) => (
            <option key={place} value={String(place)}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const choices = (
    <>
      {choice('Along', x, (place) => go(standingsAddress(addresses, place, y)))}
      {choice('Upwards', y, (place) => go(standingsAddress(addresses, x, place)))}
    </>
  );
  if (times.length === 0) {
    return (
      <section class="card">
        <h2>Times of two runs</h2>
        {choices}
        <p>No puzzle was solved by both.</p>
      </section>
    );
  }
  return (
    <Chart
      title="Times of two runs"
      label="Each dot is the puzzles of one pair of times; below the line the second run is faster."
      note="Puzzles that both solved. Below the line the one upwards is faster. Larger dots are more puzzles."
      option={option}
      table={scatterTable(two)}
      legend={choices}
    />
  );
}

/** The page on which these runs stand side by side; without any, where they are chosen. */
export function standingsAddress(runs: readonly string[], x = 0, y = 1): string {
  const words = new URLSearchParams();
  for (const run of runs) words.append('run', run);
  if (runs.length === 0) words.append('run', '');
  if (x !== 0 || y !== 1) {
    words.set('x', String(x));
    words.set('y', String(y));
  }
  return `/compare?${words.toString()}`;
}

function chosenRuns(query: URLSearchParams): string[] {
  return query.getAll('run').filter((run) => run !== '');
}

/** The places of the two runs whose times are paired. */
function chosenPair(query: URLSearchParams, runs: number): [x: number, y: number] {
  const place = (name: string, fallback: number): number => {
    const at = Number(query.get(name) ?? fallback);
    return Number.isInteger(at) && at >= 0 && at < runs ? at : fallback;
  };
  return [place('x', 0), place('y', 1)];
}
