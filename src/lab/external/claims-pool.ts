import { viewBatch, type PackedBatch } from '../../solver/core/puzzle/packed-batch.js';
import { readLabel } from '../../solver/core/puzzle/packed-label.js';
import { unpack, type PackedWords } from '../../solver/core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import { countOfWord, verdictOfWord, type SolverAnswer } from './answer.js';
import { Reference, judge, judgedBatch, judgedPuzzle, type Judged, type Unsaid } from './judge.js';
import { picturesIn } from './read-pictures.js';
import type { BatchLimits, Pool, ResultForm, SolvedBatch } from '../../pipeline/runs/pool/pool.js';
import { shareFinder } from '../../pipeline/store/packed/entry-rows.js';

/** What somebody claims about a puzzle, as text. */
export interface TextClaim {
  readonly verdict: string;
  readonly solution: string;
  readonly secondSolution: string;
  readonly ms: number | null;
  readonly cpuMs: number | null;
}

/** Where claims are looked up. */
export interface Claims {
  /**
   * The claim about the puzzle of this name (null for none) at this place of its source, or null.
   */
  take(name: string | null, ordinal: number): TextClaim | null;
}

/** A pool that returns what was claimed elsewhere about each puzzle, judged. */
export class ClaimsPool implements Pool {
  readonly capacity: number;
  readonly patience = 1;
  private readonly reference: Reference;

  constructor(
    private readonly claims: Claims,
    threads: number,
    judgeMs: number,
  ) {
    this.capacity = 2 * threads;
    this.reference = new Reference(threads, judgeMs);
  }

  async solve(batch: PackedBatch, limits: BatchLimits, form?: ResultForm): Promise<SolvedBatch> {
    const { words, offsets } = viewBatch(batch);
    const bytes = new Uint8Array(batch);
    const began = performance.now();
    const shareOf = typeof form === 'object' ? shareFinder(form) : null;
    const judged: Judged[] = [];
    for (const [i, offset] of offsets.entries()) {
      if (i > 0 && performance.now() - began >= limits.sliceMs) break;
      const { name, ordinal } = readLabel(words, bytes, offset);
      const claim = this.claims.take(name, (shareOf?.(i).firstEntry ?? 0) + ordinal);
      judged.push(await this.judged(claim, words, offset));
    }
    return judgedBatch(judged, began);
  }

  close(): Promise<void> {
    return this.reference.close();
  }

  private async judged(
    claim: TextClaim | null,
    words: PackedWords,
    offset: number,
  ): Promise<Judged> {
    const puzzle = unpack(words, offset);
    const answer = claim === null ? NO_ANSWER : answerOf(claim, puzzle);
    const verdict =
      typeof answer === 'string'
        ? ({ status: 'crash', said: null, judged: 'wrong', reason: answer, pictures: [] } as const)
        : await judge(puzzle, answer, (count) => this.reference.known(words, offset, count));
    const unsaid: Unsaid =
      claim === null
        ? { status: 'crash', error: 'nothing is claimed about this puzzle' }
        : { status: 'timeout', error: null };
    const cpuMs = claim?.cpuMs ?? null;
    const took = { ms: claim?.ms ?? cpuMs ?? 0, cpuMs, memoryBytes: null };
    return judgedPuzzle(puzzle, verdict, unsaid, took);
  }
}

const NO_ANSWER: SolverAnswer = { verdict: null, pictures: [] };

/** The claim as an answer; in words what is wrong if it cannot be read. */
function answerOf(claim: TextClaim, puzzle: Puzzle): SolverAnswer | string {
  const pictures: Cells[] = [];
  for (const [what, text] of [
    ['solution', claim.solution],
    ['second solution', claim.secondSolution],
  ]) {
    if (text.trim() === '') continue;
    const found = picturesIn(text, puzzle);
    if (found.length === 0) {
      return `wrong picture: its ${what} is not a picture of ${puzzle.width}x${puzzle.height} cells`;
    }
    pictures.push(...found);
  }
  const verdict = claim.verdict === '' ? null : verdictOfWord(claim.verdict);
  if (claim.verdict !== '' && verdict === null) {
    return `the verdict "${claim.verdict}" says nothing: expected unique, multiple, contradiction, solved, timeout or a number of solutions`;
  }
  if (verdict === 'solved' && pictures.length === 0) return 'solved, but no solution is shown';
  return {
    verdict: verdict === 'solved' ? null : verdict,
    pictures: pictures.slice(0, 2),
    count: countOfWord(claim.verdict),
  };
}
