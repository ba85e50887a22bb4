import {
  BLANK,
  block,
  type Cells,
  type Clue,
  type Palette,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import type { RejectKind } from '../../core/puzzle/validate.js';
import {
  type Format,
  inSequence,
  type NamedPuzzle,
  type TextEntry,
  unreadable,
} from '../contract/format.js';
import { entryParser, twoNumbers, withoutBlankEnd, withoutEntities } from '../contract/lines.js';
import {
  cluesWithLetters,
  clueWithLetters,
  colourLetter,
  ColourNumbers,
  colourOf,
  spareColour,
} from '../contract/picture-lines.js';

/**
 * .non, by Steven Simpson, with the extensions of the nonogram-db project (FORMAT.md there).
 *
 *   file       puzzle ( ==== puzzle )*
 *   puzzle     in any order: width N, height N, rows, columns, properties, blank lines
 *   rows       the line `rows`, then a clue a line; also `columns`
 *   clue       block ( , block )*, or 0, or nothing: an empty clue
 *   block      length, and in a coloured puzzle the character of its colour
 *   colour     color CHARACTER #rrggbb; in files of Nonny color NAME RRGGBB CHARACTER, and in their
 *              clues a name goes before its blocks: black 1 red 2 1, or red: 2, 1
 *   property   word, then the rest of the line, often quoted: title, by, license, ...
 *              goal "0110": the picture, a character a cell; saved "01?": a start position
 *
 * The words may be in any case and may have a colon: people who type a puzzle write `Rows:`. `rows
 * N` and `columns N` are sizes. Unknown lines are ignored, as that page asks.
 */
export const non: Format = {
  name: 'non',
  extensions: ['.non', '.nonpack'],
  holds: new Set(['colour', 'name', 'many', 'title', 'start', 'goal']),
  detect: (head) => {
    // A list of YAML.
    if (/^[ \t]*- /m.test(head)) return 0;
    const sections = [...head.matchAll(/^[ \t]*(?:#[ \t]*)?(rows|columns)[ \t]*(?::[ \t]*)?$/gim)];
    const words = new Set(sections.map(([, word]) => word.toLowerCase()));
    if (words.size !== 1) return words.size === 0 ? 0 : 0.9;
    // Of a large puzzle, detection sees nothing but the clues of the section that comes first.
    const [{ 0: first, index }] = sections;
    const clues = head.slice(index + first.length);
    return /\d/.test(clues) && !/(?:^|\D)[^\d\s,-]/.test(clues) ? 0.8 : 0;
  },
  createParser: entryParser({
    title: '.non',
    parts: (line) => /^\s*={4,}\s*$/.test(line),
    read: readNon,
    kindOf: (lines) => new Entry(lines).kind,
    nameOf: (lines) => new Entry(lines).name,
  }),
  ...inSequence({ puzzle: puzzleToNon, between: '\n====\n' }),
};

/** The properties of which one puzzle has one. */
const ONCE = new Set(['width', 'height', 'rows', 'columns', 'goal', 'saved', 'catalogue']);

/** What the lines of one puzzle say. */
class Entry {
  readonly properties = new Map<string, string>();
  readonly colours = new NonColours();
  rows: string[] | null = null;
  columns: string[] | null = null;
  /** Why it is refused, although more of its lines follow. */
  refused: string | null = null;
  /** Whether sections were begun after something for which it is refused. */
  private hasMore = false;
  /** Of two numbers alone, the sizes: whether a comment says that the height comes first. */
  private isHeightFirst = false;
  /** The clues that the next lines are added to; null between sections. */
  private section: string[] | null = null;

  constructor(lines: readonly string[]) {
    for (const text of lines) {
      const line = text.trim();
      if (this.refused !== null) this.hasMore ||= /^(rows|columns)\s*:?$/i.test(line);
      else if (this.section !== null && this.isClue(line)) this.section.push(line);
      else if (line !== '') this.word(line);
    }
  }

  get name(): string | null {
    return entities(quotedValue(this.properties.get('catalogue')));
  }

  get kind(): RejectKind {
    const { rows, columns, properties, hasMore } = this;
    const hasClues = hasMore || (rows?.length ?? 0) + (columns?.length ?? 0) > 0;
    if (!hasClues) return 'text';
    return properties.has('goal') || properties.has('saved') ? 'cells' : 'clues';
  }

  private isClue(line: string): boolean {
    return /^(\d|-|$)/.test(line) || this.colours.isBeforeBlocks(line);
  }

  private word(line: string): void {
    // Some have comments in place of the words, and numbers alone for the sizes.
    const said = line.replace(/^#\s*(?=(?:rows|columns|width height|height width)\s*:?$)/i, '');
    const [, word, rest] = /^([^\s:]*)\s*:?\s*(.*)$/s.exec(said)!;
    const key = word.toLowerCase();
    this.section = null;
    const sizes = this.rows === null && this.columns === null ? twoNumbers(line) : null;
    if (/^(?:width height|height width)$/i.test(said)) {
      this.isHeightFirst = key === 'height';
      return;
    }
    if (sizes !== null) {
      const [width, height] = this.isHeightFirst ? [sizes[1], sizes[0]] : sizes;
      this.word(`width ${width}`);
      this.word(`height ${height}`);
      return;
    }
    if ((key === 'rows' || key === 'columns') && rest === '') {
      if (this[key] !== null) this.refused = `there are ${key} twice`;
      else this.section = this[key] = [];
    } else if (key === 'color' || key === 'colour') {
      this.refused = this.colours.add(rest);
    } else if (!this.properties.has(key)) {
      this.properties.set(key, rest);
    } else if (ONCE.has(key) && this.properties.get(key) !== rest) {
      this.refused ??= `there are two lines with ${key}, which differ`;
    }
  }
}

function readNon(lines: readonly string[]): TextEntry {
  const { rows, columns, colours, properties, refused, name } = new Entry(lines);
  if (refused !== null) unreadable(refused);
  if (rows === null || columns === null) {
    unreadable(`expected rows and columns, found no ${rows === null ? 'rows' : 'columns'}`);
  }
  const height = sizeOf(properties.get('height') ?? properties.get('rows'), 'height');
  const width = sizeOf(properties.get('width') ?? properties.get('columns'), 'width');
  const draft = {
    width,
    height,
    rows: cluesOfSection(rows, height, 'row', colours),
    columns: cluesOfSection(columns, width, 'column', colours),
    goal: colours.cells(quotedValue(properties.get('goal')), 'goal'),
    start: colours.cells(quotedValue(properties.get('saved')), 'saved'),
  };
  const title = entities(quotedValue(properties.get('title')));
  return { name, title, draft: { ...draft, palette: colours.palette() } };
}

/** @throws Unreadable */
function sizeOf(text: string | undefined, what: string): number | null {
  if (text === undefined) return null;
  if (/^\d+$/.test(text)) return Number(text);
  return unreadable(`the ${what} is "${text}", expected a number`);
}

/** A property's value without its quotes; null if there is none. */
function quotedValue(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  return /^"(.*)"$/s.exec(value)?.[1] ?? value;
}

function entities(text: string | null): string | null {
  return text === null ? null : withoutEntities(text);
}

/**
 * The clues of a section of lines. Blank lines are empty clues, or surround the clues for looks:
 * the size tells.
 * @throws Unreadable
 */
function cluesOfSection(
  lines: readonly string[],
  size: number | null,
  kind: 'row' | 'column',
  colours: NonColours,
): Clue[] {
  let used = withoutBlankEnd(lines, size ?? 0);
  if (size !== null && used.length > size) {
    const written = used.filter((line) => line !== '');
    if (written.length === size) used = written;
    while (used.length > size && used[0] === '') used.shift();
  }
  if (colours.hasNames) return colours.namedClues(used, kind);
  return cluesWithLetters(used, kind, (token) => colours.block(token));
}

/** The text of one puzzle as .non. */
function puzzleToNon({ name, title, puzzle, goal }: NamedPuzzle): string {
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

/** The colours of one .non puzzle: the characters that `color` lines, or only blocks, name. */
class NonColours extends ColourNumbers {
  /** By names in lower case, as Nonny has them. */
  private readonly names = new Map<string, number>();

  /** Whether blocks have names of colours before them. */
  get hasNames(): boolean {
    return this.names.size > 0;
  }

  /** Takes `CHARACTER #rrggbb` or `NAME RRGGBB CHARACTER`; returns why it is something else. */
  add(definition: string): string | null {
    const parts = /^(\S+)\s+(\S+)(?:\s+(\S))?$/.exec(definition);
    const colour = parts === null ? null : colourOf(parts[2]);
    if (parts === null || colour === null) {
      return `expected "color a #rrggbb" or "color NAME RRGGBB CHARACTER", found "color ${definition.slice(0, 60)}"`;
    }
    const [, character, , sign] = parts as unknown as [string, string, string, string?];
    if (character.length > 1 || sign !== undefined) return this.addNamed(character, colour, sign);
    if (character === '0') this.background = colour;
    else if (this.numbers.has(character)) return `colour ${character} is said twice`;
    else this.define(character, colour);
    return null;
  }

  /** Whether a line begins with a colour's name, and a length follows: `red 2`, `red: 2, 1`. */
  isBeforeBlocks(line: string): boolean {
    const word = /^([^\s:\d]+)\s*:?\s*\d/.exec(line)?.[1].toLowerCase();
    return word !== undefined && (this.names.has(word) || colourOf(word) !== null);
  }

  /** The clues of lines in which names of colours go before their blocks. @throws Unreadable */
  namedClues(lines: readonly string[], kind: string): Clue[] {
    return lines.map((line, i) => {
      const clue: number[] = [];
      let colour: number | null = null;
      for (const word of line.split(/[\s,:]+/)) {
        if (word === '') continue;
        const [, digits, name] = /^(-?\d*)(.*)$/s.exec(word)!;
        const found: number | null | undefined = name === '' ? colour : this.indexOfName(name);
        if (found === undefined || digits === '-') {
          unreadable(
            `${kind} ${i + 1}: expected a length or a colour of this puzzle, found "${word.slice(0, 40)}"`,
          );
        }
        if (digits === '') colour = found;
        else if (Number(digits) === 0) clue.push(0);
        else clue.push(block(Number(digits), found ?? this.indexOfName('black')));
      }
      return clue;
    });
  }

  /** The index of the colour that a word before blocks names, or a character after them. */
  private indexOfName(word: string): number | undefined {
    const name = word.toLowerCase();
    const known = this.names.get(name) ?? this.numbers.get(word);
    if (known !== undefined) return known;
    const colour = name === 'default' ? '#000000' : colourOf(name);
    if (colour === null) return undefined;
    const index = this.define(word, colour);
    this.names.set(name, index);
    return index;
  }

  private addNamed(word: string, colour: string, sign: string | undefined): string | null {
    const name = word.toLowerCase();
    if (this.names.has(name)) return `colour ${word} is said twice`;
    if (name === 'background') {
      this.background = colour;
      return null;
    }
    const index = this.define(word, colour);
    this.names.set(name, index);
    // In a picture, 0 and a dot are blank and ? is unknown.
    if (sign !== undefined && !/[0.?]/.test(sign)) this.numbers.set(sign, index);
    return null;
  }

  /** The block that `3` or `3a` means, or null. */
  block(token: string): number | null {
    const parts = /^(-?\d+)([^\d\s,-])?$/.exec(token);
    if (parts === null) return null;
    const [, digits, character = '1'] = parts;
    const length = Number(digits);
    return length === 0 ? 0 : block(length, this.colourOf(character));
  }

  /** The cells of a picture in one piece of text; null without one. @throws Unreadable */
  cells(text: string | null, what: string): Cells | null {
    if (text === null) return null;
    const compact = text.replace(/[\s/]/g, '');
    const cells = new Uint8Array(compact.length);
    for (let i = 0; i < compact.length; i++) {
      const character = compact[i];
      if (character === '0' || character === '.') cells[i] = BLANK;
      else if (character === '?') cells[i] = UNKNOWN;
      else if (character === '1' && this.colours.length === 0) cells[i] = 1;
      else {
        cells[i] =
          this.numbers.get(character) ??
          unreadable(`${what}: "${character}" is not a colour of this puzzle`);
      }
    }
    return cells;
  }

  /** Null means black on white. */
  palette(): Palette | null {
    if (this.colours.length === 0) return null;
    if (this.colours.length === 1 && this.numbers.has('1') && this.background === '#ffffff') {
      if (this.colours[0] === '#000000') return null;
    }
    return [this.background, ...this.colours];
  }

  private colourOf(character: string): number {
    const known = this.numbers.get(character);
    if (known !== undefined) return known;
    const colour = character === '1' ? '#000000' : spareColour(this.colours.length);
    return this.define(character, colour);
  }
}
