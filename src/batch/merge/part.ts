import { readShard, type Shard } from '../../result/run/shard.js';
import type { ShownState } from '../../result/run/run-state.js';
import { StoreError, explainedError } from '../../store/open/errors.js';
import { openStore, type Store } from '../../store/open/open.js';
import { shownState } from '../../store/runs/run-state.js';
import { listRuns, type Run } from '../../store/runs/runs.js';
import { RunError } from '../contract/run-error.js';

/** One part of a run, in a database of its own or beside others. */
export interface Part {
  /** The database, as it was named. */
  readonly path: string;
  readonly run: Run;
  readonly shard: Shard;
  readonly state: ShownState;
}

/**
 * The parts that a database holds: the latest one, and every other part of the same whole (`2/8` goes
 * with `1/8`). If a part is there several times, the latest complete one counts, or else the latest.
 * @throws RunError if it holds none.
 */
export function partsOf(store: Store): Part[] {
  const all: Part[] = [];
  for (const run of listRuns(store)) {
    const { shard } = run.options;
    const read = typeof shard === 'string' ? readShard(shard) : null;
    if (read === null) continue;
    all.push({ path: store.path, run, shard: read, state: shownState(store, run) });
  }
  const latest = all.at(0);
  if (latest === undefined) {
    throw new RunError(
      `${store.path} holds no part of a run: "nonomill run <corpus> --shard 1/8" makes one.`,
    );
  }
  const related = all.filter(({ shard }) => shard.of === latest.shard.of);
  const sorted = [
    latest,
    ...related.filter(({ state }) => state === 'complete'),
    ...related.filter(({ state }) => state !== 'complete'),
  ];
  return sorted.filter(
    ({ shard }, i) => i === sorted.findIndex((other) => other.shard.part === shard.part),
  );
}

/** Opens the database of each part for reading, one after the other, and closes it again. */
export function* openEach<T>(
  parts: readonly T[],
  pathOf: (part: T) => string,
): Generator<{ readonly part: T; readonly store: Store }, void, undefined> {
  for (const part of parts) {
    const store = openStore(pathOf(part), { readonly: true });
    try {
      yield { part, store };
    } finally {
      store.close();
    }
  }
}

/** An error that occurred while a part was read: what is none of ours is the part's fault. */
export function explainedPart(thrown: unknown, path: string): unknown {
  const error = explainedError(thrown, path);
  const isOurs = !(error instanceof Error) || KNOWN.has(error.name) || 'syscall' in error;
  if (isOurs) return error;
  return new StoreError(
    'mismatch',
    `${path} cannot be read as a part of a run (${error.message}). Copy it again from its machine, or ` +
      'solve the part again.',
    { cause: error },
  );
}

const KNOWN = new Set(['StoreError', 'RunError', 'AbortError']);

/** Names a part among all that are merged, whenever it is merged. */
export function partName({ shard: { part, of }, run }: Part): string {
  return `part ${part}/${of}, begun ${run.startedAt}`;
}
