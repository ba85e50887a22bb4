import { ZERO } from '../text/codes.js';

const decoder = new TextDecoder();

/** What `asciiText` writes into; it grows to the longest text. */
let bytes = new Uint8Array(1024);

/**
 * The text that `write` writes into bytes, of which it gets `most` at least: it returns where the
 * text ends. For the clues of a 5x5 puzzle this takes a third of the time of adding strings, and
 * the result is one flat string. (Added strings stay a tree of some forty nodes, a kilobyte, until
 * someone reads them.) Making the string costs more than writing its bytes, some 100 ns however
 * short it is: where many texts are needed, one string is made for all and cut up.
 */
export function asciiText(most: number, write: (bytes: Uint8Array) => number): string {
  if (most > bytes.length) bytes = new Uint8Array(2 * most);
  return decoder.decode(bytes.subarray(0, write(bytes)));
}

// Each of these writes at `at`, where there is room for it, and returns where it ends.

/** Writes a short text of ASCII characters. */
export function writeAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** Writes a whole number that is not negative. */
export function writeDecimal(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = ZERO + value;
    return at + 1;
  }
  if (value < 100) {
    const tens = (value / 10) | 0;
    bytes[at] = ZERO + tens;
    bytes[at + 1] = ZERO + value - 10 * tens;
    return at + 2;
  }
  return writeAscii(bytes, at, String(value));
}

/** Writes 32 bits as eight hexadecimal digits. */
export function writeHex(bytes: Uint8Array, at: number, value: number): number {
  for (let i = 0, rest = value | 0; i < 8; i++, rest <<= 4) bytes[at + i] = HEX_DIGITS[rest >>> 28];
  return at + 8;
}

const HEX_DIGITS = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
