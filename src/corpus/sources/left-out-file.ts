import { CorpusError } from '../bytes/corpus-error.js';

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
