import type { ProofReport } from '../../engine/proof-checker/checker.js';
import { pack } from '../../core/puzzle/packed.js';
import type { Puzzle } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../engine/model/limits.js';
import { Prover } from '../../engine/solver/prove.js';
import { solverWithThreads } from '../../runs/pool/hired-threads.js';
import { SharedCheck } from '../../runs/pool/shared-check.js';
import { numberOf } from '../../core/text/numbers.js';
import { command, type CommandContext } from '../frame/command.js';
import { flagsIn } from '../frame/flag.js';
import * as limitFlag from '../flags/limit-flags.js';
import * as outputFlag from '../flags/output-flags.js';
import * as puzzleFlag from '../flags/puzzle-flags.js';
import { type CommandOutcome, Failure } from '../outcome/outcome.js';
import { readOnePuzzle, type PuzzleChoice } from '../operands/one-proof.js';
import { refuseUnwritable } from '../terminal/out-file.js';
import type { Terminal } from '../terminal/terminal.js';
import { isStandardOutput, openSink, type OutPlace } from '../terminal/text-sink.js';

const sections = {
  Puzzle: {
    format: puzzleFlag.format,
    columnsFirst: puzzleFlag.columnsFirst,
    ignoreStart: puzzleFlag.ignoreStart,
  },
  Limits: { timeout: limitFlag.timeout },
  Output: { out: outputFlag.out, force: outputFlag.force },
};

const flags = flagsIn(sections);

interface ProveOptions extends PuzzleChoice {
  readonly timeout: number;
  readonly out: string | null;
  readonly force: boolean;
}

export const proveCommand = command({
  name: 'prove',
  summary: 'Write down why a puzzle has exactly one solution, or none.',
  operands: { usage: '<file|->', min: 1, max: 1, missing: 'a puzzle' },
  description:
    'Solves the puzzle and writes a proof of the verdict: steps that a small program can check ' +
    'without trusting the solver. Each step is checked as it is written. "nonomill verify" ' +
    'checks the file again; docs/proofs.md describes it, so that anyone can write another checker. ' +
    'A puzzle that takes more than a second is solved turned and mirrored as well, on the other ' +
    'cores, and threads share the check of a long proof. The proof is of the puzzle as it is.',
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
  // Before the work, which may take long.
  if (options.out !== null && !isStandardOutput(options.out)) {
    await refuseUnwritable(options.out, options.force);
  }
  const check = new SharedCheck(puzzle);
  try {
    const { claim, steps, clauses } = await proof(puzzle, options.timeout, check);
    await writeProof(check, options, terminal);
    const verdict = claim === 'unique' ? 'exactly one solution' : 'no solution';
    terminal.say(
      `Proven: ${verdict}, in ${numberOf(steps, 'step')} with ${numberOf(clauses, 'clause')}, each of them checked.`,
    );
    return 'done';
  } finally {
    await check.close();
  }
}

/** Finds the proof of a puzzle's verdict, which `check` checks meanwhile. */
async function proof(
  puzzle: Puzzle,
  timeoutMs: number,
  check: SharedCheck,
): Promise<ProofReport & { valid: true }> {
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs };
  const { status, solution } = solverWithThreads().solve(pack(puzzle), 0, limits);
  if (status === 'multiple') {
    throw new Failure(
      'the puzzle has several solutions: two different pictures prove that, no steps are needed',
      'See them with "nonomill solve".',
    );
  }
  if (status !== 'unique' && status !== 'contradiction') throw outOf('solved', limits);
  const { stoppedBy } = new Prover().prove(
    puzzle,
    solution === null ? [] : [solution],
    limits,
    (piece) => check.write(piece),
  );
  if (stoppedBy !== null) throw outOf('proven', limits);
  const report = await check.end();
  if (report.valid) return report;
  throw new Error(`line ${report.line} of the proof does not hold: ${report.reason}`);
}

async function writeProof(check: SharedCheck, place: OutPlace, terminal: Terminal): Promise<void> {
  const sink = await openSink(place, terminal);
  try {
    for (const piece of check.text()) await sink.write(piece);
    await sink.done();
  } catch (error) {
    await sink.giveUp();
    throw error;
  }
}

function outOf(done: string, { timeoutMs }: SolveLimits): Failure {
  return new Failure(
    `the puzzle could not be ${done} within ${timeoutMs / 1000} s`,
    'Give it more time with --timeout.',
  );
}
