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

  constructor(private readonly take: (text: string) => void) {}

  write(text: string): void {
    const whole = this.rest + text;
    let from = 0;
    for (;;) {
      const end = whole.indexOf('\n', from);
      if (end < 0) break;
      this.next(whole.slice(from, end));
      from = end + 1;
    }
    this.rest = whole.slice(from);
    if (this.rest.length > LONGEST_LINE) {
      this.line++;
      throw new ProofFault(`the line has more than ${LONGEST_LINE} characters`);
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
  const plain = word.replace(/[^\x20-\x7e]/g, '?');
  return plain.length > 40 ? `"${plain.slice(0, 40)}..."` : `"${plain}"`;
}

/** The fault of a line that is not what it should be. */
export function expected(what: string, words: readonly string[]): ProofFault {
  return new ProofFault(`expected ${what}, got ${shown(words.join(' '))}`);
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Room for the solution of the largest puzzle; a longer line cannot use up the memory. */
const LONGEST_LINE = 1 << 26;
