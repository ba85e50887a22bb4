import { BINS_PER_DECADE, binStart } from '../../../result/time-bins.js';
import type { CompareAnswer } from '../../api.js';
import { decadeText, durationText } from '../../../text/durations.js';
import { countText } from '../../../text/numbers.js';
import { axisStyle, baseOption, tooltipStyle } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';

/** The times in both runs, both axes on a log scale, with the line on which nothing changed. */
export function scatterOption(answer: CompareAnswer, colours: ChartColours): ChartOption {
  const { comparison } = answer;
  const base = baseOption(colours);
  const style = axisStyle(colours);
  const middle = (bin: number): number => binStart(bin + 0.5);
  const bins = comparison.times.flatMap(({ left, right }) => [left, right]);
  const decade = (bin: number): number => Math.floor(bin / BINS_PER_DECADE);
  const low = binStart(decade(Math.min(...bins)) * BINS_PER_DECADE);
  const high = binStart((decade(Math.max(...bins)) + 1) * BINS_PER_DECADE);
  const axis = {
    ...style,
    type: 'log' as const,
    min: low,
    max: high,
    axisLabel: { ...style.axisLabel, formatter: decadeText },
  };
  return {
    ...base,
    tooltip: {
      ...tooltipStyle(colours),
      formatter: (item) => {
        const [before, after, n] = (Array.isArray(item) ? item[0] : item).value as number[];
        return `${countText(n)} puzzles: about ${durationText(before)} before, ${durationText(after)} after`;
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
export function scatterTable({ comparison }: CompareAnswer): ChartTable {
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
      countText(
        comparison.times
          .filter(({ left, right }) => fits((right - left) / BINS_PER_DECADE))
          .reduce((sum, { count: n }) => sum + n, 0),
      ),
    ]),
  };
}
