import { wordsOf, type PackedWords } from './packed.js';

/**
 * Puzzles on their way to a thread: one transferable buffer of 32-bit words.
 *
 *   word 0   BATCH_VERSION
 *   word 1   the number of puzzles
 *   then     the puzzles, one after the other, as packed.ts lays them out
 */
export type PackedBatch = ArrayBuffer;

/** Changes with every change of the layout, so that two versions never misread each other. */
export const BATCH_VERSION = 0x6e6d0001;

const HEADER = 2;

/**
 * One batch of the puzzles given, each as its packed words; one piece may also
 * hold several puzzles in a row, and then `count` says how many there are.
 */
export function packBatch(puzzles: readonly PackedWords[], count = puzzles.length): PackedBatch {
  let length = HEADER;
  for (const puzzle of puzzles) length += puzzle.length;
  const words = new Int32Array(length);
  words[0] = BATCH_VERSION;
  words[1] = count;
  let at = HEADER;
  for (const puzzle of puzzles) {
    words.set(puzzle, at);
    at += puzzle.length;
  }
  return words.buffer;
}

/** The number of puzzles in a batch. */
export function batchCount(batch: PackedBatch): number {
  return new Int32Array(batch, 0, HEADER)[1];
}

/** The words of a batch and where in them each puzzle begins. */
export interface BatchView {
  readonly words: PackedWords;
  readonly offsets: readonly number[];
}

/**
 * Opens a batch for reading.
 * @throws Error if the buffer is of another version, or is cut off.
 */
export function viewBatch(batch: PackedBatch): BatchView {
  const words = new Int32Array(batch);
  if (words[0] !== BATCH_VERSION) {
    throw new Error(`a batch of version ${words[0]}, expected ${BATCH_VERSION}`);
  }
  const offsets: number[] = [];
  let at = HEADER;
  for (let i = 0; i < words[1]; i++) {
    if (at >= words.length || at + wordsOf(words, at) > words.length || wordsOf(words, at) <= 0) {
      throw new Error(`a batch of ${words[1]} puzzles is cut off in puzzle ${i}`);
    }
    offsets.push(at);
    at += wordsOf(words, at);
  }
  return { words, offsets };
}

/** A new batch of the puzzles at `indexes` of `batch`, in that order; `batch` stays usable. */
export function pickFromBatch(batch: PackedBatch, indexes: readonly number[]): PackedBatch {
  const { words, offsets } = viewBatch(batch);
  const wordsAt = (at: number): PackedWords => words.subarray(at, at + wordsOf(words, at));
  return packBatch(indexes.map((i) => wordsAt(offsets[i])));
}

/** The puzzles of `batch` from `first` on, in new batches of at most `size`. */
export function cutBatch(batch: PackedBatch, first: number, size: number): PackedBatch[] {
  const { words, offsets } = viewBatch(batch);
  const parts: PackedBatch[] = [];
  for (let from = first; from < offsets.length; from += size) {
    const to = Math.min(from + size, offsets.length);
    const end = to < offsets.length ? offsets[to] : words.length;
    const part = new Int32Array(HEADER + end - offsets[from]);
    part[0] = BATCH_VERSION;
    part[1] = to - from;
    part.set(words.subarray(offsets[from], end), HEADER);
    parts.push(part.buffer);
  }
  return parts;
}
