import { NEEDS } from '../../result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from '../../result/outcome.js';
import { CROSS_CHECKS } from '../../result/result.js';
import {
  FIELDS,
  Field,
  HEADER,
  RESULT_VERSION,
  SAFE_DIGITS,
  type PackedResults,
} from './layout.js';

/** The latest time that a Date can hold. */
const LAST_MS = 8.64e15;

const MOST_DIGITS = 100_000;
const MOST_ERROR_BYTES = 8000;

/** What the word of a field may be; below 0 there is only -1, for null. */
interface Range {
  readonly name: string;
  readonly least: -1 | 0;
  readonly most: number;
  readonly isWhole: boolean;
}

/** By `Field`: whatever is added to a result must be added here. */
const RANGES: readonly Range[] = [
  { ...oneOf('status', STATUSES), least: 0 },
  oneOf('stoppedBy', STOPS),
  oneOf('technique', TECHNIQUES),
  count('guessDepth'),
  count('guessDepthMin'),
  count('searchDepth'),
  count('solutions'),
  { ...count('solutionsExact', 1), least: 0 },
  count('sweeps'),
  count('lineSolves'),
  count('probes'),
  count('decisions'),
  count('conflicts'),
  oneOf('crossCheck', CROSS_CHECKS),
  { ...quantity('solveMs'), least: 0 },
  quantity('difficulty'),
  count('difficultyBound', 1),
  quantity('effortLine'),
  quantity('effortProbe'),
  quantity('tries'),
  count('stars'),
  oneOf('needs', NEEDS),
  count('proof'),
  quantity('countEstimate'),
  quantity('countEstimateError'),
  { ...quantity('finishedAt', LAST_MS), least: 0 },
  count('solutions', MOST_DIGITS),
  count('solution'),
  count('secondSolution'),
  count('error', MOST_ERROR_BYTES),
];

function count(name: string, most = Number.MAX_SAFE_INTEGER): Range {
  return { name, least: -1, most, isWhole: true };
}

function quantity(name: string, most = Number.MAX_VALUE): Range {
  return { name, least: -1, most, isWhole: false };
}

function oneOf(name: string, names: readonly unknown[]): Range {
  return count(name, names.length - 1);
}

/**
 * Why a stranger's buffer is not packed results, at least one, or null: after that, `unpackResults` returns
 * results whose fields are what their types say. What the pictures show is not looked at.
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

const LENGTHS = [
  Field.SolutionsLength,
  Field.SolutionLength,
  Field.SecondSolutionLength,
  Field.ErrorLength,
];

/** The bytes of text that belong to the result at `at`. */
function textLengthOf(words: Float64Array, at: number): number {
  let length = 0;
  for (const field of LENGTHS) length += Math.max(0, words[at + field]);
  return length;
}

function wrongWord(words: Float64Array, at: number): string | null {
  for (let field = 0; field < FIELDS; field++) {
    const word = words[at + field];
    const { name, least, most, isWhole } = RANGES[field];
    const isRight = word <= most && (word >= 0 || (word === -1 && least === -1));
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
  const length = words[at + Field.SolutionsLength];
  if (words[at + Field.Solutions] >= 0) return length === -1 ? null : 'solutions';
  if (length <= SAFE_DIGITS || from + length > text.length) return 'solutions';
  if (text[from] === 48) return 'solutions';
  for (let i = from; i < from + length; i++) if (text[i] < 48 || text[i] > 57) return 'solutions';
  return null;
}
