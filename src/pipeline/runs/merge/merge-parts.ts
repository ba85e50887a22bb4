import { existsSync } from 'node:fs';
import { StoreError } from '../../store/open/store-error.js';
import { openStore, type Store } from '../../store/open/open.js';
import { realPath } from '../../store/open/database-files.js';
import { workerNames } from '../../store/stored-runs/run-workers.js';
import { PartCopier } from '../../store/write/part-copier.js';
import { RunWriter } from '../../store/write/run-writer.js';
import { RunError } from '../request/run-error.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import { accountOf, storedEntries } from '../request/accounting.js';
import { keepGivenGates, leaveUntouched, makeIndexesIfPossible } from '../stages/existing-run.js';
import { gatesOf, joinedGates, type RunGates, STATE_WORDS } from '../../record/outcome.js';
import { shardText, mayReuse, REUSE_OPTION } from '../../record/options.js';
import {
  listRuns,
  runSources,
  sameSources,
  type NewRun,
  type Run,
} from '../../store/stored-runs/read-runs.js';
import type { RunOutcome } from '../request/run-observer.js';
import { differencesOfRuns } from '../request/stored-options.js';
import { copyParts, type MergeControls, type Merging } from './copy-parts.js';
import { partName, readParts, withoutShard, type OneRun, type Part } from './run-parts.js';

export interface MergeRequest {
  readonly parts: readonly string[];
  /** The merged database; made if there is none. */
  readonly db: string;
  /** Whether parts may be missing or unfinished. */
  readonly partial: boolean;
  /** What must hold of the whole; left out: all that is asked of the parts. */
  readonly gates?: RunGates;
}

/** What came of it; `missing` says what a partial merge does without. */
export interface MergeOutcome extends RunOutcome {
  readonly missing: readonly string[];
}

/**
 * Joins parts of a run into one run, as if one machine had done it. It can be killed at any moment
 * and asked for again: what is there stays, and what is missing is copied.
 * @throws RunError if the parts do not belong together, or one is missing; StoreError.
 */
export async function mergeParts(
  request: MergeRequest,
  controls: MergeControls,
): Promise<MergeOutcome> {
  const began = performance.now();
  requireOtherFile(request);
  const one = readParts(request.parts);
  const missing = missingParts(one.parts);
  if (missing.length > 0 && !request.partial && !isUnderWay(request.db, one)) {
    throw new RunError(
      'NM_PARTS_MISSING',
      `${missing.join('; ')}. Finish it ("nonomill run --resume --db <part>") or name its database; ` +
        '--partial merges what there is.',
    );
  }
  const store = openStore(request.db, { readonly: false });
  try {
    const target = findTarget(store, one);
    const asked = [...(target === null ? [] : [target]), ...one.parts];
    const gates = request.gates ?? joinedGates(asked.map(({ run }) => gatesOf(run.options)));
    if (target !== null) await keepGivenGates(store, target.run, gates, controls);
    if (target?.run.state === 'complete') {
      return { ...(await leaveUntouched(store, target.run, null, controls)), missing: [] };
    }
    const writer = new RunWriter(store);
    await whenUnlocked(() => {
      if (target === null) writer.startRun(mergedRun(one, gates));
      else writer.resumeRun(target.run.runId);
    }, controls);
    const copier = new PartCopier(store, writer.runId);
    const merging = { store, writer, copier, one, missing };
    const ended = await end(merging, await copyAll(merging, controls), controls);
    return { ...ended, wallMs: performance.now() - began };
  } finally {
    store.close();
  }
}

/**
 * Whether a database has an unfinished run that these parts go into: then it was asked to be
 * partial before.
 */
function isUnderWay(db: string, one: OneRun): boolean {
  if (!existsSync(db)) return false;
  const store = openStore(db, { readonly: true });
  try {
    const target = findTarget(store, one);
    return target !== null && target.run.state !== 'complete';
  } finally {
    store.close();
  }
}

/** Copies all parts and their entries; false if it was stopped before the end. */
async function copyAll(merging: Merging, controls: MergeControls): Promise<boolean> {
  const { writer, copier, one } = merging;
  try {
    const added = await whenUnlocked(() => writer.addSources(one.sources), controls);
    const toTheEnd = await copyParts({ ...merging, added }, controls);
    const entries = new Map(
      one.entries.flatMap((count, i) => (count === null ? [] : [[added[i].sourceId, count]])),
    );
    await whenUnlocked(() => copier.noteEntries(entries), controls);
    return toTheEnd;
  } catch (error) {
    if (error instanceof StoreError) finishIfPossible(copier);
    throw error;
  }
}

/** @throws RunError if the parts are complete, but not the whole. */
async function end(
  { store, writer: { runId }, copier, one, missing }: Merging,
  toTheEnd: boolean,
  controls: MergeControls,
): Promise<Omit<MergeOutcome, 'wallMs'>> {
  const account = accountOf(store, runId, toTheEnd ? expectedEntries(store, runId, missing) : null);
  if (toTheEnd && missing.length === 0 && account.holds !== true) {
    finishIfPossible(copier);
    throw new RunError(
      'NM_RUN_INCOMPLETE_ACCOUNT',
      `The parts do not add up: their corpora have ${account.entries ?? 0} entries, but together they ` +
        `have ${account.results} results and ${account.rejects} rejects. Run ${runId} stays interrupted; ` +
        '"nonomill run --resume" fills in what is missing.',
    );
  }
  const complete = account.holds === true;
  const state = complete ? 'complete' : 'interrupted';
  const finished = one.parts.map(({ run }) => run.finishedAt ?? '').sort();
  const finishedAt = finished[finished.length - 1] || null;
  await whenUnlocked(() => copier.finish(state, finishedAt), controls);
  if (complete) makeIndexesIfPossible(store, controls.warn);
  return {
    runId,
    kind: 'started',
    state,
    stoppedBy: toTheEnd ? null : controls.stop.reason,
    resumable: true,
    solved: 0,
    reused: 0,
    solvedWhy: null,
    left: null,
    proof: complete ? account : { ...account, entries: null, holds: null },
    missing: complete ? [] : notMerged(missing, workerNames(store, runId)),
  };
}

/** The missing parts that were not merged before either. */
function notMerged(missing: readonly string[], merged: ReadonlySet<string>): readonly string[] {
  // A part is named for what it is: "part 2/3, begun ...".
  const before = new Set([...merged].map((name) => `${name.split(',')[0]} is missing`));
  const rest = missing.filter((phrase) => !before.has(phrase));
  return rest.length > 0 ? rest : missing;
}

/** The entries of all parts together; null if a part that is missing might know of more. */
function expectedEntries(store: Store, runId: number, missing: readonly string[]): number | null {
  // Sources beyond a limit are read by no part: their entries are not known.
  const known = runSources(store, runId).filter(({ entries }) => entries !== null);
  const bySource = new Map(known.map(({ sourceId, entries }) => [sourceId, entries ?? 0]));
  if (missing.length > 0) return storedEntries(store, runId);
  return [...bySource.values()].reduce((sum, count) => sum + count, 0);
}

function finishIfPossible(copier: PartCopier): void {
  try {
    copier.finish('interrupted', null);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

function requireOtherFile({ parts, db }: MergeRequest): void {
  if (parts.every((path) => realPath(path) !== realPath(db))) return;
  throw new RunError(
    'NM_FILE_EXISTS',
    `${db} is one of the parts: name another database for all with --db.`,
  );
}

const NAMED_PARTS = 20;

/** The parts that are not there, or not complete, a phrase each; of many the first. */
function missingParts(parts: readonly Part[]): readonly string[] {
  const { of } = parts[0].shard;
  const missing: string[] = [];
  for (let number = 1; number <= of; number++) {
    const there = parts.filter(({ shard }) => shard.part === number);
    if (there.some(({ state }) => state === 'complete')) continue;
    const text = `part ${shardText({ part: number, of })}`;
    missing.push(
      there.length === 0
        ? `${text} is missing`
        : `${text} is not complete (${there[0].path}: ${STATE_WORDS[there[0].state]})`,
    );
  }
  const more = missing.length - NAMED_PARTS;
  return more > 0 ? [...missing.slice(0, NAMED_PARTS), `and ${more} more`] : missing;
}

/** How many different hosts, or processors, are named. */
const NAMED_HOSTS = 3;

/** What the merged run begins with: what the parts share, and where they ran. */
function mergedRun({ parts }: OneRun, gates: RunGates): NewRun {
  const { run } = parts[0];
  return {
    name: run.name,
    options: {
      ...withoutShard(run),
      ...(parts.some((part) => mayReuse(part.run.options)) && { [REUSE_OPTION]: true }),
      ...gates,
    },
    toolVersion: run.toolVersion,
    nodeVersion: together(parts.map((part) => part.run.nodeVersion)),
    host: together(parts.map((part) => part.run.host)),
    cpu: together(parts.map((part) => part.run.cpu)),
  };
}

/**
 * The run of a database that parts go into: an unfinished one over the same corpora with the same
 * options and version, or a complete one that holds one of these parts; null if there is neither.
 */
function findTarget(store: Store, one: OneRun): { readonly run: Run } | null {
  const same = listRuns(store).filter((run) => isOfSame(store, run, one));
  const unfinished = same.find(({ state }) => state !== 'complete');
  const names = one.parts.map(partName);
  const holding = same.find(
    (run) =>
      run.state === 'complete' && names.some((name) => workerNames(store, run.runId).has(name)),
  );
  const run = unfinished ?? holding;
  return run === undefined ? null : { run };
}

function isOfSame(store: Store, run: Run, { parts, sources }: OneRun): boolean {
  const part = parts[0].run;
  return (
    run.toolVersion === part.toolVersion &&
    differencesOfRuns(run.options, withoutShard(part)).length === 0 &&
    sameSources(runSources(store, run.runId), sources)
  );
}

function together(words: readonly string[]): string {
  const different = [...new Set(words)];
  const named = different.slice(0, NAMED_HOSTS).join(', ');
  return different.length > NAMED_HOSTS
    ? `${named} and ${different.length - NAMED_HOSTS} more`
    : named;
}
