import {
  block,
  blockColour,
  blockLength,
  MAX_BLOCK_LENGTH,
  MAX_COLOURS,
  type Palette,
} from '../../core/puzzle/types.js';
import { quoted, shown, Unreadable, unreadable } from '../contract/format.js';
import { parseClueText, parseSideText } from '../contract/lines.js';
import {
  colourNameOf,
  colourOf,
  colourStarting,
  cssColourOf,
  spareColour,
} from '../contract/picture-lines.js';
import { messageOf } from '../../core/text/plain-text.js';
import { listWithin } from './fields.js';

/** One side's clues; null is a clue that the entry calls unknown. */
type DraftClues = readonly (readonly number[] | null)[];

/** What blocks may look like, as a reject shows it. */
const SPELLINGS = '3, or in colour "3r", [3,"red"], {"n":3,"c":1} or {"color":"red","count":3}';

/**
 * The clues of one side, as lists, as texts, or as one text; `lines` is how many there should
 * be, or null. Their colours are noted in `colours`: the blocks have the numbers that it gave.
 * @throws Unreadable
 */
export function sideOf(
  found: unknown,
  kind: 'row' | 'column',
  lines: number | null,
  colours: ColoursSeen,
): DraftClues {
  const value = unfolded(found, `${kind}s`);
  if (typeof value === 'string') {
    const clues = parseSideText(value, lines);
    if (typeof clues !== 'string') return clues;
    return colouredSide(value, kind, lines, colours) ?? unreadable(`the ${kind}s: ${clues}`);
  }
  const side = Array.isArray(value) ? (value as unknown[]) : listWithin(value);
  if (side === null) unreadable(`expected the ${kind} clues as a list, found ${shown(value)}`);
  const clues = new Array<readonly number[] | null>(side.length);
  for (let line = 0; line < side.length; line++) {
    clues[line] = clueOf(side[line], kind, line, colours);
  }
  return clues;
}

/** As NumPy prints clues, without commas between them: [2] [1 1], or [list([2]) list([1, 1])]. */
const PRINTED =
  /^\s*\[?\s*(?:(?:list|array)\()?\[[\d\s,]*\]\)?(?:\s+(?:(?:list|array)\()?\[[\d\s,]*\]\)?)+\s*\]?\s*$/;

function bracketsIn(text: string, bracket: string): number {
  return text.split(bracket).length;
}

/**
 * Sides whose blocks are pairs of numbers, as sites serve them: [colour, count], or [count, colour]
 * if only so the colours of both sides agree. Colours are numbered anew, unless `areIndexes` of a
 * palette. Other sides come back as they are.
 */
export function withoutPairs(
  rows: unknown,
  columns: unknown,
  areIndexes: boolean,
): [unknown, unknown] {
  if (!arePairs(rows) || !arePairs(columns)) return [rows, columns];
  const sums = (side: readonly Pair[][], at: 0 | 1): string => {
    const found = new Map<number, number>();
    for (const pair of side.flat()) found.set(pair[at], (found.get(pair[at]) ?? 0) + pair[1 - at]);
    return JSON.stringify([...found].sort(([one], [other]) => one - other));
  };
  const agree = (at: 0 | 1): boolean => sums(rows, at) === sums(columns, at);
  const at = !agree(0) && agree(1) ? 1 : 0;
  const colours = [...new Set(rows.flat().map((pair) => pair[at]))].sort((a, b) => a - b);
  const named = (side: readonly Pair[][]): unknown =>
    side.map((line) =>
      line.map((pair) => ({
        n: pair[1 - at],
        c: areIndexes ? pair[at] : colours.indexOf(pair[at]) + 1,
      })),
    );
  return [named(rows), named(columns)];
}

type Pair = readonly [number, number];

function arePairs(side: unknown): side is readonly Pair[][] {
  const isPair = (block: unknown): boolean =>
    Array.isArray(block) && block.length === 2 && block.every((one) => typeof one === 'number');
  const isLine = (line: unknown): boolean => Array.isArray(line) && line.every(isPair);
  return (
    Array.isArray(side) && side.every(isLine) && side.some((line: unknown[]) => line.length > 0)
  );
}

/**
 * Clues that are JSON within a text, as tables have them: `"{\"rows\":[[1]],...}"`. Whatever else
 * it is comes back as it is.
 * @throws Unreadable
 */
export function unfolded(value: unknown, what: string): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  if (PRINTED.test(value) && bracketsIn(value, '[') === bracketsIn(value, ']')) {
    return Array.from(value.matchAll(/\[([\d\s,]*)\]/g), ([, blocks]) => parseClueText(blocks));
  }
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    unreadable(`${what}: not valid JSON: ${jsonFault(error)}`);
  }
}

/** What `JSON.parse` found, without the text, which is told beside it, and without naming JSON. */
export function jsonFault(error: unknown): string {
  const found = messageOf(error).replace(/, (?:\.\.\.)?".*is not valid JSON$/s, '');
  return found
    .replace(/^[A-Z]/, (first) => first.toLowerCase())
    .replace(/ in JSON| JSON(?= input)/, '');
}

function clueOf(
  value: unknown,
  kind: string,
  line: number,
  colours: ColoursSeen,
): readonly number[] | null {
  if (Array.isArray(value)) {
    const blocks = value as unknown[];
    for (let i = 0; i < blocks.length; i++) {
      // The usual case: plain numbers up to the last; then the parsed list is used as it is.
      const value = blocks[i];
      if (typeof value === 'number' && value <= MAX_BLOCK_LENGTH) continue;
      return blocksOf(blocks, `${kind} ${line + 1}`, colours);
    }
    return blocks as number[];
  }
  if (value === null) return null;
  const place = `${kind} ${line + 1}`;
  if (typeof value === 'string') {
    const clue = parseClueText(value);
    if (typeof clue !== 'string') return clue;
    return colouredClue(value, place, colours) ?? unreadable(`${place}: ${clue}`);
  }
  // A single block without its list.
  if (typeof value === 'number') return [block(value)];
  if (typeof value === 'object') {
    const inner = listWithin(value);
    if (inner !== null) return clueOf(inner, kind, line, colours);
    return [blockOf(value, place, colours)];
  }
  unreadable(`${place}: expected a list of blocks, found ${shown(value)}`);
}

function blocksOf(values: readonly unknown[], place: string, colours: ColoursSeen): number[] {
  const blocks: number[] = [];
  for (let i = 0; i < values.length; i++) {
    // A length and its colour without a list of their own: [2, "red", 1, "blue"].
    const pair = pairOf(values[i], values[i + 1]);
    if (pair !== null) {
      blocks.push(block(pair.length, colours.name(pair.colour, place)));
      i++;
    } else {
      blocks.push(blockOf(values[i], place, colours));
    }
  }
  return blocks;
}

/** A length and a colour's name, in either order, or null. */
function pairOf(one: unknown, other: unknown): { length: number; colour: string } | null {
  const [length, colour] = typeof one === 'string' ? [other, one] : [one, other];
  if (typeof colour !== 'string' || !COLOUR.test(colour.trim())) return null;
  const number = lengthOf(length);
  return number === null ? null : { length: number, colour };
}

/** Text that can name a colour: a word, a letter or `#rgb`. */
const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z][a-z ]*)$/i;

function lengthOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? spelledNumber(value) : null;
}

function blockOf(value: unknown, place: string, colours: ColoursSeen): number {
  if (typeof value === 'number') return block(value);
  if (typeof value === 'string') {
    const number = spelledNumber(value);
    if (number !== null) return block(number);
    const coloured = colouredClue(value, place, colours);
    if (coloured?.length === 1) return coloured[0];
  } else if (Array.isArray(value)) {
    const pair = value.length === 2 ? pairOf(value[0], value[1]) : null;
    if (pair !== null) return block(pair.length, colours.name(pair.colour, place));
  } else if (typeof value === 'object' && value !== null) {
    const found = blockOfObject(value as Record<string, unknown>, place, colours);
    if (found !== null) return found;
  }
  unreadable(
    `${place}: expected a block, found ${shown(value)}; a block is written as ${SPELLINGS}`,
  );
}

/** The keys of a block's length and colour, in lower case and without `_`, `-` and blanks. */
const LENGTH_KEY =
  /^(?:n|l|k|len|length|count|size|num|number|value|val|amount|quantity|qty|run|runlength|block|blocksize|blocklength|cells|clue|hint|width|times|repeat|total)$/;

const COLOUR_KEY =
  /^(?:c|clr|col|colou?r|ink|fill|paint|shade|hex)(?:id|idx|index|name|number|no|code|key|hex|value)?$/;

function blockOfObject(value: Record<string, unknown>, place: string, colours: ColoursSeen) {
  let { n: length, c: colour } = value;
  if (typeof length !== 'number' || typeof colour !== 'number') {
    length = colour = undefined;
    for (const key in value) {
      const word = key.toLowerCase().replace(/[\s_-]/g, '');
      if (LENGTH_KEY.test(word)) length ??= value[key];
      else if (COLOUR_KEY.test(word)) colour ??= value[key];
    }
  }
  const cells = lengthOf(length);
  if (cells === null) return null;
  if (colour === undefined || colour === null) return block(cells);
  if (typeof colour === 'number') {
    return Number.isInteger(colour) ? block(cells, colours.index(colour, place)) : null;
  }
  const name = colourNameIn(colour);
  return name === null || name === '' ? null : block(cells, colours.name(name, place));
}

/** A colour as a text, as red, green and blue, or as an object with a text; null if it is none. */
function colourNameIn(colour: unknown): string | null {
  if (typeof colour === 'string') return colour;
  if (typeof colour !== 'object' || colour === null || Array.isArray(colour)) {
    return hexOfList(colour);
  }
  const texts = Object.values(colour).filter((value) => typeof value === 'string');
  return texts.find((text) => text.startsWith('#')) ?? texts.at(0) ?? null;
}

/** Lengths with their colours: `2r 1b`, `2r1b`, `2 red, 1 #00f`, `red: 2`. */
const LENGTH_FIRST = /(\d+)(?:\s*[-:*@/(]?\s*(#[0-9a-f]{3,8}|[a-z]+)\)?)?[\s,.+]*/iy;
const COLOUR_FIRST = /(#[0-9a-f]{3,8}(?=[^0-9a-f])|[a-z]+)\s*[-:*@/(=]?\s*(\d+)\)?[\s,.+]*/iy;

/** The blocks of a text with colours, or null if it is not one. */
function colouredClue(text: string, place: string, colours: ColoursSeen): number[] | null {
  const trimmed = text.trim();
  for (const pattern of [LENGTH_FIRST, COLOUR_FIRST]) {
    const found: { length: number; colour: string | undefined }[] = [];
    pattern.lastIndex = 0;
    while (pattern.lastIndex < trimmed.length) {
      const match = pattern.exec(trimmed) as (string | undefined)[] | null;
      if (match === null) break;
      const [, one, other] = match;
      found.push(
        pattern === LENGTH_FIRST
          ? { length: Number(one), colour: other }
          : { length: Number(other), colour: one },
      );
      if (pattern.lastIndex === trimmed.length) {
        return found.map(({ length, colour }) =>
          colour === undefined ? block(length) : block(length, colours.name(colour, place)),
        );
      }
    }
  }
  return null;
}

/** One text with the coloured clues of a side, or null if it is not one. */
function colouredSide(text: string, kind: string, lines: number | null, colours: ColoursSeen) {
  if (!/\d/.test(text)) return null;
  const separator = [';', '\n', '/', ','].find((sign) => text.includes(sign)) ?? ';';
  const parts = lines === 1 && separator === ',' ? [text] : text.split(separator);
  if (parts.length - 1 === lines && parts.at(-1)!.trim() === '') parts.pop();
  const clues = parts.map((part, i) =>
    part.trim() === '' ? [] : colouredClue(part, `${kind} ${i + 1}`, colours),
  );
  return clues.every((clue) => clue !== null) ? clues : null;
}

/** The same clues with the colours that their palette gives them. */
export function recoloured(side: DraftClues, colourOf: (seen: number) => number): DraftClues {
  return side.map((clue) =>
    clue === null
      ? null
      : clue.map((value) => {
          const isBlock = Number.isInteger(value) && value > 0 && value < 2 ** 31;
          return isBlock ? block(blockLength(value), colourOf(blockColour(value))) : value;
        }),
  );
}

export function spelledNumber(text: string): number | null {
  // Nearly always it has a digit or two.
  if (text.length <= 2) {
    const tens = text.length === 2 ? digitAt(text, 0) : 0;
    const ones = digitAt(text, text.length - 1);
    if (tens >= 0 && ones >= 0) return 10 * tens + ones;
  }
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : null;
}

/** The digit there; -1 if there is another character, or none. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57 ? code - 48 : -1;
}

/** Names get numbers from here on while the clues are read: indexes of a palette are smaller. */
const FIRST_NAME = 100;

/** Stands for index 0, which a block can have only if the palette has no background. */
const ZERO = 99;

const WHITE = '#ffffff';

const BACKGROUND = /^(?:background|bg|backdrop|blank|empty|none|transparent|default|off)$/i;

/** One colour of a palette as an entry describes it. */
interface PaletteEntry {
  /** What the clues may call it, in lower case. */
  readonly names: readonly string[];
  readonly hex: string;
  readonly isBackground: boolean;
}

/** The palette of a puzzle, and what becomes of the colours that its clues were read with. */
interface Colouring {
  readonly palette: Palette | null;
  /** The colour of each number that `ColoursSeen` gave, or null if they are the colours. */
  readonly colourOf: ((seen: number) => number) | null;
  /** Whether the palette has no background, so that its index 0 is the first colour. */
  readonly zeroIsColour: boolean;
}

/** Notes the colours of an entry's blocks, by name or index, until its palette is known. */
export class ColoursSeen {
  private readonly names = new Map<string, { readonly seen: number; readonly place: string }>();
  /** Where index 0 was met first, or null. */
  private zeroAt: string | null = null;
  private highest = 1;

  /** The number of a palette's index. @throws Unreadable if no palette can have it. */
  index(index: number, place: string): number {
    if (!Number.isInteger(index) || index < 0 || index > MAX_COLOURS) {
      unreadable(
        `${place}: a block of colour ${index}, expected 1 to ${MAX_COLOURS} (0 is the background)`,
      );
    }
    if (index === 0) {
      this.zeroAt ??= place;
      return ZERO;
    }
    if (index > this.highest) this.highest = index;
    return index;
  }

  /** The number of a colour that is called by its name, its digits or a letter. */
  name(name: string, place: string): number {
    const key = name.trim().toLowerCase();
    let found = this.names.get(key);
    if (found === undefined) {
      found = { seen: FIRST_NAME + this.names.size, place };
      if (found.seen > 2 * FIRST_NAME) unreadable(`${place}: there are too many colours`);
      this.names.set(key, found);
    }
    return found.seen;
  }

  /** Whether a block has a colour other than the first. */
  get areColoured(): boolean {
    return this.highest > 1 || this.zeroAt !== null || this.names.size > 0;
  }

  /**
   * The palette, from the entry's field, or from the names where there is none.
   * @throws Unreadable if a colour is not in it
   */
  resolve(value: unknown, background: unknown): Colouring {
    if (value === undefined) return this.withoutPalette(background);
    let entries = withBackground(paletteEntries(value), background);
    if (entries.length === 1 && entries[0].hex !== WHITE && this.zeroAt === null) {
      entries = [whiteGround, ...entries];
    }
    const found = new Map<number, number>();
    let firstAt = this.zeroAt;
    for (const [name, { seen, place }] of this.names) {
      const index = entryCalled(name, entries);
      if (index === null) {
        const known = entries.map((entry) => entry.names.at(-1) ?? entry.hex).join(', ');
        unreadable(`${place}: the colour ${quoted(name)} is not one of the palette (${known})`);
      }
      if (index === 0) firstAt ??= place;
      found.set(seen, index);
    }
    const ground = groundOf(entries, firstAt);
    if (found.size === 0 && ground === 0) {
      return { palette: entries.map(({ hex }) => hex), colourOf: null, zeroIsColour: false };
    }
    const palette =
      ground === null
        ? [WHITE, ...entries.map(({ hex }) => hex)]
        : [entries[ground].hex, ...entries.filter((_, i) => i !== ground).map(({ hex }) => hex)];
    const colourOf = (seen: number): number => {
      const index = found.get(seen) ?? (seen === ZERO ? 0 : seen);
      // The background is first, and the colours before it come after it.
      if (index === ground) return 0;
      return ground === null || index < ground ? index + 1 : index;
    };
    const used = [...found.values()].find((index) => index === ground);
    if (used !== undefined) {
      const [name, { place }] = [...this.names].find(([, { seen }]) => found.get(seen) === used)!;
      unreadable(`${place}: the colour ${quoted(name)} is the background of the palette`);
    }
    return { palette, colourOf, zeroIsColour: ground === null };
  }

  private withoutPalette(background: unknown): Colouring {
    const { names, highest, zeroAt } = this;
    if (!this.areColoured) return { palette: null, colourOf: null, zeroIsColour: false };
    if (names.size > 0 && (highest > 1 || zeroAt !== null)) {
      const [[name, { place }]] = names;
      unreadable(
        `${place}: the colour ${quoted(name)} beside colours that are numbers; expected a palette`,
      );
    }
    if (names.size === 0) {
      const count = zeroAt === null ? highest : highest + 1;
      const palette = [WHITE, ...Array.from({ length: count }, (_, i) => spareColour(i))];
      const colourOf = (seen: number): number => (seen === ZERO ? 1 : seen + 1);
      return {
        palette,
        colourOf: zeroAt === null ? null : colourOf,
        zeroIsColour: zeroAt !== null,
      };
    }
    const colours: string[] = [];
    const places = new Map<number, number>();
    for (const [name, { seen, place }] of names) {
      const hex = hexOf(name) ?? (name.length === 1 ? this.hexOfLetter(name) : null);
      if (hex === null) {
        unreadable(`${place}: the colour ${quoted(name)} is not known; expected a palette`);
      }
      if (!colours.includes(hex)) colours.push(hex);
      places.set(seen, colours.indexOf(hex) + 1);
    }
    const ground = typeof background === 'string' ? hexOf(background) : null;
    const unlike = [WHITE, '#000000', '#808080'].find((hex) => !colours.includes(hex)) ?? WHITE;
    // A plain number beside names has the first colour.
    const colourOf = (seen: number): number => places.get(seen) ?? 1;
    return { palette: [ground ?? unlike, ...colours], colourOf, zeroIsColour: false };
  }

  /** What a letter looks like is a guess, which the puzzle does not hang on. */
  private hexOfLetter(letter: string): string | null {
    if (letter === 'k') return '#000000';
    return letter === 'b' && this.names.has('k') ? '#0000ff' : colourStarting(letter);
  }
}

/**
 * The index of the background: the entry that is called so, or the first; null if a block has the
 * first one's colour, so that the palette has none.
 */
function groundOf(entries: readonly PaletteEntry[], firstAt: string | null): number | null {
  const marked = entries.findIndex(({ isBackground }) => isBackground);
  if (marked > 0) return marked;
  if (firstAt === null) return 0;
  if (marked === 0 || entries[0].hex === WHITE) {
    unreadable(
      `${firstAt}: a block of colour 0, the first of the palette, expected 1 to ${MAX_COLOURS} (0 is the background)`,
    );
  }
  return null;
}

/** Whether an entry's field can be a palette: others are called `colors` as well. */
export function isPalette(value: unknown): boolean {
  // Most entries have none, and an error costs more than the rest of an entry.
  if (value === undefined) return false;
  try {
    return paletteEntries(value).every(({ hex }) => /^#[0-9a-f]{6}$/.test(hex));
  } catch (error) {
    if (error instanceof Unreadable) return false;
    throw error;
  }
}

const whiteGround: PaletteEntry = { names: ['white'], hex: WHITE, isBackground: true };

/** The background that a field of its own names, before the palette if it is not in it. */
function withBackground(entries: readonly PaletteEntry[], background: unknown) {
  const hex = typeof background === 'string' ? hexOf(background) : null;
  if (hex === null || entries.some(({ isBackground }) => isBackground)) return entries;
  const at = entries.findIndex((entry) => entry.hex === hex);
  if (at < 0) return [{ names: [], hex, isBackground: true }, ...entries];
  return entries.map((entry, i) => (i === at ? { ...entry, isBackground: true } : entry));
}

/** @throws Unreadable */
function paletteEntries(value: unknown): PaletteEntry[] {
  if (typeof value === 'string') return paletteEntries(value.split(/[\s,;]+/).filter(Boolean));
  if (Array.isArray(value)) return value.map((item: unknown, i) => paletteEntry(item, [], i));
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value);
    const entries = pairs.map(([name, item], i) => paletteEntry(item, [name.toLowerCase()], i));
    // Numbered from 1: the background is not in it.
    return pairs.at(0)?.[0] === '1' ? [whiteGround, ...entries] : entries;
  }
  unreadable(`expected the palette as ${PALETTE}, found ${shown(value)}`);
}

const PALETTE = 'a list of #rrggbb or a map of names, such as {"red":"#ff0000"}';

function paletteEntry(value: unknown, given: readonly string[], nth: number): PaletteEntry {
  const isGround = given.some((name) => BACKGROUND.test(name));
  if (value === null) return { names: given, hex: WHITE, isBackground: true };
  if (typeof value === 'string') {
    const text = value.trim().toLowerCase();
    const named = given.map(hexOf).find((hex) => hex !== null);
    const hex = hexOf(text) ?? named ?? (/^[a-z][a-z ]*$/.test(text) ? spareColour(nth) : text);
    const isBackground = isGround || BACKGROUND.test(text);
    return {
      names: [...given, text],
      hex: isBackground && BACKGROUND.test(text) ? WHITE : hex,
      isBackground,
    };
  }
  const rgb = hexOfList(value);
  if (rgb !== null) return { names: given, hex: rgb, isBackground: isGround };
  if (typeof value === 'object' && !Array.isArray(value)) {
    const names = [...given];
    let hex: string | null = null;
    let isBackground = isGround;
    for (const [key, item] of Object.entries(value)) {
      if (BACKGROUND.test(key.replace(/^is_?/i, '')) && item === true) isBackground = true;
      const text = typeof item === 'string' ? item.trim().toLowerCase() : null;
      const found = text === null ? hexOfList(item) : hexOf(text);
      // A hex value is surer than a name that happens to be a colour's.
      if (found !== null && (hex === null || text?.startsWith('#') === true)) hex = found;
      if (text === null) continue;
      names.push(text);
      if (BACKGROUND.test(text)) isBackground = true;
    }
    if (names.length > 0) return { names, hex: hex ?? spareColour(nth), isBackground };
  }
  unreadable(`colour ${nth} of the palette is ${shown(value)}, expected ${PALETTE}`);
}

/** The index of the one entry that a name, a value or an initial means, or null. */
function entryCalled(name: string, entries: readonly PaletteEntry[]): number | null {
  const exact = entries.findIndex(({ names }) => names.includes(name));
  if (exact >= 0) return exact;
  const values = [hexOf(name), cssColourOf(name)];
  const same = entries.findIndex(({ hex }) => values.includes(hex));
  if (same >= 0) return same;
  if (/^\d+$/.test(name)) return Number(name) < entries.length ? Number(name) : null;
  if (name.length !== 1) return null;
  const initial = (entry: PaletteEntry): boolean =>
    [...entry.names, colourNameOf(entry.hex) ?? ''].some((known) => known.startsWith(name)) ||
    (name === 'k' && entry.hex === '#000000');
  const fitting = entries.flatMap((entry, i) => (initial(entry) ? [i] : []));
  const colours = fitting.filter((i) => i > 0);
  return fitting.length === 1 ? fitting[0] : colours.length === 1 ? colours[0] : null;
}

/** `#rrggbb` of a colour as people write it, or null. */
function hexOf(text: string): string | null {
  const known = colourOf(text) ?? cssColourOf(text);
  if (known !== null) return known;
  const digits = /^#([0-9a-f]{6})[0-9a-f]{2}$|^#([0-9a-f]{3})[0-9a-f]$/i.exec(text);
  if (digits !== null) return colourOf(digits[1] ?? digits[2]);
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(text);
  return rgb === null ? null : hexOfList(rgb.slice(1, 4).map(Number));
}

/** `#rrggbb` of a list of red, green and blue from 0 to 255, or null. */
function hexOfList(value: unknown): string | null {
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return null;
  const parts = (value as unknown[]).slice(0, 3);
  const isByte = (part: unknown): part is number =>
    typeof part === 'number' && Number.isInteger(part) && part >= 0 && part <= 255;
  if (!parts.every(isByte)) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
