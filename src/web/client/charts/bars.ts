import type { RunAnswer } from '../../api.js';
import { STATUSES } from '../../../result/outcome.js';
import {
  TECHNIQUE_KEYS,
  techniqueKeyOf,
  type TechniqueKey,
} from '../../../result/technique-keys.js';
import { countText, shareText } from '../../../text/numbers.js';
import { axisStyle, baseOption } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';

/** A bar: its word, and its parts from left to right. */
export interface Bar {
  readonly name: string;
  readonly count: number;
  readonly parts: Readonly<Partial<Record<TechniqueKey, number>>>;
}

/** The results by status, each bar in the colours of what it took. */
export function verdictBars({ verdicts }: RunAnswer): Bar[] {
  return STATUSES.map((status) => {
    const parts: Partial<Record<TechniqueKey, number>> = {};
    for (const { status: found, technique, count } of verdicts) {
      const key = techniqueKeyOf(status, technique);
      if (found === status) parts[key] = (parts[key] ?? 0) + count;
    }
    return barOf(status, parts);
  }).filter(({ count }) => count > 0);
}

/**
 * The results by guess depth, named as in the report: `2+` are those that depth 1 did not solve,
 * `ambiguous` those with several solutions, `none` those about which nothing is proven.
 */
export function depthBars({ verdicts, conditions }: RunAnswer): Bar[] {
  const tried = Number(conditions.options.guessDepth ?? 1);
  const counts = new Map<string, number>();
  for (const { status, guessDepth, count } of verdicts) {
    const isProven = status === 'unique' || status === 'contradiction';
    const unsolved = isProven ? `${tried + 1}+` : status === 'multiple' ? 'ambiguous' : 'none';
    const name = guessDepth === null ? unsolved : String(guessDepth);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const last = ['ambiguous', 'none'];
  const place = (name: string): number =>
    last.includes(name) ? 1000 + last.indexOf(name) : Number.parseInt(name, 10);
  return [...counts]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, count]) => barOf(name, { [keyOfDepth(name)]: count }));
}

function keyOfDepth(name: string): TechniqueKey {
  if (name === 'ambiguous') return name;
  if (name === '0') return 'line';
  if (name === '1') return 'probe';
  return name === 'none' ? 'unproven' : 'search';
}

function barOf(name: string, parts: Bar['parts']): Bar {
  return { name, parts, count: TECHNIQUE_KEYS.reduce((sum, key) => sum + (parts[key] ?? 0), 0) };
}

/** Bars from left to right, each with its number; a part is called `<bar>, <key>` when it is picked. */
export function barsOption(bars: readonly Bar[], colours: ChartColours): ChartOption {
  const style = axisStyle(colours);
  const whole = bars.reduce((sum, { count }) => sum + count, 0);
  const base = {
    type: 'bar' as const,
    stack: 'parts',
    barMaxWidth: 26,
  };
  return {
    ...baseOption(colours),
    grid: { left: 8, right: 120, top: 4, bottom: 4, containLabel: true },
    xAxis: { type: 'value', show: false },
    yAxis: {
      ...style,
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      axisLabel: { color: colours.ink, fontSize: 13 },
      axisTick: { show: false },
      axisLine: { show: false },
    },
    series: [
      ...TECHNIQUE_KEYS.map((key) => ({
        ...base,
        itemStyle: { color: colours[key] },
        data: bars.map(({ name, parts }) => ({
          name: `${name}, ${key}`,
          value: parts[key] ?? 0,
        })),
      })),
      {
        ...base,
        itemStyle: { color: 'none' },
        data: bars.map(() => 0),
        label: {
          show: true,
          position: 'right',
          color: colours.ink,
          formatter: ({ dataIndex }) => {
            const { count } = bars[dataIndex];
            return `${countText(count)}  ${shareText(count, whole)}`;
          },
        },
      },
    ],
  };
}

/** How high a chart of so many bars is, in pixels: a few bars do not stand far apart. */
export function barsHeight(bars: readonly Bar[]): number {
  return 42 * bars.length + 16;
}

/** What bars say as a table. */
export function barsTable(word: string, bars: readonly Bar[]): ChartTable {
  return { head: [word, 'puzzles'], rows: bars.map((bar) => [bar.name, countText(bar.count)]) };
}

/** The same with a column for each part. */
export function partsTable(word: string, bars: readonly Bar[]): ChartTable {
  return {
    head: [word, 'puzzles', ...TECHNIQUE_KEYS],
    rows: bars.map(({ name, count, parts }) => [
      name,
      countText(count),
      ...TECHNIQUE_KEYS.map((key) => countText(parts[key] ?? 0)),
    ]),
  };
}
