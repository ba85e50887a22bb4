import type { Cells, Clue } from '../../puzzle/types.js';
import { clueWithLetters, colourLetter } from '../parse/colour-letters.js';
import type { NamedPuzzle } from '../contract/format.js';

/** The text of one puzzle as .non. */
export function puzzleToNon({ name, title, puzzle, goal }: NamedPuzzle): string {
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const lines: string[] = [];
  if (name !== null) lines.push(`catalogue "${escaped(name)}"`);
  if (title !== null) lines.push(`title "${escaped(title)}"`);
  lines.push(`width ${width}`, `height ${height}`);
  palette?.forEach((colour, index) => {
    lines.push(`color ${index === 0 ? '0' : colourLetter(index)} ${colour}`);
  });
  const coloured = palette !== null;
  const clue = (blocks: Clue): string => clueWithLetters(blocks, coloured, ',');
  lines.push('', 'rows', ...rows.map(clue), '', 'columns', ...columns.map(clue), '');
  const cells = (value: Cells): string =>
    Array.from(value, (cell) => {
      if (cell === 0) return '0';
      if (cell > colours) return '?';
      return coloured ? colourLetter(cell) : '1';
    }).join('');
  if (goal !== null) lines.push(`goal "${cells(goal)}"`);
  if (start !== null) lines.push(`saved "${cells(start)}"`);
  return lines.join('\n') + '\n';
}

function escaped(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
}
