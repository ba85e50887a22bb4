import { viewBatch, type PackedBatch } from '../../core/puzzle/packed-batch.js';
import { readLabel } from '../../core/puzzle/packed-label.js';
import { unpack, wordsOf, type PackedWords } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { verdictOfWord, type Answer } from './answer.js';
import { judge, judgedResult, Reference } from './judge.js';
import { picturesIn } from './read-pictures.js';
import { claimRows, type Claim } from '../store/queries/claims.js';
import type { PuzzleResult } from '../../core/result/result.js';
import { solvedBatch, type BatchLimits, type Pool, type SolvedBatch } from '../pool/pool.js';

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

  async solve(batch: PackedBatch, limits: BatchLimits): Promise<SolvedBatch> {
    const { words, offsets } = viewBatch(batch);
    const bytes = new Uint8Array(batch);
    const began = performance.now();
    const results: PuzzleResult[] = [];
    const claims: Claim[] = [];
    for (const [i, offset] of offsets.entries()) {
      if (i > 0 && performance.now() - began >= limits.sliceMs) break;
      const { name, ordinal } = readLabel(words, bytes, offset);
      const claim = this.claims.take(name, ordinal);
      const judged = await this.judged(claim, words, offset);
      results.push(judged.result);
      claims.push(judged.claim);
    }
    return solvedBatch(results, performance.now() - began, claimRows(claims));
  }

  close(): Promise<void> {
    return this.reference.close();
  }

  private async judged(
    claim: TextClaim | null,
    words: PackedWords,
    offset: number,
  ): Promise<{ result: PuzzleResult; claim: Claim }> {
    const puzzle = unpack(words, offset);
    const answer = claim === null ? NO_ANSWER : answerOf(claim, puzzle);
    const known = (): ReturnType<Reference['known']> =>
      this.reference.known(words.slice(offset, offset + wordsOf(words, offset)));
    const verdict =
      typeof answer === 'string'
        ? {
            status: 'crash' as const,
            said: null,
            judged: 'wrong' as const,
            reason: answer,
            pictures: [],
          }
        : await judge(puzzle, answer, known);
    const unsaid =
      claim === null
        ? { status: 'crash' as const, error: 'nothing is claimed about this puzzle' }
        : { status: 'timeout' as const, error: null };
    const { said, judged } = verdict;
    return {
      result: judgedResult(puzzle, verdict, unsaid, claim?.ms ?? claim?.cpuMs ?? 0),
      claim: { said, judged, cpuMs: claim?.cpuMs ?? null, memoryBytes: null },
    };
  }
}

const NO_ANSWER: Answer = { verdict: null, pictures: [] };

/** The claim as an answer; in words what is wrong if it cannot be read. */
function answerOf(claim: TextClaim, puzzle: Puzzle): Answer | string {
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
  return { verdict: verdict === 'solved' ? null : verdict, pictures: pictures.slice(0, 2) };
}
