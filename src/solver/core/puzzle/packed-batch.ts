import { wordsOf, type PackedWords } from './packed.js';

/**
 * Puzzles on their way to a thread: one transferable buffer of 32-bit words.
 *
 *   word 0   BATCH_VERSION
 *   word 1   the number of puzzles
 *   then     for each puzzle the number of words up to the next one, this one included; the
 *            puzzle, as packed.ts lays it out; and, if it is an entry of a corpus, its label, as
 *            packed-label.ts does
 */
export type PackedBatch = ArrayBuffer;

/** Changes with every change of the layout, so that two versions never misread each other. */
export const BATCH_VERSION = 0x6e6d0002;

const HEADER = 2;

/** A batch of puzzles without labels, each given as its packed words. */
export function packBatch(puzzles: readonly PackedWords[]): PackedBatch {
  const words = newBatch(
    puzzles.reduce((sum, { length }) => sum + 1 + length, 0),
    puzzles.length,
  );
  let at = HEADER;
  for (const puzzle of puzzles) {
    words[at] = 1 + puzzle.length;
    words.set(puzzle, at + 1);
    at += words[at];
  }
  return words.buffer;
}

/**
 * A batch of `count` puzzles that lie one after the other in `entries`, each as a batch holds it.
 */
export function batchOfEntries(entries: PackedWords, count: number): PackedBatch {
  const words = newBatch(entries.length, count);
  words.set(entries, HEADER);
  return words.buffer;
}

function newBatch(length: number, count: number): Int32Array<ArrayBuffer> {
  const words = new Int32Array(HEADER + length);
  words[0] = BATCH_VERSION;
  words[1] = count;
  return words;
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
    const length = at + 1 < words.length ? words[at] : 0;
    const own = wordsOf(words, at + 1);
    if (own <= 0 || length < 1 + own || at + length > words.length) {
      throw new Error(`a batch of ${words[1]} puzzles is cut off in puzzle ${i}`);
    }
    offsets.push(at + 1);
    at += length;
  }
  return { words, offsets };
}

function entryEnd(words: PackedWords, offset: number): number {
  return offset - 1 + words[offset - 1];
}

/** The puzzles of a batch without their labels. */
export function withoutLabels(batch: PackedBatch): PackedBatch {
  const { words, offsets } = viewBatch(batch);
  return packBatch(offsets.map((at) => words.subarray(at, at + wordsOf(words, at))));
}

/** A new batch of the puzzles at `indexes` of `batch`, in that order; `batch` stays usable. */
export function pickFromBatch(batch: PackedBatch, indexes: readonly number[]): PackedBatch {
  const { words, offsets } = viewBatch(batch);
  const entries = indexes.map((i) => words.subarray(offsets[i] - 1, entryEnd(words, offsets[i])));
  const picked = newBatch(
    entries.reduce((sum, { length }) => sum + length, 0),
    entries.length,
  );
  let at = HEADER;
  for (const entry of entries) {
    picked.set(entry, at);
    at += entry.length;
  }
  return picked.buffer;
}

/** A new batch of `count` puzzles of `batch`, from `first` on; `batch` stays usable. */
export function partOfBatch(batch: PackedBatch, first: number, count: number): PackedBatch {
  const { words, offsets } = viewBatch(batch);
  if (count === 0) return batchOfEntries(words.subarray(0, 0), 0);
  const [from, to] = [offsets[first] - 1, entryEnd(words, offsets[first + count - 1])];
  return batchOfEntries(words.subarray(from, to), count);
}

/** All puzzles of some batches, one after the other, as a new one. */
export function joinBatches(batches: readonly PackedBatch[]): PackedBatch {
  const all = batches.map((batch) => new Int32Array(batch));
  const joined = newBatch(
    all.reduce((sum, { length }) => sum + length - HEADER, 0),
    all.reduce((sum, words) => sum + words[1], 0),
  );
  let at = HEADER;
  for (const words of all) {
    joined.set(words.subarray(HEADER), at);
    at += words.length - HEADER;
  }
  return joined.buffer;
}

/** The puzzles of `batch` from `first` on, in new batches of at most `size`. */
export function cutBatch(batch: PackedBatch, first: number, size: number): PackedBatch[] {
  const { words, offsets } = viewBatch(batch);
  const parts: PackedBatch[] = [];
  for (let from = first; from < offsets.length; from += size) {
    const to = Math.min(from + size, offsets.length);
    const entries = words.subarray(offsets[from] - 1, entryEnd(words, offsets[to - 1]));
    parts.push(batchOfEntries(entries, to - from));
  }
  return parts;
}
