/** What is wrong with a proof, in words; the checker adds the line. */
export class ProofFault extends Error {}

/**
 * Cuts text that comes in pieces of any size into lines, numbers them from 1, and adds up the
 * checksum of the lines before the current one: FNV-1a of 32 bits (Fowler, Noll and Vo) over the
 * characters, each line closed by one "\n".
 */
export class ProofLines {
  /** The number of the current line. */
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
      const line = this.rest + text.slice(from, end);
      this.rest = '';
      this.next(line);
      from = end + 1;
    }
    this.rest += text.slice(from);
    if (this.rest.length > this.longest) {
      this.line++;
      throw new ProofFault(`the line has more than ${this.longest} characters`);
    }
  }

  end(): void {
    if (this.rest !== '') this.next(this.rest);
    this.rest = '';
  }

  private next(text: string): void {
    this.line++;
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    this.take(line);
    this.checksum = addToChecksum(this.checksum, line);
  }
}

/** The checksum after one more line. */
function addToChecksum(checksum: number, line: string): number {
  let hash = checksum;
  for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), FNV_PRIME);
  return Math.imul(hash ^ 10, FNV_PRIME) >>> 0;
}

/** @throws ProofFault if `word` is not a whole number. */
export function wholeNumber(word: string | undefined, what: string): number {
  if (word === undefined || !/^-?\d{1,15}$/.test(word)) {
    throw new ProofFault(`expected ${what}, got ${word === undefined ? 'nothing' : shown(word)}`);
  }
  return Number(word);
}

/** A word of the proof as a message may show it: short, in quotes, plain ASCII. */
export function shown(word: string): string {
  const plain = word.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');
  return word.length > 40 ? `"${plain}..."` : `"${plain}"`;
}

/** The fault of a line that is not what it should be. */
export function expected(what: string, words: readonly string[]): ProofFault {
  return new ProofFault(`expected ${what}, got ${shown(words.join(' '))}`);
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
