import { createHash } from 'node:crypto';
import { readBytes } from '../bytes/bytes.js';
import { openSource } from './opened-source.js';
import type { Source } from './source.js';

/** What identifies a source by its content. */
export interface SourceDescription {
  readonly path: string;
  /** The name of its format. */
  readonly format: string;
  /** Of the bytes on the disk, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Reads a file once for its hash, and its beginning for its format. What can be read only once
 * (standard input, a pipe) has no description. `onPiece` is called now and then, and may throw to
 * end it.
 * @throws CorpusError if it cannot be read or is not recognised as a puzzle.
 */
export async function describeSource(
  source: Source,
  onPiece: () => void = () => undefined,
): Promise<SourceDescription> {
  if (source.once === true) throw new Error(`${source.path} can be read only once`);
  const { path } = source;
  const format = await sourceFormat(source);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of readBytes(path)) {
    onPiece();
    hash.update(piece);
    bytes += piece.length;
  }
  return { path, format, sha256: hash.digest('hex'), bytes };
}

/** The name of a file's format; see openSource for the errors. */
export async function sourceFormat(source: Source): Promise<string> {
  const opened = await openSource(source, () => {
    throw new Error('standard input is not looked at in advance');
  });
  // Ends the reading: only the beginning was needed.
  await opened.pieces.return();
  return opened.format.name;
}
