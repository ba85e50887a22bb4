import type { Needs } from '../../../solver/core/result/difficulty.js';
import {
  NEEDS_MEANINGS,
  NEEDS_WORDS,
  takesAssumptions,
} from '../../../solver/core/result/difficulty-words.js';
import {
  starsText,
  countText,
  numberOf,
  shareText,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { TECHNIQUE_KEYS, type TechniqueKey } from '../../../solver/core/result/technique-keys.js';
import type { ChartLook, ChartFigure, FigureTable } from './look.js';
import {
  binStart,
  type Counts,
  SCORE_BINS,
  scoreBinStart,
  scoreBinText,
} from '../../../solver/core/figures.js';

/** A bar: its word, and its parts from left to right, each in the colour of what it took. */
export interface Bar {
  readonly name: string;
  readonly count: number;
  readonly parts: Readonly<Partial<Record<TechniqueKey, number>>>;
  /** What its name means, for the pointer; its name and the part's if it is left out. */
  readonly means?: string;
}

export function barOf(name: string, parts: Bar['parts'], means?: string): Bar {
  const count = TECHNIQUE_KEYS.reduce((sum, key) => sum + (parts[key] ?? 0), 0);
  return { name, parts, count, ...(means !== undefined && { means }) };
}

/** The bar of the puzzles with `stars` stars. */
export function starsBar(stars: number, count: number): Bar {
  const took = stars <= 3 ? 'line' : stars === 4 ? 'probe' : 'search';
  return barOf(starsText(stars), { [took]: count }, numberOf(stars, 'star'));
}

/** The bar of the puzzles that need a technique. */
export function needsBar(needs: Needs, count: number): Bar {
  const took = needs === 'nested' ? 'search' : takesAssumptions(needs) ? 'probe' : 'line';
  const means = `${NEEDS_WORDS[needs]} (${NEEDS_MEANINGS[needs]})`;
  return barOf(needs, { [took]: count }, means);
}

/**
 * Bars from left to right, each with its number and its share; a part is called `<bar>, <key>` when
 * it is picked. A series for each of TECHNIQUE_KEYS, then one with the numbers.
 */
function barsOption(bars: readonly Bar[], look: ChartLook) {
  const whole = wholeOf(bars);
  const base = { type: 'bar' as const, stack: 'parts', barMaxWidth: 26, ...look.series };
  return {
    // Whoever draws it has other fonts than whoever looks at it: there is room for wide letters.
    grid: {
      left: labelRoom(bars.map(({ name }) => name)),
      right: labelRoom(bars.map(({ count }) => numberText(count, whole))),
      top: 4,
      bottom: 4,
    },
    // The longest bar has the whole width: the scale is not seen.
    xAxis: {
      type: 'value' as const,
      show: false,
      max: Math.max(1, ...bars.map(({ count }) => count)),
    },
    yAxis: {
      ...look.axis,
      type: 'category' as const,
      inverse: true,
      data: bars.map(({ name }) => name),
      axisLabel: { ...look.axis.axisLabel, color: look.ink, fontSize: 13 },
      axisTick: { show: false },
      axisLine: { show: false },
      splitLine: { show: false },
    },
    series: [
      ...TECHNIQUE_KEYS.map((key) => ({
        ...base,
        itemStyle: { color: look.techniques[key] },
        data: bars.map(({ name, parts }) => ({ name: `${name}, ${key}`, value: parts[key] ?? 0 })),
      })),
      {
        ...base,
        itemStyle: { color: 'none' },
        data: bars.map(() => 0),
        label: {
          show: true,
          position: 'right' as const,
          color: look.ink,
          fontSize: 13,
          formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
            numberText(bars[dataIndex].count, whole),
        },
      },
    ],
  };
}

function numberText(count: number, whole: number): string {
  return `${countText(count)}  ${shareText(count, whole)}`;
}

/** Pixels beside an axis for labels of 13 pixels, in any font that a page may have. */
export function labelRoom(labels: readonly string[]): number {
  const widths = labels.map((label) =>
    Array.from(label).reduce((sum, letter) => sum + (letter < '\u0250' ? 8 : 14), 0),
  );
  return 14 + Math.max(0, ...widths);
}

/**
 * A chart of bars, as high as they are many; `legend` says what the colours of their parts mean.
 */
export function barsFigure(
  text: Pick<ChartFigure, 'id' | 'title' | 'note' | 'description'> & Pick<ChartFigure, 'legend'>,
  bars: readonly Bar[],
  table: FigureTable,
): ChartFigure<readonly Bar[]> {
  return {
    ...text,
    drawing: bars,
    table,
    option: (look) => barsOption(bars, look),
    // A few bars do not stand far apart.
    height: 42 * bars.length + 16,
    tip: (series, item) => barTip(bars, series, item),
  };
}

/**
 * The numbers of bars with their shares, and with the meanings of their names if they have some.
 */
export function barsTable(what: string, bars: readonly Bar[]): FigureTable {
  const isExplained = bars.some(({ means }) => means !== undefined);
  const whole = wholeOf(bars);
  return {
    head: [what, ...(isExplained ? ['meaning'] : []), 'puzzles', 'share'],
    rows: bars.map(({ name, means = '', count }) => [
      ...[name, ...(isExplained ? [means] : [])],
      ...[countText(count), shareText(count, whole)],
    ]),
    words: isExplained ? 2 : 1,
  };
}

/** The numbers of bars with their shares, and a column for each part. */
export function partsTable(what: string, bars: readonly Bar[]): FigureTable {
  const whole = wholeOf(bars);
  return {
    head: [what, 'puzzles', 'share', ...TECHNIQUE_KEYS],
    rows: bars.map(({ name, count, parts }) => [
      ...[name, countText(count), shareText(count, whole)],
      ...TECHNIQUE_KEYS.map((key) => countText(parts[key] ?? 0)),
    ]),
  };
}

/** What the pointer is told of a part of a bar, by the number of its series; null for none. */
function barTip(bars: readonly Bar[], series: number, item: number): string | null {
  const { name, means, parts } = bars[item];
  const key = TECHNIQUE_KEYS.at(series);
  const count = key === undefined ? 0 : (parts[key] ?? 0);
  if (count === 0) return null;
  return `${means ?? `${name}, ${key}`}: ${countText(count)} (${shareText(count, wholeOf(bars))})`;
}

function wholeOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, { count }) => sum + count, 0);
}

/** One column of a histogram: where it begins, its range in words, and how many there are. */
interface HistogramColumn {
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
