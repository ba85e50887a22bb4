import { numberOf } from '../../solver/core/text/numbers.js';
import { exactlyText } from '../../solver/core/result/proven-words.js';
import { command, type CommandContext } from '../../pipeline/cli/frame/command.js';
import { flagsIn } from '../../pipeline/cli/frame/flag.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';
import { type CommandOutcome, UsageError, Failure } from '../../pipeline/cli/terminal/outcome.js';
import { readOnePuzzle, type PuzzleChoice, checkProofFile } from './one-proof.js';

const sections = {
  Puzzle: {
    format: puzzleFlag.format,
    csvColumns: puzzleFlag.csvColumns,
    columnsFirst: puzzleFlag.columnsFirst,
    ignoreStart: puzzleFlag.ignoreStart,
  },
  Proof: { cnf: puzzleFlag.cnfFile },
  Output: { json: outputFlag.jsonFlag },
};

const flags = flagsIn(sections);

interface VerifyOptions extends PuzzleChoice {
  readonly proof: string;
  /** The clauses of a certificate; null: beside it. */
  readonly cnf: string | null;
  readonly json: boolean;
}

const onceOnly = command({
  name: 'verify',
  summary: 'Check a proof of a verdict, step by step.',
  operands: { usage: '<file|-> <proof|->', min: 2, max: 2, missing: 'a puzzle and its proof' },
  description:
    'Checks every step of a proof, plain or gzipped, with code that the solver does not use: ' +
    'in the own format, LRAT or DRAT. A certificate (LRAT or DRAT) comes with the clauses that it is about, which are ' +
    'compared with those of the puzzle. ' +
    'If the proof does not hold, or is about another puzzle, it fails (exit code 1) with the line and ' +
    'the reason. docs/lab/proofs.md and docs/lab/certificates.md describe the formats.',
  flags,
  sections,
  examples: {
    'nonomill verify rocket.non rocket.proof': 'Says whether the proof holds.',
    'nonomill verify rocket.non rocket.lrat --cnf rocket.cnf': 'A certificate, with its clauses.',
    'nonomill prove rocket.non | nonomill verify rocket.non -': 'Without a file.',
  },
  check: ([path, proof], values): VerifyOptions => {
    if (path === '-' && proof === '-') {
      throw new UsageError(
        'NM_STANDARD_INPUT',
        'standard input can be the puzzle or the proof, not both',
      );
    }
    return { ...values, path, proof };
  },
  execute,
});

export const verify = streaming(
  {
    flags: {
      format: puzzleFlag.format,
      columnsFirst: puzzleFlag.columnsFirst,
      ignoreStart: puzzleFlag.ignoreStart,
    },
    ask: (values) => ({ question: { command: 'verify', ...values }, timeoutMs: Infinity }),
    line: 'a puzzle and its proof',
    example: 'Checks one proof after the other.',
  },
  onceOnly,
);

async function execute(
  options: VerifyOptions,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const { puzzle } = await readOnePuzzle(options, terminal);
  const { file, report } = await checkProofFile(options, puzzle, terminal);
  if (options.json) {
    const { verdictFields } = await import('../../pipeline/cli/stream/answers.js');
    await terminal.print(`${JSON.stringify(verdictFields(report))}\n`);
    return report.valid ? 'done' : 'negative';
  }
  if (!report.valid) {
    const name = file === '-' ? 'standard input' : file;
    throw new Failure('NM_PROOF_INVALID', `${name}, line ${report.line}: ${report.reason}`);
  }
  await terminal.print(
    `The proof holds: ${exactlyText(report.solutions.length)} (${numberOf(report.steps, 'step')}, ${numberOf(report.clauses, 'clause')}).\n`,
  );
  return 'done';
}
