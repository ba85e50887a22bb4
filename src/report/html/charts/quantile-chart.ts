import { decadeAbove, decadeBelow } from '../../../charts/size-figures.js';
import { decadeText, durationText } from '../../../text/durations.js';
import { shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/report-numbers.js';
import { AXIS, STILL, chartSvg, COLOURS } from './chart-svg.js';

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

/**
 * The time within which a share (0 to 1) of all puzzles got their verdict; null if fewer ever got
 * one.
 */
export function decidedWithin(
  { decidedMs, puzzles }: Pick<Numbers, 'decidedMs' | 'puzzles'>,
  share: number,
): number | null {
  const place = Math.max(0, Math.ceil(share * puzzles - 1e-9) - 1);
  return decidedMs.at(place) ?? null;
}

/**
 * Within which time which share of the puzzles is decided, on a logarithmic scale. The curve ends at the
 * share that has a verdict.
 */
export function quantileChart(numbers: Numbers): string {
  const { decidedMs, timeoutMs, puzzles } = numbers;
  const timeAt = (share: number): number =>
    Math.max(LOWEST, decidedWithin(numbers, share) ?? LOWEST);
  const end = decidedMs.length / puzzles;
  const shares = [...SHARES.filter((share) => share < end), ...(end > 0 ? [end] : [])];
  const most = timeAt(end);
  const overLimit = timeoutMs !== null && (end < 1 || most >= timeoutMs * 0.5);
  const marks = MARKED.filter(([share]) => share <= end).map(([share, name], i) => {
    const next = MARKED.at(i + 1);
    // Where two marks would write over each other, the latter speaks alone.
    const crowded =
      i > 0 && next !== undefined && next[0] <= end && timeAt(next[0]) / timeAt(share) < 4;
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
      max: decadeAbove(Math.max(overLimit ? timeoutMs : 0, most * 1.01)),
      ...AXIS,
      axisLabel: { ...AXIS.axisLabel, formatter: decadeText },
    },
    series: [
      {
        type: 'line',
        step: 'end',
        symbol: 'none',
        lineStyle: { color: COLOURS.accent, width: 2.5 },
        data: shares.map((share) => [share * 100, timeAt(share)]),
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
  const words = marks.map(
    ({ share }) => `${shareText(share, 1)} within ${durationText(timeAt(share))}`,
  );
  return chartSvg(option, 300, {
    id: 'quantiles',
    title: 'Share of the puzzles that is decided within a time',
    description:
      end === 0
        ? 'No puzzle has a verdict.'
        : [...words, `all that have a verdict within ${durationText(most)}`].join(', ') + '.',
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
