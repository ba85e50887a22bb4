import type { PuzzleResult } from '../../result/result.js';
import {
  FIELDS,
  HEADER,
  RESULT_VERSION,
  compileRead,
  type PackedResults,
} from './packed-layout.js';

const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

const readWords = compileRead();

/**
 * The results in a buffer that `layout.ts` describes.
 * @throws Error if the buffer is of another version, or is cut off.
 */
export function unpackResults(packed: PackedResults): PuzzleResult[] {
  const [version, count] = new Float64Array(packed, 0, HEADER);
  if (version !== RESULT_VERSION) {
    throw new Error(`results of version ${version}, expected ${RESULT_VERSION}`);
  }
  const wordsEnd = HEADER + count * FIELDS;
  if (wordsEnd * 8 > packed.byteLength) throw new Error(`${count} results are cut off`);
  const words = new Float64Array(packed, 0, wordsEnd);
  // The whole text as one string: its parts are then cut out without further decoding. Nearly
  // always it is ASCII, so that bytes and characters are the same; an error may not be.
  const bytes = new Uint8Array(packed, wordsEnd * 8);
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
  for (let at = HEADER; at < wordsEnd; at += FIELDS) results.push(readWords(words, at, textOf));
  return results;
}
