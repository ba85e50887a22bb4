import { type Palette, MAX_COLOURS } from '../../core/puzzle/types.js';
import { Unreadable, quoted, shown } from '../contract/draft-of.js';
import {
  colourNameOf,
  colourOf,
  colourStarting,
  cssColourOf,
  spareColour,
} from '../parse/colour-names.js';

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
export interface Colouring {
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
      throw new Unreadable(
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
      if (found.seen > 2 * FIRST_NAME) throw new Unreadable(`${place}: there are too many colours`);
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
        throw new Unreadable(
          `${place}: the colour ${quoted(name)} is not one of the palette (${known})`,
        );
      }
      if (index === 0) firstAt ??= place;
      found.set(seen, index);
    }
    const ground = groundOf(entries, firstAt);
    const order = ground === 0 ? null : placesFrom(ground);
    if (found.size === 0 && order === null) {
      return { palette: entries.map(({ hex }) => hex), colourOf: null, zeroIsColour: false };
    }
    const palette =
      ground === null
        ? [WHITE, ...entries.map(({ hex }) => hex)]
        : [entries[ground].hex, ...entries.filter((_, i) => i !== ground).map(({ hex }) => hex)];
    const colourOf = (seen: number): number => {
      const index = found.get(seen) ?? (seen === ZERO ? 0 : seen);
      return order === null ? index : order(index);
    };
    const used = [...found.values()].find((index) => index === ground);
    if (used !== undefined) {
      const [name, { place }] = [...this.names].find(([, { seen }]) => found.get(seen) === used)!;
      throw new Unreadable(`${place}: the colour ${quoted(name)} is the background of the palette`);
    }
    return { palette, colourOf, zeroIsColour: ground === null };
  }

  private withoutPalette(background: unknown): Colouring {
    const { names, highest, zeroAt } = this;
    if (!this.areColoured) return { palette: null, colourOf: null, zeroIsColour: false };
    if (names.size > 0 && (highest > 1 || zeroAt !== null)) {
      const [[name, { place }]] = names;
      throw new Unreadable(
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
        throw new Unreadable(
          `${place}: the colour ${quoted(name)} is not known; expected a palette`,
        );
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
    throw new Unreadable(
      `${firstAt}: a block of colour 0, the first of the palette, expected 1 to ${MAX_COLOURS} (0 is the background)`,
    );
  }
  return null;
}

/** Where an index of the palette goes once the background is first. */
function placesFrom(ground: number | null): (index: number) => number {
  return (index) =>
    ground === null ? index + 1 : index === ground ? 0 : index < ground ? index + 1 : index;
}

/** The palette of a picture: it has the same rules, but only its cells can tell. */
export function pictureColouring(value: unknown, background: unknown): Colouring {
  return new ColoursSeen().resolve(value, background);
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
function withBackground(
  entries: readonly PaletteEntry[],
  background: unknown,
): readonly PaletteEntry[] {
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
  throw new Unreadable(`expected the palette as ${PALETTE}, found ${shown(value)}`);
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
  throw new Unreadable(`colour ${nth} of the palette is ${shown(value)}, expected ${PALETTE}`);
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
export function hexOfList(value: unknown): string | null {
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return null;
  const parts = (value as unknown[]).slice(0, 3);
  const isByte = (part: unknown): part is number =>
    typeof part === 'number' && Number.isInteger(part) && part >= 0 && part <= 255;
  if (!parts.every(isByte)) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
