import { BINS_PER_DECADE, binStart } from '../../../result/time-bins.js';
import type { RunAnswer } from '../../api.js';
import { decadeText } from '../../../text/durations.js';
import { countText } from '../../../text/numbers.js';
import { axisStyle, baseOption, tooltipStyle } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';
import { binRange } from './time-bins.js';

/** Time against the longer side as a map: the stronger the colour, the more puzzles. */
export function timeSizeOption(run: RunAnswer, colours: ChartColours): ChartOption {
  const { bins } = run.timeBySize;
  const base = baseOption(colours);
  const style = axisStyle(colours);
  const sides = [...new Set(bins.map(({ side }) => side))].sort((a, b) => a - b);
  const column = new Map(sides.map((side, i) => [side, i]));
  const numbers = bins.map(({ bin }) => bin);
  const first = Math.min(...numbers);
  const times = Array.from({ length: Math.max(...numbers) - first + 1 }, (_, i) => first + i);
  return {
    ...base,
    tooltip: {
      ...tooltipStyle(colours),
      formatter: (item) => {
        const [x, y, , n] = (Array.isArray(item) ? item[0] : item).value as number[];
        return `longer side ${sides[x]}, ${binRange(times[y])}: ${countText(n)}`;
      },
    },
    xAxis: { ...style, type: 'category', data: sides.map(String), name: 'longer side, in cells' },
    yAxis: {
      ...style,
      type: 'category',
      data: times.map((bin) => decadeText(binStart(bin))),
      axisLabel: {
        ...style.axisLabel,
        interval: (index: number) => times[index] % BINS_PER_DECADE === 0,
      },
      axisTick: { show: false },
    },
    visualMap: {
      show: false,
      min: 0,
      max: Math.max(...bins.map(({ count: n }) => Math.log10(n + 1))),
      dimension: 2,
      inRange: { color: [colours.accentSoft, colours.accent] },
    },
    series: [
      {
        type: 'heatmap',
        data: bins.map(({ side, bin, count: n }) => [
          column.get(side)!,
          bin - first,
          Math.log10(n + 1),
          n,
        ]),
      },
    ],
  };
}

export function timeSizeTable(run: RunAnswer): ChartTable {
  const bySide = new Map<number, { bin: number; n: number }[]>();
  for (const { side, bin, count: n } of run.timeBySize.bins) {
    const cells = bySide.get(side) ?? [];
    bySide.set(side, cells);
    cells.push({ bin, n });
  }
  const rows = [...bySide]
    .sort(([a], [b]) => a - b)
    .map(([side, cells]) => {
      const total = cells.reduce((sum, { n }) => sum + n, 0);
      cells.sort((a, b) => a.bin - b.bin);
      let seen = 0;
      const median = cells.find(({ n }) => (seen += n) * 2 >= total);
      return [String(side), countText(total), binRange(median?.bin ?? 0)];
    });
  return { head: ['longer side', 'puzzles', 'median time'], rows };
}
