import type { CommandContext } from '../../pipeline/cli/command.js';
import { resumeCommand, troubleOf } from '../../pipeline/cli/running/carry-out.js';
import type { CommandOutcome } from '../../pipeline/cli/terminal.js';
import { LocalPool } from '../../pipeline/runs/pool/local-pool.js';
import { type BatchLimits, solvedBatch, type SolvedBatch } from '../../pipeline/runs/pool/pool.js';
import type { RunOutcome } from '../../pipeline/runs/request.js';
import { openStore } from '../../pipeline/store/open/open.js';
import {
  type ClaimCount,
  type ClaimedVerdict,
  claimRows,
  countClaims,
  crashesOf,
  type Judgement,
  type StoredClaim,
  wrongClaims,
} from '../../pipeline/store/queries/claims.js';
import { runById } from '../../pipeline/store/stored-runs.js';
import { checkSolution } from '../../solver/core/puzzle/check.js';
import { packBatch, type PackedBatch, viewBatch } from '../../solver/core/puzzle/packed-batch.js';
import { type PackedWords, wordsOf } from '../../solver/core/puzzle/packed.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import type { Status } from '../../solver/core/result/outcome.js';
import { resultWith } from '../../solver/core/result/result.js';
import { countText, durationText, numberOf } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { commandText } from '../../solver/core/text/typed.js';
import type { SolverAnswer } from './answers.js';

/** What is known of a puzzle, by a solver whose solutions were checked. */
interface KnownVerdict {
  readonly status: Status;
  /** Solutions found: as in `PuzzleResult`. */
  readonly solutions: string;
  /** Whether there are no others; asked only if solutions were counted. */
  readonly solutionsExact?: boolean;
}

/** An answer with what is right of it. */
export interface JudgedAnswer {
  /** What the answer proves; `crash` if it is wrong, null if it says nothing. */
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
  const right: JudgedAnswer = { status: said, said, judged: 'right', reason: null, pictures };
  for (const picture of pictures) {
    const reason = checkSolution(puzzle, picture);
    if (reason !== null) return wrong(right, `wrong picture: ${reason}`);
  }
  if (said === null) return { ...right, judged: 'open' };
  if (said === 'contradiction' && pictures.length > 0) {
    return wrong(right, 'false "contradiction": its own picture is a solution');
  }
  if (said === 'unique' && pictures.length > 1) {
    return wrong(right, 'false "unique": it shows two solutions itself');
  }
  if (said === 'solved' && pictures.length > 0) return right;
  if (count !== null) return counted(right, count, await known(count));
  if (said === 'multiple' && pictures.length > 1) return right;
  return compared(right, await known(null));
}

function wrong(claim: JudgedAnswer, reason: string): JudgedAnswer {
  return { ...claim, status: 'crash', judged: 'wrong', reason, pictures: [] };
}

/** What is known against a number of solutions, of two or more. */
function counted(claim: JudgedAnswer, count: bigint, known: KnownVerdict): JudgedAnswer {
  if (known.status === 'contradiction') return compared(claim, known);
  const found = BigInt(known.solutions);
  const isExact = known.solutionsExact === true;
  if (isExact && found === count) return claim;
  if (isExact || found > count) {
    const has = `${isExact ? '' : 'at least '}${shortCount(found)}`;
    return wrong(
      claim,
      `false number of solutions: ${shortCount(count)} claimed, but it has ${has}`,
    );
  }
  // That there are several is another question.
  const reason = `nobody could count as far as ${shortCount(count)} solutions`;
  return { ...claim, judged: 'open', reason };
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

function compared(claim: JudgedAnswer, { status, solutions }: KnownVerdict): JudgedAnswer {
  const { said } = claim;
  if (status === said) return claim;
  const some = solutions !== '0';
  if (said === 'contradiction') {
    if (some) return wrong(claim, 'false "contradiction": it has a solution');
  } else if (status === 'contradiction') {
    // Pictures were checked: then it is this program that is wrong.
    return claim.pictures.length > 0
      ? { ...claim, judged: 'open', reason: 'nonomill finds no solution: please report the puzzle' }
      : wrong(claim, `false "${said}": it has no solution`);
  } else if (said === 'unique' && status === 'multiple') {
    return wrong(claim, 'false "unique": it has several solutions');
  } else if (said === 'multiple' && status === 'unique') {
    return wrong(claim, 'false "multiple": it has one solution only');
  }
  return { ...claim, judged: 'open', reason: `nobody could tell whether "${said}" is true` };
}

/** The result of a puzzle by what another program said, and what is kept of that. */
export type Judged = ReturnType<typeof judgedPuzzle>;

/** The status of a puzzle of which nothing was said, and why. */
export interface Unsaid {
  readonly status: Extract<Status, 'timeout' | 'memory' | 'crash'>;
  readonly error: string | null;
}

/** What a judged answer of another program makes of a puzzle. */
export function judgedPuzzle(
  { width, height, colours }: Puzzle,
  { status, said, judged, reason, pictures }: JudgedAnswer,
  unsaid: Unsaid,
  { ms, cpuMs, memoryBytes }: Pick<StoredClaim, 'cpuMs' | 'memoryBytes'> & { readonly ms: number },
) {
  const given = status ?? unsaid.status;
  const stopped = given === 'timeout' || given === 'memory' || given === 'crash' ? given : null;
  const text = (at: number): string | null =>
    at < pictures.length ? cellsToText(pictures[at], width, height, colours) : null;
  const least = given === 'multiple' ? 2 : given === 'unique' ? 1 : pictures.length;
  const result = resultWith({
    status: given,
    stoppedBy: stopped ?? (given === 'multiple' || given === 'solved' ? 'count' : null),
    solutions: String(least),
    solutionsExact: given === 'unique' || given === 'contradiction',
    solveMs: ms,
    solution: text(0),
    secondSolution: text(1),
    error: status === null ? unsaid.error : reason,
    finishedAt: Date.now(),
  });
  const claim: StoredClaim = { said, judged, cpuMs, memoryBytes };
  return { result, claim };
}

/** The puzzles of a batch, which `judgeOne` judges one after the other until its slice is over. */
export async function judgedBatch(
  batch: PackedBatch,
  { sliceMs }: BatchLimits,
  judgeOne: (words: PackedWords, offset: number, place: number) => Promise<Judged>,
): Promise<SolvedBatch> {
  const { words, offsets } = viewBatch(batch);
  const began = performance.now();
  const judged: Judged[] = [];
  for (const [place, offset] of offsets.entries()) {
    if (place > 0 && performance.now() - began >= sliceMs) break;
    judged.push(await judgeOne(words, offset, place));
  }
  return solvedBatch(
    judged.map(({ result }) => result),
    performance.now() - began,
    claimRows(judged.map(({ claim }) => claim)),
  );
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

  /** What the solver finds of the puzzle at `offset` in its time; with `count`, all solutions. */
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

/** A line of a file of claims that is not about any puzzle of the corpora, or cannot be read. */
export interface StrayClaim {
  readonly line: number;
  readonly reason: string;
}

/** Wrong answers that are listed; JSON has them all the same. */
const LISTED = 200;

const LISTED_CRASHES = 3;

/** A run of another program that is over, and how it is to be shown. */
interface JudgedRun {
  readonly outcome: RunOutcome;
  readonly db: string;
  readonly strays: readonly StrayClaim[];
  readonly strayCount: number;
  /** The file of the claims, or null if the program was run. */
  readonly file: string | null;
  readonly json: boolean;
}

/** Says what another program solved, and lists what is wrong; `unmet` if anything is. */
export async function sayJudged(
  run: JudgedRun,
  { terminal, typed }: CommandContext,
): Promise<CommandOutcome> {
  const { outcome, db, strays, strayCount, file } = run;
  const { runId } = outcome;
  const { rejects } = outcome.proof;
  const store = openStore(db, { readonly: true });
  try {
    // A race that goes on has the name and the limits with which it was begun.
    const { name, options } = runById(store, runId)!;
    const timeoutMs = typeof options.timeoutMs === 'number' ? options.timeoutMs : null;
    const counts = countClaims(store, runId);
    const wrong = wrongClaims(store, runId, LISTED);
    // The program of a file was not run: what it says nothing about is unclaimed.
    const crashes = file === null ? crashesOf(store, runId) : [];
    const figures = figuresOf(counts, { rejects, timeoutMs, ofFile: file !== null });
    if (run.json) {
      const found = {
        run: runId,
        name,
        ...figures,
        wrongClaims: wrong.first,
        crashes: crashes.slice(0, LISTED),
        strays,
      };
      await terminal.print(`${JSON.stringify(found, null, 2)}\n`);
    } else {
      await terminal.print(`${figureLines(runId, name, figures).join('\n')}\n`);
    }
    for (const { name: puzzle, width, height, reason } of wrong.first) {
      terminal.say(`wrong: ${plainText(puzzle)}  ${width}x${height}  ${plainText(reason)}`);
    }
    sayMore(wrong.total - wrong.first.length);
    for (const { line, reason } of strays) {
      terminal.say(`wrong: ${plainText(file ?? '')}, line ${line}: ${plainText(reason)}`);
    }
    sayMore(strayCount - strays.length);
    for (const { reason, count, name: puzzle } of crashes.slice(0, LISTED_CRASHES)) {
      const where = count === 1 ? '' : `${numberOf(count, 'puzzle')}, first `;
      terminal.say(`crash: ${where}${plainText(puzzle)}  ${plainText(reason)}`);
    }
    if (crashes.length > LISTED_CRASHES) {
      terminal.say(`  ... and ${numberOf(crashes.length - LISTED_CRASHES, 'more reason')}`);
    }
    if (outcome.state !== 'complete') {
      const again =
        file === null
          ? `To go on: ${resumeCommand(typed)}`
          : `To judge them again: ${commandText(typed, process.platform)}`;
      const next = file !== null || outcome.resumable ? again : null;
      const trouble = troubleOf(outcome, next);
      if (trouble !== null) throw trouble;
      if (next !== null) terminal.say(next);
      return 'interrupted';
    }
    return wrong.total + strayCount > 0 ? 'unmet' : 'done';
  } finally {
    store.close();
  }

  function sayMore(more: number): void {
    if (more > 0) terminal.say(`  ... and ${countText(more)} more`);
  }
}

type Figures = ReturnType<typeof figuresOf>;

function figuresOf(
  counts: readonly ClaimCount[],
  { rejects, timeoutMs, ofFile }: { rejects: number; timeoutMs: number | null; ofFile: boolean },
) {
  // Those stored as `crash` that are unclaimed, or wrong, are `unclaimed` and `wrong` here.
  const byStatus: Record<string, number> = {};
  const sum = (which: (count: ClaimCount) => boolean, of: 'count' | 'ms' | 'penalisedMs'): number =>
    counts.filter(which).reduce((total, count) => total + (count[of] ?? 0), 0);
  for (const one of counts) {
    const status =
      one.judged === 'wrong' ? 'wrong' : ofFile && isUnclaimed(one) ? 'unclaimed' : one.status;
    byStatus[status] = (byStatus[status] ?? 0) + one.count;
  }
  const isSolved = ({ said, judged }: ClaimCount): boolean => said !== null && judged !== 'wrong';
  const puzzles = sum(() => true, 'count');
  const solved = sum(isSolved, 'count');
  const penalised =
    timeoutMs === null
      ? null
      : sum(isSolved, 'ms') + sum((count) => !isSolved(count), 'penalisedMs');
  return {
    puzzles,
    rejects,
    solved,
    wrong: sum(({ judged }) => judged === 'wrong', 'count'),
    unverified: sum(({ said, judged }) => said !== null && judged === 'open', 'count'),
    unclaimed: ofFile ? sum(isUnclaimed, 'count') : null,
    byStatus,
    totalMs: sum(() => true, 'ms'),
    isCpuTime: puzzles > 0 && counts.every((one) => one.timed === one.count),
    // Mean milliseconds per puzzle, an unsolved one counted as twice the limit.
    par2Ms: penalised === null || puzzles === 0 ? null : penalised / puzzles,
  };
}

/** A file that gives up on a puzzle says so; a wrong claim is judged. */
function isUnclaimed({ said, status, judged }: ClaimCount): boolean {
  return said === null && status === 'crash' && judged === 'open';
}

function figureLines(runId: number, name: string | null, figures: Figures): string[] {
  const { puzzles, rejects, solved, wrong, unverified, unclaimed } = figures;
  const { byStatus, totalMs, par2Ms } = figures;
  const time = figures.isCpuTime ? 'CPU time    ' : 'time        ';
  const kinds = Object.entries(byStatus).map(([status, count]) => `${status} ${countText(count)}`);
  const lines = [
    `run ${runId} (${plainText(name ?? '')}): ${numberOf(puzzles, 'puzzle')}`,
    `solved      ${countText(solved)}`,
    `wrong       ${countText(wrong)}`,
    `by status   ${kinds.join(', ')}`,
    `${time}${durationText(totalMs)}` +
      (par2Ms === null ? '' : `, PAR-2 ${durationText(par2Ms)} a puzzle`),
  ];
  if (rejects > 0) {
    lines.push(`rejects     ${numberOf(rejects, 'entry', 'entries')} that no solver was given`);
  }
  if (unclaimed !== null && unclaimed > 0) {
    lines.push(`unclaimed   ${numberOf(unclaimed, 'puzzle')} of which the file says nothing`);
  }
  if (unverified > 0) {
    lines.push(
      `unverified  ${numberOf(unverified, 'claim')} that nobody could check in the time given`,
    );
  }
  return lines;
}
