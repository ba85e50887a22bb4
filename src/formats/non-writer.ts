import { blockColour, blockLength, type Cells, type Clue } from '../puzzle/types.js';
import type { NamedPuzzle } from './format.js';

/** The text of a .non file: one puzzle, or a bundle parted by `====`. */
export const nonSequence = { head: '', puzzle: puzzleToNon, between: '\n====\n', tail: '' };

function puzzleToNon({ name, title, puzzle, goal }: NamedPuzzle): string {
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const lines: string[] = [];
  if (name !== null) lines.push(`catalogue "${escaped(name)}"`);
  if (title !== null) lines.push(`title "${escaped(title)}"`);
  lines.push(`width ${width}`, `height ${height}`);
  palette?.forEach((colour, index) => {
    lines.push(`color ${index === 0 ? '0' : colourCharacter(index)} ${colour}`);
  });
  const clue = (blocks: Clue): string =>
    blocks
      .map((value) => {
        const colour = palette === null ? '' : colourCharacter(blockColour(value));
        return `${blockLength(value)}${colour}`;
      })
      .join(',') || '0';
  lines.push('', 'rows', ...rows.map(clue), '', 'columns', ...columns.map(clue), '');
  const cells = (value: Cells): string =>
    Array.from(value, (cell) => {
      if (cell === 0) return '0';
      if (cell > colours) return '?';
      return palette === null ? '1' : colourCharacter(cell);
    }).join('');
  if (goal !== null) lines.push(`goal "${cells(goal)}"`);
  if (start !== null) lines.push(`saved "${cells(start)}"`);
  return lines.join('\n') + '\n';
}

/** A letter for each colour: digits would run into the length before them. */
function colourCharacter(index: number): string {
  return String.fromCharCode((index <= 26 ? 96 : 38) + index);
}

function escaped(text: string): string {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
}
