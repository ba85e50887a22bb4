import type { CompareAnswer } from '../../api.js';
import { count, duration } from '../figures.js';
import { axisStyle, baseOption, tick, tooltipStyle } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';
import { binStartMs } from './time-bins.js';

/** Times of both runs, both axes on a log scale, with the line on which nothing changed. */
export function scatterOption(answer: CompareAnswer, colours: ChartColours): ChartOption {
  const { timeScale, comparison } = answer;
  const base = baseOption(colours);
  const style = axisStyle(colours);
  const middle = (bin: number): number => binStartMs(bin + 0.5, timeScale);
  const bins = comparison.times.flatMap(({ left, right }) => [left, right]);
  const low = binStartMs(
    Math.floor(Math.min(...bins) / timeScale.perDecade) * timeScale.perDecade,
    timeScale,
  );
  const high = binStartMs(
    (Math.floor(Math.max(...bins) / timeScale.perDecade) + 1) * timeScale.perDecade,
    timeScale,
  );
  const axis = {
    ...style,
    type: 'log' as const,
    min: low,
    max: high,
    axisLabel: { ...style.axisLabel, formatter: tick },
  };
  return {
    ...base,
    tooltip: {
      ...tooltipStyle(colours),
      formatter: (item) => {
        const [before, after, n] = (Array.isArray(item) ? item[0] : item).value as number[];
        return `${count(n)} puzzles: about ${duration(before)} before, ${duration(after)} after`;
      },
    },
    xAxis: { ...axis, name: 'before' },
    yAxis: { ...axis, name: 'after', nameGap: 48 },
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
        lineStyle: { color: colours.soft, width: 1, type: 'dashed' },
      },
      {
        type: 'scatter',
        data: comparison.times.map(({ left, right, count: n }) => [middle(left), middle(right), n]),
        symbolSize: (value: unknown) => 4 + 3 * Math.log10((value as number[])[2]),
        itemStyle: { color: colours.accent, opacity: 0.7 },
      },
    ],
  };
}

/** How many puzzles became faster or slower, and by how much. */
export function scatterTable({ comparison, timeScale }: CompareAnswer): ChartTable {
  const shares: [string, (decades: number) => boolean][] = [
    ['more than 10 times faster', (d) => d < -1],
    ['2 to 10 times faster', (d) => d >= -1 && d < -0.3],
    ['about the same', (d) => d >= -0.3 && d <= 0.3],
    ['2 to 10 times slower', (d) => d > 0.3 && d <= 1],
    ['more than 10 times slower', (d) => d > 1],
  ];
  return {
    head: ['after against before', 'puzzles'],
    rows: shares.map(([words, fits]) => [
      words,
      count(
        comparison.times
          .filter(({ left, right }) => fits((right - left) / timeScale.perDecade))
          .reduce((sum, { count: n }) => sum + n, 0),
      ),
    ]),
  };
}
