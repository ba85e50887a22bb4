import { ProofChecker, type ProofReport } from '../../engine/proof-checker/checker.js';
import type { Puzzle } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../engine/model/limits.js';
import { Prover } from '../../engine/solver/prove.js';
import { solvePuzzle } from '../../engine/solver/solve.js';
import { numberOf } from '../../core/text/numbers.js';
import { command, type CommandContext } from '../frame/command.js';
import { flagsIn } from '../frame/flag.js';
import * as limitFlag from '../flags/limit-flags.js';
import * as outputFlag from '../flags/output-flags.js';
import * as puzzleFlag from '../flags/puzzle-flags.js';
import { type CommandOutcome, Failure } from '../outcome/outcome.js';
import { readOnePuzzle, type PuzzleChoice } from '../operands/one-proof.js';
import { openSink } from '../terminal/text-sink.js';

const sections = {
  Puzzle: { format: puzzleFlag.format, ignoreStart: puzzleFlag.ignoreStart },
  Limits: { timeout: limitFlag.timeout },
  Output: { out: outputFlag.out, force: outputFlag.force },
};

const flags = flagsIn(sections);

interface ProveOptions extends PuzzleChoice {
  readonly timeout: number;
  readonly out: string | null;
  readonly force: boolean;
}

export const prove = command({
  name: 'prove',
  summary: 'Write down why a puzzle has exactly one solution, or none.',
  operands: { usage: '<file|->', min: 1, max: 1, missing: 'a puzzle' },
  description:
    'Solves the puzzle and writes a proof of the verdict: steps that a small program can check ' +
    'without trusting the solver. Each step is checked as it is written. "nonomill verify" ' +
    'checks the file again; docs/proofs.md describes it, so that anyone can write another checker.',
  flags,
  sections,
  examples: {
    'nonomill prove rocket.non --out rocket.proof': 'Why it has one solution.',
    'nonomill prove rocket.non --out rocket.proof.gz': 'The same, compressed.',
    'nonomill verify rocket.non rocket.proof': 'Checks the proof again.',
  },
  check: ([path], values): ProveOptions => ({ ...values, path }),
  execute,
});

async function execute(
  options: ProveOptions,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const { puzzle } = await readOnePuzzle(options, terminal);
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: options.timeout };
  const { pieces, report } = proofOf(puzzle, limits);
  const sink = await openSink(options, terminal);
  try {
    for (const piece of pieces) await sink.write(piece);
    await sink.done();
  } catch (error) {
    await sink.giveUp();
    throw error;
  }
  const verdict = report.claim === 'unique' ? 'exactly one solution' : 'no solution';
  const { steps, clauses } = report;
  terminal.say(
    `Proven: ${verdict}, in ${numberOf(steps, 'step')} with ${numberOf(clauses, 'clause')}, each of them checked.`,
  );
  return 'done';
}

/** The proof of a puzzle's verdict, in pieces, checked as it is written. */
function proofOf(
  puzzle: Puzzle,
  limits: SolveLimits,
): { pieces: readonly string[]; report: ProofReport & { valid: true } } {
  const { status, solution } = solvePuzzle(puzzle, limits);
  if (status === 'multiple') {
    throw new Failure(
      'the puzzle has several solutions: two different pictures prove that, no steps are needed',
      'See them with "nonomill solve".',
    );
  }
  if (status !== 'unique' && status !== 'contradiction') throw outOf('solved', limits);
  const checker = new ProofChecker(puzzle);
  const pieces: string[] = [];
  const { stoppedBy } = new Prover().prove(puzzle, solution, limits, (piece) => {
    pieces.push(piece);
    checker.write(piece);
  });
  if (stoppedBy !== null) throw outOf('proven', limits);
  const report = checker.end();
  if (report.valid) return { pieces, report };
  throw new Error(`line ${report.line} of the proof does not hold: ${report.reason}`);
}

function outOf(done: string, { timeoutMs }: SolveLimits): Failure {
  return new Failure(
    `the puzzle could not be ${done} within ${timeoutMs / 1000} s`,
    'Give it more time with --timeout.',
  );
}
