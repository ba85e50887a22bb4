import type { PuzzleResult } from '../result/result.js';
import {
  FIELDS,
  HEADER,
  compileRead,
  viewResults,
  type PackedResults,
  RESULT_VERSION,
  SAFE_DIGITS,
  compileWrite,
} from '../packed/packed-results.js';

const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

const readWords = compileRead();

/**
 * The results in a buffer that `packed-results.ts` describes.
 * @throws Error if the buffer is of another version, or is cut off.
 */
export function unpackResults(packed: PackedResults): PuzzleResult[] {
  const { words, text: bytes } = viewResults(packed);
  // The whole text as one string: its parts are then cut out without further decoding. Nearly
  // always it is ASCII, so that bytes and characters are the same; an error may not be.
  const decoded = TEXT.decode(bytes);
  const ascii = decoded.length === bytes.length;
  let textAt = 0;
  const textOf = (length: number): string | null => {
    if (length < 0) return null;
    const from = textAt;
    textAt += length;
    return ascii ? decoded.substring(from, textAt) : TEXT.decode(bytes.subarray(from, textAt));
  };
  const results: PuzzleResult[] = [];
  for (let at = HEADER; at < words.length; at += FIELDS) results.push(readWords(words, at, textOf));
  return results;
}

const writeWords = compileWrite<PuzzleResult>(
  ({ field }) => `source.${field}`,
  (text) => `${text}.length <= ${SAFE_DIGITS}`,
);

/** Packs results that are objects already; `unpackResults` returns the same. */
export function packResults(results: readonly PuzzleResult[]): PackedResults {
  const words = new Float64Array(HEADER + results.length * FIELDS);
  words[0] = RESULT_VERSION;
  words[1] = results.length;
  const texts: string[] = [];
  const addText = (text: string | null): number => {
    if (text === null) return -1;
    texts.push(text);
    return Buffer.byteLength(text);
  };
  const text = { addText, addCells: (cells: unknown) => addText(cells as string | null) };
  for (const [i, result] of results.entries()) {
    writeWords(words, HEADER + i * FIELDS, result, text);
  }
  const bytes = Buffer.from(texts.join(''));
  const packed = new Uint8Array(words.byteLength + bytes.length);
  packed.set(new Uint8Array(words.buffer));
  packed.set(bytes, words.byteLength);
  return packed.buffer;
}
