import { quoted } from '../contract/draft-of.js';
import { blockColour, blockLength, type Clue } from '../../core/puzzle/types.js';

/** Colour names that puzzle files use (from X11), as `#rrggbb`. */
const NAMES: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  red: '#ff0000',
  green: '#00ff00',
  blue: '#0000ff',
  yellow: '#ffff00',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  orange: '#ffa500',
  brown: '#a52a2a',
  pink: '#ffc0cb',
  purple: '#a020f0',
  violet: '#ee82ee',
  gray: '#bebebe',
  grey: '#bebebe',
  gold: '#ffd700',
  navy: '#000080',
  maroon: '#b03060',
  turquoise: '#40e0d0',
  beige: '#f5f5dc',
  tan: '#d2b48c',
  khaki: '#f0e68c',
  olive: '#808000',
  teal: '#008080',
  silver: '#c0c0c0',
  lime: '#00ff00',
};

/** Names that CSS knows and X11 does not, or gives other values. */
const CSS_NAMES: Readonly<Record<string, string>> = {
  green: '#008000',
  gray: '#808080',
  grey: '#808080',
  maroon: '#800000',
  purple: '#800080',
  aqua: '#00ffff',
  fuchsia: '#ff00ff',
  crimson: '#dc143c',
  indigo: '#4b0082',
  coral: '#ff7f50',
  salmon: '#fa8072',
  tomato: '#ff6347',
  chocolate: '#d2691e',
  orchid: '#da70d6',
  plum: '#dda0dd',
  lavender: '#e6e6fa',
  ivory: '#fffff0',
  skyblue: '#87ceeb',
  lightblue: '#add8e6',
  darkblue: '#00008b',
  royalblue: '#4169e1',
  lightgreen: '#90ee90',
  darkgreen: '#006400',
  forestgreen: '#228b22',
  limegreen: '#32cd32',
  darkred: '#8b0000',
  firebrick: '#b22222',
  darkorange: '#ff8c00',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  darkgray: '#a9a9a9',
  darkgrey: '#a9a9a9',
  hotpink: '#ff69b4',
  lightpink: '#ffb6c1',
  lightyellow: '#ffffe0',
  saddlebrown: '#8b4513',
  sienna: '#a0522d',
};

/** Spare colours, for names in a file that does not say what they look like. */
const SPARE = [
  '#c00000',
  '#0060c0',
  '#008040',
  '#c0a000',
  '#8000a0',
  '#e07000',
  '#00a0a0',
  '#806040',
];

/** A spare colour; `index` counts those used so far. */
export function spareColour(index: number): string {
  return SPARE[index % SPARE.length];
}

/**
 * `#rrggbb` for a colour written as `RRGGBB` or `RGB`, with or without `#`, or as a name; null if
 * it is none of these.
 */
export function colourOf(text: string): string | null {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text)?.[1].toLowerCase();
  if (digits === undefined) {
    const word = text.toLowerCase();
    return Object.hasOwn(NAMES, word) ? NAMES[word] : null;
  }
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** `#rrggbb` for a name, with the value that CSS gives it; null if it is not known. */
export function cssColourOf(name: string): string | null {
  const word = name.toLowerCase();
  return Object.hasOwn(CSS_NAMES, word) ? CSS_NAMES[word] : null;
}

/** `#rrggbb` of the first colour whose name starts with a letter, or null. */
export function colourStarting(letter: string): string | null {
  return Object.entries(NAMES).find(([name]) => name.startsWith(letter))?.[1] ?? null;
}

/** The name of a colour `#rrggbb`, or null. */
export function colourNameOf(hex: string): string | null {
  const named = [...Object.entries(NAMES), ...Object.entries(CSS_NAMES)];
  return named.find(([, value]) => value === hex)?.[0] ?? null;
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

/**
 * The clues of lines of blocks with letters, each read by `block`, or the reason why they are not
 * clues.
 */
export function cluesWithLetters(
  lines: readonly string[],
  kind: 'row' | 'column',
  block: (token: string) => number | null,
): (readonly number[])[] | string {
  const clues: (readonly number[])[] = [];
  for (const [index, line] of lines.entries()) {
    const clue: number[] = [];
    for (const token of line.split(/[\s,]+/)) {
      if (token === '') continue;
      const value = block(token);
      if (value === null) {
        return `${kind} ${index + 1}: expected a block such as 3 or 3a, found ${quoted(token)}`;
      }
      clue.push(value);
    }
    clues.push(clue);
  }
  return clues;
}
