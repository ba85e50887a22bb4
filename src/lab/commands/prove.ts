import { resolve } from 'node:path';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import type { LemmaForm } from '../../solver/engine/certificate/lemma-text.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../solver/engine/model/limits.js';
import { Prover } from '../../solver/engine/solver/prove.js';
import { SharedCheck } from '../../pipeline/runs/pool/shared-check.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { exactlyText } from '../../solver/core/result/proven-words.js';
import { command, type CommandContext } from '../../pipeline/cli/frame/command.js';
import { flagsIn } from '../../pipeline/cli/frame/flag.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';
import { type CommandOutcome, UsageError } from '../../pipeline/cli/terminal/outcome.js';
import {
  allSolutionsOf,
  clausesBeside,
  outOf,
  writeCertificate,
  writeWhole,
} from '../../pipeline/cli/certificate.js';
import { readOnePuzzle, type PuzzleChoice } from './one-proof.js';
import {
  refuseUnwritable,
  isStandardOutput,
  type OutPlace,
} from '../../pipeline/cli/terminal/input-output.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';

const sections = {
  Puzzle: {
    from: puzzleFlag.from,
    csvColumns: puzzleFlag.csvColumns,
    columnsFirst: puzzleFlag.columnsFirst,
    ignoreStart: puzzleFlag.ignoreStart,
  },
  Proof: {
    format: puzzleFlag.proofFormat,
    binary: puzzleFlag.binary,
    count: puzzleFlag.proofCount,
    most: puzzleFlag.most,
  },
  Limits: { timeout: runFlag.timeout },
  Output: { out: outputFlag.out, cnf: puzzleFlag.cnfFile, force: outputFlag.force },
};

const flags = flagsIn(sections);

interface ProveOptions extends PuzzleChoice {
  readonly form: 'own' | LemmaForm;
  /** The most solutions that are proven. */
  readonly most: number;
  readonly timeout: number;
  readonly out: string | null;
  /** Where the clauses of a certificate go; null for the own format. */
  readonly cnf: string | null;
  readonly force: boolean;
}

export const proveCommand = command({
  name: 'prove',
  summary: 'Write down why a puzzle has exactly one solution, none, or so many.',
  operands: { usage: '<file|->', min: 1, max: 1, missing: 'a puzzle' },
  description:
    'Solves the puzzle and writes a proof of the verdict: steps that a small program can check ' +
    'without trusting the solver. Each step is checked as it is written. "nonomill verify" ' +
    'checks the file again; docs/lab/proofs.md describes it, so that anyone can write another checker. ' +
    'With --format lrat or drat it is a certificate that the checkers of SAT solvers accept, about the clauses in a ' +
    'DIMACS file beside it (docs/lab/certificates.md). ' +
    'A puzzle that takes more than a tenth of a second is solved turned and mirrored as well, on the other ' +
    'cores, and threads share the check of a long proof. The proof is of the puzzle as it is.',
  flags,
  sections,
  examples: {
    'nonomill prove rocket.non --out rocket.proof': 'Why it has one solution.',
    'nonomill prove rocket.non --out rocket.proof.gz': 'The same, compressed.',
    'nonomill prove rocket.non --format lrat --out rocket.lrat':
      'The same for checkers of SAT solvers.',
    'nonomill prove rocket.non --count exact --out rocket.proof': 'How many solutions it has.',
    'nonomill verify rocket.non rocket.proof': 'Checks the proof again.',
  },
  check([path], values): ProveOptions {
    const { from, format, binary, count, most, out, cnf, ...rest } = values;
    if (binary && format !== 'lrat')
      throw new UsageError('NM_OPTIONS_CONFLICT', '--binary is a form of --format lrat');
    if (cnf !== null && format === 'own') {
      throw new UsageError(
        'NM_OPTIONS_CONFLICT',
        '--cnf says where the clauses of --format lrat and drat go',
      );
    }
    if (format !== 'own' && out === null && cnf === null) {
      throw new UsageError(
        'NM_OPTIONS_CONFLICT',
        `--format ${format} writes two files: name the proof with --out, or the clauses with --cnf`,
      );
    }
    const clauses = format === 'own' ? null : (cnf ?? clausesBeside(out!));
    if (clauses !== null && placeOf(clauses) === placeOf(out)) {
      throw new UsageError(
        'NM_OPTIONS_CONFLICT',
        `the proof and its clauses would both go to ${isStandardOutput(clauses) ? 'standard output' : clauses}: name another place with --cnf`,
      );
    }
    return {
      ...rest,
      path,
      format: from,
      form: binary ? 'lrat-binary' : format,
      most: count === 'exact' ? most : 1,
      out,
      cnf: clauses,
    };
  },
  execute,
});

async function execute(
  options: ProveOptions,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const { puzzle } = await readOnePuzzle(options, terminal);
  const { form, out, cnf, force, timeout } = options;
  // Before the work, which may take long.
  for (const file of [out, cnf]) {
    if (file !== null && !isStandardOutput(file)) await refuseUnwritable(file, force);
  }
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: timeout };
  const solutions = allSolutionsOf(puzzle, options.most, limits);
  const done =
    form === 'own'
      ? await proveOwn(puzzle, solutions, limits, options, terminal)
      : await writeCertificate(puzzle, solutions, limits, form, options, terminal);
  terminal.say(`Proven: ${exactlyText(solutions.length)}, in ${done}, each of them checked.`);
  if (cnf !== null && !isStandardOutput(cnf)) terminal.say(`Its clauses are in ${cnf}.`);
  return 'done';
}

/** The same for two names of one file, and for standard output, which has no name. */
function placeOf(file: string | null): string {
  return file === null || isStandardOutput(file) ? '-' : resolve(file);
}

/** Writes a proof in the own format; returns how long it is. */
async function proveOwn(
  puzzle: Puzzle,
  solutions: readonly Cells[],
  limits: SolveLimits,
  place: OutPlace,
  terminal: Terminal,
): Promise<string> {
  const check = new SharedCheck(puzzle);
  try {
    const write = (piece: string): void => check.write(piece);
    const { stoppedBy } = new Prover().prove(puzzle, solutions, limits, write);
    if (stoppedBy !== null) throw outOf('proven', limits);
    const report = await check.end();
    if (!report.valid) {
      throw new Error(`line ${report.line} of the proof does not hold: ${report.reason}`);
    }
    await writeWhole(check.text(), place, terminal);
    return `${numberOf(report.steps, 'step')} with ${numberOf(report.clauses, 'clause')}`;
  } finally {
    await check.close();
  }
}
