import { check } from '../../puzzle/check.js';
import { draftOfPicture, type TextEntry } from '../contract/draft-of.js';
import { entryParser } from '../parse/entry-reader.js';
import type { Format, NamedPuzzle } from '../contract/format.js';
import { holding } from '../contract/holding.js';
import { inSequence } from '../contract/sequence.js';

/**
 * Pictures of characters: the clues follow from them.
 *
 *   file      picture ( blank line picture )*
 *   picture   lines of equal length, of # for filled and . for blank
 */
export const picture: Format = {
  name: 'picture',
  description: 'pictures of # and ., with blank lines between them; the clues are derived',
  extensions: ['.pic', '.txt'],
  holds: holding('many', 'goal'),
  detect: (head) => (/^[#.\s]*$/.test(head) && /[#.]/.test(head) ? 0.7 : 0),
  createParser: (sink, limits) =>
    entryParser({ title: 'picture', ends: (line) => line.trim() === '', read }, sink, limits),
  pictureOnly: true,
  unfit: pictureUnfit,
  ...inSequence({ puzzle: pictureText, between: '\n' }),
};

/** Why a puzzle cannot be written as just a picture, or null. */
export function pictureUnfit({ puzzle, goal }: NamedPuzzle): string | null {
  if (goal === null) return 'holds only a picture, and this puzzle has none: solve it first';
  const wrong = check({ ...puzzle, start: null }, goal);
  return wrong === null
    ? null
    : `holds only a picture, and the goal of this puzzle is not one: ${wrong}`;
}

function read(lines: readonly string[]): TextEntry | string {
  const width = lines[0].trim().length;
  const height = lines.length;
  const cells = new Uint8Array(width * height);
  for (const [y, line] of lines.entries()) {
    const text = line.trim();
    if (text.length !== width) {
      return `row ${y + 1} has ${text.length} cells, row 1 has ${width}`;
    }
    for (let x = 0; x < width; x++) {
      if (text[x] !== '#' && text[x] !== '.') {
        return `row ${y + 1}, cell ${x + 1}: expected # or ., found "${text[x]}"`;
      }
      cells[y * width + x] = text[x] === '#' ? 1 : 0;
    }
  }
  return { name: null, title: null, draft: draftOfPicture(cells, width, height) };
}

function pictureText({ puzzle, goal }: NamedPuzzle): string {
  let text = '';
  for (let y = 0; y < puzzle.height; y++) {
    const row = goal!.subarray(y * puzzle.width, (y + 1) * puzzle.width);
    text += `${Array.from(row, (cell) => (cell === 0 ? '.' : '#')).join('')}\n`;
  }
  return text;
}
