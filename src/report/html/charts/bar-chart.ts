import { AXIS, STILL, chartSvg } from './chart-svg.js';
import { COLOURS } from './colours.js';

/** One bar with its label above it. */
export interface Bar {
  readonly name: string;
  readonly count: number;
  readonly colour: string;
  /** Its number, in words; none where bars are too many for it. */
  readonly label?: string;
  /** What the pointer is told. */
  readonly tip: string;
}

/** Upright bars beside each other. */
export interface Bars {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly bars: readonly Bar[];
  /** What the names of the bars are, if they do not say it themselves. */
  readonly namesAre?: string;
  /** Whether the bars stand close together, as those of a histogram do. */
  readonly close?: boolean;
  /** Which names are written: every bar's if it is left out. */
  readonly named?: (index: number) => boolean;
}

/** Draws bars. */
export function barChart({ id, title, description, bars, ...looks }: Bars): string {
  const { namesAre, close = false, named } = looks;
  const option = {
    grid: { left: 8, right: 8, top: 26, bottom: namesAre === undefined ? 28 : 46 },
    xAxis: {
      type: 'category',
      data: bars.map(({ name }) => name),
      ...(namesAre !== undefined && { name: namesAre, nameLocation: 'middle', nameGap: 26 }),
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, color: COLOURS.ink, interval: named ?? 0 },
      axisLine: { show: true, lineStyle: { color: COLOURS.rule } },
      splitLine: { show: false },
    },
    yAxis: { type: 'value', show: false },
    series: [
      {
        type: 'bar',
        barMaxWidth: 64,
        barMinHeight: 2,
        barCategoryGap: close ? '8%' : '35%',
        // A bar of nothing would get the least height, too.
        data: bars.map(({ count, colour }) => ({
          value: count,
          itemStyle: { color: count === 0 ? 'none' : colour },
        })),
        label: {
          show: true,
          position: 'top',
          color: COLOURS.ink,
          fontSize: 13,
          formatter: ({ dataIndex }: { dataIndex: number }) => bars[dataIndex].label ?? '',
        },
        ...STILL,
      },
    ],
  };
  return chartSvg(option, namesAre === undefined ? 220 : 238, {
    ...{ id, title, description },
    tip: (_, item) => bars[item].tip,
  });
}
