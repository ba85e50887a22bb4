import { move } from 'piscina';
import { isCrossChecked, type Referee } from '../referee/cross-check.js';
import { viewBatch } from '../puzzle/packed-batch.js';
import type { Difficulty } from '../result/difficulty.js';
import type { Outcome } from '../result/outcome.js';
import { refuse } from '../result/refusal.js';
import type { PuzzleResult } from '../result/result.js';
import { VerdictProver } from './proofs/verdict-prover.js';
import type { PuzzleSolver } from './puzzle-solver.js';
import { begin, noteIndex, noteSolved, type SolveTask } from './protocol.js';
import { warmUp } from './warm-up.js';
import { ResultPacker, type PackedResults } from './result-codec.js';

/**
 * What a worker thread does with a batch: solves its puzzles in order, has each solution
 * checked (and a share of the verdicts, if there is a `referee`), proves verdicts if the limits say so,
 * and packs the results; it stops between two puzzles after `limits.sliceMs`. For a batch that was
 * taken back it returns null.
 *
 * `makeSolver` is called once, and again after a solver has thrown, as its state is then unknown. With
 * `warmsUp` the puzzles of the first batch are solved for nothing before they are solved for their results.
 */
export function createBatchSolver(
  makeSolver: () => PuzzleSolver,
  { warmsUp = false } = {},
): (task: SolveTask, referee?: Referee) => PackedResults | null {
  let solver = makeSolver();
  let prover: VerdictProver | null = null;
  const packer = new ResultPacker();
  let isCold = warmsUp;

  return ({ batch, limits, progress }, referee) => {
    const { words, offsets } = viewBatch(batch);
    const underWork = new Int32Array(progress);
    if (!begin(underWork)) return null;
    if (isCold) {
      isCold = false;
      try {
        warmUp(solver, { words, offsets }, limits, (index) => noteIndex(underWork, index));
      } catch {
        // Whatever it was, it will be met again, and told then.
        solver = makeSolver();
      }
    }
    const began = performance.now();
    const epoch = Date.now() - began;
    let ended = began;
    for (let index = 0; index < offsets.length; index++) {
      if (ended - began >= limits.sliceMs && index > 0) break;
      noteIndex(underWork, index);
      const offset = offsets[index];
      let error: string | null = null;
      const started = performance.now();
      let outcome: Outcome;
      try {
        outcome = solver.solve(words, offset, limits);
      } catch (thrown) {
        outcome = failedOutcome(isOutOfMemory(thrown) ? 'memory' : 'crash');
        error = `the solver failed: ${describe(thrown)}`;
        solver = makeSolver();
      }
      ended = performance.now();
      const refusal = refuse(words, offset, outcome);
      if (refusal !== null) {
        outcome = failedOutcome('crash');
        error = refusal;
      }
      const solveMs = ended - started;
      let difficulty: Difficulty | null = null;
      if (limits.difficulty !== false && outcome.status === 'unique') {
        try {
          difficulty = solver.rate?.(outcome) ?? null;
        } catch (thrown) {
          error = `the rating failed: ${describe(thrown)}`;
          solver = makeSolver();
        }
        ended = performance.now();
      }
      let proof: number | null = null;
      if (limits.prove === true && isProvable(outcome)) {
        prover ??= new VerdictProver();
        const proven = prover.prove(words, offset, outcome, limits);
        proof = proven.steps;
        error = proven.error ?? error;
        ended = performance.now();
      }
      let crossCheck: PuzzleResult['crossCheck'] = null;
      if (referee !== undefined && isCrossChecked(words, offset, limits.crossCheck ?? 0)) {
        const verdict = referee.check(words, offset, outcome, limits.timeoutMs);
        crossCheck = verdict.agreement;
        error ??= verdict.difference;
        ended = performance.now();
      }
      packer.add(outcome, {
        solveMs,
        difficulty,
        proof,
        finishedAt: epoch + ended,
        crossCheck,
        error,
        width: words[offset + 1],
        height: words[offset + 2],
        colours: words[offset + 3] & 0xff,
      });
    }
    noteSolved(underWork, performance.now() - began);
    return move(packer.take()) as PackedResults;
  };
}

/** Of several solutions two pictures are proof enough. */
function isProvable({ status }: Outcome): boolean {
  return status === 'unique' || status === 'contradiction';
}

function failedOutcome(status: 'memory' | 'crash'): Outcome {
  return {
    status,
    stoppedBy: status,
    technique: null,
    guessDepth: null,
    guessDepthMin: null,
    searchDepth: 0,
    solutions: 0n,
    solutionsExact: false,
    sweeps: null,
    counters: { lineSolves: 0, probes: 0, decisions: 0, conflicts: 0 },
    solution: null,
    secondSolution: null,
  };
}

/** A refused allocation is an error like any other, and the thread lives on. */
function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof RangeError && /allocation failed|invalid.*length/i.test(thrown.message);
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return (thrown.stack ?? thrown.message).split('\n').slice(0, 3).join(' ').slice(0, 500);
}
