import { numberOf } from './numbers.js';

/** The verdict of all gates of a run in one sentence, without its full stop. */
export function gatesText(gates: number, failed: number): string {
  if (failed === 0) return gates === 1 ? 'The gate holds' : `All ${gates} gates hold`;
  if (gates === 1) return 'The gate does not hold';
  return `${failed} of ${numberOf(gates, 'gate')} ${failed === 1 ? 'does' : 'do'} not hold`;
}
