import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';
import { durationText } from '../../text/durations.js';
import { countText } from '../../text/numbers.js';
import { binStart } from '../../result/time-bins.js';
import { AXIS, STILL, chartSvg, decadeText } from './chart-svg.js';
import { COLOURS } from './colours.js';
import { quantileBin, type SizeClass } from './size-classes.js';

/**
 * How solve times spread within each size: a column for each size, a field for each bin of time,
 * darker the more of the size's puzzles fall into it, with a mark at the median.
 */
export function sizeChart(classes: readonly SizeClass[]): string {
  const fields = classes.flatMap(({ timeBins }, column) => {
    const most = Math.max(...timeBins);
    return Array.from(timeBins, (count, bin) => [column, bin, Math.sqrt(count / most)]).filter(
      ([, , share]) => share > 0,
    );
  });
  const bins = fields.map(([, bin]) => bin);
  const first = Math.min(...bins);
  const last = Math.max(...bins);
  const medians = classes.map((size, column) => [column, quantileBin(size, 0.5)]);
  const option = {
    grid: { left: 62, right: 8, top: 10, bottom: 30 },
    xAxis: {
      type: 'category',
      data: classes.map(({ name }) => name),
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, color: COLOURS.ink, interval: 0 },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'log',
      min: decadeBelow(binStart(first)),
      max: decadeAbove(binStart(last + 1)),
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, formatter: decadeText },
    },
    series: [
      {
        type: 'custom',
        data: fields,
        renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
          const { left, right, top, bottom } = place(api);
          const share = Number(api.value(2));
          return {
            type: 'rect',
            shape: {
              x: left,
              y: top,
              width: right - left,
              height: Math.max(1.5, bottom - top - 1),
            },
            style: { fill: COLOURS.accent, opacity: 0.12 + 0.88 * share },
          };
        },
        ...STILL,
      },
      {
        type: 'custom',
        data: medians,
        renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => {
          const { left, right, top, bottom } = place(api);
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
  const description = classes
    .map((size) => {
      const median = durationText(binStart(quantileBin(size, 0.5)));
      return `${size.name}: ${countText(size.puzzles)} puzzles, median about ${median}`;
    })
    .join('; ');
  return chartSvg(option, 300, {
    id: 'sizes',
    title: 'Solve time against size',
    description,
    tip: (series, item) => {
      if (series !== 0) return null;
      const [column, bin] = fields[item];
      const { name, puzzles, timeBins } = classes[column];
      const [from, to] = [binStart(bin), binStart(bin + 1)].map(durationText);
      return `${name}: ${countText(timeBins[bin])} of ${countText(puzzles)} puzzles in ${from} to ${to}`;
    },
  });
}

function place(
  api: CustomSeriesRenderItemAPI,
): Record<'left' | 'right' | 'top' | 'bottom', number> {
  const bin = Number(api.value(1));
  const [x, bottom] = api.coord([api.value(0), binStart(bin)]);
  const [, top] = api.coord([api.value(0), binStart(bin + 1)]);
  const size = api.size?.([1, 0]) ?? [40];
  const half = Math.min(36, (Array.isArray(size) ? size[0] : size) * 0.62) / 2;
  return { left: x - half, right: x + half, top, bottom };
}

/** The power of ten at or below `ms`; bins begin at such powers, apart from rounding. */
export function decadeBelow(ms: number): number {
  return 10 ** Math.floor(Math.log10(ms) + 1e-9);
}

/** The power of ten at or above `ms`. */
export function decadeAbove(ms: number): number {
  return 10 ** Math.ceil(Math.log10(ms) - 1e-9);
}
