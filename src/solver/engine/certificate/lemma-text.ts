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
  return { ...FORMS[form](text), end: () => text.end() };
}

const FORMS: Readonly<Record<LemmaForm, (text: ByteText) => Omit<LemmaSink, 'end'>>> = {
  /** LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017). */
  lrat: (text) => ({
    lemma(id, literals, hints) {
      text.number(id);
      text.byte(SPACE);
      writeNumbers(text, literals);
      text.byte(SPACE);
      writeNumbers(text, hints);
      text.byte(LINE_FEED);
    },
    drop(last, lemmas) {
      text.number(last);
      text.ascii(' d ');
      const ids = lemmas.map(({ id }) => id);
      writeNumbers(text, ids);
      text.byte(LINE_FEED);
    },
  }),
  /** The binary form of LRAT that CaDiCaL writes and cake_lpr reads. */
  'lrat-binary': (text) => ({
    lemma(id, literals, hints) {
      text.byte(ADD);
      writeBits(text, id);
      for (const literal of literals) writeBits(text, literal);
      text.byte(0);
      for (const hint of hints) writeBits(text, hint);
      text.byte(0);
    },
    drop(_, lemmas) {
      text.byte(DROP);
      for (const { id } of lemmas) writeBits(text, id);
      text.byte(0);
    },
  }),
  /** DRAT without its RAT: lemmas that follow by unit propagation, without hints. */
  drat: (text) => ({
    lemma(_, literals) {
      writeNumbers(text, literals);
      text.byte(LINE_FEED);
    },
    drop(_, lemmas) {
      for (const { literals } of lemmas) {
        text.ascii('d ');
        writeNumbers(text, literals);
        text.byte(LINE_FEED);
      }
    },
  }),
};

/** Some numbers, with 0 at their end. */
function writeNumbers(text: ByteText, values: readonly number[]): void {
  for (const value of values) {
    text.number(value);
    text.byte(SPACE);
  }
  text.byte(ZERO);
}

/** Seven bits to a byte, the lowest first; the lowest of all is the sign. */
function writeBits(text: ByteText, value: number): void {
  let rest = 2 * Math.abs(value) + (value < 0 ? 1 : 0);
  for (; rest > 127; rest = Math.floor(rest / 128)) text.byte(128 + (rest % 128));
  text.byte(rest);
}

const [ADD, DROP, LINE_FEED, SPACE, ZERO] = Array.from('ad\n 0', (sign) => sign.charCodeAt(0));
