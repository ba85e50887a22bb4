import { ByteText } from '../../core/text/codes.js';

/** Takes the lemmas of a certificate, in the order in which they follow. */
export interface LemmaSink {
  /** A clause that follows from those that `hints` names; all literals are those of DIMACS. */
  lemma(id: number, literals: readonly number[], hints: readonly number[]): void;
  /** These lemmas are not used any more; `last` is the one that came last. */
  drop(last: number, lemmas: readonly Lemma[]): void;
  end(): void;
}

export interface Lemma {
  readonly id: number;
  readonly literals: readonly number[];
}

export type LemmaForm = 'lrat' | 'lrat-binary' | 'drat';

/** The formats in which a verdict is proven: nonomill's own, or as a certificate. */
export const PROOF_FORMATS = ['own', 'lrat', 'drat'] as const;
export type ProofFormat = (typeof PROOF_FORMATS)[number];

/** Writes a certificate in a form; `take` is given bytes that are overwritten once it returns. */
export function lemmaText(form: LemmaForm, take: (bytes: Uint8Array) => void): LemmaSink {
  const text = new ByteText(take);
  if (form === 'drat') return new DratText(text);
  return form === 'lrat' ? new LratText(text) : new BinaryLratText(text);
}

abstract class LemmaText implements LemmaSink {
  constructor(protected readonly text: ByteText) {}

  abstract lemma(id: number, literals: readonly number[], hints: readonly number[]): void;
  abstract drop(last: number, lemmas: readonly Lemma[]): void;

  end(): void {
    this.text.end();
  }

  /** Some numbers, with 0 at their end. */
  protected numbers(values: readonly number[]): void {
    for (const value of values) {
      this.text.number(value);
      this.text.byte(SPACE);
    }
    this.text.byte(ZERO);
  }
}

/** LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017). */
class LratText extends LemmaText {
  lemma(id: number, literals: readonly number[], hints: readonly number[]): void {
    this.text.number(id);
    this.text.byte(SPACE);
    this.numbers(literals);
    this.text.byte(SPACE);
    this.numbers(hints);
    this.text.byte(LINE_FEED);
  }

  drop(last: number, lemmas: readonly Lemma[]): void {
    this.text.number(last);
    this.text.ascii(' d ');
    this.numbers(lemmas.map(({ id }) => id));
    this.text.byte(LINE_FEED);
  }
}

/** The binary form of LRAT that CaDiCaL writes and cake_lpr reads. */
class BinaryLratText extends LemmaText {
  lemma(id: number, literals: readonly number[], hints: readonly number[]): void {
    this.text.byte(ADD);
    this.number(id);
    for (const literal of literals) this.number(literal);
    this.text.byte(0);
    for (const hint of hints) this.number(hint);
    this.text.byte(0);
  }

  drop(_: number, lemmas: readonly Lemma[]): void {
    this.text.byte(DROP);
    for (const { id } of lemmas) this.number(id);
    this.text.byte(0);
  }

  /** Seven bits to a byte, the lowest first; the lowest of all is the sign. */
  private number(value: number): void {
    let rest = 2 * Math.abs(value) + (value < 0 ? 1 : 0);
    for (; rest > 127; rest = Math.floor(rest / 128)) this.text.byte(128 + (rest % 128));
    this.text.byte(rest);
  }
}

/** DRAT without its RAT: lemmas that follow by unit propagation, without hints. */
class DratText extends LemmaText {
  lemma(_: number, literals: readonly number[]): void {
    this.numbers(literals);
    this.text.byte(LINE_FEED);
  }

  drop(_: number, lemmas: readonly Lemma[]): void {
    for (const { literals } of lemmas) {
      this.text.ascii('d ');
      this.lemma(0, literals);
    }
  }
}

const [ADD, DROP, LINE_FEED, SPACE, ZERO] = Array.from('ad\n 0', (sign) => sign.charCodeAt(0));
