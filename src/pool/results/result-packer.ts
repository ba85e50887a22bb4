import { textLength, writeCells } from '../../puzzle/text.js';
import type { Cells } from '../../puzzle/types.js';
import { NEEDS, type Difficulty } from '../../result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES, type Outcome } from '../../result/outcome.js';
import { CROSS_CHECKS, type PuzzleResult } from '../../result/result.js';
import { FIELDS, Field, HEADER, RESULT_VERSION, wordOf, type PackedResults } from './layout.js';

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
    words[at + Field.StoppedBy] = wordOf(STOPS, outcome.stoppedBy);
    words[at + Field.Technique] = wordOf(TECHNIQUES, outcome.technique);
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
    words[at + Field.CrossCheck] = wordOf(CROSS_CHECKS, extra.crossCheck);
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
    words[at + Field.CountEstimate] = outcome.countEstimate ?? -1;
    words[at + Field.CountEstimateError] = outcome.countEstimateError ?? -1;
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

function grown<T extends Float64Array | Uint8Array>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(needed, array.length * 2),
  );
  larger.set(array);
  return larger;
}
