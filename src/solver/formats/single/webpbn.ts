import { markupText } from '../../core/text/escape.js';
import { type Format, holding, type NamedPuzzle, inSequence } from '../contract/format.js';
import { xmlParser } from '../parse/xml-elements.js';
import { readWebpbnPuzzle } from './webpbn-puzzle.js';
import {
  BLACK_ON_WHITE,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
} from '../../core/puzzle/types.js';
import { colourLetter } from '../parse/colour-names.js';

/** The text before and after the puzzles of a file. */
const WEBPBN_HEAD = '<?xml version="1.0"?>\n<puzzleset>\n';

const WEBPBN_TAIL = '</puzzleset>\n';

function puzzleToWebpbn({ name, title, puzzle, goal }: NamedPuzzle): string {
  const { width, rows, columns, start } = puzzle;
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  const nameOf = (index: number): string =>
    index === 0 ? 'white' : palette.length === 2 ? 'black' : `colour${index}`;
  let text = `<puzzle type="grid" defaultcolor="${nameOf(1)}" backgroundcolor="${nameOf(0)}">\n`;
  if (name !== null) text += `<id>${markupText(name)}</id>\n`;
  if (title !== null) text += `<title>${markupText(title)}</title>\n`;
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

/**
 * The XML of webpbn.com (pbn-0.3.dtd).
 *
 *   file      <puzzleset> ( <puzzle type="grid" defaultcolor backgroundcolor> .. </puzzle> )*
 *   puzzle    <id>, <title>, <author>, .. , <color>*, <clues type="columns">, <clues type="rows">,
 *             <solution>*
 *   color     <color name="red" char="X">RRGGBB or RGB</color>; white and black need none
 *   clues     ( <line> ( <count color="red">2</count> )* </line> )*; <line/> is an empty clue
 *   solution  <solution type="goal|saved"><image>|.X|..</image></solution>; ? is unknown
 *
 * HTML's names of characters (&copy;) may be in texts; a file's own entities are not expanded.
 */
export const webpbn: Format = {
  name: 'webpbn',
  extensions: ['.xml', '.pbn'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) => (/<puzzle(set)?[\s>]/.test(head) ? 0.95 : 0),
  createParser: (sink, limits) =>
    xmlParser({ title: 'webpbn XML', element: 'puzzle', read: readWebpbnPuzzle }, sink, limits),
  ...inSequence({ head: WEBPBN_HEAD, puzzle: puzzleToWebpbn, tail: WEBPBN_TAIL }),
};
