import type { ChartColours } from './colours.js';

/** How a curve among many is drawn. */
export interface CurveStyle {
  readonly colour: keyof ChartColours;
  readonly dashes: 'solid' | 'dashed' | 'dotted';
  /** The class of the same line in a legend. */
  readonly sample: string;
}

const COLOURS = ['differB', 'differA', 'unique', 'ambiguous', 'search', 'probe'] as const;
const DASHES = ['solid', 'dashed', 'dotted'] as const;

/** Colours first, then dashes, so that 18 curves can be told apart; null is the virtual best. */
export function curveStyle(place: number | null): CurveStyle {
  if (place === null) return { colour: 'soft', dashes: 'dotted', sample: 'curve best dotted' };
  const at = place % COLOURS.length;
  const dashes = DASHES[Math.floor(place / COLOURS.length) % DASHES.length];
  return { colour: COLOURS[at], dashes, sample: `curve c${at} ${dashes}` };
}
