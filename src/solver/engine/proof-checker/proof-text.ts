/** What is wrong with a proof, in words; the checker adds the line. */
export class ProofFault extends Error {}

/**
 * Cuts text that comes in pieces of any size into lines, numbers them from 1, and adds up the
 * checksum of the lines before the current one: FNV-1a of 32 bits (Fowler, Noll and Vo) over the
 * characters, each line closed by one "\n".
 */
export class ProofLines {
  line = 0;
  /** Of all lines before the current one. */
  checksum = FNV_START;
  private rest = '';

  /** A line with more characters than `longest` is a fault: it cannot use up the memory. */
  constructor(
    private readonly take: (text: string) => void,
    private readonly longest: number,
  ) {}

  write(text: string): void {
    let from = 0;
    for (;;) {
      // Only what is new is searched: a line that comes in many pieces is looked at once.
      const end = text.indexOf('\n', from);
      if (end < 0) break;
      if (this.rest === '') this.next(text, from, end);
      else {
        const line = this.rest + text.slice(from, end);
        this.rest = '';
        this.next(line, 0, line.length);
      }
      from = end + 1;
    }
    this.rest += text.slice(from);
    if (this.rest.length > this.longest) {
      this.line++;
      throw new ProofFault(`the line has more than ${this.longest} characters`);
    }
  }

  end(): void {
    if (this.rest !== '') this.next(this.rest, 0, this.rest.length);
    this.rest = '';
  }

  /** The next line is what is in `text` between two places. */
  private next(text: string, from: number, end: number): void {
    this.line++;
    const to = end > from && text[end - 1] === '\r' ? end - 1 : end;
    this.take(text.slice(from, to));
    let hash = this.checksum;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
    this.checksum = Math.imul(hash ^ LINE_FEED, FNV_PRIME) >>> 0;
  }
}

/** Reads the words of a line, which single spaces separate, one after the other. */
export class ProofWords {
  /** Where the next one begins. */
  private at = 0;

  constructor(readonly text: string) {}

  /** Whether there is no other word. */
  get isAtEnd(): boolean {
    return this.at > this.text.length;
  }

  /** All words that are left, with the spaces between them. */
  get rest(): string {
    return this.text.slice(this.at);
  }

  /** The next word. @pre there is one. */
  word(): string {
    const end = this.text.indexOf(' ', this.at);
    const word = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at += word.length + 1;
    return word;
  }

  /** The next word, which is `what` and a whole number. @throws ProofFault if it is not. */
  number(what: string): number {
    const { text } = this;
    const isNegative = text.charCodeAt(this.at) === MINUS;
    const from = isNegative ? this.at + 1 : this.at;
    let at = from;
    let value = 0;
    for (;;) {
      // At the end it is not a number.
      const digit = text.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = 10 * value + digit;
      at++;
    }
    const isWhole = at === text.length || text.charCodeAt(at) === SPACE;
    if (at === from || at - from > MOST_DIGITS || !isWhole) {
      const got = this.isAtEnd ? 'nothing' : quotedWord(this.word());
      throw new ProofFault(`expected ${what}, got ${got}`);
    }
    this.at = at + 1;
    return isNegative ? -value : value;
  }
}

/** A word of the proof as a message may show it: short, in quotes, plain ASCII. */
export function quotedWord(word: string): string {
  const plain = word.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');
  return word.length > 40 ? `"${plain}..."` : `"${plain}"`;
}

/** The fault of a line that is not what it should be. */
export function expected(what: string, line: string): ProofFault {
  return new ProofFault(`expected ${what}, got ${quotedWord(line)}`);
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const [LINE_FEED, SPACE, MINUS, ZERO] = Array.from('\n -0', (sign) => sign.charCodeAt(0));

/** So many digits are exact in a double. */
const MOST_DIGITS = 15;
