import { numberOf } from '../../../text/numbers.js';

/** What a figure's note begins with if one of `step` results, drawn by lot, stands for all: with a blank after it. */
export function countedOn(step: number): string {
  if (step <= 1) return '';
  const share = step === 2 ? 'half of the puzzles' : `one in ${numberOf(step, 'puzzle')}`;
  return `Estimated from a sample: ${share}, drawn by lot. `;
}
