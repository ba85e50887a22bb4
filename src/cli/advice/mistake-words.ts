import type { Mistake } from '../../advice/check/mistake.js';
import { valueText } from '../../advice/check/value-text.js';
import type { Puzzle } from '../../puzzle/types.js';

/** A mistake as a sentence without a full stop. */
export function mistakeWords(mistake: Mistake, puzzle: Puzzle): string {
  if (mistake.kind === 'line') {
    return `${mistake.side} ${mistake.number} can no longer be completed`;
  }
  const { row, column, value, kind } = mistake;
  const place = `row ${row}, cell ${column} is ${valueText(value, puzzle)}`;
  return kind === 'cell'
    ? `${place}, but no solution has it`
    : `${place}, but no solution has it together with the cells before it`;
}
