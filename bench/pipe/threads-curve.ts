// The chart of how many times the rate of one thread others reach.
import { chartFile } from '../../src/pipeline/report/html/chart-svg.js';
import type { ChartLook } from '../../src/pipeline/report/figures/look.js';

/** The rates of puzzles of one size, by the number of threads, and what is wanted of the last. */
export interface ThreadsCurve {
  readonly name: string;
  readonly rates: readonly { readonly threads: number; readonly perSecond: number }[];
}

/** How many times its first rate a curve reaches. */
export function timesFirst({ rates }: ThreadsCurve): number[] {
  return rates.map(({ perSecond }) => perSecond / rates[0].perSecond);
}

/** Draws the curves as an SVG file. */
export function threadsChart(curves: readonly ThreadsCurve[]): string {
  const threads = curves[0].rates.map((rate) => rate.threads);
  const title = 'The rate of a run against its threads';
  return chartFile({
    id: 'threads',
    title,
    note: 'How many times the rate of one thread, on two cores, with threads that only sleep. Dashed: as many as threads.',
    description: curves
      .map((curve) => {
        const all = timesFirst(curve).map((times, i) => `${times.toFixed(1)} with ${threads[i]}`);
        return `${curve.name}: ${all.join(', ')}`;
      })
      .join('; '),
    drawing: curves,
    height: 340,
    tip: () => null,
    table: { head: [], rows: [] },
    option: (look: ChartLook) => {
      const colours = [look.accent, look.second];
      const line = { type: 'line', symbol: 'circle', symbolSize: 8, showSymbol: true };
      return {
        grid: { left: 60, right: 76, top: 20, bottom: 50 },
        xAxis: {
          type: 'log',
          logBase: 2,
          min: threads[0],
          max: threads.at(-1),
          ...look.axis,
          name: 'threads',
          nameLocation: 'middle',
          nameGap: 30,
          splitLine: { show: false },
        },
        yAxis: {
          type: 'log',
          logBase: 2,
          min: 1,
          ...look.axis,
          axisLabel: { ...look.axis.axisLabel, formatter: '{value} x' },
        },
        series: [
          {
            ...line,
            showSymbol: false,
            data: threads.map((n) => [n, n / threads[0]]),
            lineStyle: { color: look.techniques.unproven, width: 1.5, type: 'dashed' },
            ...look.series,
          },
          ...curves.map((curve, i) => ({
            ...line,
            name: curve.name,
            lineStyle: { color: colours[i], width: 2.5 },
            itemStyle: { color: colours[i] },
            data: timesFirst(curve).map((times, at) => [threads[at], times]),
            endLabel: { show: true, formatter: curve.name, color: colours[i], fontSize: 13 },
            labelLayout: { moveOverlap: 'shiftY' },
            ...look.series,
          })),
        ],
      };
    },
  });
}
