/** A step of a certificate. */
export type LemmaStep =
  | {
      readonly kind: 'lemma';
      /** Null in DRAT, which has neither numbers nor hints. */
      readonly id: number | null;
      readonly literals: readonly number[];
      readonly hints: readonly number[];
    }
  /** Lemmas by their numbers. */
  | { readonly kind: 'drop'; readonly ids: readonly number[] }
  /** A lemma by its literals, as DRAT has it. */
  | { readonly kind: 'dropClause'; readonly literals: readonly number[] };

/** What is wrong with a certificate, in words. */
export class LemmaFault extends Error {}

/**
 * Reads a certificate that comes in pieces of any size, as text (LRAT or DRAT, told apart by the
 * first line) or in the binary form of LRAT.
 */
export class LemmaReader {
  /** The line of the text, or the step of the binary form, that is under way, from 1. */
  line = 0;
  private form: 'lrat' | 'drat' | 'binary' | null = null;
  private rest = '';
  /** In the binary form: the step under way, its numbers, and the one that is being read. */
  private letter = 0;
  private numbers: number[] = [];
  private zeros = 0;
  private value = 0;
  private factor = 1;

  /** A line with more characters, or a step with more numbers, than `longest` is a fault. */
  constructor(
    private readonly take: (step: LemmaStep) => void,
    private readonly longest: number,
  ) {}

  /** @throws LemmaFault */
  write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // Neither form of text begins with this letter.
    if (this.form === null && this.rest === '' && bytes[0] === ADD) this.form = 'binary';
    if (this.form === 'binary') for (const byte of bytes) this.takeByte(byte);
    else this.takeText(LATIN1.decode(bytes));
  }

  /** @throws LemmaFault */
  end(): void {
    if (this.rest !== '') this.takeText('\n');
    if (this.letter !== 0) throw new LemmaFault('the last step is cut off');
  }

  private takeText(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.takeLine(this.rest + text.slice(from, end));
      this.rest = '';
      from = end + 1;
    }
    this.rest += text.slice(from);
    if (this.rest.length > this.longest) {
      this.line++;
      throw new LemmaFault(`the line has more than ${this.longest} characters`);
    }
  }

  private takeLine(text: string): void {
    this.line++;
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0 || words[0] === 'c') return;
    this.form ??= isLrat(words) ? 'lrat' : 'drat';
    if (this.form === 'drat') {
      const isDrop = words[0] === 'd';
      const literals = numbersOf(isDrop ? words.slice(1) : words);
      endsWithZero(literals);
      this.take(
        isDrop
          ? { kind: 'dropClause', literals }
          : { kind: 'lemma', id: null, literals, hints: [] },
      );
      return;
    }
    if (words[1] === 'd') {
      const ids = numbersOf(words.slice(2));
      endsWithZero(ids);
      this.take({ kind: 'drop', ids });
    } else this.takeLemma(numbersOf(words));
  }

  private takeLemma([id, ...numbers]: readonly number[]): void {
    const end = numbers.indexOf(0);
    if (end < 0) throw new LemmaFault('a lemma has no 0 after its literals');
    const hints = numbers.slice(end + 1);
    endsWithZero(hints);
    this.take({ kind: 'lemma', id, literals: numbers.slice(0, end), hints });
  }

  private takeByte(byte: number): void {
    if (this.letter === 0) {
      this.line++;
      if (byte !== ADD && byte !== DROP) throw new LemmaFault(`expected a step, got byte ${byte}`);
      this.letter = byte;
      return;
    }
    this.value += (byte & 127) * this.factor;
    this.factor *= 128;
    if (this.factor > 2 ** 49) throw new LemmaFault('a number is too large');
    if (byte > 127) return;
    const half = Math.floor(this.value / 2);
    const number = this.value % 2 === 0 ? half : -half;
    this.value = 0;
    this.factor = 1;
    this.numbers.push(number);
    if (this.numbers.length > this.longest) throw new LemmaFault('a step is too long');
    if (number !== 0) return;
    if (this.letter === ADD && ++this.zeros < 2) return;
    const { letter, numbers } = this;
    this.letter = 0;
    this.numbers = [];
    this.zeros = 0;
    if (letter === ADD) this.takeLemma(numbers);
    else this.take({ kind: 'drop', ids: numbers.slice(0, -1) });
  }
}

/** Whether the words of a line are a step of LRAT: a lemma with a second 0, or a deletion. */
function isLrat(words: readonly string[]): boolean {
  const end = words.indexOf('0', 1);
  return words[1] === 'd' || (end > 0 && end < words.length - 1);
}

function numbersOf(words: readonly string[]): number[] {
  return words.map((word) => {
    if (!/^-?\d{1,15}$/.test(word)) {
      throw new LemmaFault(`expected a number, got "${word.slice(0, 40).replace(/[^ -~]/g, '?')}"`);
    }
    return Number(word);
  });
}

/** Takes the 0 off the end of numbers. @throws LemmaFault if there is another, or none */
function endsWithZero(numbers: number[]): void {
  if (numbers.pop() !== 0 || numbers.includes(0))
    throw new LemmaFault('expected one 0, at the end');
}

const LATIN1 = new TextDecoder('latin1');
const [ADD, DROP] = ['a', 'd'].map((letter) => letter.charCodeAt(0));
