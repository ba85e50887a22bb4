import { BINS_PER_DECADE, binStart } from '../../../../solver/core/figures.js';
import type { TimePair } from '../../api.js';
import {
  countText,
  numberOf,
  decadeText,
  durationText,
} from '../../../../solver/core/text/numbers.js';
import { axisStyle, baseOption, type ChartColours, tooltipStyle } from './chart-look.js';
import type { FigureTable } from '../../../report/figures/look.js';
import type { ChartOption } from './draw.js';

/** The times of two runs on the same puzzles; `left` of a pair is along x. */
export interface TimesOfTwo {
  readonly times: readonly TimePair[];
  readonly x: string;
  readonly y: string;
}

/** Both times on a log scale, with the line on which they are the same. */
export function scatterOption({ times, x, y }: TimesOfTwo, colours: ChartColours): ChartOption {
  const base = baseOption(colours);
  const style = axisStyle(colours);
  const middle = (bin: number): number => binStart(bin + 0.5);
  const bins = times.flatMap(({ left, right }) => [left, right]);
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
        const [left, right, n] = (Array.isArray(item) ? item[0] : item).value as number[];
        const about = (name: string, ms: number): string => `${name} about ${durationText(ms)}`;
        return `${numberOf(n, 'puzzle')}: ${about(x, left)}, ${about(y, right)}`;
      },
    },
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
        lineStyle: { color: colours.soft, width: 1, type: 'dashed' },
      },
      {
        type: 'scatter',
        data: times.map(({ left, right, count: n }) => ({
          value: [middle(left), middle(right), n],
          name: `${left},${right}`,
        })),
        symbolSize: (value: unknown) => 4 + 3 * Math.log10((value as number[])[2]),
        itemStyle: { color: colours.accent, opacity: 0.7 },
      },
    ],
  };
}

/** On how many puzzles one was faster or slower than the other, and by how much. */
export function scatterTable({ times, x, y }: TimesOfTwo): FigureTable {
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
