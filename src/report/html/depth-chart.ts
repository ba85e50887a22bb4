import { countText, shareText } from '../../text/numbers.js';
import type { Numbers } from '../numbers/numbers.js';
import { AXIS, STILL, chartSvg } from './chart-svg.js';
import { COLOURS } from './colours.js';

/** How many puzzles have each guess depth. */
export function depthChart({ byGuessDepth, puzzles }: Numbers): string {
  const depths = [...byGuessDepth];
  const names = depths.map(([key]) => (key === 'none' ? 'none' : key));
  const option = {
    grid: { left: 8, right: 8, top: 26, bottom: 28 },
    xAxis: {
      type: 'category',
      data: names,
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, color: COLOURS.ink, interval: 0 },
      axisLine: { show: true, lineStyle: { color: COLOURS.rule } },
      splitLine: { show: false },
    },
    yAxis: { type: 'value', show: false },
    series: [
      {
        type: 'bar',
        barMaxWidth: 64,
        barCategoryGap: '35%',
        data: depths.map(([key, count]) => ({
          value: count,
          itemStyle: { color: depthColour(key) },
        })),
        label: {
          show: true,
          position: 'top',
          color: COLOURS.ink,
          fontSize: 13,
          formatter: ({ value }: { value: number }) =>
            depths.length > 8
              ? countText(value)
              : `${countText(value)}  ${shareText(value, puzzles)}`,
        },
        ...STILL,
      },
    ],
  };
  return chartSvg(option, 220, {
    id: 'depths',
    title: 'Puzzles by guess depth',
    description: depths.map(([key, count]) => `depth ${key}: ${countText(count)}`).join(', '),
  });
}

function depthColour(key: string): string {
  if (key === '0') return COLOURS.line;
  if (key === '1') return COLOURS.probe;
  return key === 'none' ? COLOURS.unproven : COLOURS.search;
}
