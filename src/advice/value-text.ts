import { colourNames } from '../replay/colour-name.js';
import type { Puzzle } from '../puzzle/types.js';

/** `blank`, `filled`, or the name of a colour. */
export function valueText(value: number, { colours, palette }: Puzzle): string {
  if (value === 0) return 'blank';
  return colours === 1 ? 'filled' : (colourNames(palette)?.[value] ?? `colour ${value}`);
}
