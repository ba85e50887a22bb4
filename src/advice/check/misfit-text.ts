import type { Puzzle } from '../../puzzle/types.js';
import type { Misfit } from './misfit.js';
import { valueText } from './value-text.js';

/**
 * A misfit as a sentence without a full stop: `the author's picture does not fit the clues: row 2, cell 3
 * is filled, but no solution has it`.
 */
export function misfitText(misfit: Misfit, puzzle: Puzzle): string {
  const what = misfit.part === 'start' ? 'the start position' : "the author's picture";
  const why = reason(misfit, puzzle);
  return `${what} does not fit the clues${why === '' ? '' : `: ${why}`}`;
}

/** The same in few words: `picture: row 2, cell 3 is filled, but no solution has it`. */
export function shortMisfitText(misfit: Misfit, puzzle: Puzzle): string {
  return `${misfit.part}: ${reason(misfit, puzzle) || 'does not fit the clues'}`;
}

function reason(misfit: Misfit, puzzle: Puzzle): string {
  const place = ({ row, column, value }: { row: number; column: number; value: number }): string =>
    `row ${row}, cell ${column} is ${valueText(value, puzzle)}`;
  switch (misfit.kind) {
    case 'open':
      return '';
    case 'no-solution':
      return 'no picture fits them';
    case 'given':
      return `${place(misfit)}, but the start position has another value there`;
    case 'mistake': {
      const { mistake } = misfit;
      if (mistake.kind === 'line') return `${mistake.side} ${mistake.number} breaks its clue`;
      return mistake.kind === 'cell'
        ? `${place(mistake)}, but no solution has it`
        : `${place(mistake)}, but no solution has it together with the cells before it`;
    }
  }
}
