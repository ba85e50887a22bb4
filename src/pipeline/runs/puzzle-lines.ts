import { isFileAt } from '../files/files.js';
import { CorpusError } from '../corpus/bytes.js';
import type { Finding, FindingItem } from '../store/gates.js';
import type { Store } from '../store/open/open.js';
import type { SolvedPuzzle } from '../store/stored.js';
import { solvedPuzzle } from '../store/queries/stored-results.js';
import { runSources } from '../store/stored-runs.js';
import type { EntrySink, FoundEntry } from '../../solver/formats/contract/format.js';
import { fingerprint } from '../../solver/core/puzzle/fingerprint.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import { validate } from '../../solver/core/puzzle/validate.js';
import { ignoresStart } from '../record/options.js';
import { openSource, type Source } from '../corpus/sources.js';
import { readPieces } from '../corpus/reader/corpus-reader.js';

/** Lines of files by the ids of the puzzles that begin there, from 1. */
export type PuzzleLines = ReadonlyMap<number, number>;

/**
 * The lines at which puzzles of a run begin: the corpora are read again for them, as far as the
 * last of them, since a line in every row would cost all runs more. A puzzle that is not in its
 * place any more has no line, nor one of standard input, nor one beyond `most` entries of its file.
 */
export async function puzzleLines(
  store: Store,
  runId: number,
  ids: Iterable<number>,
  most = Infinity,
): Promise<PuzzleLines> {
  const found = new Map<number, number>();
  const puzzles = [...new Set(ids)].flatMap((id) => solvedPuzzle(store, runId, id) ?? []);
  const early = puzzles.filter(({ ordinal }) => ordinal < most);
  const byPath = Map.groupBy(early, ({ path }) => path);
  if (byPath.size === 0) return found;
  for (const { path, format, sha256, reading } of runSources(store, runId)) {
    const wanted = byPath.get(path);
    if (wanted === undefined || sha256 === null) continue;
    // Nobody waits for a pipe that has the name of a file that was read.
    if (!isFileAt(path)) continue;
    const lines = await entryLines({ path, format }, wanted, ignoresStart(reading)).catch(ifGone);
    for (const { puzzleId, ordinal } of wanted) {
      const line = lines.get(ordinal);
      if (line !== undefined) found.set(puzzleId, line);
    }
  }
  return found;
}

/** How many entries of a file are read again while somebody waits: a fifth of a second. */
export const LINES_WITHIN = 100_000;

/** What does not meet the gates of a run, with the lines at which its puzzles begin. */
export async function findingsWithLines(
  store: Store,
  runId: number,
  findings: readonly Finding[],
  most = Infinity,
): Promise<Finding[]> {
  const ids = findings.flatMap(({ items }) => items.flatMap(({ puzzleId }) => puzzleId ?? []));
  const lines = await puzzleLines(store, runId, ids, most);
  const withLine = (item: FindingItem): FindingItem =>
    item.puzzleId === null ? item : { ...item, line: lines.get(item.puzzleId) ?? null };
  return findings.map((finding) => ({ ...finding, items: finding.items.map(withLine) }));
}

/** The file may have been moved since it was solved. */
function ifGone(error: unknown): ReadonlyMap<number, number> {
  /* node:coverage ignore next */ // what reads a corpus throws nothing else
  if (!(error instanceof CorpusError)) throw error;
  return new Map();
}

/**
 * The lines at which entries of a file begin, by their ordinals; without those that are not there
 * any more, or have no line: fingerprints tell. It reads as far as the last of them.
 * @throws CorpusError if the file cannot be read.
 */
async function entryLines(
  source: Source,
  wanted: readonly Pick<SolvedPuzzle, 'ordinal' | 'fingerprint'>[],
  ignoreStart: boolean,
): Promise<ReadonlyMap<number, number>> {
  const prints = new Map(wanted.map((entry) => [entry.ordinal, entry.fingerprint]));
  const found = new Map<number, number>();
  const inOrder = [...prints.keys()].sort((a, b) => a - b);
  let ordinal = 0;
  let next = 0;
  const sink: EntrySink = {
    passOver(most) {
      while (next < inOrder.length && inOrder[next] < ordinal) next++;
      const before = next < inOrder.length ? inOrder[next] - ordinal : most;
      const passed = Math.min(most, before);
      ordinal += passed;
      return passed;
    },
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
  const pieces = readPieces(await openSource(source), sink);
  let done: boolean | undefined = false;
  while (done !== true && prints.size > 0) ({ done } = await pieces.next());
  await pieces.return();
  return found;
}

function printOf({ draft }: FoundEntry, ignoreStart: boolean): string | null {
  const { puzzle } = validate(ignoreStart ? { ...draft, start: null } : draft);
  return puzzle === undefined ? null : fingerprint(pack(puzzle), 0, puzzle.palette);
}
