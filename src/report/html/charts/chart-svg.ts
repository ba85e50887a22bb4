import type { EChartsCoreOption } from 'echarts/core';
import { init } from 'echarts/dist/echarts.esm.min.mjs';
import type { ChartLook } from '../../../charts/look.js';
import { escapeHtml } from '../../../text/escape-html.js';
import type { TechniqueKey } from '../../../result/technique-keys.js';

/**
 * The colours of the page by meaning. A chart is drawn with these placeholders, which chart
 * libraries take for colours. `chartSvg` then replaces them by the page's CSS variables, so that
 * charts follow light and dark with the text around them.
 */
export const COLOURS = {
  ink: '#010101',
  muted: '#010102',
  rule: '#010103',
  accent: '#010104',
  line: '#010105',
  probe: '#010106',
  search: '#010107',
  unproven: '#010108',
  paper: '#010109',
  ambiguous: '#01010a',
  contradiction: '#01010b',
} as const;

/** What a technique is drawn in; told apart also by those who see red and green alike. */
const TECHNIQUE_COLOURS: Readonly<Record<TechniqueKey, string>> = {
  line: COLOURS.line,
  probe: COLOURS.probe,
  search: COLOURS.search,
  ambiguous: COLOURS.ambiguous,
  contradiction: COLOURS.contradiction,
  unproven: COLOURS.unproven,
};

/** The text with every placeholder replaced by its CSS variable. */
function themed(svg: string): string {
  return Object.entries(COLOURS).reduce(
    (text, [name, colour]) => text.replaceAll(colour, `var(--${name})`),
    svg,
  );
}

/** A chart's title, and a description for those who do not see it. */
export interface ChartText {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The tip over an item of a series, or null for none. */
  readonly tip?: (series: number, item: number) => string | null;
}

/** All charts are half as wide as a wide page, so that their text has one size. */
const CHART_WIDTH = 540;

/**
 * Draws a chart as an SVG element: in the page's colours and font, as wide as its container, with a
 * title and a description. It has no style attributes or style elements, which the page's security
 * policy would refuse.
 */
export function chartSvg(option: EChartsCoreOption, height: number, text: ChartText): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: CHART_WIDTH, height });
  let svg: string;
  try {
    chart.setOption({ animation: false, textStyle: { color: COLOURS.muted }, ...option });
    svg = chart.renderToSVGString();
  } finally {
    // Also ends a timer that would keep the process alive.
    chart.dispose();
  }
  const content = withTips(svg, text.tip)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    // Nothing is drawn outside the axes, so that nothing needs to be cut off.
    .replace(/<defs[\s\S]*?<\/defs>/g, '')
    .replace(/ (?:clip-path|class|ecmeta_\w+|pointer-events)="[^"]*"/g, '')
    .replace(/ style="font-size:([\d.]+)px;[^"]*"/g, ' font-size="$1"');
  const { id, title, description } = text;
  return (
    // Where the page is narrow it scrolls, so that its text stays legible.
    `<div class="drawing" tabindex="0" role="group" aria-label="${escapeHtml(title)}">` +
    `<svg class="chart" viewBox="0 0 ${CHART_WIDTH} ${height}" role="img" ` +
    `aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${escapeHtml(title)}</title>` +
    `<desc id="${id}-desc">${escapeHtml(description)}</desc>${themed(content)}</div>`
  );
}

/** The chart library names the item of each shape: its tip is put inside the shape. */
function withTips(svg: string, tip: ChartText['tip']): string {
  if (tip === undefined) return svg;
  const shape =
    /<(path|rect) ([^>]*ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)"[^>]*)>(?=<\/\1>)/g;
  return svg.replace(shape, (all, name: string, rest: string, series: string, item: string) => {
    const words = tip(Number(series), Number(item));
    return words === null ? all : `<${name} ${rest}><title>${escapeHtml(words)}</title>`;
  });
}

/** An axis without marks, its labels muted, its rules thin: the same in every chart. */
export const AXIS = {
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: COLOURS.muted, fontSize: 13 },
  nameTextStyle: { color: COLOURS.muted, fontSize: 13 },
  splitLine: { show: true, lineStyle: { color: COLOURS.rule, width: 1 } },
  minorTick: { show: false },
  minorSplitLine: { show: false },
} as const;

/** Never highlighted: nothing moves over a picture. */
export const STILL = { silent: true, emphasis: { disabled: true } } as const;

/** How charts that the pages have as well look in a report. */
export const LOOK: ChartLook = {
  accent: COLOURS.accent,
  second: COLOURS.probe,
  techniques: TECHNIQUE_COLOURS,
  ink: COLOURS.ink,
  axis: AXIS,
  series: STILL,
  wide: true,
};

/** One bar with its label above it. */
interface Bar {
  readonly name: string;
  readonly count: number;
  readonly colour: string;
  /** Its number, in words; none where bars are too many for it. */
  readonly label?: string;
  /** What the pointer is told. */
  readonly tip: string;
}

/** Upright bars beside each other. */
interface Bars {
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
