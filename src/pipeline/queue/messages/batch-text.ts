import { viewBatch, type PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import {
  clueEnd,
  coloursOf,
  firstClue,
  hasKnownFlags,
  hasStart,
  heightOf,
  startWords,
  unpack,
  widthOf,
  wordsOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import { MAX_BLOCK_LENGTH, MAX_COLOURS } from '../../../solver/core/puzzle/types.js';
import { DEFAULT_LIMITS, validate } from '../../../solver/core/puzzle/validate.js';

/** More than any batch that a run makes. */
const MOST_WORDS = 1 << 26;

/**
 * A batch as text: its words as groups of seven bits, least first (LEB128), in base64. Most words
 * are small, so that this takes a third of the size of their bytes.
 */
export function batchToText(batch: PackedBatch): string {
  const words = new Uint32Array(batch);
  const bytes = Buffer.allocUnsafe(words.length * 5);
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    let word = words[i];
    while (word > 0x7f) {
      bytes[at++] = (word & 0x7f) | 0x80;
      word >>>= 7;
    }
    bytes[at++] = word;
  }
  return bytes.toString('base64', 0, at);
}

/**
 * The batch that `batchToText` wrote.
 * @throws Error if it is not one, or holds a puzzle that validation would refuse: what comes
 * through a queue is a stranger's input.
 */
export function textToBatch(text: string): PackedBatch {
  const bytes = Buffer.from(text, 'base64');
  const words = new Uint32Array(countWords(bytes));
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    let byte = bytes[at++];
    let word = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++];
      word |= (byte & 0x7f) << shift;
    }
    words[i] = word;
  }
  const batch = words.buffer;
  checkPuzzles(batch);
  return batch;
}

function countWords(bytes: Buffer): number {
  let words = 0;
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (++length > 5) throw new Error('a word of the batch is too long');
    if (bytes[i] > 0x7f) continue;
    words++;
    length = 0;
  }
  if (length > 0 || words < 2) throw new Error('the batch is cut off');
  if (words > MOST_WORDS) throw new Error(`the batch has ${words} words`);
  return words;
}

function checkPuzzles(batch: PackedBatch): void {
  const { words, offsets } = viewBatch(batch);
  if (offsets.length === 0) throw new Error('the batch is empty');
  for (const [i, offset] of offsets.entries()) {
    const reason = puzzleReason(words, offset);
    if (reason !== null) throw new Error(`puzzle ${i} of the batch: ${reason}`);
  }
}

function puzzleReason(words: Int32Array, offset: number): string | null {
  const length = wordsOf(words, offset);
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  const colours = coloursOf(words, offset);
  if (!(width >= 1 && height >= 1 && width + height <= length)) return 'its size is not possible';
  if (colours < 1 || colours > MAX_COLOURS || !hasKnownFlags(words, offset)) {
    return 'its colours are not possible';
  }
  let at = firstClue(offset);
  const end = offset + length;
  let [areSound, difference] = [true, 0];
  for (let line = 0; line < width + height; line++) {
    if (at >= end || words[at] < 0 || words[at] > end - at) return 'its clues are cut off';
    const isRow = line < height;
    const filled = filledByBlack(words, at, isRow ? width : height);
    if (filled < 0) areSound = false;
    difference += isRow ? filled : -filled;
    at += words[at] + 1;
  }
  const wordsOfStart = hasStart(words, offset) ? startWords(width * height) : 0;
  if (end - at !== wordsOfStart) return 'its length is not that of its clues';
  // Nearly every puzzle is seen to be sound without an object for each of its clues.
  const isUsual = Math.max(width, height) <= DEFAULT_LIMITS.maxSide && wordsOfStart === 0;
  if (isUsual && areSound && difference === 0) return null;
  const { rows, columns, start } = unpack(words, offset);
  // Names of colours do not travel; only their number matters.
  const palette = colours === 1 ? null : new Array<string>(colours + 1).fill('#000000');
  const draft = { width, height, rows, columns, palette, start, goal: null };
  return validate(draft).reason ?? null;
}

/**
 * How many cells the clue at `at` fills if all its blocks are of the first colour and fit `length`
 * cells; -1 if it is another clue, which may be sound as well.
 */
function filledByBlack(words: PackedWords, at: number, length: number): number {
  const end = clueEnd(words, at);
  let filled = 0;
  for (let i = at + 1; i < end; i++) {
    // A block of the first colour is its length.
    if (!(words[i] >= 1 && words[i] <= MAX_BLOCK_LENGTH)) return -1;
    filled += words[i];
  }
  return filled + Math.max(0, words[at] - 1) <= length ? filled : -1;
}
