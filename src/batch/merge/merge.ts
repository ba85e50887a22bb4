import { gatesOf, joinedGates } from '../../result/run/gates.js';
import { existsSync } from 'node:fs';
import { StoreError } from '../../store/open/errors.js';
import { openStore, type Store } from '../../store/open/open.js';
import { realPath } from '../../store/open/real-path.js';
import { workerNames } from '../../store/runs/run-workers.js';
import { runSources } from '../../store/runs/runs.js';
import { PartCopier } from '../../store/write/part-copier.js';
import { RunWriter } from '../../store/write/run-writer.js';
import { RunError } from '../contract/run-error.js';
import { patiently } from '../feed/patiently.js';
import { accountOf, storedEntries } from '../run/accounting.js';
import { keepGivenGates, makeIndexesIfPossible, untouchedOutcome } from '../run/existing-run.js';
import { copyParts, type Merging } from './copy-parts.js';
import type { MergeControls, MergeOutcome, MergeRequest } from './merge-request.js';
import { missingParts } from './missing.js';
import { readParts, type OneRun } from './one-run.js';
import { findTarget, mergedRun } from './target.js';

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
      makeIndexesIfPossible(store, controls.warn);
      return { ...untouchedOutcome(store, target.run), missing: [] };
    }
    const writer = new RunWriter(store);
    await patiently(() => {
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

/** Whether a database has an unfinished run that these parts go into: then it was asked to be partial before. */
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
    const labelled = one.sources.map((source) => ({ ...source, label: source.path }));
    const added = await patiently(() => writer.addSources(labelled), controls);
    const toTheEnd = await copyParts({ ...merging, added }, controls);
    const entries = new Map(
      one.entries.flatMap((count, i) => (count === null ? [] : [[added[i].sourceId, count]])),
    );
    await patiently(() => copier.noteEntries(entries), controls);
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
  const proof = accountOf(store, runId, toTheEnd ? expectedEntries(store, runId, missing) : null);
  if (toTheEnd && missing.length === 0 && proof.holds !== true) {
    finishIfPossible(copier);
    throw new RunError(
      `The parts do not add up: their corpora have ${proof.entries ?? 0} entries, but together they ` +
        `have ${proof.results} results and ${proof.rejects} rejects. Run ${runId} stays interrupted; ` +
        '"nonomill run --resume" fills in what is missing.',
    );
  }
  const complete = proof.holds === true;
  const state = complete ? 'complete' : 'interrupted';
  const finished = one.parts.map(({ run }) => run.finishedAt ?? '').sort();
  const finishedAt = finished[finished.length - 1] || null;
  await patiently(() => copier.finish(state, finishedAt), controls);
  if (complete) makeIndexesIfPossible(store, controls.warn);
  return {
    runId,
    kind: 'started',
    state,
    stoppedBy: toTheEnd ? null : controls.stop.reason,
    resumable: true,
    solved: 0,
    left: null,
    proof: complete ? proof : { ...proof, entries: null, holds: null },
    missing: complete ? [] : notMerged(missing, workerNames(store, runId)),
  };
}

/** Of the parts that are missing, those that were not merged before either. */
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
  throw new RunError(`${db} is one of the parts: name another database for all with --db.`);
}
