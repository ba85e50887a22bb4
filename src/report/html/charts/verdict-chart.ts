import { barOf, barTip, barsHeight, barsOption, type Bar } from '../../../charts/bars.js';
import { techniqueOfDepth } from '../../../result/technique-keys.js';
import { countText, shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/numbers.js';
import { depthMeaning } from '../../text/result-words.js';
import { LOOK, chartSvg, type ChartText } from './chart-svg.js';

/** Bars from left to right, as the pages draw them. */
export function barsSvg(bars: readonly Bar[], text: Omit<ChartText, 'tip'>): string {
  return chartSvg(barsOption(bars, LOOK), barsHeight(bars), {
    ...text,
    tip: (series, item) => barTip(bars, series, item),
  });
}

/** How many puzzles have each status, each bar in the colours of their techniques. */
export function verdictChart({ byStatus, byStatusAndTechnique, puzzles }: Numbers): string {
  const bars = [...byStatus]
    .filter(([, count]) => count > 0)
    .map(([status]) => barOf(status, Object.fromEntries(byStatusAndTechnique.get(status) ?? [])));
  const description = bars
    .map(({ name, count }) => `${name} ${countText(count)} (${shareText(count, puzzles)})`)
    .join(', ');
  return barsSvg(bars, {
    id: 'verdicts',
    title: 'Puzzles by status and technique',
    description: `${description}. The table below has the techniques.`,
  });
}

/** How many puzzles have each guess depth. */
export function depthChart({ byGuessDepth }: Numbers): string {
  const bars = [...byGuessDepth].map(([key, count]) =>
    barOf(key, { [techniqueOfDepth(key)]: count }, depthMeaning(key)),
  );
  return barsSvg(bars, {
    id: 'depths',
    title: 'Puzzles by guess depth',
    description: bars.map(({ name, count }) => `depth ${name}: ${countText(count)}`).join(', '),
  });
}
