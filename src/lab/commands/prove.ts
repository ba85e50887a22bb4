import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PuzzlesRead } from '../../pipeline/cli/converting.js';
import { flag, shared } from '../../pipeline/cli/flags.js';
import { command } from '../../pipeline/cli/command.js';
import { type FlagValues } from '../../pipeline/cli/flag.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import {
  inputName,
  isStandardOutput,
  openSink,
  type OutPlace,
  refuseTwoInputs,
  refuseUnwritable,
  writePieces,
} from '../../pipeline/cli/input-output.js';
import { Failure, refuseIf, type Terminal } from '../../pipeline/cli/terminal.js';
import {
  CorpusError,
  DamagedError,
  isGzip,
  readBytes,
  readError,
} from '../../pipeline/corpus/bytes.js';
import { findSources, unpacked } from '../../pipeline/corpus/sources.js';
import { filePieces, openUnnamed, writeAt } from '../../pipeline/files/files.js';
import { solverWithThreads } from '../../pipeline/runs/pool/shared-puzzle.js';
import { checkInThreads, SharedCheck } from '../../pipeline/runs/pool/shared-check.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import { exactlyText } from '../../solver/core/result/difficulty-words.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { allSolutions, certify } from '../../solver/engine/certificate/certify.js';
import type { LemmaForm } from '../../solver/engine/certificate/lemma-text.js';
import { CertificateChecker } from '../../solver/engine/certificate/certificate-checker.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../solver/engine/model/limits.js';
import { ProofChecker, type ProofReport } from '../../solver/engine/proof-checker.js';
import { Prover } from '../../solver/engine/solver/prove.js';
import type { NamedPuzzle } from '../../solver/formats/contract/format.js';

const proveSections = {
  Puzzle: shared('from', 'csvColumns', 'columnsFirst', 'ignoreStart'),
  Proof: {
    format: flag.proofFormat,
    ...shared('binary'),
    count: flag.proofCount,
    ...shared('most'),
  },
  Limits: shared('timeout'),
  Output: shared('out', 'cnf', 'force'),
};

export const proveCommand = command({
  name: 'prove',
  summary: 'Write down why a puzzle has exactly one solution, none, or so many.',
  operands: '<file|->',
  missing: 'a puzzle',
  description:
    'Solves the puzzle and writes a proof of the verdict: steps that a small program can check ' +
    'without trusting the solver. Each step is checked as it is written. "nonomill verify" ' +
    'checks the file again; docs/lab/proofs.md describes it, so that anyone can write another checker. ' +
    'With --format lrat or drat it is a certificate that the checkers of SAT solvers accept, about the clauses in a ' +
    'DIMACS file beside it (docs/lab/certificates.md). ' +
    'A puzzle that takes more than a twentieth of a second is solved turned and mirrored as well, on the other ' +
    'cores, and threads share the check of a long proof. The proof is of the puzzle as it is.',
  sections: proveSections,
  examples: {
    'nonomill prove rocket.non --out rocket.proof': 'Why it has one solution.',
    'nonomill prove rocket.non --out rocket.proof.gz': 'The same, compressed.',
    'nonomill prove rocket.non --format lrat --out rocket.lrat':
      'The same for checkers of SAT solvers.',
    'nonomill prove rocket.non --count exact --out rocket.proof': 'How many solutions it has.',
    'nonomill verify rocket.non rocket.proof': 'Checks the proof again.',
  },
  check([path], values) {
    const { from, format, binary, count, most, out, cnf, ...rest } = values;
    refuseIf({
      '--binary is a form of --format lrat': binary && format !== 'lrat',
      '--cnf says where the clauses of --format lrat and drat go': cnf !== null && format === 'own',
      [`--format ${format} writes two files: name the proof with --out, or the clauses with --cnf`]:
        format !== 'own' && out === null && cnf === null,
    });
    const clauses = format === 'own' ? null : (cnf ?? clausesBeside(out!));
    const place = placeOf(clauses) === '-' ? 'standard output' : clauses;
    refuseIf({
      [`the proof and its clauses would both go to ${place}: name another place with --cnf`]:
        clauses !== null && placeOf(clauses) === placeOf(out),
    });
    return {
      ...rest,
      path,
      format: from,
      form: binary ? ('lrat-binary' as const) : format,
      most: count === 'exact' ? most : 1,
      out,
      cnf: clauses,
    };
  },
  async execute(options, { terminal }) {
    const { puzzle } = await readOnePuzzle(options, terminal);
    const { form, out, cnf, force, timeout } = options;
    // Before the work, which may take long.
    for (const file of [out, cnf]) {
      if (file !== null && !isStandardOutput(file)) await refuseUnwritable(file, force);
    }
    const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: timeout };
    const solutions = allSolutionsOf(puzzle, options.most, limits);
    const proving = { ...options, puzzle, solutions, limits, terminal };
    const done = form === 'own' ? await proveOwn(proving) : await writeCertificate(proving, form);
    terminal.say(`Proven: ${exactlyText(solutions.length)}, in ${done}, each of them checked.`);
    if (cnf !== null && !isStandardOutput(cnf)) terminal.say(`Its clauses are in ${cnf}.`);
    return 'done';
  },
});

/** The same for two names of one file, and for standard output, which has no name. */
function placeOf(file: string | null): string {
  return file === null || isStandardOutput(file) ? '-' : resolve(file);
}

/** What is proven, within which limits, and where the proof and its clauses go. */
interface Proving extends OutPlace {
  readonly puzzle: Puzzle;
  readonly solutions: readonly Cells[];
  readonly limits: SolveLimits;
  readonly cnf: string | null;
  readonly terminal: Terminal;
}

/** Writes a proof in the own format; returns how long it is. */
async function proveOwn(proving: Proving): Promise<string> {
  const { puzzle, solutions, limits } = proving;
  const check = new SharedCheck(puzzle);
  try {
    const write = (piece: string): void => check.write(piece);
    const { stoppedBy } = new Prover().prove(puzzle, solutions, limits, write);
    if (stoppedBy !== null) throw outOf('proven', limits);
    const report = await check.end();
    if (!report.valid) {
      throw new Error(`line ${report.line} of the proof does not hold: ${report.reason}`);
    }
    await writeWhole(check.text(), proving);
    return `${numberOf(report.steps, 'step')} with ${numberOf(report.clauses, 'clause')}`;
  } finally {
    await check.close();
  }
}

/** Where the clauses of a certificate are unless it is said: p.cnf beside p.lrat. */
function clausesBeside(proof: string): string {
  return `${proof.replace(/\.gz$/, '').replace(/\.[^./\\]+$/, '')}.cnf`;
}

/** All solutions of a puzzle. @throws Failure if they are not known, or more than `most` */
function allSolutionsOf(puzzle: Puzzle, most: number, limits: SolveLimits): readonly Cells[] {
  if (most > 1) {
    const { outcome, solutions } = allSolutions(puzzle, most, limits);
    if (outcome.solutionsExact) return solutions;
    if (outcome.stoppedBy !== 'count') throw outOf('solved', limits);
    throw new Failure(
      'NM_NOT_UNIQUE',
      `the puzzle has more than ${most} solutions`,
      'Allow more with --most.',
    );
  }
  const { status, solution } = solverWithThreads().solve(pack(puzzle), 0, limits);
  if (status === 'multiple') {
    throw new Failure(
      'NM_NOT_UNIQUE',
      'the puzzle has several solutions: two different pictures prove that, no steps are needed',
      'See them with "nonomill solve", or prove how many there are with --count exact.',
    );
  }
  if (status !== 'unique' && status !== 'contradiction') throw outOf('solved', limits);
  return solution === null ? [] : [solution];
}

/** Writes its clauses, too; returns its length. @throws Failure if limits end it or a file fails */
async function writeCertificate(proving: Proving, form: LemmaForm): Promise<string> {
  const { puzzle, solutions, limits, cnf } = proving;
  const file = openUnnamed();
  try {
    let bytes = 0;
    const certificate = certify(puzzle, solutions, limits, form, (piece) => {
      writeAt(file, piece, bytes);
      bytes += piece.length;
    });
    if (certificate.stoppedBy !== null) throw outOf('proven', limits);
    await writeWhole(certificate.dimacs(), { ...proving, out: cnf });
    await writeWhole(filePieces(file, 0, bytes), proving);
    return numberOf(certificate.lemmas, 'lemma');
  } finally {
    closeSync(file);
  }
}

/** Writes a file whole, or not at all. */
async function writeWhole(pieces: Iterable<string | Buffer>, proving: Proving): Promise<void> {
  // A sink may keep bytes, and those of a piece are gone with the next.
  const own = function* (): Generator<string | Buffer> {
    for (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece);
  };
  await writePieces(own(), await openSink(proving, proving.terminal), () => false);
}

/** The limits did not suffice for a proof. */
function outOf(done: string, { timeoutMs }: SolveLimits): Failure {
  return new Failure(
    'NM_NOT_SOLVED',
    `the puzzle could not be ${done} within ${timeoutMs / 1000} s`,
    'Give it more time with --timeout.',
  );
}

const verifySections = {
  Puzzle: shared('format', 'csvColumns', 'columnsFirst', 'ignoreStart'),
  Proof: shared('cnf'),
  Output: shared('json'),
};

const onceOnly = command({
  name: 'verify',
  summary: 'Check a proof of a verdict, step by step.',
  operands: '<file|-> <proof|->',
  missing: 'a puzzle and its proof',
  description:
    'Checks every step of a proof, plain or gzipped, with code that the solver does not use: ' +
    'in the own format, LRAT or DRAT. A certificate (LRAT or DRAT) comes with the clauses that it is about, which are ' +
    'compared with those of the puzzle. ' +
    'If the proof does not hold, or is about another puzzle, it fails (exit code 1) with the line and ' +
    'the reason. docs/lab/proofs.md and docs/lab/certificates.md describe the formats.',
  sections: verifySections,
  examples: {
    'nonomill verify rocket.non rocket.proof': 'Says whether the proof holds.',
    'nonomill verify rocket.non rocket.lrat --cnf rocket.cnf': 'A certificate, with its clauses.',
    'nonomill prove rocket.non | nonomill verify rocket.non -': 'Without a file.',
  },
  check: ([path, proof], values) => {
    refuseTwoInputs(path, proof);
    return { ...values, path, proof };
  },
  async execute(options, { terminal }) {
    const { puzzle } = await readOnePuzzle(options, terminal);
    const { file, report } = await checkProofFile(options, puzzle, terminal);
    if (options.json) {
      const { verdictFields } = await import('../../pipeline/cli/stream/answers.js');
      await terminal.print(`${JSON.stringify(verdictFields(report))}\n`);
      return report.valid ? 'done' : 'negative';
    }
    if (!report.valid) {
      const where = `${inputName(file)}, line ${report.line}`;
      throw new Failure('NM_PROOF_INVALID', `${where}: ${report.reason}`);
    }
    await terminal.print(
      `The proof holds: ${exactlyText(report.solutions.length)} (${numberOf(report.steps, 'step')}, ${numberOf(report.clauses, 'clause')}).\n`,
    );
    return 'done';
  },
});

export const verify = streaming(
  {
    flags: shared('format', 'columnsFirst', 'ignoreStart'),
    ask: (values) => ({ question: { command: 'verify', ...values }, timeoutMs: Infinity }),
    line: 'a puzzle and its proof',
    example: 'Checks one proof after the other.',
  },
  onceOnly,
);

/** A file with a puzzle, or `-` for standard input, and how it is read. */
type PuzzleChoice = { readonly path: string } & FlagValues<
  Pick<typeof verifySections.Puzzle, 'format' | 'columnsFirst' | 'ignoreStart'>
>;

/** Reads the one puzzle of a file. @throws Failure if there is none, or more than one. */
async function readOnePuzzle(choice: PuzzleChoice, terminal: Terminal): Promise<NamedPuzzle> {
  const { path, format, columnsFirst, ignoreStart } = choice;
  const { sources } = await findSources([path], { format, columnsFirst });
  // It reads two, to know whether there is more than one.
  const read = new PuzzlesRead(sources, { limit: 2, ignoreStart }, terminal);
  const found: NamedPuzzle[] = [];
  for await (const batch of read.batches()) found.push(...batch);
  if (found.length === 1 && read.rejects === 0) return found[0];
  const name = inputName(path);
  if (found.length === 0) throw new Failure('NM_CORPUS_EMPTY', `there is no puzzle in ${name}`);
  throw new Failure(
    'NM_PUZZLE_AMBIGUOUS',
    `expected one puzzle in ${name}, found more`,
    'Write it to a file of its own first: nonomill convert <in> <folder>/ --to non',
  );
}

/** From so many bytes on, threads that share the work are worth starting. */
const LONG_BYTES = 3_000_000;

/** A proof and the clauses of a certificate, which may be beside it (null). */
interface ProofPlace {
  readonly proof: string;
  readonly cnf: string | null;
}

/** What checks a proof, of either kind. */
type Checker = Pick<CertificateChecker, 'write' | 'end' | 'failed'>;

/**
 * Checks the proof in a file (`-`: standard input), plain or gzipped, while reading it; it does not
 * read past a fault. If it is plain, long and in the own format, several threads share the work.
 * `file` is the one that the report is about: that of the proof, or of its clauses.
 * @throws CorpusError if a file cannot be read or unpacked; Failure if there are no clauses of a
 * certificate.
 */
async function checkProofFile(place: ProofPlace, puzzle: Puzzle, terminal: Terminal) {
  const { proof: file } = place;
  const long = openIfLong(place);
  if (long !== null) return { file, report: await checkLong(file, puzzle, long) };
  let cnf = file;
  let checker: Checker | null = null;
  const begin = async (start: Buffer): Promise<Checker> => {
    if (!isCertificate(start, place)) return ownChecker(puzzle);
    cnf = clausesOf(place);
    const certificate = new CertificateChecker(puzzle);
    await readProof(cnf, terminal, (piece) => {
      certificate.writeClauses(piece);
      return certificate.failed;
    });
    certificate.endClauses();
    return certificate;
  };
  await readProof(file, terminal, async (piece) => {
    checker ??= await begin(piece);
    checker.write(piece);
    return checker.failed;
  });
  const report = (checker ?? (await begin(Buffer.alloc(0)))).end();
  return { file: !report.valid && report.inClauses === true ? cnf : file, report };
}

/** Reads a file in pieces until `take` has enough. */
async function readProof(
  path: string,
  terminal: Terminal,
  take: (piece: Buffer) => boolean | Promise<boolean>,
): Promise<void> {
  try {
    const { pieces } = await unpacked(path === '-' ? standardInput(terminal) : readBytes(path));
    for await (const piece of pieces) {
      if (piece.length > 0 && (await take(piece))) break;
    }
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    throw new CorpusError('NM_CORPUS_DAMAGED', `${inputName(path)}: ${error.message}`);
  }
}

async function* standardInput({ stdin }: Terminal): AsyncGenerator<Buffer, void, undefined> {
  yield* stdin as AsyncIterable<Buffer>;
}

/** Whether a proof that begins so is LRAT or DRAT; if like neither, its file's name says that. */
function isCertificate(start: Buffer, { proof, cnf }: ProofPlace): boolean {
  const text = start.toString('latin1', 0, 2);
  if (text.startsWith('n')) return false;
  return /^(?:[-\d]|d |a)/.test(text) || cnf !== null || /\.[ld]rat(?:\.gz)?$/i.test(proof);
}

function ownChecker(puzzle: Puzzle): Checker {
  const checker = new ProofChecker(puzzle);
  // Proofs are ASCII: any other byte is a fault that the checker finds.
  const decoder = new TextDecoder('latin1');
  return {
    write: (piece) => checker.write(decoder.decode(piece, { stream: true })),
    end: () => checker.end(),
    get failed() {
      return checker.failed;
    },
  };
}

/** The file with the clauses of a certificate. @throws Failure if there is none */
function clausesOf({ proof, cnf }: ProofPlace): string {
  const clauses = proof === '-' ? '-' : clausesBeside(proof);
  const file = cnf ?? [clauses, `${clauses}.gz`].find((path) => existsSync(path));
  if (file !== undefined) return file;
  throw new Failure(
    'NM_FILE_ABSENT',
    `a certificate is about the clauses in a DIMACS file, and ${clauses === '-' ? 'none' : clauses} is not there`,
    'Name it with --cnf.',
  );
}

/** Opens a long, plain file; null if it is another one, or cannot be read. */
function openIfLong(place: ProofPlace) {
  const { proof: path } = place;
  if (path === '-') return null;
  let file: number | null = null;
  try {
    // A pipe can be opened only once.
    if (!statSync(path).isFile()) return null;
    file = openSync(path, 'r');
    const { size, mtimeMs } = fstatSync(file);
    const start = Buffer.alloc(2);
    readSync(file, start, 0, 2, 0);
    const isOwn = !isGzip(start) && !isCertificate(start, place);
    if (size >= LONG_BYTES && isOwn) return { file, bytes: size, changed: mtimeMs };
    closeSync(file);
  } catch {
    // Reading it says what is wrong.
    if (file !== null) closeSync(file);
  }
  return null;
}

async function checkLong(
  path: string,
  puzzle: Puzzle,
  { file, bytes, changed }: NonNullable<ReturnType<typeof openIfLong>>,
): Promise<ProofReport> {
  const hasChanged = (): boolean => {
    const { size, mtimeMs } = fstatSync(file);
    return size !== bytes || mtimeMs !== changed;
  };
  try {
    const report = await checkInThreads(puzzle, file, bytes);
    // Each thread has read it, and all of them the same only if nobody wrote to it.
    if (!hasChanged()) return report;
  } catch (error) {
    if (!hasChanged()) throw readError(path, error);
  } finally {
    closeSync(file);
  }
  throw new CorpusError(
    'NM_CORPUS_CHANGED',
    `${path}: it was changed while it was read: check it again`,
  );
}
