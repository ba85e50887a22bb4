import { WORSE, type ChangeKind } from '../../record/changes.js';
import { Nights } from '../compare/nights.js';
import { FilterError } from '../listing/read-filter.js';
import type { ResultCriteria, SinceWord } from '../listing/result-filter.js';
import type { Store } from '../open/open.js';
import { runById } from '../stored-runs/read-runs.js';

/** What the puzzles of complete runs have become, by run and when it ended. */
const KNOWN = new WeakMap<Store, Map<string, ReadonlyMap<number, ChangeKind>>>();

/**
 * The filter with the ids of the puzzles that are new, changed or worse since the night before, if
 * it asks for these. On a first night all are new.
 * @throws FilterError if it asks that of several runs
 */
export function withSince(
  store: Store,
  runIds: readonly number[],
  filter: ResultCriteria,
): ResultCriteria {
  if (filter.since == null) return filter;
  if (runIds.length !== 1) {
    throw new FilterError(`since: it is asked of one run, got ${runIds.length}`);
  }
  const words: readonly SinceWord[] = [filter.since].flat();
  const ids = [...changesOf(store, runIds[0])]
    .filter(([, kind]) => words.some((word) => IS[word](kind)))
    .map(([id]) => id);
  return { ...filter, ids };
}

const IS: Readonly<Record<SinceWord, (kind: ChangeKind) => boolean>> = {
  new: (kind) => kind === 'new',
  changed: (kind) => kind !== 'new',
  worse: (kind) => WORSE.includes(kind),
};

/** What became of each puzzle of a run that is new or has changed since the night before, by id. */
function changesOf(store: Store, runId: number): ReadonlyMap<number, ChangeKind> {
  const run = runById(store, runId)!;
  const known = KNOWN.get(store) ?? new Map<string, ReadonlyMap<number, ChangeKind>>();
  KNOWN.set(store, known);
  const key = `${runId} ${run.finishedAt}`;
  let changes = run.state === 'complete' ? known.get(key) : undefined;
  if (changes === undefined) {
    changes = readChanges(new Nights(store), run);
    // Only what was asked last is asked again: page by page.
    known.clear();
    known.set(key, changes);
  }
  return changes;
}

function readChanges(
  nights: Nights,
  run: NonNullable<ReturnType<typeof runById>>,
): ReadonlyMap<number, ChangeKind> {
  const { before } = nights.lastBefore(run);
  const rows = nights.rows(run.runId);
  if (before === null) return new Map(Array.from(rows.ids, (id) => [id, 'new']));
  const found = new Map<number, ChangeKind>();
  nights.changes(nights.rows(before.runId), rows, 0, ({ kind, after, rejected }) => {
    if (after !== null && !rejected) found.set(after, kind);
  });
  return found;
}
