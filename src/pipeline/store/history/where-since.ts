import { CHANGE_KINDS, WORSE, type ChangeKind } from '../../record/changes.js';
import type { SinceWord } from '../../record/since-words.js';
import { Nights } from '../compare/nights.js';
import { FilterError } from '../listing/read-filter.js';
import type { ResultCriteria } from '../listing/result-filter.js';
import type { Store } from '../open/open.js';
import { runById } from '../stored-runs/read-runs.js';

/** The kinds that each word means, of puzzles that the later run has. */
const SINCE_KINDS: Readonly<Record<SinceWord, readonly ChangeKind[]>> = {
  new: ['new'],
  changed: CHANGE_KINDS.filter((kind) => kind !== 'new' && kind !== 'gone'),
  worse: WORSE,
};

/** What was found last, as a page after another asks for it. */
interface Known {
  readonly runId: number;
  /** Another one once any other process has written to the database. */
  readonly version: unknown;
  readonly changes: ReadonlyMap<number, ChangeKind>;
}

const KNOWN = new WeakMap<Store, Known>();

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
    .filter(([, kind]) => words.some((word) => SINCE_KINDS[word].includes(kind)))
    .map(([id]) => id);
  return { ...filter, ids };
}

/** What became of each puzzle of a run that is new or has changed since the night before, by id. */
function changesOf(store: Store, runId: number): ReadonlyMap<number, ChangeKind> {
  const version = store.db.pragma('data_version', { simple: true });
  const known = KNOWN.get(store);
  if (known?.runId === runId && known.version === version) return known.changes;
  const changes = readChanges(store, runId);
  KNOWN.set(store, { runId, version, changes });
  return changes;
}

function readChanges(store: Store, runId: number): ReadonlyMap<number, ChangeKind> {
  const nights = new Nights(store);
  const { before } = nights.lastBefore(runById(store, runId)!);
  const rows = nights.rows(runId);
  if (before === null) return new Map(Array.from(rows.ids, (id) => [id, 'new']));
  const found = new Map<number, ChangeKind>();
  nights.changes(nights.rows(before.runId), rows, 0, ({ kind, after, rejected }) => {
    if (after !== null && !rejected) found.set(after, kind);
  });
  return found;
}
