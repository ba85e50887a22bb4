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
    const name = text.toLowerCase();
    return Object.hasOwn(NAMES, name) ? NAMES[name] : null;
  }
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
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
