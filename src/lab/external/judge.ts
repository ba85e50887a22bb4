import { checkSolution } from '../../solver/core/puzzle/check.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import {
  claimRows,
  type StoredClaim,
  type ClaimedVerdict,
  type Judgement,
} from '../../pipeline/store/queries/claims.js';
import type { Status } from '../../solver/core/result/outcome.js';
import type { SolverAnswer } from './answer.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import { resultWith, type PuzzleResult } from '../../solver/core/result/result.js';
import { packBatch } from '../../solver/core/puzzle/packed-batch.js';
import { wordsOf, type PackedWords } from '../../solver/core/puzzle/packed.js';
import { LocalPool } from '../../pipeline/runs/pool/local-pool.js';
import { solvedBatch, type SolvedBatch } from '../../pipeline/runs/pool/pool.js';

/** What is known of a puzzle, by a solver whose solutions were checked. */
export interface KnownVerdict {
  readonly status: Status;
  /** Solutions found: as in `PuzzleResult`. */
  readonly solutions: string;
  /** Whether there are no others; asked only if solutions were counted. */
  readonly solutionsExact?: boolean;
}

/** An answer with what is right of it. */
export interface JudgedAnswer {
  /** What the answer proves; `crash` if it is wrong, `timeout` if it says nothing. */
  readonly status: Extract<
    Status,
    'unique' | 'multiple' | 'contradiction' | 'solved' | 'crash'
  > | null;
  readonly said: ClaimedVerdict | null;
  readonly judged: Judgement;
  /** What is wrong, or why nobody can tell; null if it is right. */
  readonly reason: string | null;
  /** Its solutions, if they are right. */
  readonly pictures: readonly Cells[];
}

/**
 * Judges what another program says of a puzzle. Pictures are checked against the clues. What they
 * do not prove is compared with what `known` says, which is asked for only if it is needed; what
 * nobody knows is believed, and `open`.
 */
export async function judge(
  puzzle: Puzzle,
  answer: SolverAnswer,
  known: (count: bigint | null) => Promise<KnownVerdict>,
): Promise<JudgedAnswer> {
  const { pictures, count = null } = answer;
  const said = saidBy(answer);
  const wrong = (reason: string): JudgedAnswer => ({
    status: 'crash',
    said,
    judged: 'wrong',
    reason,
    pictures: [],
  });
  for (const picture of pictures) {
    const reason = checkSolution(puzzle, picture);
    if (reason !== null) return wrong(`wrong picture: ${reason}`);
  }
  const right: JudgedAnswer = { status: said, said, judged: 'right', reason: null, pictures };
  if (said === null) return { ...right, judged: 'open' };
  if (said === 'contradiction' && pictures.length > 0) {
    return wrong('false "contradiction": its own picture is a solution');
  }
  if (said === 'unique' && pictures.length > 1) {
    return wrong('false "unique": it shows two solutions itself');
  }
  if (said === 'solved' && pictures.length > 0) return right;
  if (count !== null) return counted(right, count, await known(count), wrong);
  if (said === 'multiple' && pictures.length > 1) return right;
  return compared(right, await known(null), wrong);
}

/** What is known against a number of solutions, of two or more. */
function counted(
  claim: JudgedAnswer,
  count: bigint,
  known: KnownVerdict,
  wrong: (reason: string) => JudgedAnswer,
): JudgedAnswer {
  if (known.status === 'contradiction') return compared(claim, known, wrong);
  const found = BigInt(known.solutions);
  const isExact = known.solutionsExact === true;
  if (isExact && found === count) return claim;
  if (isExact || found > count) {
    const has = `${isExact ? '' : 'at least '}${shortCount(found)}`;
    return wrong(`false number of solutions: ${shortCount(count)} claimed, but it has ${has}`);
  }
  // That there are several is another question.
  return {
    ...claim,
    judged: 'open',
    reason: `nobody could count as far as ${shortCount(count)} solutions`,
  };
}

/** A number that may have a million digits. */
function shortCount(count: bigint): string {
  const text = String(count);
  return text.length > 40 ? `${text.slice(0, 20)}... (${text.length} digits)` : text;
}

function saidBy({ verdict, pictures }: SolverAnswer): ClaimedVerdict | null {
  if (verdict !== null && verdict !== 'open') return verdict;
  if (pictures.length > 1) return 'multiple';
  return pictures.length === 1 ? 'solved' : null;
}

/** What is known against each claim. */
function compared(
  claim: JudgedAnswer,
  { status, solutions }: KnownVerdict,
  wrong: (reason: string) => JudgedAnswer,
): JudgedAnswer {
  const { said } = claim;
  if (status === said) return claim;
  const some = solutions !== '0';
  if (said === 'contradiction') {
    if (some) return wrong('false "contradiction": it has a solution');
  } else if (status === 'contradiction') {
    // Pictures were checked: then it is this program that is wrong.
    return claim.pictures.length > 0
      ? { ...claim, judged: 'open', reason: 'nonomill finds no solution: please report the puzzle' }
      : wrong(`false "${said}": it has no solution`);
  } else if (said === 'unique' && status === 'multiple') {
    return wrong('false "unique": it has several solutions');
  } else if (said === 'multiple' && status === 'unique') {
    return wrong('false "multiple": it has one solution only');
  }
  return { ...claim, judged: 'open', reason: `nobody could tell whether "${said}" is true` };
}

/** The result of a puzzle by what another program said, and what is kept of that. */
export interface Judged {
  readonly result: PuzzleResult;
  readonly claim: StoredClaim;
}

/** The status of a puzzle of which nothing was said, and why. */
export interface Unsaid {
  readonly status: Extract<Status, 'timeout' | 'memory' | 'crash'>;
  readonly error: string | null;
}

/** What a judged answer of another program makes of a puzzle. */
export function judgedPuzzle(
  puzzle: Puzzle,
  answer: JudgedAnswer,
  unsaid: Unsaid,
  { ms, cpuMs, memoryBytes }: Pick<StoredClaim, 'cpuMs' | 'memoryBytes'> & { readonly ms: number },
): Judged {
  const { said, judged } = answer;
  return {
    result: resultOf(puzzle, answer, unsaid, ms),
    claim: { said, judged, cpuMs, memoryBytes },
  };
}

/** The puzzles of a batch that were judged since `began`. */
export function judgedBatch(judged: readonly Judged[], began: number): SolvedBatch {
  return solvedBatch(
    judged.map(({ result }) => result),
    performance.now() - began,
    claimRows(judged.map(({ claim }) => claim)),
  );
}

function resultOf(
  { width, height, colours }: Puzzle,
  { status, reason, pictures }: JudgedAnswer,
  unsaid: Unsaid,
  solveMs: number,
): PuzzleResult {
  const given = status ?? unsaid.status;
  const stopped = given === 'timeout' || given === 'memory' || given === 'crash' ? given : null;
  const text = (at: number): string | null =>
    at < pictures.length ? cellsToText(pictures[at], width, height, colours) : null;
  const least = given === 'multiple' ? 2 : given === 'unique' ? 1 : pictures.length;
  return resultWith({
    status: given,
    stoppedBy: stopped ?? (given === 'multiple' || given === 'solved' ? 'count' : null),
    solutions: String(least),
    solutionsExact: given === 'unique' || given === 'contradiction',
    solveMs,
    solution: text(0),
    secondSolution: text(1),
    error: status === null ? unsaid.error : reason,
    finishedAt: Date.now(),
  });
}

/** nonomill's own solver, which is asked about a puzzle if a claim about it must be judged. */
export class Reference {
  private readonly pool: LocalPool;

  constructor(
    threads: number,
    private readonly timeoutMs: number,
  ) {
    // Questions come one by one, and many runs have none.
    this.pool = new LocalPool({ threads, memoryMiB: null, atOnce: 1 });
  }

  /**
   * What is known of the puzzle at `offset` once the solver has worked on it for its time; with a
   * `count` all solutions are counted.
   */
  async known(
    words: PackedWords,
    offset: number,
    count: bigint | null = null,
  ): Promise<KnownVerdict> {
    const own = words.slice(offset, offset + wordsOf(words, offset));
    const { results } = await this.pool.solve(packBatch([own]), {
      timeoutMs: this.timeoutMs,
      maxSteps: Infinity,
      memoryBytes: Infinity,
      count: count === null ? 2 : 'exact',
      guessDepth: 0,
      difficulty: false,
      sliceMs: Infinity,
    });
    return results[0];
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
