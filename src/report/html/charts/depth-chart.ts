import { countText, shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/numbers.js';
import { depthMeaning } from '../../text/result-words.js';
import { barChart } from './bar-chart.js';
import { COLOURS } from './colours.js';

/** Bars beside each other that have room for their shares, too. */
const FEW = 6;

/** How many puzzles have each guess depth. */
export function depthChart({ byGuessDepth, puzzles }: Numbers): string {
  const depths = [...byGuessDepth];
  return barChart({
    id: 'depths',
    title: 'Puzzles by guess depth',
    description: depths.map(([key, count]) => `depth ${key}: ${countText(count)}`).join(', '),
    bars: depths.map(([key, count]) => ({
      name: key,
      count,
      colour: depthColour(key),
      label: countText(count) + (depths.length > FEW ? '' : `  ${shareText(count, puzzles)}`),
      tip: `${depthMeaning(key)}: ${countText(count)} (${shareText(count, puzzles)})`,
    })),
  });
}

function depthColour(key: string): string {
  if (key === '0') return COLOURS.line;
  if (key === '1') return COLOURS.probe;
  if (key === 'ambiguous') return COLOURS.ambiguous;
  return key === 'none' ? COLOURS.unproven : COLOURS.search;
}
