import { readBytes } from '../../corpus/bytes/bytes.js';
import { CorpusError, DamagedError } from '../../corpus/bytes/corpus-error.js';
import { gunzip, isGzip } from '../../corpus/bytes/gunzip.js';
import { ProofChecker, type ProofReport } from '../../proof/checker.js';
import type { Puzzle } from '../../puzzle/types.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * Checks the proof in a file (`-`: standard input), plain or gzipped, while reading it; it does not
 * read past a fault.
 * @throws CorpusError if the file cannot be read or unpacked.
 */
export async function checkProofFile(
  path: string,
  puzzle: Puzzle,
  terminal: Terminal,
): Promise<ProofReport> {
  const checker = new ProofChecker(puzzle);
  // Proofs are ASCII: any other byte is a fault that the checker finds.
  const decoder = new TextDecoder('latin1');
  try {
    for await (const piece of unpacked(path === '-' ? terminal.stdin : readBytes(path))) {
      checker.write(decoder.decode(piece, { stream: true }));
      if (checker.failed) break;
    }
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    throw new CorpusError(`${path === '-' ? 'standard input' : path}: ${error.message}`);
  }
  return checker.end();
}

async function* unpacked(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const all = again(first.value, iterator);
  yield* isGzip(first.value) ? gunzip(all) : all;
}

async function* again(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
