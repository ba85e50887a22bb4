import { countText } from '../../../text/numbers.js';
import { axisStyle, baseOption, tooltipStyle } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';

/** One bar of a histogram: where it begins, its range in words, and how many there are. */
export interface Column {
  readonly from: string;
  readonly range: string;
  readonly count: number;
  /** Whether its beginning is written below it if there is room; without it, at even distances. */
  readonly isNamed?: boolean;
}

/** Columns side by side, what they count from written below some of them. */
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
