import type { JSX } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { StandingsAnswer } from '../../api.js';
import { cactusOption, cactusTable, type CactusCurve, type TimeScale } from '../charts/cactus.js';
import { Chart } from '../charts/chart.js';
import type { ChartColours } from '../charts/colours.js';
import { curveStyle } from '../charts/curve-styles.js';
import { scatterOption, scatterTable } from '../charts/scatter.js';
import { go } from '../navigation/location.js';
import { Field } from '../parts/field.js';
import { standingsAddress } from './standings-address.js';

interface Shown {
  readonly answer: StandingsAnswer;
  readonly titles: readonly string[];
}

/** How many were solved within which time, and the times of two of the runs. */
export function StandingsCharts(props: Shown): JSX.Element {
  return (
    <div class="columns">
      <Cactus {...props} />
      <Scatter {...props} />
    </div>
  );
}

function Cactus({ answer, titles }: Shown): JSX.Element {
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

function Scatter({ answer, titles }: Shown): JSX.Element {
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
