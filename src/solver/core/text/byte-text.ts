/**
 * Writes ASCII text as bytes and hands it on in pieces of some 64 kB: adding strings would take a
 * fifth of the time of writing a proof.
 */
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

/**
 * The bytes of a text that has ended, for the next: to make them takes longer than a small proof.
 */
let spare: Uint8Array | null = null;

const [MINUS, ZERO] = ['-', '0'].map((sign) => sign.charCodeAt(0));
