import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import { AXIS, STILL, chartSvg } from './chart-svg.js';
import { COLOURS } from './colours.js';

/** One coloured field of a map, within its column. */
export interface MapField {
  readonly column: number;
  /** Its range on the axis of values. */
  readonly from: number;
  readonly to: number;
  /** How strong its colour is, from 0 to 1. */
  readonly strength: number;
  /** What the pointer is told. */
  readonly tip: string;
}

/** A map: columns of fields, the stronger the colour the more. */
export interface FieldMap {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly string[];
  /** What the columns are, if their names do not say it. */
  readonly columnsAre?: string;
  readonly valueAxis: object;
  readonly fields: readonly MapField[];
  /** A mark in a column, at its median. */
  readonly marks?: readonly {
    readonly column: number;
    readonly from: number;
    readonly to: number;
  }[];
  /** Every field with a colour of its own strength, without gaps between columns. */
  readonly dense?: boolean;
}

/** The widest that a column gets: where there are few, they do not become stripes. */
const WIDEST = 36;

/** Draws a map. */
export function mapChart(map: FieldMap): string {
  const { columns, columnsAre, valueAxis, fields, marks = [], dense = false } = map;
  const share = dense ? 0.94 : 0.62;
  const option = {
    grid: { left: 62, right: 8, top: 10, bottom: columnsAre === undefined ? 30 : 48 },
    xAxis: {
      type: 'category',
      data: columns,
      ...(columnsAre !== undefined && { name: columnsAre, nameLocation: 'middle', nameGap: 28 }),
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, color: COLOURS.ink, interval: columns.length > 10 ? 1 : 0 },
      splitLine: { show: false },
    },
    yAxis: { ...AXIS, ...valueAxis },
    series: [
      {
        type: 'custom',
        data: fields.map(({ column, from, to, strength }) => [column, from, to, strength]),
        renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
          const { left, right, top, bottom } = place(api, share);
          return {
            type: 'rect',
            shape: {
              x: left,
              y: top,
              width: right - left,
              height: Math.max(1.5, bottom - top - 1),
            },
            style: { fill: COLOURS.accent, opacity: 0.12 + 0.88 * Number(api.value(3)) },
          };
        },
        ...STILL,
      },
      {
        type: 'custom',
        data: marks.map(({ column, from, to }) => [column, from, to]),
        renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
          const { left, right, top, bottom } = place(api, share);
          const y = (top + bottom) / 2 - 1;
          return {
            type: 'rect',
            shape: { x: left - 4, y, width: right - left + 8, height: 2 },
            style: { fill: COLOURS.ink },
          };
        },
        ...STILL,
      },
    ],
  };
  const { id, title, description } = map;
  return chartSvg(option, columnsAre === undefined ? 300 : 318, {
    ...{ id, title, description },
    tip: (series, item) => (series === 0 ? fields[item].tip : null),
  });
}

function place(
  api: CustomSeriesRenderItemAPI,
  share: number,
): Record<'left' | 'right' | 'top' | 'bottom', number> {
  const [x, bottom] = api.coord([api.value(0), api.value(1)]);
  const [, top] = api.coord([api.value(0), api.value(2)]);
  const size = api.size?.([1, 0]) ?? [40];
  const half = Math.min(WIDEST, (Array.isArray(size) ? size[0] : size) * share) / 2;
  return { left: x - half, right: x + half, top, bottom };
}
