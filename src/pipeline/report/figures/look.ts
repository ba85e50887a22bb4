import type { EChartsCoreOption } from 'echarts/core';
import type { TechniqueKey } from '../../../solver/core/result/technique-keys.js';
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';

/** How charts look on a page: its colours, and how it draws axes. */
export interface ChartLook {
  readonly accent: string;
  /** The colour of a second curve. */
  readonly second: string;
  readonly techniques: Readonly<Record<TechniqueKey, string>>;
  readonly ink: string;
  /** What is behind the chart. */
  readonly paper: string;
  readonly axis: { readonly axisLabel: object } & object;
  /** What all series have, for example that they do not react to the pointer. */
  readonly series: object;
  /** Whether there is always room for the name of every column. */
  readonly wide: boolean;
}

/** What is drawn: how, how high in pixels, and what the pointer is told. */
interface ChartDrawing {
  readonly option: (look: ChartLook) => EChartsCoreOption;
  readonly height: number;
  /** What the pointer is told of an item of a series; null for nothing. */
  readonly tip: (series: number, item: number) => string | null;
  /** Set if the pointer is told of all that is above and below it, and need not be on a line. */
  readonly tipsOfColumn?: true;
}

/** A chart with what is said about it, and the same as a table. */
export interface ChartFigure<Drawing = unknown> extends ChartDrawing {
  /** Unique on a page. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** For those who do not see it. */
  readonly description: string;
  readonly drawing: Drawing;
  readonly table: FigureTable;
  /** What its colours mean, if it has several. */
  readonly legend?: readonly LegendEntry[];
}

export interface LegendEntry {
  readonly sample: TechniqueKey | 'unique-share' | 'line-share';
  readonly words: string;
}

/** Numbers, except for the first `words` columns: one if it is left out. */
export interface FigureTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly words?: number;
}

/** More curves or bars side by side have no colours of their own. */
export const MOST_CURVES = 6;

/** The titles of charts, in reports and on the pages. */
export const CHART_TITLES = {
  verdicts: 'Status and technique',
  depths: 'Guess depth',
  timeBySize: 'Solve time against size',
  times: 'Solve times',
  within: 'Solved within',
  scores: 'Difficulty',
  stars: 'Stars',
  needs: 'Weakest technique that solves it',
  scoreBySize: 'Difficulty against size',
  scoreByDensity: 'Difficulty against density',
  uniqueMap: 'Share of unique puzzles',
  lineMap: 'Share of line-solvable puzzles',
  shares: 'Unique and line-solvable by density',
} as const;

/** What their charts show, in sentences. */
export const CHART_NOTES = {
  verdicts: 'What is proven of the puzzles, and which technique those with one solution take.',
  depths:
    'How many assumptions must stand inside each other: 0 is lines alone, “2+” is not solved at depth 1; “open” has no verdict.',
  within:
    'The share of the puzzles that has a verdict within a time. The steeper the end, the fewer the hard ones.',
  scores:
    'How many puzzles with one solution have which score: one more is twice the effort for people.',
  stars: 'One to three: lines alone, by the effort. Four and five: assumptions.',
  needs: 'Each with all those before it.',
} as const;

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

export interface ValueAxis {
  readonly type: 'log' | 'value';
  readonly min: number;
  readonly max: number;
  readonly interval?: number;
  readonly label?: (value: number) => string;
  /** What the values are, if their labels and the title do not say it. */
  readonly are?: string;
}

/** A map: columns of fields. A stronger colour means more. */
export interface FieldMap {
  readonly columns: readonly string[];
  /** What the columns are, if their names do not say it. */
  readonly columnsAre?: string;
  readonly values: ValueAxis;
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

/** The widest that a column gets, so that a few columns do not fill the page. */
const WIDEST = 36;

/** How a map is drawn, and what its fields say. */
export function drawnMap(map: FieldMap): ChartDrawing & { readonly drawing: FieldMap } {
  return {
    drawing: map,
    option: (look) => mapOption(map, look),
    height: map.columnsAre === undefined ? 300 : 318,
    tip: (series, item) => (series === 0 ? map.fields[item].tip : null),
  };
}

/** The option of a map, whose first series is the fields. */
function mapOption(map: FieldMap, look: ChartLook) {
  const { columns, columnsAre, values, fields, marks = [], dense = false } = map;
  const share = dense ? 0.94 : 0.62;
  const { label, are, ...range } = values;
  return {
    grid: {
      left: are === undefined ? 62 : 78,
      right: 8,
      top: 10,
      bottom: columnsAre === undefined ? 30 : 48,
    },
    xAxis: columnAxis(columns, columnsAre, look),
    yAxis: {
      ...look.axis,
      ...range,
      ...(are !== undefined && { name: are, nameLocation: 'middle' as const, nameGap: 54 }),
      axisLabel: { ...look.axis.axisLabel, ...(label !== undefined && { formatter: label }) },
    },
    series: [
      {
        type: 'custom' as const,
        data: fields.map(({ column, from, to, strength }) => [column, from, to, strength]),
        renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
          const { left, right, top, bottom } = place(api, share);
          const height = Math.max(1.5, bottom - top - 1);
          return {
            type: 'rect' as const,
            shape: { x: left, y: top, width: right - left, height },
            style: { fill: look.accent, opacity: 0.12 + 0.88 * Number(api.value(3)) },
          };
        },
        ...look.series,
      },
      {
        type: 'custom' as const,
        silent: true,
        data: marks.map(({ column, from, to }) => [column, from, to]),
        renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
          const { left, right, top, bottom } = place(api, share);
          const y = (top + bottom) / 2 - 1;
          return {
            type: 'rect' as const,
            shape: { x: left - 4, y, width: right - left + 8, height: 2 },
            style: { fill: look.ink },
          };
        },
        ...look.series,
      },
    ],
  };
}

/** An axis of named columns; `are` says what they are. */
export function columnAxis(columns: readonly string[], are: string | undefined, look: ChartLook) {
  return {
    type: 'category' as const,
    data: [...columns],
    ...look.axis,
    ...(are !== undefined && { name: are, nameLocation: 'middle' as const, nameGap: 28 }),
    axisLabel: {
      ...look.axis.axisLabel,
      color: look.ink,
      ...(look.wide && { interval: columns.length > 10 ? 1 : 0 }),
    },
    splitLine: { show: false },
  };
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
