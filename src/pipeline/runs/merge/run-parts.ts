import { readShard, shardText, type Shard } from '../../record/options.js';
import type { ShownState } from '../../record/outcome.js';
import { StoreError, explainedError } from '../../store/open/store-error.js';
import { openStore, type Store } from '../../store/open/open.js';
import {
  shownState,
  areOptionsLost,
  listRuns,
  runSources,
  sameSources,
  type Run,
  type RunSource,
} from '../../store/stored-runs/read-runs.js';
import { RunError } from '../request/run-error.js';
import { differencesOfRuns } from '../request/stored-options.js';

/** One part of a run, in a database of its own or beside others. */
export interface Part {
  /** The database, as it was named. */
  readonly path: string;
  readonly run: Run;
  readonly shard: Shard;
  readonly state: ShownState;
}

/**
 * The parts that a database holds: the latest one, and every other part of the same whole (`2/8`
 * goes with `1/8`). If a part is there several times, the latest complete one counts, or else the
 * latest.
 * @throws RunError if it holds none.
 */
function partsOf(store: Store): Part[] {
  const all: Part[] = [];
  for (const run of listRuns(store)) {
    if (areOptionsLost(run.options)) throw new Error(`the options of run ${run.runId} are damaged`);
    const { shard } = run.options;
    const read = typeof shard === 'string' ? readShard(shard) : null;
    if (read === null) continue;
    all.push({ path: store.path, run, shard: read, state: shownState(store, run) });
  }
  const latest = all.at(0);
  if (latest === undefined) {
    throw new RunError(
      'NM_PARTS_MISSING',
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

/** An error that occurred while a part was read: one that is not ours is the fault of the part. */
export function explainedPart(thrown: unknown, path: string): unknown {
  const error = explainedError(thrown, path);
  const isOurs = !(error instanceof Error) || KNOWN.has(error.name) || 'syscall' in error;
  if (isOurs) return error;
  return new StoreError(
    'NM_PART_REFUSED',
    `${path} cannot be read as a part of a run (${error.message}). Copy it again from its machine, or ` +
      'solve the part again.',
    { cause: error },
  );
}

const KNOWN = new Set(['StoreError', 'RunError', 'AbortError']);

/** Names a part among all that are merged, always by the same name. */
export function partName({ shard: { part, of }, run }: Part): string {
  return `part ${part}/${of}, begun ${run.startedAt}`;
}

/** Parts that belong together, and what they have in common. */
export interface OneRun {
  /** By their numbers; a part may be there more than once. */
  readonly parts: readonly Part[];
  /** The corpora, as the first part has them. */
  readonly sources: readonly RunSource[];
  /** Entries of each source for all parts together; null until some part has read it to its end. */
  readonly entries: readonly (number | null)[];
  readonly leftOutOf: Part;
}

/**
 * Looks into the databases for parts of one run.
 * @throws RunError if there are none, or they do not belong together, with what differs.
 */
export function readParts(paths: readonly string[]): OneRun {
  const found: { part: Part; sources: readonly RunSource[] }[] = [];
  const entries: (number | null)[] = [];
  for (const { store } of openEach(paths, (path) => path)) {
    try {
      for (const part of partsOf(store)) {
        const sources = sourcesOf(store, part);
        const first = found.at(0) ?? { part, sources };
        requireSame(first, { part, sources });
        noteEntries(entries, sources, part);
        // The sources of the first are enough: thousands of parts may have thousands of files each.
        found.push({ part, sources: found.length === 0 ? sources : [] });
      }
    } catch (error) {
      throw explainedPart(error, store.path);
    }
  }
  const parts = found.map(({ part }) => part);
  parts.sort((one, other) => one.shard.part - other.shard.part);
  return { parts, sources: found[0].sources, entries, leftOutOf: parts[0] };
}

function sourcesOf(store: Store, { path, run, shard }: Part): RunSource[] {
  const sources = runSources(store, run.runId);
  if (sources.length > 0) return sources;
  throw new RunError(
    'NM_PARTS_MISSING',
    `${path}: part ${shardText(shard)} was stopped before its corpora were stored: run it again.`,
  );
}

interface KnownPart {
  readonly part: Part;
  readonly sources: readonly RunSource[];
}

/** @throws RunError if two parts differ in what all parts of a run share; it says in what. */
function requireSame(first: KnownPart, other: KnownPart): void {
  const [a, b] = [first.part, other.part];
  const where = `${b.path} (part ${shardText(b.shard)}) does not belong to ${a.path} (part ${shardText(a.shard)})`;
  if (a.shard.of !== b.shard.of) {
    throw new RunError(
      'NM_PARTS_DIFFER',
      `${where}: one run was divided into ${a.shard.of} parts, the other into ${b.shard.of}.`,
    );
  }
  if (!sameSources([...first.sources], other.sources)) {
    throw new RunError(
      'NM_PARTS_DIFFER',
      `${where}: ${otherCorpus(first.sources, other.sources)}.`,
    );
  }
  const different = differencesOfRuns(withoutShard(a.run), withoutShard(b.run));
  if (different.length > 0) {
    throw new RunError(
      'NM_PARTS_DIFFER',
      `${where}: their options differ: ${different.join('; ')}.`,
    );
  }
  const versions = [a, b].map(
    ({ run }) => `nonomill ${run.toolVersion}, solver ${String(run.options.solver)}`,
  );
  if (versions[0] !== versions[1]) {
    throw new RunError(
      'NM_PARTS_DIFFER',
      `${where}: they were solved by different versions (${versions.join(' and ')}): ` +
        'run one of them again with the version of the other.',
    );
  }
}

/** The options of all parts together: those of one machine. */
export function withoutShard({ options }: Run): Record<string, unknown> {
  return { ...options, shard: null };
}

function otherCorpus(mine: readonly RunSource[], theirs: readonly RunSource[]): string {
  if (mine.length !== theirs.length) {
    return `their corpora have ${mine.length} and ${theirs.length} files`;
  }
  const at = mine.findIndex((source, i) => !sameSources([source], [theirs[i]]));
  return `${theirs[at].path} is not ${mine[at].path}: its content differs, or how it is read`;
}

/** @throws RunError if two parts counted different entries in the same source. */
function noteEntries(
  entries: (number | null)[],
  sources: readonly RunSource[],
  { path }: Part,
): void {
  for (const [i, { allEntries, path: source }] of sources.entries()) {
    const before = entries.at(i) ?? null;
    if (before !== null && allEntries !== null && before !== allEntries) {
      throw new RunError(
        'NM_PARTS_DIFFER',
        `${path}: ${source} has ${allEntries} entries there, but ${before} in another part.`,
      );
    }
    entries[i] = before ?? allEntries;
  }
}
