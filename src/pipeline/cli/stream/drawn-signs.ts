import { drawnCell } from '../../../solver/core/puzzle/text.js';
import { BLANK, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { colourOfSquare } from '../../../solver/formats/parse/picture-lines.js';

// What language models and people draw the cells of a black and white picture with. Some signs mean
// one thing whatever is beside them, others only together: X is filled beside dots, and a cross, so
// blank, beside squares.

/** Always filled, and always blank. */
const FILLED =
  '#1@*\u25a0\u2588\u2593\u2592\u25cf\u2022\u25fe\u25fc\u25aa\u26ab\u25ae\u25a3\u25a9\u25c9\u2589\u2b23\u2611\u2705\u2713\u2714\uff03';
const BLANKS =
  '.-_ 0\u00b7\u2219\u22c5\u25a1\u2591\u25cb\u25ef~\u2b1c\u25fb\u25fd\u25ab\u26aa\u25af\u25a2\u2610\u2013\u2014\uff0e\u3000';

/** Filled, unless another sign is. */
const CROSSES = 'Xx\u00d7\u2715\u2716\u2717\u2718\u274c\u2612';
const RINGS = 'Oo\u2b55';

/** Pairs of letters: true and false, black and white, filled and empty, yes and no. */
const PAIRS = ['TF', 'BW', 'FE', 'YN'];
const LETTERS = PAIRS.join('');

/** Whole words for a cell. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...['true', 'filled', 'black'].map((word): [string, string] => [word, '#']),
  ...['false', 'empty', 'white', 'blank'].map((word): [string, string] => [word, '.']),
]);

/** The signs of a token, each of which may be a cell, or null. */
export function signsOf(token: string, colours: number): string[] | null {
  if (colours === 1) {
    const word = WORDS.get(token.toLowerCase());
    if (word !== undefined) return [word];
  }
  const signs = Array.from(token);
  return signs.every((sign) => isSign(sign, colours)) ? signs : null;
}

function isSign(sign: string, colours: number): boolean {
  if (sign === '?' || drawnCell(sign, colours) !== null) return true;
  if (colours > 1) return false;
  const isPlain = [FILLED, BLANKS, CROSSES, RINGS, LETTERS].some((signs) => signs.includes(sign));
  return isPlain || colourOfSquare(sign) !== undefined;
}

/** The cells that are drawn with these signs; null if they do not go together. */
export function cellsOfSigns(signs: readonly string[], colours: number): Uint8Array | null {
  const meanings = new Map<string, number>();
  const kinds = [...new Set(signs)].filter((sign) => sign !== '?');
  for (const sign of kinds) {
    const cell = colours > 1 ? drawnCell(sign, colours) : meaningOf(sign, kinds);
    if (cell === null) return null;
    meanings.set(sign, cell);
  }
  return Uint8Array.from(signs, (sign) => meanings.get(sign) ?? UNKNOWN);
}

/** What a sign of a black and white picture means beside the others; null if that is not clear. */
function meaningOf(sign: string, kinds: readonly string[]): number | null {
  const has = (signs: string): boolean => kinds.some((other) => signs.includes(other));
  const squares = kinds.map(colourOfSquare).filter((colour) => colour !== undefined);
  const inColour = squares.some((colour) => colour !== 'white' && colour !== 'black');
  const square = colourOfSquare(sign);
  if (square !== undefined) {
    // Black squares are the blank ones beside colours on a dark page, as white ones else.
    const blank = inColour && !squares.includes('white') ? 'black' : 'white';
    return square === blank ? BLANK : 1;
  }
  if (BLANKS.includes(sign)) return BLANK;
  if (FILLED.includes(sign)) return 1;
  const hasFilled = has(FILLED) || inColour || squares.includes('black');
  if (CROSSES.includes(sign)) return hasFilled ? BLANK : 1;
  if (RINGS.includes(sign)) return hasFilled || has(CROSSES) ? BLANK : 1;
  const letters = kinds.filter((other) => LETTERS.includes(other));
  const pair = PAIRS.find(([filled, blank]) =>
    letters.every((letter) => letter === filled || letter === blank),
  );
  if (pair === undefined) return null;
  if (letters.length === 2) return sign === pair[0] ? 1 : BLANK;
  // One letter: the other sign says what it is.
  if (hasFilled) return BLANK;
  return has(BLANKS) || squares.includes('white') ? 1 : null;
}
