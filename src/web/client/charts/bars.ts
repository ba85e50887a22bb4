import type { RunAnswer } from '../../api.js';
import { countText } from '../../../text/numbers.js';
import { axisStyle, baseOption } from './base-option.js';
import type { ChartTable } from './chart.js';
import { statusColour, type ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';

/** A bar: its label, its number, and the status that determines its colour. */
export interface Bar {
  readonly name: string;
  readonly status: string;
  readonly count: number;
}

const ORDER = ['unique, line', 'unique, probe', 'unique, search', 'unique', 'multiple'];

/** The results by status, those of unique puzzles by technique. */
export function verdictBars({ verdicts }: RunAnswer): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { status, technique, count: n } of verdicts) {
    const name = status === 'unique' && technique !== null ? `unique, ${technique}` : status;
    bars.set(name, { name, status, count: (bars.get(name)?.count ?? 0) + n });
  }
  const rank = ({ name }: Bar): number => (ORDER.includes(name) ? ORDER.indexOf(name) : 99);
  return [...bars.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

/** The number of puzzles with at most one solution by guess depth. */
export function depthBars({ verdicts }: RunAnswer): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { status, guessDepth, count: n } of verdicts) {
    if (status !== 'unique' && status !== 'contradiction') continue;
    const name = guessDepth === null ? 'deeper' : String(guessDepth);
    bars.set(name, { name, status: 'unique', count: (bars.get(name)?.count ?? 0) + n });
  }
  return [...bars.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Bars from left to right, each with its number. */
export function barsOption(bars: readonly Bar[], colours: ChartColours): ChartOption {
  const style = axisStyle(colours);
  return {
    ...baseOption(colours),
    grid: { left: 8, right: 76, top: 4, bottom: 4, containLabel: true },
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
      {
        type: 'bar',
        barMaxWidth: 26,
        barMinHeight: 2,
        data: bars.map((bar) => ({
          name: bar.name,
          value: bar.count,
          itemStyle: { color: statusColour(bar.status, colours), borderRadius: [0, 3, 3, 0] },
        })),
        label: {
          show: true,
          position: 'right',
          color: colours.ink,
          formatter: ({ value }) => countText(Number(value)),
        },
      },
    ],
  };
}

export function barsTable(word: string, bars: readonly Bar[]): ChartTable {
  return { head: [word, 'puzzles'], rows: bars.map((bar) => [bar.name, countText(bar.count)]) };
}
