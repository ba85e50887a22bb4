import type { PuzzleResult } from '../../result/result.js';
import {
  FIELDS,
  HEADER,
  compileRead,
  viewResults,
  type PackedResults,
} from '../../packed/packed-results.js';

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
