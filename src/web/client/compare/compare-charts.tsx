import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { CHART_TITLES } from '../../../text/chart-titles.js';
import type { CompareAnswer } from '../../api.js';
import { Chart } from '../charts/chart.js';
import type { ChartColours } from '../charts/colours.js';
import { quantileOption, quantileTable, type Curve } from '../charts/quantiles.js';
import { quantileCurve } from '../charts/time-bins.js';
import { scatterOption, scatterTable } from '../charts/scatter.js';
import { runTitle } from '../pages/runs.js';

/** Each puzzle's time before and after, and how many were solved within which time. */
export function CompareCharts({ answer }: { readonly answer: CompareAnswer }): JSX.Element {
  const curves = useMemo(
    (): Curve[] => [
      {
        name: `before: ${runTitle(answer.left)}`,
        points: quantileCurve(answer.leftBins, answer.left.results),
        colour: 'differA',
        dashed: true,
      },
      {
        name: `after: ${runTitle(answer.right)}`,
        points: quantileCurve(answer.rightBins, answer.right.results),
        colour: 'differB',
      },
    ],
    [answer],
  );
  const times = useMemo(
    () => ({ times: answer.comparison.times, x: 'before', y: 'after' }),
    [answer],
  );
  const scatter = useCallback((c: ChartColours) => scatterOption(times, c), [times]);
  const quantiles = useCallback((c: ChartColours) => quantileOption(curves, c), [curves]);
  return (
    <div class="columns">
      <Chart
        title="Time before against after"
        label="Each dot is the puzzles of one pair of times; below the line they became faster."
        note="Below the line: faster than before. Larger dots are more puzzles."
        option={scatter}
        table={scatterTable(times)}
      />
      <Chart
        title={CHART_TITLES.within}
        label="Two rising curves, one for each run; the table below shows the same."
        note="Dashed: before. Solid: after."
        option={quantiles}
        table={quantileTable(curves)}
      />
    </div>
  );
}
