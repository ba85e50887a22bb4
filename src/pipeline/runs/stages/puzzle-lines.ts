import { statSync } from 'node:fs';
import { CorpusError } from '../corpus/bytes/corpus-error.js';
import { linesOfEntries, type WantedEntry } from '../corpus/reader/lines-of-entries.js';
import type { Finding, FindingItem } from '../../store/gates/finding.js';
import type { Store } from '../../store/open/open.js';
import { solvedPuzzle } from '../../store/queries/stored-results.js';
import { runSources } from '../../store/stored-runs/read-runs.js';

/** Lines of files by the ids of the puzzles that begin there, from 1. */
export type PuzzleLines = ReadonlyMap<number, number>;

/**
 * The lines at which puzzles of a run begin: the corpora are read again for them, as far as the
 * last of them, since a line in every row would cost all runs more. A puzzle that is not in its
 * place any more has no line, nor has one of standard input, nor one beyond the first `most`
 * entries of its file.
 */
export async function puzzleLines(
  store: Store,
  runId: number,
  ids: Iterable<number>,
  most = Infinity,
): Promise<PuzzleLines> {
  const found = new Map<number, number>();
  const bySource = new Map<number, (WantedEntry & { readonly puzzleId: number })[]>();
  for (const id of new Set(ids)) {
    const solved = solvedPuzzle(store, runId, id);
    /* node:coverage ignore next */ // unless the run is removed meanwhile
    if (solved === null) continue;
    const { sourceId, ordinal, fingerprint, puzzleId } = solved;
    if (ordinal >= most) continue;
    bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), { ordinal, fingerprint, puzzleId }]);
  }
  if (bySource.size === 0) return found;
  for (const { sourceId, path, format, sha256, reading } of runSources(store, runId)) {
    const wanted = bySource.get(sourceId);
    bySource.delete(sourceId);
    if (wanted === undefined || sha256 === null || !isFile(path)) continue;
    const ignoreStart = reading !== '';
    const lines = await linesOfEntries({ path, format }, wanted, ignoreStart).catch(ifGone);
    for (const { puzzleId, ordinal } of wanted) {
      const line = lines.get(ordinal);
      if (line !== undefined) found.set(puzzleId, line);
    }
  }
  return found;
}

/**
 * How many entries of a file are read again for lines where somebody waits: a fifth of a second at
 * most.
 */
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

/** Nobody waits for a pipe that has the name of a file that was read. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The file may have been moved since it was solved. */
function ifGone(error: unknown): ReadonlyMap<number, number> {
  /* node:coverage ignore next */ // what reads a corpus throws nothing else
  if (!(error instanceof CorpusError)) throw error;
  return new Map();
}
