import { type PackedWords, wordsOf } from './packed.js';
import type { Cells, Palette } from './types.js';

/**
 * Puzzles on their way to a thread: one transferable buffer of 32-bit words.
 *
 *   word 0   BATCH_VERSION
 *   word 1   the number of puzzles
 *   then     for each puzzle the number of words up to the next one, this one included; the
 *            puzzle, as packed.ts lays it out; and, if it is an entry of a corpus, its label, as
 *            described at `Label` below
 */
export type PackedBatch = ArrayBuffer;

/** Changes with every change of the layout, so that two versions never misread each other. */
const BATCH_VERSION = 0x6e6d0003;

const HEADER = 2;

/** A batch of puzzles without labels, each given as its packed words. */
export function packBatch(puzzles: readonly PackedWords[]): PackedBatch {
  const pieces = puzzles.flatMap((puzzle) => [Int32Array.of(1 + puzzle.length), puzzle]);
  return batchOf(pieces, puzzles.length);
}

/** A batch of `count` puzzles that lie one after the other in pieces, each as a batch holds it. */
export function batchOf(pieces: readonly PackedWords[], count: number): PackedBatch {
  const words = new Int32Array(pieces.reduce((sum, { length }) => sum + length, HEADER));
  words[0] = BATCH_VERSION;
  words[1] = count;
  let at = HEADER;
  for (const piece of pieces) {
    words.set(piece, at);
    at += piece.length;
  }
  return words.buffer;
}

/** The number of puzzles in a batch. */
export function batchCount(batch: PackedBatch): number {
  return new Int32Array(batch, 0, HEADER)[1];
}

/** The words of a batch and where in them each puzzle begins. */
export type BatchView = ReturnType<typeof viewBatch>;

/** Opens a batch. @throws Error if the buffer is of another version, or is cut off. */
export function viewBatch(batch: PackedBatch) {
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

export function withoutLabels(batch: PackedBatch): PackedBatch {
  const { words, offsets } = viewBatch(batch);
  return packBatch(offsets.map((at) => words.subarray(at, at + wordsOf(words, at))));
}

/** A new batch of the puzzles at `indexes` of `batch`, in that order; `batch` stays usable. */
export function pickFromBatch(batch: PackedBatch, indexes: readonly number[]): PackedBatch {
  const { words, offsets } = viewBatch(batch);
  const entries = indexes.map((i) => words.subarray(offsets[i] - 1, entryEnd(words, offsets[i])));
  return batchOf(entries, entries.length);
}

/** A new batch of `count` puzzles of `batch`, from `first` on; `batch` stays usable. */
export function partOfBatch(batch: PackedBatch, first: number, count: number): PackedBatch {
  return partOf(viewBatch(batch), first, count);
}

function partOf({ words, offsets }: BatchView, first: number, count: number): PackedBatch {
  if (count === 0) return batchOf([], 0);
  const [from, to] = [offsets[first] - 1, entryEnd(words, offsets[first + count - 1])];
  return batchOf([words.subarray(from, to)], count);
}

/** All puzzles of some batches, one after the other, as a new one. */
export function joinBatches(batches: readonly PackedBatch[]): PackedBatch {
  const all = batches.map((batch) => new Int32Array(batch));
  return batchOf(
    all.map((words) => words.subarray(HEADER)),
    all.reduce((sum, words) => sum + words[1], 0),
  );
}

/** The puzzles of `batch` from `first` on, in new batches of at most `size`. */
export function cutBatch(batch: PackedBatch, first: number, size: number): PackedBatch[] {
  const view = viewBatch(batch);
  const left = Math.max(0, view.offsets.length - first);
  return Array.from({ length: Math.ceil(left / size) }, (_, i) =>
    partOf(view, first + i * size, Math.min(size, left - i * size)),
  );
}

/**
 * What a corpus says of a puzzle besides its clues, after the puzzle in a batch. Only who writes
 * its row reads it: it travels as it was read.
 *
 *   word 0        the ordinal of the entry
 *   words 1 to 5  the bytes of the name, the title, the label, the palette and the goal; -1 if
 *                 there is none of it
 *   then          these bytes: texts in UTF-8, the palette as `#rrggbb` joined by blanks, a byte
 *                 for each cell of the goal
 */
export interface Label {
  readonly ordinal: number;
  readonly name: string | null;
  readonly title: string | null;
  /** What people said of its difficulty. */
  readonly label?: string | null | undefined;
  readonly palette: Palette | null;
  readonly goal: Cells | null;
}

const LABEL_HEADER = 6;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The most words that `writeLabel` takes. */
export function labelLength({ name, title, label, palette, goal }: Label): number {
  const texts = (name?.length ?? 0) + (title?.length ?? 0) + (label?.length ?? 0);
  return LABEL_HEADER + ((3 * texts + 8 * (palette?.length ?? 0) + (goal?.length ?? 0) + 3) >> 2);
}

/** Writes a label at `at` of `words`, whose bytes are `bytes`; returns where it ends. */
export function writeLabel(
  words: PackedWords,
  bytes: Uint8Array,
  at: number,
  { ordinal, name, title, label = null, palette, goal }: Label,
): number {
  const from = 4 * (at + LABEL_HEADER);
  words[at] = ordinal;
  let end = writeText(bytes, from, name);
  words[at + 1] = name === null ? -1 : end - from;
  let began = end;
  end = writeText(bytes, began, title);
  words[at + 2] = title === null ? -1 : end - began;
  began = end;
  end = writeText(bytes, began, label);
  words[at + 3] = label === null ? -1 : end - began;
  began = end;
  end = writeText(bytes, began, palette?.join(' ') ?? null);
  words[at + 4] = palette === null ? -1 : end - began;
  words[at + 5] = goal === null ? -1 : goal.length;
  if (goal !== null) {
    bytes.set(goal, end);
    end += goal.length;
  }
  // What was here before is no part of it: pieces are known by their bytes.
  while ((end & 3) !== 0) bytes[end++] = 0;
  return end >> 2;
}

function writeText(bytes: Uint8Array, at: number, text: string | null): number {
  if (text === null) return at;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return at + encoder.encodeInto(text, bytes.subarray(at)).written;
    bytes[at + i] = code;
  }
  return at + text.length;
}

/** The ordinal in the label of the puzzle at `offset` of a batch. */
export function labelOrdinal(words: PackedWords, offset: number): number {
  return words[offset + wordsOf(words, offset)] >>> 0;
}

/** Finds the parts of the label of the puzzle at `offset` of a batch. */
export function findLabel(words: PackedWords, offset: number, places: LabelPlaces): void {
  const at = offset + wordsOf(words, offset);
  places.ordinal = words[at] >>> 0;
  places.name = 4 * (at + LABEL_HEADER);
  places.nameLength = words[at + 1];
  places.title = places.name + Math.max(0, places.nameLength);
  places.titleLength = words[at + 2];
  places.label = places.title + Math.max(0, places.titleLength);
  places.labelLength = words[at + 3];
  places.palette = places.label + Math.max(0, places.labelLength);
  places.paletteLength = words[at + 4];
  places.goal = places.palette + Math.max(0, places.paletteLength);
  places.goalLength = words[at + 5];
}

type LabelPlaces = ReturnType<typeof noPlaces>;

/** Where the parts of a label are in the bytes of a batch; a length of -1 is no such part. */
export function noPlaces() {
  return {
    ordinal: 0,
    name: 0,
    nameLength: -1,
    title: 0,
    titleLength: -1,
    label: 0,
    labelLength: -1,
    palette: 0,
    paletteLength: -1,
    goal: 0,
    goalLength: -1,
  };
}

const places = noPlaces();

/** The label of the puzzle at `offset` of a batch, whose bytes are `bytes`. */
export function readLabel(words: PackedWords, bytes: Uint8Array, offset: number): Label {
  findLabel(words, offset, places);
  const textAt = (from: number, length: number): string | null =>
    length < 0 ? null : decoder.decode(bytes.subarray(from, from + length));
  const { ordinal, name, title, label, palette, goal } = places;
  return {
    ordinal,
    name: textAt(name, places.nameLength),
    title: textAt(title, places.titleLength),
    label: textAt(label, places.labelLength),
    palette: textAt(palette, places.paletteLength)?.split(' ') ?? null,
    goal: places.goalLength < 0 ? null : bytes.slice(goal, goal + places.goalLength),
  };
}

/** The palette of the puzzle at `offset` of a batch; null if its label has none, or is missing. */
export function paletteOf(words: PackedWords, bytes: Uint8Array, offset: number): Palette | null {
  if (words[offset - 1] === 1 + wordsOf(words, offset)) return null;
  findLabel(words, offset, places);
  const { palette, paletteLength } = places;
  if (paletteLength < 0) return null;
  return decoder.decode(bytes.subarray(palette, palette + paletteLength)).split(' ');
}
