import type { PackedWords } from './packed.js';
import type { Palette } from './types.js';

/**
 * 128 bits as 32 hexadecimal digits that name a puzzle by its content: two entries with the
 * same size, clues, palette and start position have the same fingerprint, whatever file and
 * format they came from. `words` are the puzzle's packed words alone.
 *
 * MurmurHash3 (Austin Appleby, public domain), the x86 variant of 128 bits, over the packed
 * words and the palette. It is no cryptographic hash: it tells puzzles apart, not forgers.
 */
export function fingerprint(words: PackedWords, palette: Palette | null): string {
  let [h1, h2, h3, h4] = [0, 0, 0, 0];
  const paletteWords = palette === null ? [] : palette.map((c) => Number.parseInt(c.slice(1), 16));
  const total = words.length + paletteWords.length;
  const word = (i: number): number =>
    i < words.length ? words[i] : i < total ? paletteWords[i - words.length] : 0;
  for (let i = 0; i < total; i += 4) {
    h1 = Math.imul(rotate(h1 ^ scramble(word(i), C1, 15, C2), 19) + h2, 5) + 0x561ccd1b;
    h2 = Math.imul(rotate(h2 ^ scramble(word(i + 1), C2, 16, C3), 17) + h3, 5) + 0x0bcaa747;
    h3 = Math.imul(rotate(h3 ^ scramble(word(i + 2), C3, 17, C4), 15) + h4, 5) + 0x96cd1c35;
    h4 = Math.imul(rotate(h4 ^ scramble(word(i + 3), C4, 18, C1), 13) + h1, 5) + 0x32ac3b17;
  }
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
  return hex(h1) + hex((h2 + h1) | 0) + hex((h3 + h1) | 0) + hex((h4 + h1) | 0);
}

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

function finish(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
