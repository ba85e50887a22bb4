/*
 * The codes of characters that text is cut at, for loops that look at one after the other: numbers,
 * as bundlers put these where they are used.
 */

export const TAB = 9;
export const LINE_FEED = 10;
export const RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const COMMA = 44;
const MINUS = 45;
export const POINT = 46;
export const SLASH = 47;
export const ZERO = 48;
export const ONE = 49;
export const NINE = 57;
export const COLON = 58;
export const QUESTION_MARK = 63;
export const SEMICOLON = 59;
export const BAR = 124;
export const OPEN_LIST = 91;
export const BACKSLASH = 92;
export const CLOSE_LIST = 93;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;

/** Writes ASCII in pieces of some 64 kB: adding strings takes a fifth of the time of a proof. */
export class ByteText {
  private readonly bytes: Uint8Array;
  private at = 0;

  /** What `take` is given is overwritten once it returns. */
  constructor(private readonly take: (bytes: Uint8Array) => void) {
    this.bytes = spare ?? new Uint8Array(PIECE + LONGEST_PART);
    spare = null;
  }

  byte(code: number): void {
    if (this.at >= PIECE) this.flush();
    this.bytes[this.at++] = code;
  }

  /** A whole number, digit by digit. */
  number(value: number): void {
    if (this.at >= PIECE) this.flush();
    const { bytes } = this;
    if (value < 0) bytes[this.at++] = MINUS;
    let rest = Math.abs(value);
    let end = this.at + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    this.at = end;
    do {
      bytes[--end] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    } while (rest > 0);
  }

  ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.byte(text.charCodeAt(i));
  }

  /** Hands on what was written so far. */
  flush(): void {
    if (this.at > 0) this.take(this.bytes.subarray(0, this.at));
    this.at = 0;
  }

  /** The end: hands on the rest. */
  end(): void {
    this.flush();
    spare = this.bytes;
  }
}

/** Bytes that are handed on at once. */
const PIECE = 1 << 16;

/** More than a number takes. */
const LONGEST_PART = 32;

/** The bytes of an ended text for the next: making them takes longer than a small proof. */
let spare: Uint8Array | null = null;

const decoder = new TextDecoder();

/** What `asciiText` writes into; it grows to the longest text. */
let bytes = new Uint8Array(1024);

/**
 * The text that `write` writes into bytes, of which it gets `most` at least; it returns where that
 * ends. For the clues of a 5x5 this takes a third of the time of adding strings, which stay a tree
 * of some forty nodes until someone reads them. Making the string takes some 100 ns however short
 * it is: where many texts are needed, one string is made for all and cut up.
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
