import type { FieldsFrom } from '../../../solver/core/result/result-columns.js';
import {
  type BatchView,
  paletteOf,
  readLabel,
  viewBatch,
} from '../../../solver/core/puzzle/packed-batch.js';
import type { Difficulty } from '../../../solver/core/result/difficulty.js';
import { openOutcome, type Outcome, refuse } from '../../../solver/core/result/outcome.js';
import { type PuzzleResult, resultOf } from '../../../solver/core/result/result.js';
import { sizeOf, type PackedWords, unpack } from '../../../solver/core/puzzle/packed.js';
import { isInShare, fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import {
  ResultPacker,
  type BatchLimits,
  ALL_SOLVED,
  TaskProgress,
  type SolveTask,
  type ThreadAnswer,
  type PuzzleLimits,
} from './pool.js';
import {
  RowMaker,
  shareFinder,
  type BatchBytes,
  type PieceShare,
  type ReusedResult,
} from '../../store/packed/entry-rows.js';
import type { SolveLimits } from '../../../solver/engine/model/limits.js';
import { Statistics, statisticsWords } from '../../../solver/engine/solver/statistics.js';
import type { SolvedWhy } from '../../record/outcome.js';
import { isTraced, trace } from '../../files/program.js';
import type { Cadical } from 'cadical-wasm';
import { decodeCnf, encodeCnf } from '../../../solver/formats/single/cnf.js';
import { checkSolution } from '../../../solver/core/puzzle/check.js';
import type { Puzzle, Cells, Palette } from '../../../solver/core/puzzle/types.js';
import { ProofChecker } from '../../../solver/engine/proof-checker.js';
import { certify } from '../../../solver/engine/certificate/certify.js';
import type { ProofFormat } from '../../../solver/engine/certificate/lemma-text.js';
import { Prover } from '../../../solver/engine/solver/prove.js';
import { ProofFile } from './proof-folder.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

interface PuzzleSolver {
  /** Solves the puzzle at `offset` of `words`; `tellStage` hears of the stages of the work. */
  solve(
    words: PackedWords,
    offset: number,
    limits: SolveLimits,
    observer?: undefined,
    tellStage?: Statistics['tellStage'],
  ): Outcome;
  /** Rates the puzzle that was solved last, with this outcome; null if it has no difficulty. */
  rate?(outcome: Outcome): Difficulty | null;
}

/**
 * What a solving thread does with a batch: solves its puzzles in order, step by step, and makes
 * their rows, or results; it stops between two puzzles after `limits.sliceMs`. For a batch that was
 * taken back it returns null.
 *
 * `makeSolver` is called once, and again after a solver has thrown, as its state is then unknown.
 * With `warmsUp` the puzzles of the first batch are solved before, to warm up the thread.
 */
export function createBatchSolver(makeSolver: () => PuzzleSolver, { warmsUp = false } = {}) {
  const batchSolver = new BatchSolver(makeSolver, warmsUp);
  return (task: SolveTask, helpers?: Helpers) => batchSolver.solve(task, helpers);
}

/** What a thread needs besides its solver, if the task asks for it. */
export interface Helpers {
  readonly crossChecker?: CrossChecker | undefined;
  /** Results of other runs, which are taken over. */
  readonly reuse?:
    | { find(batch: BatchBytes, offset: number, of: PieceShare): ReusedResult | SolvedWhy }
    | undefined;
}

type Step = (asked: AskedPuzzle, found: Findings) => void;

interface AskedPuzzle {
  readonly words: PackedWords;
  readonly offset: number;
  readonly limits: BatchLimits;
  readonly crossChecker: CrossChecker | undefined;
}

/** What is known about it so far: each step adds to it. */
interface Findings extends Mutable<Pick<PuzzleResult, FromThread>> {
  outcome: Outcome;
  difficulty: Difficulty | null;
}

/** The columns that the thread fills: one that the table gets is asked for here. */
type FromThread = keyof FieldsFrom<'thread'>;
type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

class BatchSolver {
  private solver: PuzzleSolver;
  private prover: VerdictProver | null = null;
  /** What is done with each puzzle, in this order. */
  private readonly steps: readonly (readonly [name: string, step: Step])[] = [
    ['solver', (asked, found) => this.decide(asked, found)],
    ['checker', checkSolutions],
    ['rating', (asked, found) => this.rate(asked, found)],
    ['prover', (asked, found) => this.prove(asked, found)],
    ['cross-check', crossCheck],
  ];

  constructor(
    private readonly makeSolver: () => PuzzleSolver,
    private isCold: boolean,
  ) {
    this.solver = makeSolver();
  }

  solve(task: SolveTask, { crossChecker, reuse }: Helpers = {}): ThreadAnswer | null {
    const { batch, limits, form, progress } = task;
    const place = form === 'packed' ? null : form;
    const view = viewBatch(batch);
    const { words, offsets } = view;
    const bytes = new Uint8Array(batch);
    const underWork = new TaskProgress(progress);
    if (!underWork.begin()) return null;
    // What is taken over needs no warm solver, and a few slow ones of many that are do not show.
    if (this.isCold && reuse === undefined) this.warmUp(view, limits, underWork);
    const shareOf = place && shareFinder(place);
    // An error on the way leaves nothing of them to the next batch.
    const [results, rows, packer] = [[] as PuzzleResult[], new RowMaker(), new ResultPacker()];
    const began = performance.now();
    let [ended, count, longestMs] = [began, 0, 0];
    for (const offset of offsets) {
      if (ended - began >= limits.sliceMs && count > 0) break;
      underWork.note(count++);
      const share = shareOf?.(count - 1) ?? null;
      const reused = (share && reuse?.find({ words, bytes }, offset, share)) ?? null;
      if (reused !== null && typeof reused !== 'string') {
        rows.addReused({ words, bytes }, offset, place!, reused);
        ended = performance.now();
        continue;
      }
      const found = this.solvePuzzle({ words, offset, limits, crossChecker });
      const { outcome, difficulty, solveMs } = found;
      ended = performance.now();
      longestMs = outcome.stoppedBy === 'timeout' ? Infinity : Math.max(longestMs, solveMs);
      found.finishedAt = Date.now();
      const parts = { outcome, counters: outcome.counters, rating: difficulty, thread: found };
      if (place !== null) rows.add({ words, bytes }, offset, place, outcome.status, parts, reused);
      else if (form === 'packed') packer.add(parts);
      else results.push(resultOf(parts, sizeOf(words, offset)));
    }
    const heldMs = Math.ceil(performance.now() - began);
    underWork.note(ALL_SOLVED);
    return {
      count,
      results,
      rows: place === null ? [] : [rows.take()],
      ...(form === 'packed' && { packed: [packer.take()] }),
      heldMs,
      longestMs,
    };
  }

  /**
   * Solves the puzzles of a thread's first batch for nothing, over and over, so that the solver is
   * compiled when times count: without that, 6 to 9 of the 10 slowest of 6,000 puzzles are among
   * the first 300. It notes which is under work, as that is to blame if the thread dies.
   */
  private warmUp({ words, offsets }: BatchView, limits: BatchLimits, underWork: TaskProgress) {
    this.isCold = false;
    const end = performance.now() + MOST_MS;
    try {
      for (let solved = 0; solved < PUZZLES; solved++) {
        const left = end - performance.now();
        if (left <= 0) return;
        const index = solved % offsets.length;
        underWork.note(index);
        const timeoutMs = Math.min(limits.timeoutMs, left);
        this.solver.solve(words, offsets[index], { ...limits, timeoutMs });
      }
    } catch {
      // The same error comes again when the puzzle is solved for its result, and is reported then.
      this.solver = this.makeSolver();
    }
  }

  private solvePuzzle(asked: AskedPuzzle): Findings {
    const found: Findings = {
      outcome: UNSOLVED,
      solveMs: 0,
      difficulty: null,
      proof: null,
      crossCheck: null,
      error: null,
      finishedAt: 0,
    };
    for (const [name, step] of this.steps) {
      try {
        step(asked, found);
      } catch (thrown) {
        this.fail(found, name, thrown);
        break;
      }
    }
    return found;
  }

  /** An unexpected error costs the puzzle its verdict, unless only memory was lacking after it. */
  private fail(found: Findings, name: string, thrown: unknown): void {
    const status = isOutOfMemory(thrown) ? 'memory' : 'crash';
    if (status === 'crash' || found.outcome === UNSOLVED) found.outcome = failedOutcome(status);
    if (status === 'crash') found.difficulty = found.proof = found.crossCheck = null;
    found.error = `the ${name} failed: ${describe(thrown)}`;
    this.solver = this.makeSolver();
  }

  private decide({ words, offset, limits }: AskedPuzzle, found: Findings): void {
    const started = performance.now();
    try {
      const statistics = isTraced() ? new Statistics() : null;
      found.outcome = this.solver.solve(words, offset, limits, undefined, statistics?.tellStage);
      traceSearch(words, offset, statistics);
    } finally {
      // More digits than nanoseconds would only be noise.
      found.solveMs = Math.round((performance.now() - started) * 1e6) / 1e6;
    }
  }

  private rate({ limits }: AskedPuzzle, found: Findings): void {
    if (limits.difficulty === false || found.outcome.status !== 'unique') return;
    found.difficulty = this.solver.rate?.(found.outcome) ?? null;
  }

  private prove({ words, offset, limits }: AskedPuzzle, found: Findings): void {
    if (limits.prove !== true || !isProvable(found.outcome)) return;
    this.prover ??= new VerdictProver();
    const palette = paletteOf(words, new Uint8Array(words.buffer), offset);
    const { steps, error } = this.prover.prove(words, offset, palette, found.outcome, limits);
    found.proof = steps;
    found.error = error ?? found.error;
  }
}

/** Traces what a search did on a puzzle, if there was one. */
function traceSearch(words: PackedWords, offset: number, statistics: Statistics | null): void {
  if (statistics === null || statistics.turns.length === 0) return;
  const { ordinal } = readLabel(words, new Uint8Array(words.buffer), offset);
  trace('solve', () => `puzzle ${ordinal + 1}: ${statisticsWords(statistics)}`);
}

function checkSolutions({ words, offset }: AskedPuzzle, found: Findings): void {
  const refusal = refuse(words, offset, found.outcome);
  if (refusal === null) return;
  found.outcome = failedOutcome('crash');
  found.error = refusal;
}

function crossCheck({ words, offset, limits, crossChecker }: AskedPuzzle, found: Findings): void {
  if (crossChecker === undefined) return;
  if (!isInShare(words, offset, limits.crossCheck ?? 0)) return;
  const verdict = crossChecker.check(words, offset, found.outcome, limits.timeoutMs);
  found.crossCheck = verdict.agreement;
  found.error ??= verdict.difference;
}

/** Several solutions need no proof: two pictures show them. */
function isProvable({ status }: Outcome): boolean {
  return status === 'unique' || status === 'contradiction';
}

/** Of a puzzle whose solving has not begun. */
const UNSOLVED = failedOutcome('crash');

function failedOutcome(status: 'memory' | 'crash'): Outcome {
  return { ...openOutcome(status, null), stoppedBy: status };
}

/** A refused allocation is an error like any other, and the thread lives on. */
function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof RangeError && /allocation failed|invalid.*length/i.test(thrown.message);
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return (thrown.stack ?? thrown.message).split('\n').slice(0, 3).join(' ').slice(0, 500);
}

/** After this many puzzles, most of the solver is compiled. */
const PUZZLES = 400;

/** But small runs must not wait, and hard puzzles would take for ever. */
const MOST_MS = 300;

interface CrossCheck {
  /** `unknown` if the engine ran out of time, or the solver had proven nothing. */
  readonly agreement: 'agree' | 'differ' | 'unknown';
  /** What each engine says, if they differ; else null. */
  readonly difference: string | null;
}

/** How many solutions the independent engine found; `open` if its time ran out. */
type SolutionCount = 'none' | 'one' | 'several' | 'open';

type FoundVerdict = Pick<Outcome, 'status' | 'solutions'>;

type CrossChecker = Awaited<ReturnType<typeof openCrossChecker>>;

/**
 * CaDiCaL (Armin Biere, MIT licence) on the puzzle's order encoding, which shares nothing with the
 * solver. It is one megabyte of WebAssembly, loaded by the first call and kept.
 */
export async function openCrossChecker() {
  const { Cadical, loadCadical } = await import('cadical-wasm');
  const module = await loadCadical();
  /** How many solutions the engine finds: it looks for one, forbids it, and looks for another. */
  const judge = (puzzle: Puzzle, timeoutMs: number): SolutionCount => {
    const encoding = encodeCnf(puzzle);
    if (encoding.clauses > MOST_CLAUSES) return 'open';
    const engine = new Cadical(module, { quiet: true });
    try {
      const end = performance.now() + timeoutMs;
      if (timeoutMs !== Infinity) engine.setTerminate(() => performance.now() > end);
      return solutionsUpToTwo(engine, puzzle, encoding);
    } finally {
      engine.dispose();
    }
  };
  return {
    judge,
    /**
     * Solves the puzzle at `offset` again and compares its verdict with `found`, what the solver
     * says. The engine may take `timeoutMs`, Infinity for no limit.
     */
    check(words: PackedWords, offset: number, found: FoundVerdict, timeoutMs: number): CrossCheck {
      const proven = PROVEN[found.status];
      if (proven === null && found.solutions === 0n) return UNKNOWN_AGREEMENT;
      return compare(found, proven, judge(unpack(words, offset), timeoutMs));
    },
  };
}

/** A clause takes some 50 bytes in the engine; a check should not kill its thread. */
const MOST_CLAUSES = 5_000_000;

const UNKNOWN_AGREEMENT: CrossCheck = { agreement: 'unknown', difference: null };

const PROVEN: Readonly<Record<Outcome['status'], SolutionCount | null>> = {
  unique: 'one',
  multiple: 'several',
  contradiction: 'none',
  timeout: null,
  steps: null,
  memory: null,
  crash: null,
};

function compare(
  found: FoundVerdict,
  proven: SolutionCount | null,
  verdict: SolutionCount,
): CrossCheck {
  if (verdict === 'open') return UNKNOWN_AGREEMENT;
  if (proven === verdict) return { agreement: 'agree', difference: null };
  if (proven === null && verdict !== 'none') return UNKNOWN_AGREEMENT;
  const claim = `${found.status} with solutions: ${found.solutions}`;
  return {
    agreement: 'differ',
    difference: `the solver says ${claim}; CaDiCaL finds ${verdict}`,
  };
}

/** @throws Error if a model is not a solution: then the encoding or the engine is wrong */
function solutionsUpToTwo(
  engine: Cadical,
  puzzle: Puzzle,
  { parts }: ReturnType<typeof encodeCnf>,
): SolutionCount {
  for (const part of parts) {
    part((a, b, c) => {
      engine.addClause(b === 0 ? [a] : c === 0 ? [a, b] : [a, b, c]);
    });
  }
  const first = engine.solve();
  if (first !== 'satisfiable') return first === 'unknown' ? 'open' : 'none';
  checkModel(engine, puzzle);
  engine.addClause(anotherPicture(engine, puzzle));
  const second = engine.solve();
  if (second === 'satisfiable') checkModel(engine, puzzle);
  return second === 'satisfiable' ? 'several' : second === 'unknown' ? 'open' : 'one';
}

/** All solutions have the same number of filled cells, so another one lacks one of these. */
function anotherPicture(engine: Cadical, puzzle: Puzzle): number[] {
  const clause: number[] = [];
  const cellVariables = puzzle.width * puzzle.height * puzzle.colours;
  for (let variable = 1; variable <= cellVariables; variable++) {
    if (engine.value(variable)) clause.push(-variable);
  }
  return clause;
}

function checkModel(engine: Cadical, puzzle: Puzzle): void {
  const wrong = checkSolution(
    puzzle,
    decodeCnf(puzzle, (variable) => engine.value(variable)),
  );
  if (wrong !== null) throw new Error(`CaDiCaL returned a model that is not a solution: ${wrong}`);
}

/** Every error of a proof begins so: `findFailedProofs` of the store looks for it. */
const ERROR = 'the proof ';

/** Proves verdicts in turn, has each proof checked as it is written, and may keep it. */
export class VerdictProver {
  private prover = new Prover();

  /**
   * Proves a `unique` or `contradiction` verdict of the puzzle at `offset`, within the limits of a
   * puzzle anew. Returns the steps, null if the limits ended it or there is an error, and why there
   * is no proof that can be relied on, null if nothing failed. With `limits.proveTo` the proof is
   * kept there once it is checked, under the fingerprint of the puzzle with its `palette`, as its
   * row has it.
   */
  prove(
    words: PackedWords,
    offset: number,
    palette: Palette | null,
    { solution }: Outcome,
    limits: PuzzleLimits,
  ) {
    const files: ProofFile[] = [];
    const open = (kind: ProofFormat | 'cnf'): ProofFile | null => {
      if (limits.proveTo === undefined) return null;
      const file = new ProofFile(limits.proveTo, kind);
      files.push(file);
      return file;
    };
    const { proofFormat: format = 'own' } = limits;
    const puzzle = unpack(words, offset);
    const solutions = solution === null ? [] : [solution];
    try {
      const steps =
        format === 'own'
          ? this.proveOwn(puzzle, solutions, limits, open)
          : this.certify(puzzle, solutions, limits, format, open);
      // The clauses come first: who finds a certificate finds them, too.
      for (const file of files.reverse()) {
        if (steps !== null) file.keep(fingerprint(words, offset, palette));
      }
      return { steps, error: null };
    } catch (thrown) {
      // The prover's state is unknown after that.
      this.prover = new Prover();
      const why = messageOf(thrown);
      const isRefusal = thrown instanceof Refusal;
      return { steps: null, error: isRefusal ? why : `${ERROR}failed: ${why}`.slice(0, 500) };
    } finally {
      for (const file of files) file.discard();
    }
  }

  /** Returns how many steps there are; null if the limits ended it. */
  private proveOwn(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: PuzzleLimits,
    open: (kind: ProofFormat) => ProofFile | null,
  ): number | null {
    const file = open('own');
    const checker = new ProofChecker(puzzle);
    const { stoppedBy } = this.prover.prove(puzzle, solutions, limits, (text) => {
      checker.write(text);
      if (checker.failed) refuseVerdict(checker);
      file?.write(text);
    });
    return stoppedBy === null ? refuseVerdict(checker) : null;
  }

  /** Returns how many lemmas there are, each of them checked; null if the limits ended it. */
  private certify(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: PuzzleLimits,
    format: 'lrat' | 'drat',
    open: (kind: ProofFormat | 'cnf') => ProofFile | null,
  ): number | null {
    const file = open(format);
    const take = (bytes: Uint8Array): void => file?.write(Buffer.from(bytes).toString('latin1'));
    const certificate = certify(puzzle, solutions, limits, format, take, this.prover);
    if (certificate.stoppedBy !== null) return null;
    const clauses = open('cnf');
    if (clauses !== null) for (const text of certificate.dimacs()) clauses.write(text);
    return certificate.lemmas;
  }
}

/** The checker finds a step that does not follow. */
class Refusal extends Error {}

/** The steps of a proof that has come to its end. @throws Refusal if it does not hold. */
function refuseVerdict(checker: ProofChecker): number {
  const report = checker.end();
  if (report.valid) return report.steps;
  throw new Refusal(`${ERROR}does not hold: line ${report.line}: ${report.reason}`);
}
