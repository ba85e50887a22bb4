import type { CommandContext } from '../../pipeline/cli/command.js';
import { resumeCommand, troubleOf } from '../../pipeline/cli/running/carry-out.js';
import type { CommandOutcome } from '../../pipeline/cli/terminal.js';
import { LocalPool } from '../../pipeline/runs/pool/local-pool.js';
import {
  type BatchLimits,
  type Pool,
  type ResultForm,
  solvedBatch,
  type SolvedBatch,
} from '../../pipeline/runs/pool/pool.js';
import type { RunOutcome } from '../../pipeline/runs/request.js';
import { openStore, queryRows, queryValues, type Store } from '../../pipeline/store/open/open.js';
import { shareFinder } from '../../pipeline/store/packed/entry-rows.js';
import { runById } from '../../pipeline/store/stored-runs.js';
import { checkSolution } from '../../solver/core/puzzle/check.js';
import {
  packBatch,
  type PackedBatch,
  readLabel,
  viewBatch,
} from '../../solver/core/puzzle/packed-batch.js';
import { type PackedWords, unpack, wordsOf } from '../../solver/core/puzzle/packed.js';
import { cellsToText } from '../../solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import type { Status } from '../../solver/core/result/outcome.js';
import { resultWith, type RowsBeside } from '../../solver/core/result/result.js';
import { countText, durationText, numberOf } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { commandText } from '../../solver/core/text/typed.js';
import type { SolverAnswer, ClaimedVerdict } from './answers.js';
import { nameSql } from '../../pipeline/store/pieces.js';
import type { SizedPuzzle } from '../../pipeline/record/puzzle-id.js';

/** What is known of a puzzle, by a solver whose solutions were checked. */
type KnownVerdict = Pick<Result, 'status' | 'solutions'> & Partial<Pick<Result, 'solutionsExact'>>;

type Result = ReturnType<typeof resultWith>;

/** What became of a claim; `open`: nothing was claimed, or nobody could tell if it is true. */
type Judgement = 'right' | 'wrong' | 'open';

/** What another program said of a puzzle and what it took: the columns of `claims`. */
interface StoredClaim {
  /** Null if it said nothing. */
  readonly said: ClaimedVerdict | null;
  readonly judged: Judgement;
  /** CPU milliseconds of all its processes; null if they are not known. */
  readonly cpuMs: number | null;
  /** The most memory that they held at once, in bytes; null if it is not known. */
  readonly memoryBytes: number | null;
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

function wrong({ said }: Pick<JudgedAnswer, 'said'>, reason: string): JudgedAnswer {
  return { status: 'crash', said, judged: 'wrong', reason, pictures: [] };
}

/** What is known against a number of solutions, of two or more. */
function counted(claim: JudgedAnswer, count: bigint, known: KnownVerdict): JudgedAnswer {
  if (known.status === 'contradiction') return compared(claim, known);
  const found = BigInt(known.solutions);
  const isExact = known.solutionsExact === true;
  if (isExact && found === count) return claim;
  if (isExact || found > count) {
    const has = `${isExact ? '' : 'at least '}${shortCount(found)}`;
    const reason = `false number of solutions: ${shortCount(count)} claimed, but it has ${has}`;
    return wrong(claim, reason);
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

/** What another program says of a puzzle, in one run or in a file. */
export interface Answered {
  /** In words what is wrong with it if it cannot be read. */
  readonly answer: SolverAnswer | string;
  /** The status of the puzzle if nothing is said of it, and why. */
  readonly unsaid: {
    readonly status: Extract<Status, 'timeout' | 'memory' | 'crash'>;
    readonly error: string | null;
  };
  readonly took: Pick<StoredClaim, 'cpuMs' | 'memoryBytes'> & { readonly ms: number };
  /** Whether it counts whatever other runs say, as when a limit ended it. */
  readonly isLast?: boolean;
}

/** The result of a puzzle by what another program says of it, and what is kept of that. */
function judgedPuzzle(
  { width, height, colours }: Puzzle,
  { status, said, judged, reason, pictures }: JudgedAnswer,
  { unsaid, took: { ms, cpuMs, memoryBytes } }: Answered,
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

type JudgedPuzzle = ReturnType<typeof judgedPuzzle>;

/** A puzzle that another program is asked about. */
export interface AskedPuzzle {
  readonly puzzle: Puzzle;
  readonly name: string | null;
  /** Its place in its file, counted from 0. */
  readonly ordinal: number;
  readonly limits: Pick<BatchLimits, 'timeoutMs' | 'memoryBytes'>;
}

/** A pool whose puzzles another program solves; nonomill's own solver is asked where it must be. */
export abstract class JudgedPool implements Pool {
  readonly patience = 1;
  private readonly reference: LocalPool;
  private isClosed = false;

  constructor(
    readonly capacity: number,
    threads: number,
    private readonly judgeMs: number,
  ) {
    // Questions come one by one, and many runs have none.
    this.reference = new LocalPool({ threads, memoryMiB: null, atOnce: 1 });
  }

  /** What the program says, run by run; of several, the one of median time counts. */
  protected abstract answers(asked: AskedPuzzle): AsyncIterable<Answered> | Iterable<Answered>;

  async solve(batch: PackedBatch, limits: BatchLimits, form?: ResultForm): Promise<SolvedBatch> {
    const { words, offsets } = viewBatch(batch);
    const bytes = new Uint8Array(batch);
    const shareOf = typeof form === 'object' ? shareFinder(form) : null;
    const began = performance.now();
    const judged: JudgedPuzzle[] = [];
    for (const [place, offset] of offsets.entries()) {
      if (place > 0 && performance.now() - began >= limits.sliceMs) break;
      const own = words.slice(offset, offset + wordsOf(words, offset));
      const label = readLabel(words, bytes, offset);
      const ordinal = (shareOf?.(place).firstEntry ?? 0) + label.ordinal;
      const asked = { puzzle: unpack(own, 0), name: label.name, ordinal, limits };
      judged.push(await this.judged(asked, own));
    }
    return solvedBatch(
      judged.map(({ result }) => result),
      performance.now() - began,
      claimRows(judged.map(({ claim }) => claim)),
    );
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.reference.close();
  }

  protected requireOpen(): void {
    if (this.isClosed) throw new Error('the pool is closed');
  }

  private async judged(asked: AskedPuzzle, words: PackedWords): Promise<JudgedPuzzle> {
    const { puzzle } = asked;
    const runs: JudgedPuzzle[] = [];
    for await (const answered of this.answers(asked)) {
      const { answer, isLast = false } = answered;
      const verdict =
        typeof answer === 'string'
          ? wrong({ said: null }, answer)
          : await judge(puzzle, answer, (count) => this.known(words, count));
      this.requireOpen();
      const run = judgedPuzzle(puzzle, verdict, answered);
      if (verdict.judged === 'wrong' || isLast) return run;
      runs.push(run);
    }
    const time = ({ claim, result }: JudgedPuzzle): number => claim.cpuMs ?? result.solveMs;
    return runs.sort((a, b) => time(a) - time(b))[runs.length >> 1];
  }

  /** What the solver finds of a puzzle in its time; with `count`, all solutions. */
  private async known(words: PackedWords, count: bigint | null): Promise<KnownVerdict> {
    const { results } = await this.reference.solve(packBatch([words]), {
      timeoutMs: this.judgeMs,
      maxSteps: Infinity,
      memoryBytes: Infinity,
      count: count === null ? 2 : 'exact',
      guessDepth: 0,
      difficulty: false,
      sliceMs: Infinity,
    });
    return results[0];
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
  readonly strays?: readonly StrayClaim[];
  readonly strayCount?: number;
  /** The file of the claims; left out if the program was run. */
  readonly file?: string;
  readonly json: boolean;
}

/** Says what another program solved, and lists what is wrong; `unmet` if anything is. */
export async function sayJudged(
  { outcome, db, strays = [], strayCount = 0, file, json }: JudgedRun,
  { terminal, typed }: CommandContext,
): Promise<CommandOutcome> {
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
    const crashes = file === undefined ? crashesOf(store, runId) : [];
    const figures = figuresOf(counts, { rejects, timeoutMs, ofFile: file !== undefined });
    const listed = { wrongClaims: wrong.first, crashes: crashes.slice(0, LISTED), strays };
    if (json) await terminal.printJson({ run: runId, name, ...figures, ...listed });
    else await terminal.print(`${figureLines(runId, name, figures).join('\n')}\n`);
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
        file === undefined
          ? `To go on: ${resumeCommand(typed)}`
          : `To judge them again: ${commandText(typed, process.platform)}`;
      const next = file !== undefined || outcome.resumable ? again : null;
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

/** Claims as they are written beside the results of a run. */
function claimRows(claims: readonly StoredClaim[]): RowsBeside {
  return {
    table: 'claims',
    columns: ['said', 'judged', 'cpu_ms', 'memory_bytes'],
    rows: claims.map(({ said, judged, cpuMs, memoryBytes }) => [said, judged, cpuMs, memoryBytes]),
  };
}

/** How many answers of a run are alike. */
interface ClaimCount {
  readonly status: Status;
  readonly said: ClaimedVerdict | null;
  readonly judged: Judgement;
  readonly count: number;
  /** CPU milliseconds if they are known, else wall milliseconds. */
  readonly ms: number;
  /** What they count in PAR-2 if they are not solved; null without a limit. */
  readonly penalisedMs: number | null;
  /** Those of them whose CPU time is known. */
  readonly timed: number;
}

/** The answers of another program in a run, by what became of them. */
function countClaims(store: Store, runId: number): ClaimCount[] {
  const sql = `SELECT status, said, judged, count(*) AS count, sum(coalesce(cpu_ms, solve_ms)) AS ms,
      sum(max(coalesce(cpu_ms, solve_ms), 2 * limit_ms)) AS penalisedMs, count(cpu_ms) AS timed
    FROM claims JOIN results USING (run_id, puzzle_id)
    WHERE run_id = ? GROUP BY status, said, judged ORDER BY count DESC`;
  return queryRows(store, sql, runId);
}

type WrongClaim = Pick<SizedPuzzle, 'puzzleId' | 'name' | 'width' | 'height'> &
  Pick<StoredClaim, 'said'> & { readonly reason: string };

/** How many claims of a run are wrong, and the first of them in the order of the corpora. */
function wrongClaims(store: Store, runId: number, limit: number) {
  const wrong = `WHERE run_id = ? AND judged = 'wrong'`;
  const [total] = queryValues<number>(store, `SELECT count(*) FROM claims ${wrong}`, runId);
  const sql = `SELECT puzzle_id AS puzzleId, ${nameSql('claims')} AS name, width, height, said, coalesce(error, '') AS reason
    FROM claims JOIN results USING (run_id, puzzle_id) JOIN puzzles USING (puzzle_id)
    ${wrong} ORDER BY puzzle_id LIMIT ?`;
  return { total, first: queryRows<WrongClaim>(store, sql, runId, limit) };
}

/** Puzzles on which a program crashed for the same reason. */
interface Crashes {
  readonly reason: string;
  readonly count: number;
  /** The first of them in the order of the corpora. */
  readonly name: string;
}

/** Why a program came to no answer, wrong ones apart; the most frequent reason first. */
function crashesOf(store: Store, runId: number): Crashes[] {
  // Of a query with min(), SQLite takes the other columns from the row that has the least.
  const sql = `SELECT error AS reason, count(*) AS count, min(puzzle_id) AS first, ${nameSql('claims')} AS name
    FROM claims JOIN results USING (run_id, puzzle_id) JOIN puzzles USING (puzzle_id)
    WHERE run_id = ? AND status = 'crash' AND judged <> 'wrong' AND error IS NOT NULL
    GROUP BY error ORDER BY count DESC, first LIMIT 1000`;
  const found = queryRows<Crashes>(store, sql, runId);
  return found.map(({ reason, count, name }) => ({ reason, count, name }));
}

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

function figureLines(runId: number, name: string | null, figures: ReturnType<typeof figuresOf>) {
  const { puzzles, rejects, solved, wrong, unverified, unclaimed } = figures;
  const { byStatus, totalMs, par2Ms } = figures;
  const time = figures.isCpuTime ? 'CPU time    ' : 'time        ';
  const kinds = Object.entries(byStatus).map(([status, count]) => `${status} ${countText(count)}`);
  return [
    `run ${runId} (${plainText(name ?? '')}): ${numberOf(puzzles, 'puzzle')}`,
    `solved      ${countText(solved)}`,
    `wrong       ${countText(wrong)}`,
    `by status   ${kinds.join(', ')}`,
    `${time}${durationText(totalMs)}` +
      (par2Ms === null ? '' : `, PAR-2 ${durationText(par2Ms)} a puzzle`),
    rejects > 0 && `rejects     ${numberOf(rejects, 'entry', 'entries')} that no solver was given`,
    (unclaimed ?? 0) > 0 &&
      `unclaimed   ${numberOf(unclaimed!, 'puzzle')} of which the file says nothing`,
    unverified > 0 &&
      `unverified  ${numberOf(unverified, 'claim')} that nobody could check in the time given`,
  ].filter((line) => line !== false);
}
