import type { RunAnswer } from '../../api.js';
import { barOf, barsOption, type Bar } from '../../../charts/bars.js';
import { STATUSES } from '../../../result/outcome.js';
import {
  TECHNIQUE_KEYS,
  depthKeyOf,
  depthOrder,
  techniqueKeyOf,
  techniqueOfDepth,
  type DepthKey,
  type TechniqueKey,
} from '../../../result/technique-keys.js';
import { countText } from '../../../text/numbers.js';
import { baseOption } from './base-option.js';
import type { ChartTable } from './chart.js';
import type { ChartColours } from './colours.js';
import type { ChartOption } from './draw.js';
import { chartLook } from './shared.js';

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

/** The results by guess depth, as the report counts them. */
export function depthBars({ verdicts, conditions }: RunAnswer): Bar[] {
  const tried = Number(conditions.options.guessDepth ?? 1);
  const counts = new Map<DepthKey, number>();
  for (const { status, technique, guessDepth, count } of verdicts) {
    const key = depthKeyOf(status, technique, guessDepth, tried + 1);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return [...counts]
    .sort(([a], [b]) => depthOrder(a, b))
    .map(([key, count]) => barOf(key, { [techniqueOfDepth(key)]: count }));
}

/** The option of a chart of bars, in the colours of the page. */
export function barsChart(bars: readonly Bar[], colours: ChartColours): ChartOption {
  return { ...baseOption(colours), ...barsOption(bars, chartLook(colours)) };
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
