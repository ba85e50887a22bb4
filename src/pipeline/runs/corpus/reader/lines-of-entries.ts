import {
  type EntrySink,
  type FoundEntry,
  DEFAULT_PARSER_LIMITS,
} from '../../../../solver/formats/contract/format.js';
import { fingerprint } from '../../../../solver/core/puzzle/fingerprint.js';
import { pack } from '../../../../solver/core/puzzle/packed.js';
import { validate } from '../../../../solver/core/puzzle/validate.js';
import { openSource } from '../sources/opened-source.js';
import type { Source } from '../sources/source.js';
import { readPieces } from './corpus-reader.js';

/** A puzzle whose line is asked for. */
export interface WantedEntry {
  readonly ordinal: number;
  /** Of the puzzle, so that a line is never that of another one. */
  readonly fingerprint: string;
}

/**
 * The lines at which entries of a file begin, by their ordinals; without those that are not there
 * any more, or have no line. It reads as far as the last of them.
 * @throws CorpusError if the file cannot be read.
 */
export async function linesOfEntries(
  source: Source,
  wanted: readonly WantedEntry[],
  ignoreStart: boolean,
): Promise<ReadonlyMap<number, number>> {
  const prints = new Map(wanted.map((entry) => [entry.ordinal, entry.fingerprint]));
  const found = new Map<number, number>();
  let ordinal = 0;
  const sink: EntrySink = {
    entry(entry) {
      const print = prints.get(ordinal);
      prints.delete(ordinal);
      if (print !== undefined && entry.line !== null && print === printOf(entry, ignoreStart)) {
        found.set(ordinal, entry.line);
      }
      ordinal++;
    },
    reject() {
      prints.delete(ordinal++);
    },
  };
  const opened = await openSource(source, () => {
    throw new Error('standard input cannot be read again');
  });
  const pieces = readPieces(opened, sink, DEFAULT_PARSER_LIMITS);
  let done: boolean | undefined = false;
  while (done !== true && prints.size > 0) ({ done } = await pieces.next());
  await pieces.return();
  return found;
}

function printOf({ draft }: FoundEntry, ignoreStart: boolean): string | null {
  const { puzzle } = validate(ignoreStart ? { ...draft, start: null } : draft);
  return puzzle === undefined ? null : fingerprint(pack(puzzle), 0, puzzle.palette);
}
