import type { Difficulty } from '../../../solver/core/result/difficulty.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';

/** `Opens with 3 lines; at its narrowest place one line alone goes on.` */
export function openingText({
  opening,
  narrowest,
}: Pick<Difficulty, 'opening' | 'narrowest'>): string {
  const start = `Opens with ${numberOf(opening, 'line')}`;
  if (narrowest === 0) return `${start}.`;
  const goOn = narrowest === 1 ? 'one line alone goes on' : `${countText(narrowest)} lines go on`;
  return `${start}; at its narrowest place ${goOn}.`;
}
