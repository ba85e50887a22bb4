import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { findSources } from '../../pipeline/corpus/sources.js';
import type { NamedPuzzle } from '../../solver/formats/contract/format.js';
import { clausesBeside } from '../../pipeline/cli/certificate.js';
import { PuzzlesRead } from '../../pipeline/cli/converting.js';
import { Failure } from '../../pipeline/cli/terminal/outcome.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import {
  readBytes,
  readError,
  CorpusError,
  DamagedError,
  gunzip,
  isGzip,
} from '../../pipeline/corpus/bytes.js';
import { checkInThreads } from '../../pipeline/runs/pool/shared-check.js';
import { ProofChecker, type ProofReport } from '../../solver/engine/proof-checker/checker.js';
import { CertificateChecker } from '../../solver/engine/certificate/certificate-checker.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';

export interface PuzzleChoice {
  /** A file, or `-` for standard input. */
  readonly path: string;
  readonly format: string | null;
  readonly columnsFirst: boolean;
  readonly ignoreStart: boolean;
}

/**
 * Reads the one puzzle of a file.
 * @throws Failure if there is none, or more than one.
 */
export async function readOnePuzzle(
  choice: PuzzleChoice,
  terminal: Terminal,
): Promise<NamedPuzzle> {
  const { path, format, columnsFirst, ignoreStart } = choice;
  const { sources } = await findSources([path], { format, columnsFirst });
  // It reads two, to know whether there is more than one.
  const read = new PuzzlesRead(sources, { limit: 2, ignoreStart }, terminal);
  const found: NamedPuzzle[] = [];
  for await (const batch of read.batches()) found.push(...batch);
  if (found.length === 1 && read.rejects === 0) return found[0];
  const name = path === '-' ? 'standard input' : path;
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

/** What the check of a proof says, and of which file: of the proof, or of its clauses. */
interface CheckedProof {
  readonly file: string;
  readonly report: ProofReport;
}

/**
 * Checks the proof in a file (`-`: standard input), plain or gzipped, while reading it; it does not
 * read past a fault. If it is plain, long and in the own format, several threads share the work.
 * @throws CorpusError if a file cannot be read or unpacked; Failure if there are no clauses of a
 * certificate.
 */
export async function checkProofFile(
  place: ProofPlace,
  puzzle: Puzzle,
  terminal: Terminal,
): Promise<CheckedProof> {
  const { proof: file } = place;
  const long = openIfLong(place);
  if (long !== null) return { file, report: await checkLong(file, puzzle, long) };
  let cnf = file;
  let checker: Pick<CertificateChecker, 'write' | 'end' | 'failed'> | null = null;
  const begin = async (start: Buffer): Promise<NonNullable<typeof checker>> => {
    if (!isCertificate(start, place)) return ownChecker(puzzle);
    cnf = clausesOf(place);
    return checkerWithClauses(cnf, puzzle, terminal);
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
  take: (piece: Buffer) => Promise<boolean>,
): Promise<void> {
  try {
    for await (const piece of unpacked(path === '-' ? terminal.stdin : readBytes(path))) {
      if (piece.length > 0 && (await take(piece))) break;
    }
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    throw new CorpusError(
      'NM_CORPUS_DAMAGED',
      `${path === '-' ? 'standard input' : path}: ${error.message}`,
    );
  }
}

/**
 * Whether a proof that begins so is LRAT or DRAT: the own format begins with its name. What begins
 * like neither is what the name of its file says.
 */
function isCertificate(start: Buffer, { proof, cnf }: ProofPlace): boolean {
  const text = start.toString('latin1', 0, 2);
  if (text.startsWith('n')) return false;
  return /^(?:[-\d]|d |a)/.test(text) || cnf !== null || /\.[ld]rat(?:\.gz)?$/i.test(proof);
}

function ownChecker(puzzle: Puzzle): Pick<CertificateChecker, 'write' | 'end' | 'failed'> {
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
  if (file === undefined) {
    throw new Failure(
      'NM_FILE_ABSENT',
      `a certificate is about the clauses in a DIMACS file, and ${clauses === '-' ? 'none' : clauses} is not there`,
      'Name it with --cnf.',
    );
  }
  return file;
}

/** The checker of a certificate, which has read its clauses from a file. */
async function checkerWithClauses(
  file: string,
  puzzle: Puzzle,
  terminal: Terminal,
): Promise<CertificateChecker> {
  const checker = new CertificateChecker(puzzle);
  await readProof(file, terminal, (piece) => {
    checker.writeClauses(piece);
    return Promise.resolve(checker.failed);
  });
  checker.endClauses();
  return checker;
}

interface LongFile {
  readonly file: number;
  readonly bytes: number;
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
}

/** Opens a long, plain file; null if it is another one, or cannot be read. */
function openIfLong(place: ProofPlace): LongFile | null {
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

/** Checks a long file, and closes it. */
async function checkLong(path: string, puzzle: Puzzle, long: LongFile): Promise<ProofReport> {
  const { file, bytes, changed } = long;
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

async function* unpacked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const all = again(first.value, iterator);
  yield* isGzip(first.value) ? gunzip(all) : all;
}

async function* again(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
