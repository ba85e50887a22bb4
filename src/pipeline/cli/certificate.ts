import { closeSync } from 'node:fs';
import { pack } from '../../solver/core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import { allSolutions, certify } from '../../solver/engine/certificate/certify.js';
import type { LemmaForm } from '../../solver/engine/certificate/lemma-text.js';
import type { SolveLimits } from '../../solver/engine/model/limits.js';
import { filePieces, openUnnamed, writeAt } from '../files/files.js';
import { solverWithThreads } from '../runs/pool/shared-puzzle.js';
import { Failure, type Terminal } from './terminal.js';
import { openSink, writePieces, type OutPlace } from './input-output.js';

/** Where a certificate goes, and the clauses that it is about. */
interface CertificatePlace extends OutPlace {
  readonly cnf: string | null;
}

/** Where the clauses of a certificate are unless it is said: p.cnf beside p.lrat. */
export function clausesBeside(proof: string): string {
  return `${proof.replace(/\.gz$/, '').replace(/\.[^./\\]+$/, '')}.cnf`;
}

/**
 * All solutions of a puzzle, if they are at most so many.
 * @throws Failure if they are not known, or more than `most`
 */
export function allSolutionsOf(
  puzzle: Puzzle,
  most: number,
  limits: SolveLimits,
): readonly Cells[] {
  if (most > 1) {
    const { outcome, solutions } = allSolutions(puzzle, most, limits);
    if (outcome.solutionsExact) return solutions;
    if (outcome.stoppedBy !== 'count') throw outOf('solved', limits);
    throw new Failure(
      'NM_NOT_UNIQUE',
      `the puzzle has more than ${most} solutions`,
      'Allow more with --most of "nonomill prove".',
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

/**
 * Writes a certificate and the clauses that it is about; returns how long it is.
 * @throws Failure if the limits end it, or a file cannot be written
 */
export async function writeCertificate(
  puzzle: Puzzle,
  solutions: readonly Cells[],
  limits: SolveLimits,
  form: LemmaForm,
  place: CertificatePlace,
  terminal: Terminal,
): Promise<string> {
  const file = openUnnamed();
  try {
    let bytes = 0;
    const certificate = certify(puzzle, solutions, limits, form, (piece) => {
      writeAt(file, piece, bytes);
      bytes += piece.length;
    });
    if (certificate.stoppedBy !== null) throw outOf('proven', limits);
    await writeWhole(certificate.dimacs(), { ...place, out: place.cnf }, terminal);
    await writeWhole(filePieces(file, 0, bytes), place, terminal);
    return numberOf(certificate.lemmas, 'lemma');
  } finally {
    closeSync(file);
  }
}

/** Writes a file whole, or not at all. */
export async function writeWhole(
  pieces: Iterable<string | Buffer>,
  place: OutPlace,
  terminal: Terminal,
): Promise<void> {
  // A sink may keep bytes, and those of a piece are gone with the next.
  const own = function* (): Generator<string | Buffer> {
    for (const piece of pieces) yield typeof piece === 'string' ? piece : Buffer.from(piece);
  };
  await writePieces(own(), await openSink(place, terminal), () => false);
}

/** The limits did not suffice for a proof. */
export function outOf(done: string, { timeoutMs }: SolveLimits): Failure {
  return new Failure(
    'NM_NOT_SOLVED',
    `the puzzle could not be ${done} within ${timeoutMs / 1000} s`,
    'Give it more time with --timeout.',
  );
}
