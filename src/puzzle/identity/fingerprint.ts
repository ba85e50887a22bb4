import { wordsOf, type PackedWords } from '../packed.js';
import { TextBuilder } from '../text-builder.js';
import { MAX_COLOURS, type Palette } from '../types.js';
import { finish } from './finish.js';

/** The length of a fingerprint, in characters. */
export const FINGERPRINT_LENGTH = 32;

/**
 * The fingerprint of a puzzle, 128 bits as 32 hexadecimal digits: it names the puzzle by its
 * content. Two entries with the same size, clues, palette and start position have the same
 * fingerprint, whatever file and format they come from. The puzzle's packed words start at
 * `offset`.
 *
 * MurmurHash3 (Austin Appleby, public domain), the x86 variant of 128 bits, over the packed words
 * and the palette. It is not a cryptographic hash: it tells puzzles apart, not forgers.
 */
export function fingerprint(words: PackedWords, offset: number, palette: Palette | null): string {
  writeFingerprint(text, words, offset, palette);
  return text.finish();
}

const text = new TextBuilder();

/** Adds what `fingerprint` returns. */
export function writeFingerprint(
  text: TextBuilder,
  words: PackedWords,
  offset: number,
  palette: Palette | null,
): void {
  const length = wordsOf(words, offset);
  const colours = palette === null ? 0 : palette.length;
  const whole = length >>> 2;
  // The last words, fewer than four, then the palette, padded with zeros.
  let tailLength = 0;
  for (let i = whole * 4; i < length; i++) tail[tailLength++] = words[offset + i];
  for (let i = 0; i < colours; i++) {
    tail[tailLength++] = Number.parseInt(palette![i].slice(1), 16);
  }
  while ((tailLength & 3) > 0) tail[tailLength++] = 0;
  const blocks = whole + (tailLength >>> 2);

  let [h1, h2, h3, h4] = [0, 0, 0, 0];
  // One body for words and tail: a separate function that shares h1 to h4 doubles the time.
  for (let i = 0; i < blocks; i++) {
    const from = i < whole ? words : tail;
    const at = i < whole ? offset + 4 * i : 4 * (i - whole);
    h1 = Math.imul(rotate(h1 ^ scramble(from[at], C1, 15, C2), 19) + h2, 5) + 0x561ccd1b;
    h2 = Math.imul(rotate(h2 ^ scramble(from[at + 1], C2, 16, C3), 17) + h3, 5) + 0x0bcaa747;
    h3 = Math.imul(rotate(h3 ^ scramble(from[at + 2], C3, 17, C4), 15) + h4, 5) + 0x96cd1c35;
    h4 = Math.imul(rotate(h4 ^ scramble(from[at + 3], C4, 18, C1), 13) + h1, 5) + 0x32ac3b17;
  }

  const total = length + colours;
  h1 ^= total;
  h2 ^= total;
  h3 ^= total;
  h4 ^= total;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h1 = finish(h1);
  h2 = finish((h2 + h1) | 0);
  h3 = finish((h3 + h1) | 0);
  h4 = finish((h4 + h1) | 0);
  h1 = (h1 + h2 + h3 + h4) | 0;
  text.hex(h1);
  text.hex(h2 + h1);
  text.hex(h3 + h1);
  text.hex(h4 + h1);
}

/** Room for the last words and the largest palette. */
const tail = new Int32Array(MAX_COLOURS + 1 + 8);

const C1 = 0x239b961b;
const C2 = 0xab0e9789 | 0;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93 | 0;

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function scramble(word: number, before: number, bits: number, after: number): number {
  return Math.imul(rotate(Math.imul(word, before), bits), after);
}
