import { CorpusError } from '../../corpus/bytes/corpus-error.js';
import { linesOfEntries, type WantedEntry } from '../../corpus/reader/lines-of-entries.js';
import type { Finding, FindingItem } from '../../store/gates/findings.js';
import type { Store } from '../../store/open/open.js';
import { solvedPuzzle } from '../../store/queries/stored-results.js';
import { runSources } from '../../store/runs/runs.js';

/**
 * The findings with the lines at which their puzzles begin: the corpora are read again for them, as far
 * as the last of them, since a line in every row would cost all runs more. A puzzle that is not in its
 * place any more has no line, and nor has one of standard input.
 */
export async function withLines(
  store: Store,
  runId: number,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const ids = findings.flatMap(({ items }) => items.flatMap(({ puzzleId }) => puzzleId ?? []));
  const lines = await linesOf(store, runId, new Set(ids));
  const withLine = (item: FindingItem): FindingItem =>
    item.puzzleId === null ? item : { ...item, line: lines.get(item.puzzleId) ?? null };
  return findings.map((finding) => ({ ...finding, items: finding.items.map(withLine) }));
}

async function linesOf(
  store: Store,
  runId: number,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  if (ids.size === 0) return found;
  const bySource = new Map<number, (WantedEntry & { readonly puzzleId: number })[]>();
  for (const id of ids) {
    const solved = solvedPuzzle(store, runId, id);
    if (solved === null) continue;
    const { sourceId, ordinal, fingerprint, puzzleId } = solved;
    bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), { ordinal, fingerprint, puzzleId }]);
  }
  for (const { sourceId, path, format, sha256, reading } of runSources(store, runId)) {
    const wanted = bySource.get(sourceId);
    bySource.delete(sourceId);
    if (wanted === undefined || sha256 === null) continue;
    const ignoreStart = reading !== '';
    const lines = await linesOfEntries({ path, format }, wanted, ignoreStart).catch(ifGone);
    for (const { puzzleId, ordinal } of wanted) {
      const line = lines.get(ordinal);
      if (line !== undefined) found.set(puzzleId, line);
    }
  }
  return found;
}

/** The file may have been moved since it was solved. */
function ifGone(error: unknown): ReadonlyMap<number, number> {
  if (!(error instanceof CorpusError)) throw error;
  return new Map();
}
