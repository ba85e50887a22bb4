import { shardText } from '../../result/run/shard.js';
import type { Store } from '../../store/open/open.js';
import { runSources, sameSources, type Run, type RunSource } from '../../store/runs/runs.js';
import { RunError } from '../contract/run-error.js';
import { differencesOfRuns } from '../contract/stored-options.js';
import { explainedPart, openEach, partsOf, type Part } from './part.js';

/** Parts that belong together, and what they say together. */
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
    `${path}: part ${shardText(shard)} was stopped before it noted its corpora: run it again.`,
  );
}

interface Known {
  readonly part: Part;
  readonly sources: readonly RunSource[];
}

/** @throws RunError that says in what two parts differ that parts of one run share. */
function requireSame(first: Known, other: Known): void {
  const [a, b] = [first.part, other.part];
  const where = `${b.path} (part ${shardText(b.shard)}) does not belong to ${a.path} (part ${shardText(a.shard)})`;
  if (a.shard.of !== b.shard.of) {
    throw new RunError(
      `${where}: one run was cut into ${a.shard.of}, the other into ${b.shard.of}.`,
    );
  }
  if (!sameSources([...first.sources], other.sources)) {
    throw new RunError(`${where}: ${otherCorpus(first.sources, other.sources)}.`);
  }
  const different = differencesOfRuns(withoutShard(a.run), withoutShard(b.run));
  if (different.length > 0) {
    throw new RunError(`${where}: their options differ: ${different.join('; ')}.`);
  }
  const versions = [a, b].map(
    ({ run }) => `nonomill ${run.toolVersion}, solver ${String(run.options.solver)}`,
  );
  if (versions[0] !== versions[1]) {
    throw new RunError(
      `${where}: they were solved by different versions (${versions.join(' and ')}): ` +
        'run one of them again with the version of the other.',
    );
  }
}

/** The options of all parts together: those of one machine. */
export function withoutShard({ options }: Run): Record<string, unknown> {
  return { ...options, shard: null, solver: undefined };
}

function otherCorpus(mine: readonly RunSource[], theirs: readonly RunSource[]): string {
  if (mine.length !== theirs.length) {
    return `their corpora are of ${mine.length} and of ${theirs.length} files`;
  }
  const at = mine.findIndex((source, i) => !sameSources([source], [theirs[i]]));
  return `${theirs[at].path} is not ${mine[at].path}: its content, or how it is read, is another`;
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
        `${path}: ${source} has ${allEntries} entries there, but ${before} in another part.`,
      );
    }
    entries[i] = before ?? allEntries;
  }
}
