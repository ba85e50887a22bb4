import { findSources } from '../../corpus/sources/sources.js';
import type { NamedPuzzle } from '../../formats/contract/format.js';
import { PuzzlesRead } from '../convert/puzzles-read.js';
import { Failure } from '../outcome/failure.js';
import type { Terminal } from '../terminal/terminal.js';

/** Which puzzle is meant. */
export interface PuzzleChoice {
  /** A file, or `-` for standard input. */
  readonly path: string;
  readonly format: string | null;
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
  const { path, format, ignoreStart } = choice;
  const { sources } = await findSources([path], format);
  // It reads two, to know whether there is more than one.
  const read = new PuzzlesRead(sources, { limit: 2, ignoreStart }, terminal);
  const found: NamedPuzzle[] = [];
  for await (const batch of read.batches()) found.push(...batch);
  if (found.length === 1 && read.rejects === 0) return found[0];
  const name = path === '-' ? 'standard input' : path;
  if (found.length === 0) throw new Failure(`there is no puzzle in ${name}`);
  throw new Failure(
    `expected one puzzle in ${name}, found more`,
    'Write it to a file of its own first: nonomill convert <in> <folder>/ --to non',
  );
}
