import { init } from 'echarts/dist/echarts.esm.min.mjs';
import type { ChartLook, ChartFigure } from '../figures/chart.js';
import { markupText, wellFormed } from '../../../solver/core/text/escape.js';
import { CHART_THEME, LIGHT, THEME } from './page-style.js';

/** All charts are half as wide as a wide page, so that their text has one size. */
const CHART_WIDTH = 540;

/**
 * Draws a chart as an SVG element, as wide as its container, with a title and a description. Its
 * attributes have the light colours, which the page's style sheet replaces in the dark. It has no
 * style attributes or style elements, which the page's security policy would refuse.
 */
export function chartSvg(figure: ChartFigure): string {
  const { id, title, description, height } = figure;
  return (
    // Where the page is narrow it scrolls, so that its text stays legible.
    `<div class="drawing" tabindex="0" role="group" aria-label="${markupText(title)}">` +
    `<svg class="chart" viewBox="0 0 ${CHART_WIDTH} ${height}" role="img" ` +
    `aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${markupText(title)}</title>` +
    `<desc id="${id}-desc">${markupText(description)}</desc>${shapesOf(figure, CHART_WIDTH)}</svg></div>`
  );
}

/** Room above a chart that is a file of its own, for its title and note. */
const HEAD = 58;

const FILE_WIDTH = 760;

/** An SVG file with its title and note: light or, in a browser, as whoever opens it has it. */
export function chartFile(figure: ChartFigure): string {
  const { title, note, description, height } = figure;
  const shapes = shapesOf(figure, FILE_WIDTH);
  const whole = `0 0 ${FILE_WIDTH} ${height + HEAD}`;
  const text = (y: number, size: number, colour: string, words: string, weight = 400): string =>
    `<text x="16" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${markupText(words)}</text>`;
  const drawing =
    `<rect width="100%" height="100%" fill="${LIGHT.paper}"/>` +
    text(26, 18, LIGHT.ink, title, 600) +
    text(46, 13, LIGHT.muted, note) +
    `<g transform="translate(0 ${HEAD})">${shapes}</g>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${whole}" width="${FILE_WIDTH}" height="${height + HEAD}" ` +
    `font-family="${FONTS}" role="img"><title>${markupText(title)}</title>` +
    `<desc>${markupText(description)}</desc><style>${THEME}${CHART_THEME}</style>${drawing}</svg>\n`
  );
}

const FONTS = 'system-ui, Segoe UI, Roboto, Helvetica Neue, DejaVu Sans, Arial, sans-serif';

/** What the chart library draws, without the element around it and without styles. */
function shapesOf({ option, height, tip }: ChartFigure, width: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, textStyle: { color: LIGHT.muted }, ...option(LOOK) });
    return (
      withTips(wellFormed(chart.renderToSVGString()), tip)
        .replace(/^<svg[^>]*>/, '')
        .replace(/<\/svg>\s*$/, '')
        .replace(/<style[\s\S]*?<\/style>/g, '')
        // Nothing is drawn outside the axes, so that nothing needs to be cut off.
        .replace(/<defs[\s\S]*?<\/defs>/g, '')
        .replace(/ (?:clip-path|class|ecmeta_\w+|pointer-events)="[^"]*"/g, '')
        .replace(/ style="font-size:([\d.]+)px;[^"]*"/g, ' font-size="$1"')
        // Few programs besides browsers can centre a text on its height: it is moved down instead.
        .replaceAll(' dominant-baseline="central"', ' dy="0.35em"')
    );
  } finally {
    // Also ends a timer that would keep the process alive.
    chart.dispose();
  }
}

/** The chart library names the item of each shape: its tip is put inside the shape. */
function withTips(svg: string, tip: ChartFigure['tip']): string {
  const shape =
    /<(path|rect) ([^>]*ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)"[^>]*)>(?=<\/\1>)/g;
  return svg.replace(shape, (all, name: string, rest: string, series: string, item: string) => {
    const words = tip(Number(series), Number(item));
    return words === null ? all : `<${name} ${rest}><title>${markupText(words)}</title>`;
  });
}

/** An axis without marks, its labels muted, its rules thin: the same in every chart. */
const AXIS = {
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: LIGHT.muted, fontSize: 13 },
  nameTextStyle: { color: LIGHT.muted, fontSize: 13 },
  splitLine: { show: true, lineStyle: { color: LIGHT.rule, width: 1 } },
  minorTick: { show: false },
  minorSplitLine: { show: false },
} as const;

/** Never highlighted: nothing moves over a picture. */
const STILL = { silent: true, emphasis: { disabled: true } } as const;

const LOOK: ChartLook = { ...LIGHT, second: LIGHT.probe, axis: AXIS, series: STILL, wide: true };
