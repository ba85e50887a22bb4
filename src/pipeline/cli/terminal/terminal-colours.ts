import { channelsOf, colourDistance, isLight } from '../../../solver/core/puzzle/colour.js';
import type { Palette, Puzzle } from '../../../solver/core/puzzle/types.js';
import type { ColourDepth } from './terminal.js';

/** One colour for a terminal: parameters of `ESC [ ... m`. */
export interface TerminalColour {
  /** Text in this colour. */
  readonly text: string;
  /** The background of text. */
  readonly ground: string;
  /** Black or white, whichever can be read on it. */
  readonly ink: string;
  /** A colour that is just visible on it: for the dot of a blank cell. */
  readonly faint: string;
}

/** The colours of a puzzle, the background first; null if it is drawn without colours. */
export function puzzleColours(
  { colours, palette }: Puzzle,
  depth: ColourDepth,
): readonly TerminalColour[] | null {
  return depth === 1 || colours === 1 || palette === null ? null : terminalColours(palette, depth);
}

/**
 * A palette on a terminal: unchanged with 24 bits, else the nearest available colours. Different
 * colours of a palette stay different as long as there are enough.
 */
export function terminalColours(palette: Palette, depth: ColourDepth): TerminalColour[] {
  const taken = new Set<number>();
  return palette.map((colour) => {
    const codes = codesOf(colour, depth, taken);
    const ink = isLight(colour) ? '30' : '97';
    return { ...codes, ink, faint: isGrey(colour) ? ink : greyOn(colour, depth) };
  });
}

function codesOf(
  colour: string,
  depth: ColourDepth,
  taken: Set<number>,
): Pick<TerminalColour, 'text' | 'ground'> {
  if (depth === 24) {
    const code = `2;${channelsOf(colour).join(';')}`;
    return { text: `38;${code}`, ground: `48;${code}` };
  }
  const offered = depth === 8 ? FIXED_256 : BASIC_16;
  if (taken.size === offered.size) taken.clear();
  const index = nearest(colour, offered, taken);
  taken.add(index);
  if (depth === 8) return { text: `38;5;${index}`, ground: `48;5;${index}` };
  const basic = index < 8 ? 30 + index : 82 + index;
  return { text: String(basic), ground: String(basic + 10) };
}

/** A grey that is darker than light colours and lighter than dark ones. */
function greyOn(colour: string, depth: ColourDepth): string {
  if (depth === 4) return '90';
  return isLight(colour) ? '38;5;246' : '38;5;243';
}

/** Whether a colour is so close to a middle grey that no grey is visible on it. */
function isGrey(colour: string): boolean {
  return colourDistance(channelsOf(colour), [128, 128, 128]) < 9 * 64 ** 2;
}

type Colours = ReadonlyMap<number, readonly [number, number, number]>;

function nearest(colour: string, offered: Colours, taken: ReadonlySet<number>): number {
  const wanted = channelsOf(colour);
  let best = 0;
  let least = Infinity;
  for (const [index, channels] of offered) {
    const distance = colourDistance(wanted, channels);
    if (distance < least && !taken.has(index)) [best, least] = [index, distance];
  }
  return best;
}

/** The basic colours of xterm; other terminals have others with the same names. */
const BASIC_16: Colours = new Map(
  [
    '#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5',
    '#7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff',
  ]
    .join(' ')
    .split(' ')
    .map((colour, index) => [index, channelsOf(colour)]),
);

/**
 * The 240 colours of the 256 that are the same on every terminal: a cube with six steps for each
 * channel from 16 on, and 24 greys from 232 on.
 */
const FIXED_256: Colours = new Map(
  Array.from({ length: 240 }, (_, i) => {
    const step = (at: number): number => (at === 0 ? 0 : 55 + 40 * at);
    const grey = 8 + 10 * (i - 216);
    return [
      16 + i,
      i < 216
        ? [step(Math.floor(i / 36)), step(Math.floor(i / 6) % 6), step(i % 6)]
        : [grey, grey, grey],
    ];
  }),
);

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

/** The colours that text can have: the terminal's own, which suit its background. */
export type Colour = keyof typeof CODES;

/** `text` in a colour, or unchanged if the terminal shows none. */
export function paint(text: string, colour: Colour, colours: boolean): string {
  if (!colours || text === '') return text;
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** How gates were judged, in red if one failed: the word says it, too. */
export function gatesPainted(text: string, colours: boolean): string {
  return text.startsWith('FAIL') ? paint(text, 'red', colours) : text;
}
