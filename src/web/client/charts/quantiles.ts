import { decadeText, durationText } from '../../../text/durations.js';
import { axisStyle, baseOption, tooltipStyle } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';
import type { QuantilePoint } from './histogram.js';

/** One curve, with its name and its colour. */
export interface Curve {
  readonly name: string;
  readonly points: readonly QuantilePoint[];
  readonly colour: keyof ChartColours;
  readonly dashed?: boolean;
}

/** How long the fastest x percent took at most, on a log scale. */
export function quantileOption(curves: readonly Curve[], colours: ChartColours): ChartOption {
  const base = baseOption(colours);
  const style = axisStyle(colours);
  return {
    ...base,
    tooltip: {
      ...tooltipStyle(colours),
      trigger: 'axis',
      formatter: (items) =>
        (Array.isArray(items) ? items : [items])
          .map(({ seriesName, value }) => {
            const [percent, ms] = value as [number, number];
            const what = `${percent.toFixed(1)} % within ${durationText(ms)}`;
            return curves.length > 1 ? `${seriesName ?? ''}: ${what}` : what;
          })
          .join('\n'),
    },
    xAxis: { ...style, type: 'value', min: 0, max: 100, name: '% of the puzzles' },
    yAxis: {
      ...style,
      type: 'log',
      axisLabel: { ...style.axisLabel, formatter: decadeText },
    },
    series: curves.map(({ name, points, colour, dashed }) => ({
      type: 'line',
      name,
      data: points.map(([percent, ms]) => [percent, ms]),
      showSymbol: false,
      lineStyle: {
        width: 2.5,
        color: colours[colour],
        type: dashed === true ? ('dashed' as const) : ('solid' as const),
      },
      itemStyle: { color: colours[colour] },
    })),
  };
}

const SHARES = [10, 25, 50, 75, 90, 95, 99, 99.9, 100];

/** The same at a few shares; the end of a bin represents its times. */
export function quantileTable(curves: readonly Curve[]): ChartTable {
  const at = (points: readonly QuantilePoint[], percent: number): string => {
    const found = points.find(([share]) => share >= percent - 1e-9);
    return found === undefined ? '-' : durationText(found[1]);
  };
  const names = curves.length > 1 ? curves.map(({ name }) => name) : ['solved within'];
  return {
    head: ['share of the puzzles', ...names],
    rows: SHARES.map((share) => [`${share} %`, ...curves.map(({ points }) => at(points, share))]),
  };
}
