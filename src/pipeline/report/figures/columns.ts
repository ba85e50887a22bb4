import {
  binStart,
  type Counts,
  SCORE_BINS,
  scoreBinStart,
  scoreBinText,
} from '../../../solver/core/figures.js';
import { countText, shareText, durationText } from '../../../solver/core/text/numbers.js';
import type { ChartLook, ChartFigure, FigureTable } from './look.js';

/** One column of a histogram: where it begins, its range in words, and how many there are. */
export interface HistogramColumn {
  readonly from: string;
  readonly range: string;
  readonly count: number;
  /** Whether its beginning is written below it. */
  readonly isNamed: boolean;
}

/** With more columns than these, not every one has its number above it, or its name below. */
const FEW = 12;

/**
 * How many puzzles have a score of each half point, with the empty ones between and beside them.
 */
export function scoreColumns(scoreBins: Counts): HistogramColumn[] {
  const bins = rangeOf(scoreBins, SCORE_BINS);
  return bins.map((bin) => ({
    from: String(scoreBinStart(bin)),
    range: scoreBinText(bin),
    count: scoreBins[bin] ?? 0,
    isNamed: bins.length <= FEW || bin % 2 === 0,
  }));
}

/** How many puzzles took a time of each bin, with the empty ones between and beside them. */
export function timeColumns(timeBins: Counts): HistogramColumn[] {
  const bins = rangeOf(timeBins, timeBins.length);
  return bins.map((bin) => ({
    from: durationText(binStart(bin)),
    range: `${durationText(binStart(bin))} to ${durationText(binStart(bin + 1))}`,
    count: timeBins[bin],
    isNamed: bin % (bins.length <= 8 ? 2 : bins.length <= 24 ? 5 : 10) === 0,
  }));
}

/** The bins that are not empty, those between them, and two on either side. */
function rangeOf(counts: Counts, most: number): number[] {
  const filled = Array.from(counts).flatMap((count, bin) => (count > 0 ? [bin] : []));
  if (filled.length === 0) return [];
  const first = Math.max(0, filled[0] - 2);
  const last = Math.min(most - 1, filled[filled.length - 1] + 2);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** A histogram; `areFrom` says what the names below its columns are. */
export function columnsFigure(
  text: Pick<ChartFigure, 'id' | 'title' | 'note' | 'description'>,
  columns: readonly HistogramColumn[],
  areFrom: string,
  table: FigureTable,
): ChartFigure<readonly HistogramColumn[]> {
  const whole = columns.reduce((sum, { count }) => sum + count, 0);
  return {
    ...text,
    drawing: columns,
    table,
    option: (look) => columnsOption(columns, areFrom, look),
    height: 238,
    tip: (_, item) => {
      const { range, count } = columns[item];
      return `${range}: ${countText(count)} (${shareText(count, whole)})`;
    },
  };
}

/** The numbers of columns that are not empty, with their shares. */
export function columnsTable(what: string, columns: readonly HistogramColumn[]): FigureTable {
  const whole = columns.reduce((sum, { count }) => sum + count, 0);
  return {
    head: [what, 'puzzles', 'share'],
    rows: columns
      .filter(({ count }) => count > 0)
      .map(({ range, count }) => [range, countText(count), shareText(count, whole)]),
  };
}

/** Columns side by side; below some of them is written where their range begins. */
function columnsOption(columns: readonly HistogramColumn[], areFrom: string, look: ChartLook) {
  const { axis } = look;
  const labels = columns.map(({ count }) =>
    columns.length <= FEW && count > 0 ? countText(count) : '',
  );
  return {
    grid: { left: 56, right: 8, top: 34, bottom: 46 },
    xAxis: {
      ...axis,
      type: 'category',
      data: columns.map(({ from }) => from),
      name: areFrom,
      nameLocation: 'middle',
      nameGap: 26,
      axisLabel: {
        ...axis.axisLabel,
        color: look.ink,
        interval: (i: number) => columns[i].isNamed,
        hideOverlap: true,
      },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: { ...axis, type: 'value', name: 'puzzles', nameGap: 12, minInterval: 1, splitNumber: 3 },
    series: [
      {
        type: 'bar',
        barMaxWidth: 64,
        barMinHeight: 2,
        barCategoryGap: '8%',
        // A bar of nothing would get the least height, too.
        data: columns.map(({ count }) => ({
          value: count,
          itemStyle: { color: count === 0 ? 'none' : look.accent },
        })),
        label: {
          show: true,
          position: 'top',
          color: look.ink,
          fontSize: 13,
          formatter: ({ dataIndex }: { dataIndex: number }) => labels[dataIndex],
        },
        ...look.series,
      },
    ],
  };
}
