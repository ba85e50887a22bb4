import {
  BLACK_ON_WHITE,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
} from '../../puzzle/types.js';
import { colourLetter } from '../parse/colour-letters.js';
import type { NamedPuzzle } from '../contract/format.js';

/** The text before and after the puzzles of a file. */
export const WEBPBN_HEAD = '<?xml version="1.0"?>\n<puzzleset>\n';
export const WEBPBN_TAIL = '</puzzleset>\n';

/** One <puzzle>. */
export function puzzleToWebpbn({ name, title, puzzle, goal }: NamedPuzzle): string {
  const { width, rows, columns, start } = puzzle;
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  const nameOf = (index: number): string =>
    index === 0 ? 'white' : palette.length === 2 ? 'black' : `colour${index}`;
  let text = `<puzzle type="grid" defaultcolor="${nameOf(1)}" backgroundcolor="${nameOf(0)}">\n`;
  if (name !== null) text += `<id>${escaped(name)}</id>\n`;
  if (title !== null) text += `<title>${escaped(title)}</title>\n`;
  palette.forEach((colour, index) => {
    text += `<color name="${nameOf(index)}" char="${characterOf(index, palette.length)}">${colour.slice(1)}</color>\n`;
  });
  const side = (type: string, clues: readonly Clue[]): string => {
    const lines = clues.map((clue) => {
      const counts = clue.map(
        (value) => `<count color="${nameOf(blockColour(value))}">${blockLength(value)}</count>`,
      );
      return `<line>${counts.join('')}</line>\n`;
    });
    return `<clues type="${type}">\n${lines.join('')}</clues>\n`;
  };
  text += side('columns', columns) + side('rows', rows);
  const image = (type: string, cells: Cells): string => {
    let lines = '';
    for (let i = 0; i < cells.length; i += width) {
      const row = Array.from(cells.subarray(i, i + width), (cell) =>
        cell < palette.length ? characterOf(cell, palette.length) : '?',
      );
      lines += `|${row.join('')}|\n`;
    }
    return `<solution type="${type}"><image>\n${lines}</image></solution>\n`;
  };
  if (goal !== null) text += image('goal', goal);
  if (start !== null) text += image('saved', start);
  return `${text}</puzzle>\n`;
}

function characterOf(index: number, colours: number): string {
  if (index === 0) return '.';
  return colours === 2 ? 'X' : colourLetter(index);
}

/** Text for XML; characters that XML cannot hold become U+FFFD. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
