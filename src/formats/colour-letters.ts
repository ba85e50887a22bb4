import { blockColour, blockLength, type Clue } from '../puzzle/types.js';

/** A letter for each colour, a to z and then A: digits would run into the length before them. */
export function colourLetter(index: number): string {
  return String.fromCharCode((index <= 26 ? 96 : 38) + index);
}

/** A clue as text: lengths, in a coloured puzzle with the letters behind them; 0 for an empty one. */
export function clueWithLetters(clue: Clue, coloured: boolean, between: string): string {
  if (clue.length === 0) return '0';
  const blocks = clue.map(
    (value) => `${blockLength(value)}${coloured ? colourLetter(blockColour(value)) : ''}`,
  );
  return blocks.join(between);
}
