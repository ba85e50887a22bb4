import { checkSolution } from '../../core/puzzle/check.js';
import {
  BLACK_ON_WHITE,
  BLANK,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  MAX_COLOURS,
  type Palette,
} from '../../core/puzzle/types.js';
import { draftOfPicture, type NamedPuzzle, quoted, unreadable } from './format.js';

/** Why a puzzle cannot be written as just a picture, or null. */
export function pictureUnfit({ puzzle, goal }: NamedPuzzle): string | null {
  if (goal === null) return 'holds only a picture, and this puzzle has none: solve it first';
  const wrong = checkSolution({ ...puzzle, start: null }, goal);
  return wrong === null
    ? null
    : `holds only a picture, and the goal of this puzzle is not one: ${wrong}`;
}

/** The rows of a picture as text: `signOf` writes a cell, and `between` separates cells. */
export function rowsOfCells(
  cells: Cells,
  width: number,
  signOf: (cell: number) => string | number,
  between = '',
): string[] {
  return Array.from({ length: cells.length / width }, (_, y) =>
    Array.from(cells.subarray(y * width, (y + 1) * width), signOf).join(between),
  );
}

/** Signs of filled and of blank cells: a picture has one of each, and a blank may be a space. */
const FILLED = '#xXoO1*@\u2588\u2593\u25a0\u25cf';
const BLANKS = '._0-\u00b7\u2591\u25a1\u25cb';

/** Squares and discs of emoji, and their colours. */
const EMOJI: Readonly<Record<string, string>> = {
  '\u2b1c\u25fb\u25fd\u25ab\u26aa': 'white',
  '\u2b1b\u25fc\u25fe\u25aa\u26ab': 'black',
  '\u{1f7e5}\u{1f534}': 'red',
  '\u{1f7e7}\u{1f7e0}': 'orange',
  '\u{1f7e8}\u{1f7e1}': 'yellow',
  '\u{1f7e9}\u{1f7e2}': 'green',
  '\u{1f7e6}\u{1f535}': 'blue',
  '\u{1f7ea}\u{1f7e3}': 'purple',
  '\u{1f7eb}\u{1f7e4}': 'brown',
};

const COLOURS = new Map(
  Object.entries(EMOJI).flatMap(([signs, name]) =>
    Array.from(signs, (sign): [string, string] => [sign, name]),
  ),
);

/** The colour of a square or disc of emoji: a name, undefined for other signs. */
export function colourOfSquare(sign: string): string | undefined {
  return COLOURS.get(sign);
}

/** A line that has nothing but cells of pictures, and what may stand between them. */
const ROW = new RegExp(
  `^(?:[${FILLED}${BLANKS.replace('-', '\\-')}${[...COLOURS.keys()].join('')}\\s,]|\ufe0f)+$`,
  'u',
);

/** Whether a line may be a row of a picture. */
export function isRow(line: string): boolean {
  return ROW.test(line) && /[^\s,]/.test(line.replaceAll('\ufe0f', ''));
}

/** Whether there are squares or discs of emoji in a text. */
export function hasEmoji(text: string): boolean {
  return ANY_EMOJI.test(text);
}

const ANY_EMOJI = new RegExp(`[${[...COLOURS.keys()].join('')}]`, 'u');

/** Whether the rows leave it to spaces which cells are blank. */
export function hasSpacesForCells(lines: readonly string[]): boolean {
  return !lines.some((line) => /[^\s,#xXoO*@\u2588\u2593\u25a0\u25cf]/u.test(line));
}

/** The two numbers of a line of sizes. */
type Sizes = readonly [number, number];

/** How much wider than its longest row a picture may be whose blank cells are spaces. */
const MOST_WIDER = 4;

/**
 * The picture in some rows, of which at least one has a cell, as a draft; `sizes` are those that a
 * line before it names, in any order. Or why it is not one.
 */
export function draftOfRows(
  lines: readonly string[],
  sizes: Sizes | null,
): ReturnType<typeof draftOfPicture> | string {
  const plain = lines.map((line) => line.replaceAll('\ufe0f', ''));
  const height = plain.length;
  const rows = hasSpacesForCells(plain)
    ? spacedRows(plain, sizes === null ? null : widthOf(sizes, height))
    : cellRows(plain);
  if (typeof rows === 'string') return rows;
  const width = rows[0].length;
  const ragged = rows.findIndex((row) => row.length !== width);
  if (ragged >= 0) return `row ${ragged + 1} has ${rows[ragged].length} cells, row 1 has ${width}`;
  if (sizes !== null && widthOf(sizes, height) !== width) {
    return `the size is ${sizes.join('x')}, but there are ${height} rows of ${width} cells`;
  }
  const meaning = meaningOf(rows);
  if (typeof meaning === 'string') return meaning;
  const cells = new Uint8Array(width * height);
  rows.forEach((row, y) => row.forEach((sign, x) => (cells[y * width + x] = meaning.of(sign))));
  return draftOfPicture(cells, width, height, meaning.palette);
}

/** The width that belongs to a height, of two sizes in any order; null if none does. */
function widthOf([one, other]: Sizes, height: number): number | null {
  return other === height ? one : one === height ? other : null;
}

/** The cells of rows in which a space is a blank cell; spaces at their ends may be missing. */
function spacedRows(lines: readonly string[], width: number | null): string[][] | string {
  if (lines.some((line) => /[\t,]/.test(line))) {
    return 'expected cells and spaces, found tabs or commas: write blank cells as dots';
  }
  const trimmed = lines.map((line) => line.trim());
  const areFull = trimmed.every((line) => line.length === trimmed[0].length && !/\s/.test(line));
  if (areFull && (width === null || width === trimmed[0].length)) {
    return trimmed.map((line) => Array.from(line));
  }
  if (width === null && !lines.some((line) => line.includes(' '))) {
    return lines.map((line) => Array.from(line));
  }
  const cells = lines.map((line) => Array.from(line));
  const longest = cells.reduce((most, row) => Math.max(most, row.length), 0);
  if (width !== null && width > MOST_WIDER * (longest + 1)) {
    return `the size says ${width} cells a row, but the longest has ${longest}`;
  }
  const across = width ?? longest;
  return cells.map((row) => {
    const missing = across - row.length;
    if (missing >= 0) return [...row, ...Array<string>(missing).fill(' ')];
    return row.slice(across).every((sign) => sign === ' ') ? row.slice(0, across) : row;
  });
}

/** The cells of rows without spaces, or with something between all cells. */
function cellRows(lines: readonly string[]): string[][] | string {
  const isEmoji = lines.some(hasEmoji);
  const parts = lines.map((line) => line.trim().split(/\s*,\s*|\s+/));
  const isSeparated = parts.every((row) => row.every((part) => Array.from(part).length === 1));
  const rows: string[][] = [];
  for (const [y, line] of lines.entries()) {
    const row = isSeparated || isEmoji ? parts[y].join('') : line.trim();
    const at = row.search(/[\s,]/);
    if (at >= 0) return `row ${y + 1}, cell ${at + 1}: expected # or ., found "${row[at]}"`;
    rows.push(Array.from(row));
  }
  return rows;
}

/** What the signs of a picture mean: one is blank and one is filled, or there are emoji. */
function meaningOf(rows: readonly (readonly string[])[]) {
  const signs = new Set(rows.flat());
  if ([...signs].some((sign) => COLOURS.has(sign))) return emojiMeaning(signs);
  // Noughts beside crosses are blank.
  const isNought = (sign: string): boolean => /o/i.test(sign) && /x/i.test([...signs].join(''));
  const filled = [...signs].filter((sign) => FILLED.includes(sign) && !isNought(sign));
  const blank = [...signs].filter((sign) => !filled.includes(sign));
  const several = filled.length > 1 ? filled : blank;
  if (several.length > 1) {
    const kind = several === filled ? 'filled' : 'blank';
    return `expected one sign for all ${kind} cells, found ${several.map(quoted).join(' and ')}`;
  }
  return { palette: null, of: (sign: string) => (sign === filled.at(0) ? 1 : BLANK) };
}

function emojiMeaning(signs: ReadonlySet<string>) {
  const names = new Set<string>();
  for (const sign of signs) {
    const name = COLOURS.get(sign);
    if (name === undefined) return `expected coloured squares, found ${quoted(sign)}`;
    names.add(name);
  }
  // As people paste them: white squares are blank, or black ones beside colours on a dark page.
  const background =
    !names.has('white') && names.has('black') && names.size > 1 ? 'black' : 'white';
  const colours = [...names].filter((name) => name !== background);
  const isPlain = background === 'white' && colours.every((name) => name === 'black');
  const palette = isPlain ? null : [background, ...colours].map((name) => colourOf(name)!);
  return { palette, of: (sign: string) => colours.indexOf(COLOURS.get(sign)!) + 1 };
}

/** Colour names that puzzle files use (from X11), as `#rrggbb`. */
const NAMES = coloursIn(
  'white#ffffff black#000000 red#ff0000 green#00ff00 blue#0000ff yellow#ffff00 cyan#00ffff ' +
    'magenta#ff00ff orange#ffa500 brown#a52a2a pink#ffc0cb purple#a020f0 violet#ee82ee ' +
    'gray#bebebe grey#bebebe gold#ffd700 navy#000080 maroon#b03060 turquoise#40e0d0 beige#f5f5dc ' +
    'tan#d2b48c khaki#f0e68c olive#808000 teal#008080 silver#c0c0c0 lime#00ff00',
);

/** Names that CSS knows and X11 does not, or gives other values. */
const CSS_NAMES = coloursIn(
  'green#008000 gray#808080 grey#808080 maroon#800000 purple#800080 aqua#00ffff fuchsia#ff00ff ' +
    'crimson#dc143c indigo#4b0082 coral#ff7f50 salmon#fa8072 tomato#ff6347 chocolate#d2691e ' +
    'orchid#da70d6 plum#dda0dd lavender#e6e6fa ivory#fffff0 skyblue#87ceeb lightblue#add8e6 ' +
    'darkblue#00008b royalblue#4169e1 lightgreen#90ee90 darkgreen#006400 forestgreen#228b22 ' +
    'limegreen#32cd32 darkred#8b0000 firebrick#b22222 darkorange#ff8c00 lightgray#d3d3d3 ' +
    'lightgrey#d3d3d3 darkgray#a9a9a9 darkgrey#a9a9a9 hotpink#ff69b4 lightpink#ffb6c1 ' +
    'lightyellow#ffffe0 saddlebrown#8b4513 sienna#a0522d',
);

/** Colours by name, from a text of `name#rrggbb`. */
function coloursIn(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').map((pair) => [pair.slice(0, -7), pair.slice(-7)]));
}

/** Spare colours, for names in a file that does not say what they look like. */
const SPARE = '#c00000 #0060c0 #008040 #c0a000 #8000a0 #e07000 #00a0a0 #806040'.split(' ');

/** A spare colour; `index` counts those used so far. */
export function spareColour(index: number): string {
  return SPARE[index % SPARE.length];
}

/** `#rrggbb` for `RRGGBB` or `RGB`, with or without `#`, or for a name; null for others. */
export function colourOf(text: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text)?.[1].toLowerCase();
  if (digits === undefined) return NAMES.get(text.toLowerCase()) ?? null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** `#rrggbb` for a name, with the value that CSS gives it; null if it is not known. */
export function cssColourOf(name: string): string | null {
  return CSS_NAMES.get(name.toLowerCase()) ?? null;
}

/** `#rrggbb` of the first colour whose name starts with a letter, or null. */
export function colourStarting(letter: string): string | null {
  return [...NAMES].find(([name]) => name.startsWith(letter))?.[1] ?? null;
}

/** The name of a colour `#rrggbb`, or null. */
export function colourNameOf(hex: string): string | null {
  return [...NAMES, ...CSS_NAMES].find(([, value]) => value === hex)?.[0] ?? null;
}

/** A letter for each colour, a to z and then A: digits would merge with the length before them. */
export function colourLetter(index: number): string {
  return String.fromCharCode((index <= 26 ? 96 : 38) + index);
}

/**
 * A clue as text: lengths, each followed by its letter in a coloured puzzle; 0 for an empty clue.
 */
export function clueWithLetters(clue: Clue, coloured: boolean, between: string): string {
  if (clue.length === 0) return '0';
  const blocks = clue.map(
    (value) => `${blockLength(value)}${coloured ? colourLetter(blockColour(value)) : ''}`,
  );
  return blocks.join(between);
}

/** The palette of a file; null if it is black on white. */
export function unlessPlain(palette: Palette): Palette | null {
  return palette.join() === BLACK_ON_WHITE.join() ? null : palette;
}

/** @throws Unreadable if there are more colours than a puzzle can have, background not counted. */
export function requireFewColours(count: number): void {
  if (count <= MAX_COLOURS) return;
  unreadable(`there are ${count} colours; at most ${MAX_COLOURS} are read`);
}

/** The colours that a puzzle's text names, with numbers in the order in which they come. */
export class ColourNumbers {
  protected readonly numbers = new Map<string, number>();
  protected readonly colours: string[] = [];
  protected background = '#ffffff';

  /** The number of one more colour, which is called so. */
  protected define(name: string, colour: string): number {
    this.colours.push(colour);
    const number = Math.min(this.colours.length, MAX_COLOURS + 1);
    this.numbers.set(name, number);
    return number;
  }
}

/** The clues of lines of blocks with letters, each read by `block`. @throws Unreadable */
export function cluesWithLetters(
  lines: readonly (readonly string[] | string)[],
  kind: 'row' | 'column',
  block: (token: string) => number | null,
): Clue[] {
  return lines.map((line, index) => {
    const tokens = typeof line === 'string' ? line.split(/[\s,]+/).filter(Boolean) : line;
    return tokens.map((token) => {
      const value = block(token);
      if (value !== null) return value;
      unreadable(`${kind} ${index + 1}: expected a block such as 3 or 3a, found ${quoted(token)}`);
    });
  });
}
