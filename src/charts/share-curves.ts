import { columnAxis } from './field-map.js';
import type { ChartLook } from './look.js';

/** The shares of unique and of line-solvable puzzles in percent, by column; null for columns without puzzles. */
export interface ShareCurves {
  readonly columns: readonly string[];
  readonly columnsAre: string;
  readonly unique: readonly (number | null)[];
  readonly line: readonly (number | null)[];
}

/** How the curves are drawn: unique in the accent, line-solvable in the second colour. */
export function curvesOption(curves: ShareCurves, look: ChartLook) {
  const series = (['unique', 'line'] as const).map((share) => {
    const color = share === 'unique' ? look.accent : look.second;
    return {
      type: 'line' as const,
      connectNulls: true,
      symbol: 'circle',
      symbolSize: 7,
      lineStyle: { color, width: 2.5 },
      itemStyle: { color, opacity: 1 },
      data: [...curves[share]],
      ...look.series,
    };
  });
  return {
    grid: { left: 78, right: 16, top: 14, bottom: 48 },
    xAxis: columnAxis(curves.columns, curves.columnsAre, look),
    yAxis: {
      ...look.axis,
      type: 'value' as const,
      min: 0,
      max: 100,
      name: 'share of the puzzles',
      nameLocation: 'middle' as const,
      nameGap: 54,
      axisLabel: { ...look.axis.axisLabel, formatter: '{value} %' },
    },
    series,
  };
}
