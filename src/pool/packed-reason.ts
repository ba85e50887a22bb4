import { LAST_MS, type Kind } from '../result/column.js';
import {
  FIELDS,
  HEADER,
  LENGTH_AT,
  LENGTH_PLACES,
  RESULT_VERSION,
  SAFE_DIGITS,
  VALUE_AT,
  WORDS,
  type PackedResults,
  type Word,
} from '../packed/packed-results.js';

/** What a word may be: from `least` to `most`, or -1 if `canBeNull`. */
interface Range {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly canBeNull: boolean;
  readonly isWhole: boolean;
}

const RANGES: readonly Range[] = WORDS.map(rangeOf);

function rangeOf({ column: { field, kind, isNull }, isLength }: Word): Range {
  const range = { name: field, least: 0, most: Number.MAX_SAFE_INTEGER, isWhole: true };
  // What is missing here is in the other word of the column.
  const canBeNull = isNull !== undefined || kind.is === 'decimal';
  return { ...range, ...(isLength ? mostBytes(kind) : valuesOf(kind)), canBeNull };
}

function mostBytes(kind: Kind): Partial<Range> {
  if (kind.is === 'text') return { most: kind.bytes };
  return kind.is === 'decimal' ? { most: kind.digits } : {};
}

function valuesOf(kind: Kind): Partial<Range> {
  switch (kind.is) {
    case 'count':
      return { least: kind.least, most: kind.most };
    case 'real':
      return { least: kind.least, most: kind.most, isWhole: false };
    case 'flag':
      return { most: 1 };
    case 'time':
      return { most: LAST_MS, isWhole: false };
    case 'choice':
      return { most: kind.choices.length - 1 };
    case 'decimal':
    case 'text':
    case 'cells':
      return {};
  }
}

/**
 * Why a stranger's buffer does not hold packed results, at least one; null if it does: then `unpackResults`
 * returns results whose fields are what their types say. What the pictures show is not looked at.
 */
export function packedReason(packed: PackedResults): string | null {
  if (packed.byteLength < HEADER * 8) return 'the results are cut off';
  const [version, results] = new Float64Array(packed, 0, HEADER);
  if (version !== RESULT_VERSION) return `the results are of version ${version}`;
  const most = (packed.byteLength / 8 - HEADER) / FIELDS;
  if (!(Number.isInteger(results) && results >= 1 && results <= most)) {
    return 'the number of results is not one';
  }
  const wordsEnd = HEADER + results * FIELDS;
  const words = new Float64Array(packed, 0, wordsEnd);
  const text = new Uint8Array(packed, wordsEnd * 8);
  let textAt = 0;
  for (let i = 0, at = HEADER; i < results; i++, at += FIELDS) {
    const wrong = wrongWord(words, at) ?? wrongSolutions(words, at, text, textAt);
    if (wrong !== null) return `the ${wrong} of result ${i} is not one`;
    textAt += textLengthOf(words, at);
  }
  return textAt === text.length ? null : 'the texts of the results are not as long as they say';
}

/** The bytes of text that belong to the result at `at`. */
function textLengthOf(words: Float64Array, at: number): number {
  let length = 0;
  for (const field of LENGTH_PLACES) length += Math.max(0, words[at + field]);
  return length;
}

function wrongWord(words: Float64Array, at: number): string | null {
  for (let field = 0; field < FIELDS; field++) {
    const word = words[at + field];
    const { name, least, most, canBeNull, isWhole } = RANGES[field];
    const isRight = (word >= least && word <= most) || (word === -1 && canBeNull);
    if (!isRight || (isWhole && word !== Math.floor(word))) return name;
  }
  return null;
}

/** The number of solutions is in a word, or is text: decimal digits, more than a word holds. */
function wrongSolutions(
  words: Float64Array,
  at: number,
  text: Uint8Array,
  from: number,
): string | null {
  const length = words[at + LENGTH_AT.solutions];
  if (words[at + VALUE_AT.solutions] >= 0) return length === -1 ? null : 'solutions';
  if (length <= SAFE_DIGITS || from + length > text.length) return 'solutions';
  if (text[from] === 48) return 'solutions';
  for (let i = from; i < from + length; i++) if (text[i] < 48 || text[i] > 57) return 'solutions';
  return null;
}
