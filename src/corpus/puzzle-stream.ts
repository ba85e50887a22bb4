import type { EntrySink, NamedPuzzle } from '../formats/format.js';
import { DEFAULT_PARSER_LIMITS } from '../formats/limits.js';
import type { Reject } from '../puzzle/puzzle-columns.js';
import { validate } from '../puzzle/validate.js';
import type { ReadOptions } from './corpus-reader.js';
import { openSource } from './opened-source.js';
import type { Source } from './source.js';
import { readPieces } from './source-reader.js';

/** An entry of a source: a puzzle with its name, title and goal picture, or a reject. */
export type StreamedEntry =
  | { readonly ordinal: number; readonly named: NamedPuzzle; readonly reject?: undefined }
  | { readonly ordinal: number; readonly named?: undefined; readonly reject: Reject };

/**
 * The entries of one source, one by one, for whoever wants puzzles as they are rather than packed
 * (a conversion, say). Holds no more than one piece of the source.
 * @throws CorpusError where it cannot be read.
 */
export async function* streamPuzzles(
  source: Source,
  { limit, ignoreStart, maxSide }: ReadOptions,
  standardInput: () => AsyncIterable<Buffer>,
): AsyncGenerator<StreamedEntry, void, undefined> {
  let found: StreamedEntry[] = [];
  let ordinal = 0;
  const sink: EntrySink = {
    entry(entry) {
      const { line, name, title, draft } = entry;
      const at = ordinal++;
      const kept = ignoreStart ? { ...draft, start: null } : draft;
      const { puzzle, reason } = validate(kept, { maxSide });
      if (puzzle !== undefined) {
        found.push({ ordinal: at, named: { name, title, puzzle, goal: draft.goal } });
      } else {
        found.push({
          ordinal: at,
          reject: { ordinal: at, line, name, reason, excerpt: entry.excerpt() },
        });
      }
    },
    reject(reject) {
      const at = ordinal++;
      found.push({ ordinal: at, reject: { ordinal: at, ...reject } });
    },
  };
  const opened = await openSource(source, standardInput);
  const most = limit ?? Infinity;
  const steps = readPieces(opened, sink, DEFAULT_PARSER_LIMITS);
  for (let done = false; !done;) {
    done = (await steps.next()).done === true;
    for (const entry of found) {
      if (entry.ordinal >= most) {
        await steps.return();
        return;
      }
      yield entry;
    }
    found = [];
  }
}
