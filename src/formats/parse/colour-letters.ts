import { quoted } from '../contract/excerpt.js';
import { blockColour, blockLength, type Clue } from '../../puzzle/types.js';

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
