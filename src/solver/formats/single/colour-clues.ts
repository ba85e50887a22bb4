import { block, type Clue, MAX_COLOURS, type Palette } from '../../core/puzzle/types.js';
import {
  cluesWithLetters,
  clueWithLetters,
  colourLetter,
  ColourNumbers,
  colourOf,
  requireFewColours,
  spareColour,
} from '../contract/picture-lines.js';
import {
  alone,
  entryOf,
  type Format,
  type NamedPuzzle,
  plainDraft,
  quoted,
  type TextEntry,
  unreadable,
} from '../contract/format.js';
import { entryParser, withoutBlankEnd } from '../contract/lines.js';

/*
 * Formats of coloured puzzles that write a clue a line: lengths, each followed by the letter or the
 * name of its colour.
 */

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
  holds: new Set(['colour', 'title']),
  detect: (head) => (/^:[^\n]*\n([ \t]*\d[^\n]*\n)+[ \t\r\n]*:/m.test(head) ? 0.7 : 0),
  createParser: entryParser({ title: '.g', read: readOlsak }),
  ...alone('.g', olsakText),
};

function readOlsak(lines: readonly string[]): TextEntry {
  const marks = lines.flatMap((line, at) => (line.startsWith(':') ? [at] : []));
  const [rowsAt, columnsAt, endAt = lines.length] = marks;
  if (marks.length < 2) {
    unreadable('expected lines with : before the rows and before the columns', 'text');
  }
  const before = lines.slice(0, rowsAt);
  if (before.some((line) => /^#t/i.test(line))) unreadable(TRIDDLER, 'text');
  const colours = new OlsakColours();
  const tableAt = before.findIndex((line) => /^#d/i.test(line));
  for (const line of tableAt < 0 ? [] : before.slice(tableAt + 1)) colours.add(line);
  const rows = olsakSide(lines.slice(rowsAt + 1, columnsAt), 'row', colours);
  const columns = olsakSide(lines.slice(columnsAt + 1, endAt), 'column', colours);
  const title = titleIn(tableAt < 0 ? before : before.slice(0, tableAt));
  return entryOf({ ...plainDraft(null, null, rows, columns), palette: colours.palette() }, title);
}

/** One line of free text is a title; several lines are mostly prose. */
function titleIn(freeText: readonly string[]): string | null {
  const lines = freeText.filter((line) => line.trim() !== '');
  return lines.length !== 1 || lines[0].startsWith('#') ? null : lines[0].trim().slice(0, 500);
}

const TRIDDLER = 'a triddler (#t): its grid is not a rectangle, and cannot be solved here';

function olsakSide(lines: readonly string[], kind: 'row' | 'column', colours: OlsakColours) {
  return cluesWithLetters(withoutBlankEnd(lines), kind, (token) => colours.block(token));
}

/** The colour table: what inner characters mean. */
class OlsakColours extends ColourNumbers {
  /** Takes a line of the table. @throws Unreadable if it is something else. */
  add(line: string): void {
    if (line.trim() === '') return;
    const parts = /^\s*([^\s:]):(\S?)\s+(\S+)/.exec(line);
    if (parts === null) unreadable(`expected a colour such as "r:r red", found ${quoted(line)}`);
    const [, character, , name] = parts;
    // A triangle is shown in the first of its two colours.
    const colour = colourOf(name.split(/[/\\]/)[0]) ?? spareColour(this.colours.length);
    if (character === '0') this.background = colour;
    else if (!this.numbers.has(character)) this.define(character, colour);
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
    return character === '1' ? block(length, this.define('1', '#000000')) : null;
  }

  palette(): Palette | null {
    const plain = this.colours.length === 0 || this.colours.join() === '#000000';
    if (plain && this.background === '#ffffff') return null;
    return [this.background, ...this.colours];
  }
}

function olsakText({ title, puzzle }: NamedPuzzle): string {
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
  return `${text}: rows\n${side(rows, palette !== null)}: columns\n${side(columns, palette !== null)}:\n`;
}

/** The line that begins the clues. */
const CLUES = /^[ \t]*\[[ \t]*clues[ \t]*\][ \t]*(?:[#;].*)?\r?$/im;

/**
 * The [clues] files of pynogram (INI) and nonogrid (TOML).
 *
 *   file      ( [section] ( key = value )* )*, in any order; # and ; start comments
 *   [clues]   columns and rows: a clue a line, or with commas between them; quotes around a clue
 *             and blank lines are only for looks. The lines are indented (INI), between three
 *             quotes, or in a list (TOML), of texts or of lists of numbers
 *   clue      block ( blank block )*, or 0: an empty clue
 *   block     length, and in a coloured puzzle the name of its colour: 2g; without it is black
 *   [colors]  name = (colour) sign, or defs = a list of such texts; the colour is a name, RRGGBB
 *             or three numbers; one that is named background is the background's
 */
export const nonogrid: Format = {
  name: 'nonogrid',
  extensions: ['.toml', '.ini', '.cfg', '.txt'],
  isSharedExtension: true,
  holds: new Set(['colour']),
  detect: (head) => (CLUES.test(head) ? 0.95 : 0),
  createParser: entryParser({ title: '[clues]', read: readSections, kindOf }),
  ...alone('a [clues] file', sectionsText),
};

/** What names [clues] was meant to be a puzzle. */
function kindOf(lines: readonly string[]): 'clues' | 'text' {
  return lines.some((line) => CLUES.test(line)) ? 'clues' : 'text';
}

function readSections(lines: readonly string[]): TextEntry | null {
  const sections = sectionsOf(lines);
  const clues = sections.get('clues');
  if (clues === undefined) {
    if (sections.size === 0 && lines.every((line) => /^\s*([#;]|$)/.test(line))) return null;
    unreadable('expected [clues] with columns and rows, found none');
  }
  const columnText = clues.get('columns') ?? clues.get('cols');
  const rowText = clues.get('rows');
  if (columnText === undefined || rowText === undefined) {
    unreadable(
      `expected columns and rows in [clues], found no ${rowText === undefined ? 'rows' : 'columns'}`,
    );
  }
  const colours = new NamedColours();
  for (const [name, value] of sections.get('colors') ?? sections.get('colours') ?? []) {
    colours.add(name, value);
  }
  const rows = sideIn(rowText, 'row', colours);
  const columns = sideIn(columnText, 'column', colours);
  const draft = plainDraft(null, null, rows, columns);
  return entryOf({ ...draft, palette: colours.palette }, titleOf(sections));
}

type Sections = Map<string, Map<string, string>>;

function titleOf(sections: Sections): string | null {
  for (const values of sections.values()) {
    const title = values.get('title') ?? values.get('name');
    if (title !== undefined) return withoutQuotes(title).slice(0, 500) || null;
  }
  return null;
}

/** The values of all sections by their names in lower case. @throws Unreadable */
function sectionsOf(lines: readonly string[]): Sections {
  const sections: Sections = new Map();
  let values: Map<string, string> | null = null;
  let key: string | null = null;
  let value: string[] = [];
  /** What ends a value that may go on: three quotes, or the bracket of a list. */
  let end: string | null = null;
  let depth = 0;
  /** Adds a line of a value that goes on, up to its end; returns whether it ends there. */
  const goOn = (line: string): boolean => {
    let at = end === null || end === ']' ? -1 : line.indexOf(end);
    if (end === ']') ({ at, depth } = listLine(line, depth));
    value.push(at < 0 ? line : line.slice(0, at));
    return at >= 0;
  };
  const close = (): void => {
    if (key !== null) values?.set(key, value.join('\n').trim());
    key = end = null;
    value = [];
  };
  for (const line of lines) {
    if (end !== null) {
      if (goOn(line)) close();
      continue;
    }
    const section = /^\s*\[\s*([\w .-]+?)\s*\]\s*(?:[#;].*)?$/.exec(line);
    if (section !== null) {
      close();
      const name = section[1].toLowerCase();
      if (sections.has(name)) {
        unreadable(`there are two sections [${name}]: one puzzle a file is read`);
      }
      sections.set(name, (values = new Map<string, string>()));
      continue;
    }
    const pair = /^\s*([\w-]{1,60})\s*[=:]\s*(.*)$/.exec(line);
    if (pair === null || values === null) {
      value.push(line);
      continue;
    }
    close();
    key = KNOWN.test(pair[1]) ? pair[1].toLowerCase() : pair[1];
    let text = pair[2];
    const quotes = /^("""|''')/.exec(text)?.[0] ?? null;
    if (quotes !== null) {
      end = quotes;
      text = text.slice(3);
    } else if (text.startsWith('[')) {
      end = ']';
      depth = 0;
    }
    if (goOn(text)) close();
  }
  if (end !== null && end !== ']') unreadable(`${end} is not closed`);
  close();
  return sections;
}

/** Names of values that may be in any case; those of colours differ by it. */
const KNOWN = /^(defs|rows|columns|cols|title|name)$/i;

/**
 * Reads a line of a list that is `depth` brackets deep: where the bracket is that ends the list, or
 * -1, and how deep the list is after it.
 */
function listLine(line: string, depth: number): { readonly at: number; readonly depth: number } {
  let now = depth;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '#') break;
    else if (sign === '[') now++;
    else if (sign === ']' && --now === 0) return { at, depth: 0 };
  }
  return { at: -1, depth: now };
}

/** The clues of one side. @throws Unreadable */
function sideIn(text: string, kind: 'row' | 'column', colours: NamedColours): Clue[] {
  const plain = text
    .split('\n')
    .map((line) => line.replace(/[#;].*$/, ''))
    .join('\n');
  const isNested = /^\[\s*\[/.test(plain);
  // In a list, what is between quotes is a clue, with blanks or commas in it, or none at all.
  const isQuoted = /^\[\s*["']/.test(plain);
  const items = isNested
    ? Array.from(plain.replace(/^\[(?=\s*\[)/, '').matchAll(/\[([^[\]]*)\]/g), ([, inner]) => inner)
    : isQuoted
      ? Array.from(plain.matchAll(/"[^"\n]*"|'[^'\n]*'|[^\s,[\]]+/g), ([item]) => item)
      : plain.replace(/^\[/, '').split(/[\n,]/);
  const lines = items
    .map((item) =>
      withoutQuotes(item)
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .filter((words) => words.length > 0 || isNested || isQuoted);
  return cluesWithLetters(lines, kind, (word) => colours.block(withoutQuotes(word)));
}

function withoutQuotes(text: string): string {
  return text
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .trim();
}

/** The colours that [colors] names, and others that blocks have. */
class NamedColours extends ColourNumbers {
  private isColoured = false;

  /** Null for black on white. @throws Unreadable if there are too many. */
  get palette(): string[] | null {
    requireFewColours(this.colours.length);
    return this.isColoured ? [this.background, ...this.colours] : null;
  }

  /** Takes a line of [colors]. @throws Unreadable if it is something else. */
  add(key: string, value: string): void {
    if (key !== 'defs') {
      this.describe(key, value);
      return;
    }
    for (const [quotedText] of value.matchAll(/"[^"\n]*"|'[^'\n]*'/g)) {
      const text = quotedText.slice(1, -1);
      const pair = /^\s*([\w-]{1,60})\s*[=:]\s*(.*)$/.exec(text);
      if (pair === null) {
        unreadable(`[colors]: expected name = (colour) sign, found ${quoted(text)}`);
      }
      this.describe(pair[1], pair[2]);
    }
  }

  /** The block that `3` or `3r` means, or null. */
  block(word: string): number | null {
    const parts = /^(-?\d{1,9})([a-z_][\w-]*)?$/i.exec(word);
    if (parts === null) return null;
    const name: string | undefined = parts[2];
    if (name !== undefined) this.isColoured = true;
    const length = Number(parts[1]);
    if (length === 0) return 0;
    return block(length, Math.min(this.indexOf(name), MAX_COLOURS + 1));
  }

  private describe(name: string, value: string): void {
    const text = withoutQuotes(value);
    const described = (/\(([^)]*)\)/.exec(text)?.[1] ?? text.split(/\s+/)[0]).trim();
    const numbers = /^(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})$/.exec(described);
    const colour =
      numbers === null
        ? colourOf(described)
        : `#${numbers
            .slice(1)
            .map((number) => Math.min(255, Number(number)).toString(16).padStart(2, '0'))
            .join('')}`;
    if (colour === null) {
      unreadable(`[colors]: ${quoted(value)} is not a colour: write it as RRGGBB`);
    }
    if (name === 'background') this.background = colour;
    else {
      this.isColoured = true;
      this.define(name, colour);
    }
  }

  private indexOf(name: string | undefined): number {
    const found = name === undefined ? this.black : this.numbers.get(name);
    if (found !== undefined) return found;
    const known = name === undefined ? '#000000' : colourOf(name);
    return this.define(name ?? '', known ?? spareColour(this.colours.length));
  }

  /** The index of the colour of blocks without a name. */
  private get black(): number | undefined {
    const at = this.colours.indexOf('#000000');
    return at < 0 ? undefined : at + 1;
  }
}

function sectionsText({ puzzle: { rows, columns, palette } }: NamedPuzzle): string {
  let text = '';
  if (palette !== null) {
    const defs = palette.map((colour, index) => {
      const name = index === 0 ? 'background' : colourLetter(index);
      return `  "${name} = (${colour.slice(1)}) ${index === 0 ? '.' : name}",\n`;
    });
    text += `[colors]\ndefs = [\n${defs.join('')}]\n\n`;
  }
  return `${text}[clues]\ncolumns = """\n${side(columns, palette !== null)}"""\nrows = """\n${side(rows, palette !== null)}"""\n`;
}

/** A side's clues as text, one a line. */
function side(clues: readonly Clue[], coloured: boolean): string {
  return clues.map((clue) => `${clueWithLetters(clue, coloured, ' ')}\n`).join('');
}
