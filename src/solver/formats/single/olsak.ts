import { MAX_COLOURS, block, type Clue, type Palette } from '../../core/puzzle/types.js';
import {
  cluesWithLetters,
  colourLetter,
  colourOf,
  sideWithLetters,
  spareColour,
} from '../parse/picture-lines.js';
import {
  alone,
  entryOf,
  type Format,
  holding,
  type NamedPuzzle,
  plainDraft,
  quoted,
  type TextEntry,
  unreadable,
} from '../contract/format.js';
import { withoutBlankEnd } from '../parse/clue-text.js';
import { entryParser } from '../parse/entry-reader.js';

/**
 * .g, of Petr and Mirek Olsak's solver grid.
 *
 *   file     free text, [ colours ], rows, columns, [ end ]; free text of one line is the title
 *   colours  a line that starts with #d or #D, then a colour a line:
 *            inner character : outer character, colour name or #rrggbb, comment
 *            inner 0 is the background, inner 1 the colour of plain numbers
 *   rows     a line that starts with `:`, then a clue a line; columns and end likewise
 *   clue     ( length [ inner character ] )*, or 0, or nothing: an empty clue
 *
 * Two colour names with a slash or backslash between them are a triangle: a cell cut in two along a
 * diagonal. In its row and its column it counts like a cell of one colour: it is solved as a colour
 * of its own, as Olsak says himself, and only looks different. A line that starts with #t or #T
 * makes the puzzle a triddler, which has no rectangular grid.
 */
export const olsak: Format = {
  name: 'g',
  extensions: ['.g'],
  holds: holding('colour', 'title'),
  detect: (head) => (/^:[^\n]*\n([ \t]*\d[^\n]*\n)+[ \t\r\n]*:/m.test(head) ? 0.7 : 0),
  createParser: (sink, limits) => entryParser({ title: '.g', read }, sink, limits),
  ...alone('.g', puzzleText),
};

function read(lines: readonly string[]): TextEntry {
  const marks = lines.flatMap((line, at) => (line.startsWith(':') ? [at] : []));
  const [rowsAt, columnsAt, endAt = lines.length] = marks;
  if (marks.length < 2) {
    unreadable('expected lines with : before the rows and before the columns', 'text');
  }
  const before = lines.slice(0, rowsAt);
  if (before.some((line) => /^#t/i.test(line))) unreadable(TRIDDLER, 'text');
  const colours = new Colours();
  const tableAt = before.findIndex((line) => /^#d/i.test(line));
  for (const line of tableAt < 0 ? [] : before.slice(tableAt + 1)) {
    colours.define(line);
  }
  const rows = sideOf(lines.slice(rowsAt + 1, columnsAt), 'row', colours);
  const columns = sideOf(lines.slice(columnsAt + 1, endAt), 'column', colours);
  const title = titleIn(tableAt < 0 ? before : before.slice(0, tableAt));
  return entryOf({ ...plainDraft(null, null, rows, columns), palette: colours.palette() }, title);
}

/** One line of free text is a title; several lines are mostly prose. */
function titleIn(freeText: readonly string[]): string | null {
  const lines = freeText.filter((line) => line.trim() !== '');
  return lines.length !== 1 || lines[0].startsWith('#') ? null : lines[0].trim().slice(0, 500);
}

const TRIDDLER = 'a triddler (#t): its grid is not a rectangle, and cannot be solved here';

function sideOf(lines: readonly string[], kind: 'row' | 'column', colours: Colours): Clue[] {
  return cluesWithLetters(withoutBlankEnd(lines), kind, (token) => colours.block(token));
}

/** The colour table: what inner characters mean. */
class Colours {
  private readonly numbers = new Map<string, number>();
  private readonly colours: string[] = [];
  private background = '#ffffff';

  /** Takes a line of the table. @throws Unreadable if it is something else. */
  define(line: string): void {
    if (line.trim() === '') return;
    const parts = /^\s*([^\s:]):(\S?)\s+(\S+)/.exec(line);
    if (parts === null) unreadable(`expected a colour such as "r:r red", found ${quoted(line)}`);
    const [, character, , name] = parts;
    // A triangle is shown in the first of its two colours.
    const colour = colourOf(name.split(/[/\\]/)[0]) ?? spareColour(this.colours.length);
    if (character === '0') this.background = colour;
    else if (!this.numbers.has(character)) this.add(character, colour);
    else unreadable(`colour ${character} is said twice`);
  }

  block(token: string): number | null {
    const parts = /^(\d{1,7})([^\d\s,]?)$/.exec(token);
    if (parts === null) return null;
    const length = Number(parts[1]);
    if (length === 0) return 0;
    const character = parts[2] === '' ? '1' : parts[2];
    const number = this.numbers.get(character);
    if (number !== undefined) return block(length, number);
    return character === '1' ? block(length, this.add('1', '#000000')) : null;
  }

  palette(): Palette | null {
    const plain = this.colours.length === 0 || this.colours.join() === '#000000';
    if (plain && this.background === '#ffffff') return null;
    return [this.background, ...this.colours];
  }

  private add(character: string, colour: string): number {
    this.colours.push(colour);
    const number = Math.min(this.colours.length, MAX_COLOURS + 1);
    this.numbers.set(character, number);
    return number;
  }
}

function puzzleText({ title, puzzle }: NamedPuzzle): string {
  const { palette, rows, columns } = puzzle;
  const label = (title ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^[:#\s]+/, '')
    .trim();
  let text = label === '' ? '' : `${label}\n`;
  if (palette !== null) {
    text += '#d\n';
    palette.forEach((colour, index) => {
      const character = index === 0 ? '0' : colourLetter(index);
      text += `   ${character}:${index === 0 ? ' ' : character}  ${colour}\n`;
    });
  }
  const side = (clues: readonly Clue[]): string => sideWithLetters(clues, palette !== null);
  return `${text}: rows\n${side(rows)}: columns\n${side(columns)}:\n`;
}
