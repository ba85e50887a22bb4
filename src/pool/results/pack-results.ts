import type { PuzzleResult } from '../../result/result.js';
import {
  FIELDS,
  HEADER,
  RESULT_VERSION,
  SAFE_DIGITS,
  compileWrite,
  type PackedResults,
} from '../../packed/packed-results.js';

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
