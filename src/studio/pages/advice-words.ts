import {
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
  UNKNOWN,
} from '../../solver/core/puzzle/types.js';
import type { Difficulty } from '../../solver/core/result/difficulty.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';
import { capital } from '../../solver/core/text/plain-text.js';
import type { Hint, Opening } from '../../solver/craft/advice/hint.js';
import { type Checked, mistakeText } from '../../solver/craft/advice/mistake.js';
import { cellValueText } from '../../solver/craft/replay/colour-name.js';
import { linesText } from '../../solver/craft/replay/step.js';
import type { Change } from '../../solver/craft/fix/fix.js';

/** What a screen reader says of a cell: place, value, both clues, and `stateOf` its lines. */
export function cellText(
  puzzle: Puzzle,
  cells: Cells,
  cell: number,
  stateOf: (line: number) => string = () => '',
): string {
  const { width, height, rows, columns } = puzzle;
  const [row, column] = [Math.floor(cell / width), cell % width];
  const value = cells[cell] === UNKNOWN ? 'unknown' : cellValueText(cells[cell], puzzle);
  return (
    `row ${row + 1}, cell ${column + 1}: ${value}. ` +
    `Row clue ${clueText(rows[row], puzzle)}${stateOf(row)}; ` +
    `column clue ${clueText(columns[column], puzzle)}${stateOf(height + column)}.`
  );
}

function clueText(clue: Clue, puzzle: Puzzle): string {
  if (clue.length === 0) return '0';
  if (puzzle.colours === 1) return clue.map(blockLength).join(' ');
  return clue
    .map((block) => `${blockLength(block)} ${cellValueText(blockColour(block), puzzle)}`)
    .join(', ');
}

/** What a check found, as a sentence. */
export function checkedText(checked: Checked, puzzle: Puzzle): string {
  switch (checked.kind) {
    case 'solution':
      return 'Solved: every clue is kept.';
    case 'on-the-way':
      return 'All of it is right so far.';
    case 'wrong':
      return `There is a mistake. ${capital(mistakeText(checked.mistake, puzzle))}.`;
    case 'impossible':
      return 'This puzzle has no solution.';
    case 'open':
      return 'No line is broken; more could not be found out in time.';
  }
}

/** How much of a hint is shown: the line, its cells, or the reason. */
type HintStage = 1 | 2 | 3;

/** A hint, as far as it is shown. */
export function hintText(hint: Hint, stage: HintStage, puzzle: Puzzle): string {
  switch (hint.kind) {
    case 'done':
      return 'Every cell is known, and right.';
    case 'mistake':
      return `There is a mistake. ${capital(mistakeText(hint.mistake, puzzle))}.`;
    case 'impossible':
      return 'This puzzle has no solution.';
    case 'ambiguous':
      return 'Nothing follows any more: the puzzle has several solutions.';
    case 'step': {
      const { lines, cells, why, needs } = hint;
      const where =
        lines.length === 0
          ? `No single line helps now: it takes ${needs === 'nested' ? 'several assumptions' : 'an assumption'}.`
          : `Look at ${linesText(lines)}.`;
      if (stage === 1) return where;
      if (stage === 3) return `${where} ${capital(why)}.`;
      return cells.length === 1
        ? `${where} One cell follows; it is marked.`
        : `${where} ${cells.length} cells follow; they are marked.`;
    }
  }
}

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

/** How many changes are told one by one. */
const TOLD = 12;

/** The changes of a fix, as sentences. */
export function changesText(changes: readonly Change[], puzzle: Puzzle): string {
  const lines = changes
    .slice(0, TOLD)
    .map(({ row, column, to }) => `Row ${row}, cell ${column}: ${cellValueText(to, puzzle)}.`);
  return [...lines, ...(changes.length > TOLD ? ['And more, as marked.'] : [])].join(' ');
}
