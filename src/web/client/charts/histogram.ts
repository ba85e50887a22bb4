import { countText } from '../../../text/numbers.js';
import { axisStyle, baseOption, tooltipStyle } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';
import { binStart } from '../../../result/bins.js';
import { durationText } from '../../../text/durations.js';

/** One bar of a histogram: where it begins, its range in words, and how many there are. */
export interface Column {
  readonly from: string;
  readonly range: string;
  readonly count: number;
  /** Whether its beginning is written below it if there is room; if no column says so, every few columns. */
  readonly isNamed?: boolean;
}

/** Columns side by side; below some of them is written where their range begins. */
export function histogramOption(
  columns: readonly Column[],
  axisName: string,
  colours: ChartColours,
): ChartOption {
  const style = axisStyle(colours);
  return {
    ...baseOption(colours),
    tooltip: {
      ...tooltipStyle(colours),
      formatter: (item) => {
        const { dataIndex } = Array.isArray(item) ? item[0] : item;
        const { range, count } = columns[dataIndex];
        return `${range}: ${countText(count)}`;
      },
    },
    xAxis: {
      ...style,
      type: 'category',
      data: columns.map(({ from }) => from),
      name: axisName,
      axisLabel: {
        ...style.axisLabel,
        hideOverlap: true,
        ...(columns.some(({ isNamed }) => isNamed) && {
          interval: (i: number) => columns[i].isNamed === true,
        }),
      },
      axisTick: { show: false },
    },
    yAxis: { ...style, type: 'value', minInterval: 1 },
    series: [
      {
        type: 'bar',
        barMaxWidth: 48,
        barCategoryGap: '8%',
        data: columns.map(({ count }) => count),
        itemStyle: { color: colours.accent },
      },
    ],
  };
}

export function histogramTable(word: string, columns: readonly Column[]): ChartTable {
  return {
    head: [word, 'puzzles'],
    rows: columns.map(({ range, count }) => [range, countText(count)]),
  };
}

/** A bin in words: its bounds. */
export function binRange(bin: number): string {
  return `${durationText(binStart(bin))} to ${durationText(binStart(bin + 1))}`;
}

/** A point of a quantile curve: percent of the puzzles, milliseconds. */
export type QuantilePoint = readonly [number, number];

/** How many percent of the `total` puzzles got a verdict within which time; `bins` counts those that did. */
export function quantileCurve(bins: readonly number[], total: number): QuantilePoint[] {
  const points: QuantilePoint[] = [];
  let seen = 0;
  bins.forEach((n, bin) => {
    if (n === 0) return;
    if (seen === 0) points.push([0, binStart(bin)]);
    seen += n;
    points.push([(100 * seen) / total, binStart(bin + 1)]);
  });
  return points;
}
