import { textLength, writeCells } from '../puzzle/text.js';
import type { Cells } from '../puzzle/types.js';
import { NEEDS, type Difficulty } from '../result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES, type Outcome } from '../result/outcome.js';
import { CROSS_CHECKS, type PuzzleResult } from '../result/result.js';

/**
 * Results on their way back from a worker: one transferable buffer.
 *
 *   word 0    RESULT_VERSION            (a float64, as all words)
 *   word 1    the number of results
 *   then      FIELDS words for each result, in the order of `Field`
 *   then      text as UTF-8: for each result its solutions (if a word is too small for
 *             them), its solution, its second solution and its error
 */
export type PackedResults = ArrayBuffer;

/** Changes with every change of the layout, so that two versions never misread each other. */
const RESULT_VERSION = 4;
const HEADER = 2;
const FIELDS = 28;

/** The words of one result. -1 stands for null; lengths are bytes of text, -1 for no text. */
const enum Field {
  Status,
  StoppedBy,
  Technique,
  GuessDepth,
  GuessDepthMin,
  SearchDepth,
  /** -1 if the text has them. */
  Solutions,
  SolutionsExact,
  Sweeps,
  LineSolves,
  Probes,
  Decisions,
  Conflicts,
  CrossCheck,
  SolveMs,
  Difficulty,
  DifficultyBound,
  EffortLine,
  EffortProbe,
  Tries,
  Stars,
  Needs,
  Proof,
  FinishedAt,
  SolutionsLength,
  SolutionLength,
  SecondSolutionLength,
  ErrorLength,
}

const BOOLEANS = [false, true] as const;
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });
const MAX_WORD = BigInt(Number.MAX_SAFE_INTEGER);

/** What a worker adds to the outcome of one puzzle. */
export interface Extra {
  readonly solveMs: number;
  /** Null if it was not rated. */
  readonly difficulty: Difficulty | null;
  /** Steps; null where it was not proven. */
  readonly proof: number | null;
  /** Milliseconds since 1970. */
  readonly finishedAt: number;
  readonly crossCheck: PuzzleResult['crossCheck'];
  readonly error: string | null;
  readonly width: number;
  readonly height: number;
  readonly colours: number;
}

/**
 * Packs results one by one, without an object or a string for each; it is reused for every batch.
 */
export class ResultPacker {
  private words = new Float64Array(HEADER + 64 * FIELDS);
  private text = new Uint8Array(4096);
  private added = 0;
  private textEnd = 0;

  add(outcome: Outcome, extra: Extra): void {
    const at = HEADER + this.added * FIELDS;
    if (at + FIELDS > this.words.length) this.words = grown(this.words, at + FIELDS);
    this.added++;
    const words = this.words;
    const { counters, solutions } = outcome;
    const small = solutions <= MAX_WORD;
    words[at + Field.Status] = STATUSES.indexOf(outcome.status);
    words[at + Field.StoppedBy] = indexOf(STOPS, outcome.stoppedBy);
    words[at + Field.Technique] = indexOf(TECHNIQUES, outcome.technique);
    words[at + Field.GuessDepth] = outcome.guessDepth ?? -1;
    words[at + Field.GuessDepthMin] = outcome.guessDepthMin ?? -1;
    words[at + Field.SearchDepth] = outcome.searchDepth;
    words[at + Field.Solutions] = small ? Number(solutions) : -1;
    words[at + Field.SolutionsExact] = outcome.solutionsExact ? 1 : 0;
    words[at + Field.Sweeps] = outcome.sweeps ?? -1;
    words[at + Field.LineSolves] = counters.lineSolves;
    words[at + Field.Probes] = counters.probes;
    words[at + Field.Decisions] = counters.decisions;
    words[at + Field.Conflicts] = counters.conflicts;
    words[at + Field.CrossCheck] = indexOf(CROSS_CHECKS, extra.crossCheck);
    words[at + Field.SolveMs] = extra.solveMs;
    const { difficulty } = extra;
    words[at + Field.Difficulty] = difficulty?.difficulty ?? -1;
    words[at + Field.DifficultyBound] = difficulty === null ? -1 : +difficulty.difficultyBound;
    words[at + Field.EffortLine] = difficulty?.effortLine ?? -1;
    words[at + Field.EffortProbe] = difficulty?.effortProbe ?? -1;
    words[at + Field.Tries] = difficulty?.tries ?? -1;
    words[at + Field.Stars] = difficulty?.stars ?? -1;
    words[at + Field.Needs] = difficulty === null ? -1 : NEEDS.indexOf(difficulty.needs);
    words[at + Field.Proof] = extra.proof ?? -1;
    words[at + Field.FinishedAt] = extra.finishedAt;
    words[at + Field.SolutionsLength] = small ? -1 : this.addText(solutions.toString());
    words[at + Field.SolutionLength] = this.addCells(outcome.solution, extra);
    words[at + Field.SecondSolutionLength] = this.addCells(outcome.secondSolution, extra);
    words[at + Field.ErrorLength] = extra.error === null ? -1 : this.addText(extra.error);
  }

  get count(): number {
    return this.added;
  }

  /** The results added since the last call, in a buffer of their own. */
  take(): PackedResults {
    const wordsEnd = HEADER + this.added * FIELDS;
    this.words[0] = RESULT_VERSION;
    this.words[1] = this.added;
    const packed = new Uint8Array(wordsEnd * 8 + this.textEnd);
    packed.set(new Uint8Array(this.words.buffer, 0, wordsEnd * 8));
    packed.set(this.text.subarray(0, this.textEnd), wordsEnd * 8);
    this.added = 0;
    this.textEnd = 0;
    return packed.buffer;
  }

  private addCells(cells: Cells | null, { width, height, colours }: Extra): number {
    if (cells === null) return -1;
    const length = textLength(width, height);
    this.reserve(length);
    this.textEnd = writeCells(this.text, this.textEnd, cells, width, height, colours);
    return length;
  }

  private addText(text: string): number {
    const bytes = new TextEncoder().encode(text);
    this.reserve(bytes.length);
    this.text.set(bytes, this.textEnd);
    this.textEnd += bytes.length;
    return bytes.length;
  }

  private reserve(length: number): void {
    if (this.textEnd + length > this.text.length) {
      this.text = grown(this.text, this.textEnd + length);
    }
  }
}

/**
 * The results that a ResultPacker packed.
 * @throws Error if the buffer is of another version, or is cut off.
 */
export function unpackResults(packed: PackedResults): PuzzleResult[] {
  const [version, count] = new Float64Array(packed, 0, HEADER);
  if (version !== RESULT_VERSION) {
    throw new Error(`results of version ${version}, expected ${RESULT_VERSION}`);
  }
  const wordsEnd = HEADER + count * FIELDS;
  if (wordsEnd * 8 > packed.byteLength) throw new Error(`${count} results are cut off`);
  const words = new Float64Array(packed, 0, wordsEnd);
  // The whole text as one string: its parts are then cut out without further decoding. Nearly
  // always it is ASCII, so that bytes and characters are the same; an error may not be.
  const bytes = new Uint8Array(packed, wordsEnd * 8);
  const decoded = TEXT.decode(bytes);
  const ascii = decoded.length === bytes.length;
  let textAt = 0;
  const text = (length: number): string | null => {
    if (length < 0) return null;
    const from = textAt;
    textAt += length;
    return ascii ? decoded.substring(from, textAt) : TEXT.decode(bytes.subarray(from, textAt));
  };
  const results: PuzzleResult[] = [];
  for (let at = HEADER; at < wordsEnd; at += FIELDS) {
    const solutions = words[at + Field.Solutions];
    results.push({
      status: STATUSES[words[at + Field.Status]],
      stoppedBy: orNull(STOPS, words[at + Field.StoppedBy]),
      technique: orNull(TECHNIQUES, words[at + Field.Technique]),
      guessDepth: numberOrNull(words[at + Field.GuessDepth]),
      guessDepthMin: numberOrNull(words[at + Field.GuessDepthMin]),
      searchDepth: words[at + Field.SearchDepth],
      solutions: text(words[at + Field.SolutionsLength]) ?? String(solutions),
      solutionsExact: words[at + Field.SolutionsExact] === 1,
      sweeps: numberOrNull(words[at + Field.Sweeps]),
      lineSolves: words[at + Field.LineSolves],
      probes: words[at + Field.Probes],
      decisions: words[at + Field.Decisions],
      conflicts: words[at + Field.Conflicts],
      solveMs: words[at + Field.SolveMs],
      difficulty: numberOrNull(words[at + Field.Difficulty]),
      difficultyBound: orNull(BOOLEANS, words[at + Field.DifficultyBound]),
      effortLine: numberOrNull(words[at + Field.EffortLine]),
      effortProbe: numberOrNull(words[at + Field.EffortProbe]),
      tries: numberOrNull(words[at + Field.Tries]),
      stars: numberOrNull(words[at + Field.Stars]),
      needs: orNull(NEEDS, words[at + Field.Needs]),
      proof: numberOrNull(words[at + Field.Proof]),
      finishedAt: words[at + Field.FinishedAt],
      solution: text(words[at + Field.SolutionLength]),
      secondSolution: text(words[at + Field.SecondSolutionLength]),
      crossCheck: orNull(CROSS_CHECKS, words[at + Field.CrossCheck]),
      error: text(words[at + Field.ErrorLength]),
    });
  }
  return results;
}

/** The index of `name` in `names`; -1 for null. */
function indexOf<T>(names: readonly T[], name: T | null): number {
  return name === null ? -1 : names.indexOf(name);
}

function orNull<T>(names: readonly T[], index: number): T | null {
  return index < 0 ? null : names[index];
}

function numberOrNull(word: number): number | null {
  return word < 0 ? null : word;
}

function grown<T extends Float64Array | Uint8Array>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(needed, array.length * 2),
  );
  larger.set(array);
  return larger;
}
