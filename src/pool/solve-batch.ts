import { move } from 'piscina';
import { isCrossChecked, type CrossChecker } from '../cross-check/cross-check.js';
import { viewBatch, type BatchView } from '../puzzle/packed-batch.js';
import type { Difficulty } from '../result/difficulty.js';
import { openOutcome, type Outcome } from '../result/outcome.js';
import { refuse } from '../result/refusal.js';
import type { PuzzleResult } from '../result/result.js';
import { coloursOf, heightOf, widthOf, type PackedWords } from '../puzzle/packed.js';
import type { BatchLimits } from './pool.js';
import { VerdictProver } from './verdict-prover.js';
import { begin, noteIndex, noteSolved, type Progress, type SolveTask } from './protocol.js';
import type { PackedResults } from '../packed/packed-results.js';
import { ResultPacker } from './result-packer.js';
import type { SolveLimits } from '../solver/model/limits.js';

/** The solver of a thread. */
export interface PuzzleSolver {
  /** Solves the puzzle at `offset` of `words`. */
  solve(words: PackedWords, offset: number, limits: SolveLimits): Outcome;
  /** Rates the puzzle that was solved last, with this outcome; null if it has no difficulty. */
  rate?(outcome: Outcome): Difficulty | null;
}

/**
 * What a solving thread does with a batch: solves its puzzles in order, has each solution
 * checked (and a share of the verdicts, if there is a `crossChecker`), proves verdicts if the limits say so,
 * and packs the results; it stops between two puzzles after `limits.sliceMs`. For a batch that was
 * taken back it returns null.
 *
 * `makeSolver` is called once, and again after a solver has thrown, as its state is then unknown. With
 * `warmsUp` the puzzles of the first batch are solved twice: the first time only warms up the thread.
 */
export function createBatchSolver(
  makeSolver: () => PuzzleSolver,
  { warmsUp = false } = {},
): (task: SolveTask, crossChecker?: CrossChecker) => PackedResults | null {
  const batchSolver = new BatchSolver(makeSolver, warmsUp);
  return (task, crossChecker) => batchSolver.solve(task, crossChecker);
}

/** What was found about one puzzle, and when that was done. */
interface Found extends Pick<PuzzleResult, 'solveMs' | 'proof' | 'crossCheck' | 'error'> {
  readonly outcome: Outcome;
  readonly difficulty: Difficulty | null;
  /** By performance.now(). */
  readonly endedAt: number;
}

class BatchSolver {
  private solver: PuzzleSolver;
  private prover: VerdictProver | null = null;
  private readonly packer = new ResultPacker();

  constructor(
    private readonly makeSolver: () => PuzzleSolver,
    private isCold: boolean,
  ) {
    this.solver = makeSolver();
  }

  solve({ batch, limits, progress }: SolveTask, crossChecker?: CrossChecker): PackedResults | null {
    const view = viewBatch(batch);
    const { words, offsets } = view;
    const underWork = new Int32Array(progress);
    if (!begin(underWork)) return null;
    if (this.isCold) this.warmUp(view, limits, underWork);
    const began = performance.now();
    const epoch = Date.now() - began;
    let ended = began;
    for (let index = 0; index < offsets.length; index++) {
      if (ended - began >= limits.sliceMs && index > 0) break;
      noteIndex(underWork, index);
      const offset = offsets[index];
      const found = this.solvePuzzle(words, offset, limits, crossChecker);
      ended = found.endedAt;
      this.packer.add(found.outcome, {
        solveMs: found.solveMs,
        difficulty: found.difficulty,
        proof: found.proof,
        crossCheck: found.crossCheck,
        error: found.error,
        finishedAt: epoch + ended,
        width: widthOf(words, offset),
        height: heightOf(words, offset),
        colours: coloursOf(words, offset),
      });
    }
    noteSolved(underWork, performance.now() - began);
    return move(this.packer.take()) as PackedResults;
  }

  private warmUp(view: BatchView, limits: BatchLimits, underWork: Progress): void {
    this.isCold = false;
    try {
      warmUp(this.solver, view, limits, (index) => noteIndex(underWork, index));
    } catch {
      // The same error comes again when the puzzle is solved for its result, and is reported then.
      this.solver = this.makeSolver();
    }
  }

  private solvePuzzle(
    words: PackedWords,
    offset: number,
    limits: BatchLimits,
    crossChecker: CrossChecker | undefined,
  ): Found {
    let error: string | null = null;
    let outcome: Outcome;
    const started = performance.now();
    try {
      outcome = this.solver.solve(words, offset, limits);
    } catch (thrown) {
      outcome = failedOutcome(isOutOfMemory(thrown) ? 'memory' : 'crash');
      error = `the solver failed: ${describe(thrown)}`;
      this.solver = this.makeSolver();
    }
    let endedAt = performance.now();
    // More digits than nanoseconds would only be noise.
    const solveMs = Math.round((endedAt - started) * 1e6) / 1e6;
    const refusal = refuse(words, offset, outcome);
    if (refusal !== null) {
      outcome = failedOutcome('crash');
      error = refusal;
    }
    let difficulty: Difficulty | null = null;
    if (limits.difficulty !== false && outcome.status === 'unique') {
      try {
        difficulty = this.solver.rate?.(outcome) ?? null;
      } catch (thrown) {
        error = `the rating failed: ${describe(thrown)}`;
        this.solver = this.makeSolver();
      }
      endedAt = performance.now();
    }
    let proof: number | null = null;
    if (limits.prove === true && isProvable(outcome)) {
      this.prover ??= new VerdictProver();
      const proven = this.prover.prove(words, offset, outcome, limits);
      proof = proven.steps;
      error = proven.error ?? error;
      endedAt = performance.now();
    }
    let crossCheck: PuzzleResult['crossCheck'] = null;
    if (crossChecker !== undefined && isCrossChecked(words, offset, limits.crossCheck ?? 0)) {
      const verdict = crossChecker.check(words, offset, outcome, limits.timeoutMs);
      crossCheck = verdict.agreement;
      error ??= verdict.difference;
      endedAt = performance.now();
    }
    return { outcome, solveMs, difficulty, proof, crossCheck, error, endedAt };
  }
}

/** Several solutions need no proof: two pictures show them. */
function isProvable({ status }: Outcome): boolean {
  return status === 'unique' || status === 'contradiction';
}

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

/**
 * Solves the puzzles of a thread's first batch for nothing, over and over, so that the solver is compiled
 * when times count: without that, 6 to 9 of the 10 slowest of 6,000 puzzles are among the first 300.
 * `note` is told which puzzle is under work, as it is to blame if the thread dies.
 */
function warmUp(
  solver: PuzzleSolver,
  { words, offsets }: { readonly words: PackedWords; readonly offsets: ArrayLike<number> },
  limits: BatchLimits,
  note: (index: number) => void,
): void {
  const end = performance.now() + MOST_MS;
  for (let solved = 0; solved < PUZZLES; solved++) {
    const left = end - performance.now();
    if (left <= 0) return;
    const index = solved % offsets.length;
    note(index);
    solver.solve(words, offsets[index], { ...limits, timeoutMs: Math.min(limits.timeoutMs, left) });
  }
}
