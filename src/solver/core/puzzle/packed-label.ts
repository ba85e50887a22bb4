import { wordsOf, type PackedWords } from './packed.js';
import type { Cells, Palette } from './types.js';

/**
 * What a corpus says of a puzzle besides its clues, after the puzzle in a batch. Only who writes
 * its row reads it: it travels as it was read.
 *
 *   word 0        the ordinal of the entry
 *   words 1 to 4  the bytes of the name, the title, the palette and the goal; -1 if there is none
 *   then          these bytes: texts in UTF-8, the palette as `#rrggbb` joined by blanks, a byte
 *                 for each cell of the goal
 */
export interface Label {
  readonly ordinal: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly palette: Palette | null;
  readonly goal: Cells | null;
}

const HEADER = 5;

/** Where the parts of a label are, in the bytes of a batch; a length of -1 is no such part. */
export interface LabelPlaces {
  ordinal: number;
  name: number;
  nameLength: number;
  title: number;
  titleLength: number;
  palette: number;
  paletteLength: number;
  goal: number;
  goalLength: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The most words that `writeLabel` takes. */
export function labelLength({ name, title, palette, goal }: Label): number {
  const texts = (name?.length ?? 0) + (title?.length ?? 0);
  return HEADER + ((3 * texts + 8 * (palette?.length ?? 0) + (goal?.length ?? 0) + 3) >> 2);
}

/**
 * Writes a label at `at`, where there is room for it, and returns where it ends. `bytes` are those
 * of `words`.
 */
export function writeLabel(
  words: PackedWords,
  bytes: Uint8Array,
  at: number,
  { ordinal, name, title, palette, goal }: Label,
): number {
  const from = 4 * (at + HEADER);
  words[at] = ordinal;
  let end = writeText(bytes, from, name);
  words[at + 1] = name === null ? -1 : end - from;
  let began = end;
  end = writeText(bytes, began, title);
  words[at + 2] = title === null ? -1 : end - began;
  began = end;
  end = writeText(bytes, began, palette?.join(' ') ?? null);
  words[at + 3] = palette === null ? -1 : end - began;
  words[at + 4] = goal === null ? -1 : goal.length;
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
  places.name = 4 * (at + HEADER);
  places.nameLength = words[at + 1];
  places.title = places.name + Math.max(0, places.nameLength);
  places.titleLength = words[at + 2];
  places.palette = places.title + Math.max(0, places.titleLength);
  places.paletteLength = words[at + 3];
  places.goal = places.palette + Math.max(0, places.paletteLength);
  places.goalLength = words[at + 4];
}

/** Places to be filled by `findLabel`. */
export function noPlaces(): LabelPlaces {
  return {
    ordinal: 0,
    name: 0,
    nameLength: -1,
    title: 0,
    titleLength: -1,
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
  const { ordinal, name, title, palette, goal } = places;
  return {
    ordinal,
    name: textAt(name, places.nameLength),
    title: textAt(title, places.titleLength),
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
