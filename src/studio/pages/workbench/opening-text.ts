import type { Difficulty } from '../../../solver/core/result/difficulty.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import type { Opening } from '../../../solver/craft/advice/opening.js';

/** `Opens with 3 lines; at its narrowest place, with 60 % known, one line alone goes on.` */
export function openingText(
  { opening, narrowest }: Pick<Difficulty, 'opening' | 'narrowest'>,
  places: Opening | null,
): string {
  const start = `Opens with ${numberOf(opening, 'line')}`;
  if (narrowest === 0) return `${start}.`;
  const known = places?.narrowest?.known ?? 0;
  const where = known === 0 ? '' : `, ${knownText(known)},`;
  const goOn = narrowest === 1 ? 'one line alone goes on' : `${countText(narrowest)} lines go on`;
  return `${start}; at its narrowest place${where} ${goOn}.`;
}

/** How much of a grid is known, from 0 to 1: `with 60 % known`. */
export function knownText(share: number): string {
  return `with ${Math.round(share * 100)} % known`;
}
