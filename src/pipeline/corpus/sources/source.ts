import { countText } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { CorpusError } from '../bytes/corpus-error.js';

/** One file, or standard input, that holds entries. */
export interface Source {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** The name of its format; null if it is to be recognised when the source is opened. */
  readonly format: string | null;
  /** Whether the user named its format; left out: no. */
  readonly isNamed?: boolean;
  /** Whether it can be read only once: standard input, a pipe, a device. */
  readonly once?: boolean;
  /** Whether the columns come first where only custom says that the rows do; left out: no. */
  readonly columnsFirst?: boolean;
  /** Whether it was found in a folder or by a pattern: if it cannot be read, it is left out. */
  readonly found?: boolean;
}

export const STANDARD_INPUT = '-';

/**
 * A file of a folder that is not read: it is a picture, say, nothing in it looks like a puzzle, or
 * it cannot be read.
 */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

/** A path that is left out because of a CorpusError. @throws any other error */
export function leftOutFor(path: string, error: unknown): LeftOutFile {
  if (!(error instanceof CorpusError)) throw error;
  return { path, reason: error.message.replace(`${path}: `, '') };
}

/** How many files are named that are left out for one reason. */
const NAMED = 20;

/**
 * Says which files are left out and why, a line for each reason: of very many files, it names the
 * first.
 */
export function leftOutLines(files: readonly LeftOutFile[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { path, reason } of files) {
    const alike = byReason.get(reason);
    if (alike === undefined) byReason.set(reason, [path]);
    else alike.push(path);
  }
  return Array.from(byReason, ([reason, paths]) => {
    const more = paths.length - NAMED;
    const named =
      paths.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${countText(more)} more` : '');
    return plainText(`left out: ${named}: ${reason}`);
  });
}
