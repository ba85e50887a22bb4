import { CorpusError } from '../bytes/corpus-error.js';

/** One file, or standard input, that holds entries. */
export interface Source {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** The name of its format; null if it is to be recognised when the source is opened. */
  readonly format: string | null;
  /** Whether it can be read only once: standard input, a pipe, a device. */
  readonly once?: boolean;
  /** Whether it was found in a folder or by a pattern: if it cannot be read, it is left out. */
  readonly found?: boolean;
}

export const STANDARD_INPUT = '-';

/** A file of a folder that is not read: nothing in it looks like a puzzle, or it cannot be read. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

/** A path that is left out because of a CorpusError. @throws any other error */
export function leftOutFor(path: string, error: unknown): LeftOutFile {
  if (!(error instanceof CorpusError)) throw error;
  return { path, reason: error.message.replace(`${path}: `, '') };
}
