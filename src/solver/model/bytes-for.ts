import {
  blocksAtMost,
  coloursOf,
  hasStart,
  heightOf,
  startWords,
  widthOf,
  type PackedWords,
} from '../../puzzle/packed.js';

/** The bytes of the puzzle and of what is known about its cells. */
export function bytesFor(words: PackedWords, offset: number): number {
  const [width, height] = [widthOf(words, offset), heightOf(words, offset)];
  const colours = coloursOf(words, offset);
  const lines = width + height;
  const starts = hasStart(words, offset) ? startWords(width * height) : 0;
  const blocks = blocksAtMost(words, offset) - starts;
  const planes = (colours + 1) * (height * ((width + 31) >>> 5) + width * ((height + 31) >>> 5));
  return 4 * (2 * lines + 1 + 4 * blocks + planes) + 5 * width * height * colours;
}
