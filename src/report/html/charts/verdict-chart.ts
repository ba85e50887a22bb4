import type { Status } from '../../../result/outcome.js';
import { countText, shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/numbers.js';
import { TECHNIQUE_KEYS } from '../../../result/technique-keys.js';
import { AXIS, STILL, chartSvg } from './chart-svg.js';
import { COLOURS, TECHNIQUE_COLOURS } from './colours.js';

/** The height of a bar with its margins: few bars share the height of the chart beside them. */
const slotHeight = (bars: number): number => Math.min(64, Math.max(40, 200 / bars));

/** How many puzzles have each status, each bar in the colours of their techniques. */
export function verdictChart({ byStatus, byStatusAndTechnique, puzzles }: Numbers): string {
  const statuses = [...byStatus].filter(([, count]) => count > 0).map(([status]) => status);
  const count = (status: Status): number => byStatus.get(status) ?? 0;
  const bars = TECHNIQUE_KEYS.map((technique) => ({
    type: 'bar',
    stack: 'techniques',
    barWidth: 24,
    itemStyle: { color: TECHNIQUE_COLOURS[technique] },
    data: statuses.map((status) => byStatusAndTechnique.get(status)?.get(technique) ?? 0),
    ...STILL,
  }));
  const totals = {
    type: 'bar',
    stack: 'techniques',
    itemStyle: { color: 'none' },
    data: statuses.map(() => 0),
    label: {
      show: true,
      position: 'right',
      color: COLOURS.ink,
      fontSize: 13,
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const n = count(statuses[dataIndex]);
        return `${countText(n)}  ${shareText(n, puzzles)}`;
      },
    },
    ...STILL,
  };
  const option = {
    grid: { left: 96, right: 128, top: 4, bottom: 4 },
    xAxis: { type: 'value', show: false, max: Math.max(1, ...statuses.map(count)) },
    yAxis: {
      type: 'category',
      inverse: true,
      data: statuses,
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, color: COLOURS.ink },
      splitLine: { show: false },
    },
    series: [...bars, totals],
  };
  const description = statuses
    .map((status) => `${status} ${countText(count(status))} (${shareText(count(status), puzzles)})`)
    .join(', ');
  return chartSvg(option, statuses.length * slotHeight(statuses.length) + 8, {
    id: 'verdicts',
    title: 'Puzzles by status and technique',
    description: `${description}. The table below has the techniques.`,
    tip: (series, item) => {
      const n = series < TECHNIQUE_KEYS.length ? bars[series].data[item] : 0;
      if (n === 0) return null;
      return `${statuses[item]}, ${TECHNIQUE_KEYS[series]}: ${countText(n)} (${shareText(n, puzzles)})`;
    },
  });
}
