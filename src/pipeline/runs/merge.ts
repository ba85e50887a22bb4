import { existsSync } from 'node:fs';
import { StoreError, explainedError } from '../store/open/store-error.js';
import {
  openStore,
  type Store,
  realPath,
  dropIndexes,
  rowsWorthDropping,
} from '../store/open/open.js';
import {
  workerNames,
  runWorkers,
  type StoredWorker,
  listRuns,
  runSources,
  sameSources,
  type NewRun,
  type Run,
  expectedEntries,
  shownState,
  areOptionsLost,
  type RunSource,
  listLeftOut,
  nameKey,
} from '../store/stored-runs.js';
import { PartCopier, copiedList, copiedPieces, strayRow } from '../store/write/part-copier.js';
import { RunWriter, keepLeftOut } from '../store/write/run-writer.js';
import { RunError, type RunOutcome, differencesOfRuns, type StopRequest } from './request.js';
import {
  whenUnlocked,
  accountOf,
  keepGivenGates,
  leaveUntouched,
  makeIndexesIfPossible,
  NOTHING_SOLVED,
  sumOfKnown,
} from './stored-run.js';
import {
  gatesOf,
  type RunGates,
  STATE_WORDS,
  type ShownState,
  GATE_REQUIREMENTS,
} from '../record/outcome.js';
import {
  shardText,
  type PoolMember,
  readShard,
  type Shard,
  KEPT_OPTIONS,
} from '../record/options.js';
import { setImmediate as turn } from 'node:timers/promises';
import type { Watch } from '../record/progress.js';
import { nameAt, placeIn } from '../store/pieces.js';
import { REJECT_KINDS, type Reject } from '../../solver/core/puzzle/validate.js';
import { damageOf } from '../store/queries/damaged-rows.js';

interface MergeRequest {
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
  if (request.parts.some((path) => realPath(path) === realPath(request.db))) {
    throw new RunError(
      'NM_FILE_EXISTS',
      `${request.db} is one of the parts: name another database for all with --db.`,
    );
  }
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
    const asked = [...(target === null ? [] : [target]), ...one.parts.map(({ run }) => run)];
    const gates = request.gates ?? joinedGates(asked.map(({ options }) => gatesOf(options)));
    if (target !== null) await keepGivenGates(store, target, gates, controls);
    if (target?.state === 'complete') {
      return { ...(await leaveUntouched(store, target, null, controls)), missing: [] };
    }
    const writer = new RunWriter(store);
    await whenUnlocked(() => {
      if (target === null) writer.startRun(mergedRun(one, gates));
      else writer.resumeRun(target.runId);
    }, controls);
    const copier = new PartCopier(store, writer.runId);
    const merging = { store, writer, copier, one, missing };
    const ended = await end(merging, await copyAll(merging, controls), controls);
    return { ...ended, wallMs: performance.now() - began };
  } finally {
    store.close();
  }
}

/** What is asked of a whole run: all that is asked of any of its parts. */
function joinedGates(parts: readonly RunGates[]): RunGates {
  return {
    strict: parts.some(({ strict }) => strict),
    require: GATE_REQUIREMENTS.filter((one) => parts.some(({ require }) => require.includes(one))),
  };
}

/** Whether an unfinished run has parts of this one: then a partial merge was asked for before. */
function isUnderWay(db: string, one: OneRun): boolean {
  if (!existsSync(db)) return false;
  const store = openStore(db, { readonly: true });
  try {
    const target = findTarget(store, one);
    return target !== null && target.state !== 'complete';
  } finally {
    store.close();
  }
}

/** False if it was stopped before the end. */
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
): Promise<MergeOutcome> {
  const account = accountOf(store, runId, toTheEnd ? entriesOfParts(store, runId, missing) : null);
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
  if (complete) await makeIndexesIfPossible(store, controls);
  return {
    ...NOTHING_SOLVED,
    runId,
    kind: 'started',
    state,
    stoppedBy: toTheEnd ? null : controls.stop.reason,
    resumable: true,
    proof: complete ? account : { ...account, entries: null, holds: null },
    missing: complete ? [] : notMerged(missing, workerNames(store, runId)),
  };
}

function notMerged(missing: readonly string[], merged: ReadonlySet<string>): readonly string[] {
  // A part is named for what it is: "part 2/3, begun ...".
  const before = new Set([...merged].map((name) => `${name.split(',')[0]} is missing`));
  const rest = missing.filter((phrase) => !before.has(phrase));
  return rest.length > 0 ? rest : missing;
}

/** The entries of all parts together; null if a part that is missing might know of more. */
function entriesOfParts(store: Store, runId: number, missing: readonly string[]): number | null {
  if (missing.length > 0) return expectedEntries(store, runId);
  // Sources beyond a limit are read by no part: their entries are not known.
  const bySource = new Map(
    runSources(store, runId).map(({ sourceId, entries }) => [sourceId, entries ?? 0]),
  );
  return [...bySource.values()].reduce((sum, count) => sum + count, 0);
}

function finishIfPossible(copier: PartCopier): void {
  try {
    copier.finish('interrupted', null);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
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
      ...(parts.some((part) => part.run.options[KEPT_OPTIONS.reuse] === true) && {
        [KEPT_OPTIONS.reuse]: true,
      }),
      ...gates,
    },
    toolVersion: run.toolVersion,
    nodeVersion: together(parts.map((part) => part.run.nodeVersion)),
    host: together(parts.map((part) => part.run.host)),
    cpu: together(parts.map((part) => part.run.cpu)),
  };
}

/** The run that parts go into: unfinished and like them, or one that holds one of them; or null. */
function findTarget(store: Store, one: OneRun): Run | null {
  const same = listRuns(store).filter((run) => isOfSame(store, run, one));
  const unfinished = same.find(({ state }) => state !== 'complete');
  const names = one.parts.map(partName);
  const holding = same.find(
    (run) =>
      run.state === 'complete' && names.some((name) => workerNames(store, run.runId).has(name)),
  );
  return unfinished ?? holding ?? null;
}

function isOfSame(store: Store, run: Run, { parts, sources }: OneRun): boolean {
  const part = parts[0].run;
  return (
    run.toolVersion === part.toolVersion &&
    nameKey(run.name ?? part.name ?? '') === nameKey(part.name ?? run.name ?? '') &&
    differencesOfRuns(run.options, withoutShard(part)).length === 0 &&
    sameSources(runSources(store, run.runId), sources)
  );
}

function together(words: readonly string[]): string {
  const all = [...new Set(words)];
  const named = all.slice(0, NAMED_HOSTS).join(', ');
  return all.length > NAMED_HOSTS ? `${named} and ${all.length - NAMED_HOSTS} more` : named;
}

interface MergeControls {
  readonly stop: StopRequest;
  readonly warn: (message: string) => void;
  /** Is told of each page that was copied: of results and rejects of all parts. */
  readonly watch?: Watch;
}

interface Merging {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly copier: PartCopier;
  readonly one: OneRun;
  readonly missing: readonly string[];
}

interface Copied extends Merging {
  /** The sources of `one`, as the merged database has them. */
  readonly added: readonly { readonly sourceId: number }[];
}

/** Copies part after part; false if it was stopped before the end. */
async function copyParts(to: Copied, controls: MergeControls): Promise<boolean> {
  const { store, one } = to;
  const expected = one.entries.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  if (expected > rowsWorthDropping(store)) await whenUnlocked(() => dropIndexes(store), controls);
  let copied = 0;
  const entries = Array.from(openEach(one.parts), ({ part, store: from }) =>
    expectedEntries(from, part.run.runId),
  );
  const total = sumOfKnown(entries);
  for (const { part, store: from } of openEach(one.parts)) {
    try {
      for await (const count of copyPart(from, part, to, controls)) {
        controls.watch?.reached((copied += count), total);
        await turn();
        if (controls.stop.reason !== null) return false;
      }
    } catch (error) {
      // Errors of the merged database are StoreErrors already; any other error is about the part.
      throw explainedPart(error, part.path);
    }
  }
  return true;
}

/** Copies one part, and yields after each transaction how many results or rejects were in it. */
async function* copyPart(
  from: Store,
  part: Part,
  { store, writer, copier, one, added }: Copied,
  controls: MergeControls,
): AsyncGenerator<number, void, undefined> {
  const { runId } = part.run;
  if (part === one.parts[0]) {
    await whenUnlocked(() => keepLeftOut(store, writer.runId, listLeftOut(from, runId)), controls);
  }
  const copy = partToCopy(from, part);
  await whenUnlocked(() => copier.beginPart(copy), controls);
  const stray = strayRow(from, runId);
  if (stray !== null) throw refusedRow(stray, part.path, NO_PLACE);
  // Content that comes twice is read from its first path.
  const sources = new Map(runSources(from, runId).map(({ sourceId }, i) => [sourceId, added[i].sourceId])); // prettier-ignore
  for (const [own, sourceId] of sources) {
    if (copier.hasList(sourceId)) continue;
    const { entries, places } = copiedList(from, own);
    await whenUnlocked(() => copier.copyList(sourceId, entries, places), controls);
  }
  for (const piece of copiedPieces(from, runId)) {
    for (const row of piece.rows) requireSound(row, part, piece);
    for (const reject of piece.rejects) requireSoundReject(reject, part, piece);
    await whenUnlocked(() => copier.copyPiece(piece, copy), controls);
    yield piece.rows.length + piece.rejects.length;
  }
}

type CopiedPiece = Parameters<PartCopier['copyPiece']>[0];

/** @throws StoreError with the row, if a part holds what no run has written. */
function requireSound(
  { puzzleId, name, puzzle, result }: CopiedPiece['rows'][number],
  { path }: Part,
  { piece }: CopiedPiece,
): void {
  const reason = typeof name !== 'string' ? NO_PLACE : damageOf(puzzle, result);
  if (reason === null) return;
  const { path: file, ordinal } = placeIn(piece, puzzleId);
  const where = `, entry ${ordinal} of ${file}`;
  throw refusedRow({ puzzleId, name }, path, reason, where);
}

const NO_PLACE = 'it has no place in a corpus';

function refusedRow(
  { puzzleId, name }: Pick<CopiedPiece['rows'][number], 'puzzleId' | 'name'>,
  path: string,
  reason: string,
  where = '',
): StoreError {
  const called = `${name} (puzzle_id ${puzzleId}${where})`;
  return partRefused(path, `the result of ${called} cannot be one: ${reason}`);
}

function partRefused(path: string, why: string): StoreError {
  return new StoreError(
    'NM_PART_REFUSED',
    `${path} is refused: ${why}. Copy the part again from its machine, or solve it again.`,
  );
}

function requireSoundReject(reject: Reject, { path }: Part, { piece }: CopiedPiece): void {
  const { ordinal: place, line, name, kind, reason, excerpt } = reject;
  const areCounts = [place, line ?? 0].every(Number.isSafeInteger) && place >= 0;
  const areTexts = [reason, excerpt, name ?? ''].every((text) => typeof text === 'string');
  if (areCounts && areTexts && REJECT_KINDS.includes(kind)) return;
  throw partRefused(path, `its reject at ${nameAt(placeIn(piece, place))} cannot be one`);
}

function partToCopy(from: Store, part: Part) {
  const { path, run } = part;
  const { startedAt, finishedAt: seenAt, wallMs, retries } = run;
  const threads = typeof run.options.threads === 'number' ? run.options.threads : 0;
  // The machine that the part ran on is named after the part.
  const worker = memberOf({ ...run, name: partName(part), threads, seenAt });
  const others = runWorkers(from, run.runId).map(memberOf);
  const workers = new Map(others.map((one) => [one.id, one]));
  return { path, worker, workers, startedAt, wallMs, retries };
}

function memberOf(worker: Omit<StoredWorker, 'puzzles'>): PoolMember {
  const { name: id, host, cpu, threads, toolVersion: version, nodeVersion: node, seenAt } = worker;
  const seenMsAgo = seenAt === null ? 0 : Date.now() - Date.parse(seenAt);
  return { id, host, cpu, threads, version, node, puzzles: 0, seenMsAgo };
}

interface Part {
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
  return Array.from(Map.groupBy(sorted, ({ shard }) => shard.part).values(), ([best]) => best);
}

/** Opens the database of each part for reading, one after the other, and closes it again. */
function* openEach<T extends Pick<Part, 'path'>>(parts: readonly T[]) {
  for (const part of parts) {
    const store = openStore(part.path, { readonly: true });
    try {
      yield { part, store };
    } finally {
      store.close();
    }
  }
}

/** An error that occurred while a part was read: one that is not ours is the fault of the part. */
function explainedPart(thrown: unknown, path: string): unknown {
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

function partName({ shard: { part, of }, run }: Part): string {
  return `part ${part}/${of}, begun ${run.startedAt}`;
}

/** Parts that belong together, and what they have in common. */
interface OneRun {
  /** By their numbers; a part may be there more than once. */
  readonly parts: readonly Part[];
  /** The corpora, as the first part has them. */
  readonly sources: readonly RunSource[];
  /** Entries of each source for all parts together; null until some part has read it to its end. */
  readonly entries: readonly (number | null)[];
}

interface FoundPart {
  readonly part: Part;
  readonly sources: readonly RunSource[];
}

/** Looks for parts of one run. @throws RunError if there are none, or says how they differ. */
function readParts(paths: readonly string[]): OneRun {
  const parts: Part[] = [];
  const entries: (number | null)[] = [];
  let first: FoundPart | undefined;
  for (const { store } of openEach(paths.map((path) => ({ path })))) {
    try {
      for (const part of partsOf(store)) {
        const sources = sourcesOf(store, part);
        // Those of the first are kept alone: thousands of parts may have thousands of files each.
        first ??= { part, sources };
        requireSame(first, { part, sources });
        noteEntries(entries, sources, part);
        parts.push(part);
      }
    } catch (error) {
      throw explainedPart(error, store.path);
    }
  }
  parts.sort((one, other) => one.shard.part - other.shard.part);
  return { parts, sources: first!.sources, entries };
}

function sourcesOf(store: Store, { path, run, shard }: Part): RunSource[] {
  const sources = runSources(store, run.runId);
  if (sources.length > 0) return sources;
  throw new RunError(
    'NM_PARTS_MISSING',
    `${path}: part ${shardText(shard)} was stopped before its corpora were stored: run it again.`,
  );
}

/** @throws RunError if two parts differ in what all parts of a run share; it says in what. */
function requireSame(first: FoundPart, other: FoundPart): void {
  const [a, b] = [first.part, other.part];
  const where = `${b.path} (part ${shardText(b.shard)}) does not belong to ${a.path} (part ${shardText(a.shard)})`;
  if (a.shard.of !== b.shard.of) {
    throw partsDiffer(
      `${where}: one run was divided into ${a.shard.of} parts, the other into ${b.shard.of}.`,
    );
  }
  if (!sameSources([...first.sources], other.sources)) {
    throw partsDiffer(`${where}: ${otherCorpus(first.sources, other.sources)}.`);
  }
  const different = differencesOfRuns(withoutShard(a.run), withoutShard(b.run));
  if (different.length > 0) {
    throw partsDiffer(`${where}: their options differ: ${different.join('; ')}.`);
  }
  const versions = [a, b].map(
    ({ run }) => `nonomill ${run.toolVersion}, solver ${String(run.options.solver)}`,
  );
  if (versions[0] !== versions[1]) {
    throw partsDiffer(
      `${where}: they were solved by different versions (${versions.join(' and ')}): ` +
        'run one of them again with the version of the other.',
    );
  }
}

function withoutShard({ options }: Run): Record<string, unknown> {
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
function noteEntries(entries: (number | null)[], sources: readonly RunSource[], { path }: Part) {
  for (const [i, { allEntries, path: source }] of sources.entries()) {
    const before = entries.at(i) ?? null;
    if (before !== null && allEntries !== null && before !== allEntries) {
      throw partsDiffer(
        `${path}: ${source} has ${allEntries} entries there, but ${before} in another part.`,
      );
    }
    entries[i] = before ?? allEntries;
  }
}

function partsDiffer(how: string): RunError {
  return new RunError('NM_PARTS_DIFFER', how);
}
