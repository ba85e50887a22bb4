import { durationText } from '../../text/durations.js';
import type { Numbers } from '../numbers/numbers.js';
import { quantile } from '../numbers/quantiles.js';
import { AXIS, STILL, chartSvg, decadeText } from './chart-svg.js';
import { COLOURS } from './colours.js';
import { decadeAbove, decadeBelow } from './size-chart.js';

const LOWEST = 1e-4;

/**
 * Shares at which the curve is drawn: evenly spaced, and in the last per cent a hundred times as
 * dense.
 */
const SHARES = [
  ...Array.from({ length: 199 }, (_, i) => i * 0.005),
  ...Array.from({ length: 101 }, (_, i) => 0.99 + i * 0.0001),
];

const MARKED = [
  [0.5, 'median'],
  [0.95, '95 %'],
  [0.99, '99 %'],
] as const;

/** Which share of the puzzles is done within which time, on a logarithmic scale. */
export function quantileChart({ sortedMs, timeoutMs, solveMs }: Numbers): string {
  const timeAt = (share: number): number => Math.max(LOWEST, quantile(sortedMs, share) ?? LOWEST);
  const most = Math.max(timeAt(1), LOWEST);
  const overLimit = timeoutMs !== null && most >= timeoutMs * 0.5;
  const marks = MARKED.map(([share, name], i) => {
    const next = MARKED.at(i + 1);
    // If two marks would overlap, only the latter is labelled.
    const crowded = i > 0 && next !== undefined && timeAt(next[0]) / timeAt(share) < 4;
    return { share, text: crowded ? '' : `${name} ${durationText(timeAt(share))}` };
  });
  const option = {
    grid: { left: 62, right: 16, top: 14, bottom: 30 },
    xAxis: {
      type: 'value',
      min: 0,
      max: 100,
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, formatter: '{value} %' },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'log',
      min: decadeBelow(timeAt(0)),
      max: decadeAbove(Math.max(overLimit ? timeoutMs : 0, most)),
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, formatter: decadeText },
    },
    series: [
      {
        type: 'line',
        step: 'end',
        symbol: 'none',
        lineStyle: { color: COLOURS.accent, width: 2.5 },
        data: SHARES.map((share) => [share * 100, timeAt(share)]),
        markLine: overLimit ? limitLine(timeoutMs) : undefined,
        ...STILL,
      },
      {
        type: 'line',
        lineStyle: { width: 0, color: COLOURS.ink },
        symbol: 'circle',
        symbolSize: 8,
        itemStyle: { color: COLOURS.ink, borderColor: COLOURS.paper, borderWidth: 2, opacity: 1 },
        label: {
          show: true,
          position: 'top',
          offset: [4, -4],
          align: 'right',
          color: COLOURS.ink,
          fontSize: 13,
          formatter: ({ dataIndex }: { dataIndex: number }) => marks[dataIndex].text,
        },
        labelLayout: { hideOverlap: false },
        data: marks.map(({ share }) => [share * 100, timeAt(share)]),
        ...STILL,
      },
    ],
  };
  return chartSvg(option, 300, {
    id: 'quantiles',
    title: 'Quantiles of the solve times',
    description:
      `Half of the puzzles took at most ${durationText(solveMs.median)}, 95 % at most ` +
      `${durationText(solveMs.p95)}, 99 % at most ${durationText(solveMs.p99)}, the longest ` +
      `${durationText(solveMs.max)}.`,
  });
}

function limitLine(timeoutMs: number): object {
  return {
    symbol: 'none',
    silent: true,
    lineStyle: { color: COLOURS.search, type: [5, 4], width: 1.5 },
    label: {
      position: 'insideStartBottom',
      color: COLOURS.search,
      fontSize: 13,
      formatter: `limit ${durationText(timeoutMs)}`,
    },
    data: [{ yAxis: timeoutMs }],
  };
}
