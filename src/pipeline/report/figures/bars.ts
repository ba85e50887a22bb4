import { type Needs } from '../../../solver/core/result/difficulty.js';
import {
  NEEDS_MEANINGS,
  NEEDS_WORDS,
  takesAssumptions,
} from '../../../solver/core/result/difficulty-words.js';
import { starsText, countText, numberOf, shareText } from '../../../solver/core/text/numbers.js';
import { TECHNIQUE_KEYS, type TechniqueKey } from '../../../solver/core/result/technique-keys.js';
import type { ChartLook, ChartFigure, FigureTable } from './look.js';

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
