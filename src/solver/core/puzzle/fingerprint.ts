import { asciiText, writeHex } from '../text/codes.js';
import {
  clueEnd,
  coloursOf,
  firstClue,
  hasStart,
  heightOf,
  type PackedWords,
  unpack,
  widthOf,
  wordsOf,
} from './packed.js';
import {
  BLANK,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  MAX_COLOURS,
  type Palette,
  type Puzzle,
  UNKNOWN,
} from './types.js';

/**
 * The fingerprint of a puzzle, 128 bits as 32 hexadecimal digits: the same for all entries with the
 * same size, clues, palette and start position, whatever file and format they come from.
 *
 * MurmurHash3 (Austin Appleby, public domain), the x86 variant of 128 bits, over the packed words
 * at `offset` and the palette. Not cryptographic: it tells puzzles apart, not forgers.
 */
export function fingerprint(words: PackedWords, offset: number, palette: Palette | null): string {
  hashPuzzle(words, offset, palette);
  return asciiText(2 * FINGERPRINT_BYTES, (bytes) => {
    return print.reduce((at, word) => writeHex(bytes, at, word), 0);
  });
}

export const FINGERPRINT_BYTES = 16;

/** What `hashPuzzle` found. */
const print = new Int32Array(FINGERPRINT_BYTES / 4);

/** Writes the bytes whose digits `fingerprint` returns at `at`; returns where they end. */
export function writeFingerprint(
  bytes: Uint8Array,
  at: number,
  words: PackedWords,
  offset: number,
  palette: Palette | null,
): number {
  hashPuzzle(words, offset, palette);
  let end = at;
  for (let i = 0; i < print.length; i++) end = writeWord(bytes, end, print[i]);
  return end;
}

function hashPuzzle(words: PackedWords, offset: number, palette: Palette | null): void {
  const length = wordsOf(words, offset);
  const colours = palette === null ? 0 : palette.length;
  const whole = length >>> 2;
  // The last words, fewer than four, then the palette, padded with zeros.
  let tailLength = 0;
  for (let i = whole * 4; i < length; i++) tail[tailLength++] = words[offset + i];
  for (let i = 0; i < colours; i++) tail[tailLength++] = Number.parseInt(palette![i].slice(1), 16);
  while ((tailLength & 3) > 0) tail[tailLength++] = 0;
  const blocks = whole + (tailLength >>> 2);

  let [h1, h2, h3, h4] = [0, 0, 0, 0];
  // One body for words and tail: a separate function that shares h1 to h4 doubles the time.
  for (let i = 0; i < blocks; i++) {
    const from = i < whole ? words : tail;
    const next = i < whole ? offset + 4 * i : 4 * (i - whole);
    h1 = Math.imul(rotate(h1 ^ scramble(from[next], C1, 15, C2), 19) + h2, 5) + 0x561ccd1b;
    h2 = Math.imul(rotate(h2 ^ scramble(from[next + 1], C2, 16, C3), 17) + h3, 5) + 0x0bcaa747;
    h3 = Math.imul(rotate(h3 ^ scramble(from[next + 2], C3, 17, C4), 15) + h4, 5) + 0x96cd1c35;
    h4 = Math.imul(rotate(h4 ^ scramble(from[next + 3], C4, 18, C1), 13) + h1, 5) + 0x32ac3b17;
  }

  const total = length + colours;
  h1 ^= total;
  h2 ^= total;
  h3 ^= total;
  h4 ^= total;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h1 = spreadBits(h1);
  h2 = spreadBits((h2 + h1) | 0);
  h3 = spreadBits((h3 + h1) | 0);
  h4 = spreadBits((h4 + h1) | 0);
  h1 = (h1 + h2 + h3 + h4) | 0;
  print[0] = h1;
  print[1] = h2 + h1;
  print[2] = h3 + h1;
  print[3] = h4 + h1;
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

/** Spreads a hash over all of its 32 bits (the finaliser of MurmurHash3, Austin Appleby). */
export function spreadBits(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** A hash of 32 bits with one more word; `spreadBits` ends it (MurmurHash3, Austin Appleby). */
export function mixWord(hash: number, word: number): number {
  const mixed = hash ^ scramble(word, 0xcc9e2d51, 15, 0x1b873593);
  return (Math.imul(rotate(mixed, 13), 5) + 0xe6546b64) | 0;
}

/** The length of a shape, in characters. */
export const SHAPE_LENGTH = 16;

/**
 * The shape of the puzzle at `offset`, 64 bits as 16 hexadecimal digits: the same for its turns,
 * mirror images and other colours. It is the sum of the hashes of all eight orientations, start
 * included, with colours numbered as the rows' clues show them. Not cryptographic.
 *
 * Black and white without a start, as nearly all puzzles are, hash each line once in either
 * direction and make the orientations of these: a fifth of the time of hashing eight puzzles.
 */
export function shapeOf(words: PackedWords, offset: number): string {
  hashShape(words, offset);
  return asciiText(SHAPE_LENGTH, (bytes) => writeHex(bytes, writeHex(bytes, 0, hashHigh), hashLow));
}

export const SHAPE_BYTES = 8;

/** Writes the bytes whose digits `shapeOf` returns at `at`; returns where they end. */
export function writeShape(bytes: Uint8Array, at: number, words: PackedWords, offset: number) {
  hashShape(words, offset);
  return writeWord(bytes, writeWord(bytes, at, hashHigh), hashLow);
}

function writeWord(bytes: Uint8Array, at: number, word: number): number {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
  return at + 4;
}

function hashShape(words: PackedWords, offset: number): void {
  if (coloursOf(words, offset) === 1 && !hasStart(words, offset)) hashPlain(words, offset);
  else hashColoured(words, offset);
}

/** By line: a hash of its blocks in order, and one in reverse. */
let lines = new Int32Array(2 * 128);

/** What the hashing found: to return an object with the pair takes as long as hashing a side. */
let hashLow = 0;
let hashHigh = 0;

function hashPlain(words: PackedWords, offset: number): void {
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  const count = width + height;
  if (lines.length < 2 * count) lines = new Int32Array(2 * count);
  const hashes = lines;
  for (let line = 0, at = firstClue(offset); line < count; line++) {
    const end = clueEnd(words, at);
    let forward = SEED;
    let backward = SEED;
    for (let i = at + 1, j = end - 1; i < end; i++, j--) {
      forward = mix(forward, words[i]);
      backward = mix(backward, words[j]);
    }
    hashes[2 * line] = forward;
    hashes[2 * line + 1] = backward;
    at = end;
  }
  let low = 0;
  let high = 0;
  for (let turned = 0; turned < 4; turned++) {
    // Mirrored left to right: rows backward, columns reversed; top to bottom: the other way round.
    const across = turned & 1;
    const down = turned >> 1;
    hashSide(0, height, down, across);
    const rows = hashLow;
    const rowsHigh = hashHigh;
    hashSide(height, width, across, down);
    // The transpose swaps the sides: so their hashes are combined without an order.
    low = (low + together(rows, hashLow)) | 0;
    high = (high + together(rowsHigh, hashHigh)) | 0;
  }
  hashLow = spreadBits(low);
  hashHigh = spreadBits(high);
}

/** Hashes lines in order or in reverse, each read forward or backward. */
function hashSide(first: number, count: number, reverse: number, backward: number): void {
  const hashes = lines;
  let low = SEED;
  let high = HIGH;
  const step = reverse === 1 ? -2 : 2;
  let at = 2 * (reverse === 1 ? first + count - 1 : first) + backward;
  for (let i = 0; i < count; i++, at += step) {
    low = mix(low, hashes[at]);
    high = mixHigh(high, hashes[at]);
  }
  hashLow = low;
  hashHigh = high;
}

function together(one: number, other: number): number {
  const [a, b] = [spreadBits(one), spreadBits(other)];
  return spreadBits(Math.imul(a | 1, b | 1) ^ (a + b));
}

function hashColoured(words: PackedWords, offset: number): void {
  const puzzle = unpack(words, offset);
  let [low, high] = [0, 0];
  for (let position = 0; position < POSITIONS; position++) {
    const { rows, columns, start } = inPosition(puzzle, position);
    const numbers = new Map<number, number>();
    let [one, other] = [SEED, HIGH];
    const add = (value: number): void => {
      one = mix(one, value);
      other = mixHigh(other, value);
    };
    const numberOf = (colour: number): number => {
      if (!numbers.has(colour)) numbers.set(colour, numbers.size + 1);
      return numbers.get(colour)!;
    };
    for (const side of [rows, columns]) {
      add(-side.length);
      for (const clue of side) {
        add(-clue.length - 1);
        for (const block of clue) add(blockLength(block) + 0x10000 * numberOf(blockColour(block)));
      }
    }
    start?.forEach((value) => {
      add(value === BLANK || value === UNKNOWN ? value : numberOf(value));
    });
    low = (low + spreadBits(one)) | 0;
    high = (high + spreadBits(other)) | 0;
  }
  hashLow = spreadBits(low);
  hashHigh = spreadBits(high);
}

const SEED = 0x2545f491;
const HIGH = 0x6c62272e;

function mix(hash: number, value: number): number {
  const h = Math.imul(hash ^ value, 0x9e3779b1);
  return h ^ (h >>> 15);
}

function mixHigh(hash: number, value: number): number {
  const h = Math.imul(hash + value, 0x85ebca77);
  return h ^ (h >>> 13);
}

/**
 * Whether a puzzle is in a share, from 0 to 1, of all: by its content, so the same in every run.
 */
export function isInShare(words: PackedWords, offset: number, share: number): boolean {
  if (share <= 0) return false;
  if (share >= 1) return true;
  const name = fingerprint(words, offset, null);
  return Number.parseInt(name.slice(0, 8), 16) < share * 0x100000000;
}

/** In how many positions a grid can be laid down: turned, mirrored, and both. */
export const POSITIONS = 8;

/** The puzzle in a position: bit 0 mirrors, bit 1 turns it upside down, then bit 2 transposes. */
export function inPosition(puzzle: Puzzle, position: number): Puzzle {
  const { width, height, start } = puzzle;
  const { across, down, transposed } = bitsOf(position);
  const rows = sideIn(puzzle.rows, down, across);
  const columns = sideIn(puzzle.columns, across, down);
  return {
    ...puzzle,
    ...(transposed
      ? { width: height, height: width, rows: columns, columns: rows }
      : { rows, columns }),
    start: start && cellsAt(start, placesIn(width, height, position)),
  };
}

/** The cells of a grid of this size, from what they are in a position: undoes `inPosition`. */
export function fromPosition(cells: Cells, width: number, height: number, position: number) {
  return Uint8Array.from(placesIn(width, height, position), (place) => cells[place]);
}

function bitsOf(position: number) {
  const has = (bit: number): boolean => (position & bit) !== 0;
  return { across: has(1), down: has(2), transposed: has(4) };
}

/** A side's clues, the last line first if `isReversed`, each from its end if `isBackward`. */
function sideIn(side: readonly Clue[], isReversed: boolean, isBackward: boolean): Clue[] {
  const clues = isBackward ? side.map((clue) => clue.toReversed()) : [...side];
  return isReversed ? clues.reverse() : clues;
}

/** Where each cell of a grid is in a position. */
function placesIn(width: number, height: number, position: number): Int32Array {
  const { across, down, transposed } = bitsOf(position);
  return Int32Array.from({ length: width * height }, (_, cell) => {
    const [row, column] = [Math.floor(cell / width), cell % width];
    const [y, x] = [down ? height - 1 - row : row, across ? width - 1 - column : column];
    return transposed ? x * height + y : y * width + x;
  });
}

function cellsAt(cells: Cells, places: Int32Array): Uint8Array {
  const moved = new Uint8Array(cells.length);
  for (const [cell, place] of places.entries()) moved[place] = cells[cell];
  return moved;
}
