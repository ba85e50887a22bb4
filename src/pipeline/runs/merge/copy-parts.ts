import { setImmediate as turn } from 'node:timers/promises';
import { StoreError } from '../../store/open/store-error.js';
import type { Watch } from '../../record/progress.js';
import { dropIndexes, rowsWorthDropping } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import { listLeftOut } from '../../store/stored-runs/run-corpora.js';
import {
  COPIED_COLUMNS,
  copiedList,
  copiedPieces,
  strayRow,
  type CopiedPiece,
  type CopiedReject,
  type CopiedResult,
} from '../../store/stored-runs/part-rows.js';
import { nameAt, placeIn } from '../../store/pieces.js';
import { REJECT_KINDS } from '../../../solver/core/puzzle/validate.js';
import { RowDamage } from '../../store/rows/row-damage.js';
import type { PartCopier, PartToCopy } from '../../store/write/part-copier.js';
import { keepLeftOut } from '../../store/write/run-sources.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { whenUnlocked } from '../feed/lock-wait.js';
import type { PoolMember } from '../../record/options.js';
import { runWorkers } from '../../store/stored-runs/run-workers.js';
import { expectedEntries, runSources } from '../../store/stored-runs/read-runs.js';
import type { StopRequest } from '../request/stop-request.js';
import { explainedPart, openEach, partName, type OneRun, type Part } from './run-parts.js';

/** What a merge reports to, and what can stop it. */
export interface MergeControls {
  readonly stop: StopRequest;
  readonly warn: (message: string) => void;
  /** Is told of each page that was copied: of results and rejects of all parts. */
  readonly watch?: Watch;
}

export interface Merging {
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
export async function copyParts(to: Copied, controls: MergeControls): Promise<boolean> {
  const { store, one } = to;
  if (isLarge(store, one)) await whenUnlocked(() => dropIndexes(store), controls);
  let copied = 0;
  const total = entriesOf(one.parts);
  const damage = new RowDamage(COPIED_COLUMNS);
  for (const { part, store: from } of openEach(one.parts, ({ path }) => path)) {
    try {
      for await (const count of copyPart(from, part, { ...to, damage }, controls)) {
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

/** How many results and rejects the parts have; null if one is not complete. */
function entriesOf(parts: readonly Part[]): number | null {
  let sum: number | null = 0;
  for (const { part, store } of openEach(parts, ({ path }) => path)) {
    const entries = expectedEntries(store, part.run.runId);
    sum = sum === null || entries === null ? null : sum + entries;
  }
  return sum;
}

/** Copies one part, and yields after each transaction how many results or rejects were in it. */
async function* copyPart(
  from: Store,
  part: Part,
  { store, writer, copier, one, added, damage }: Copied & { readonly damage: RowDamage },
  controls: MergeControls,
): AsyncGenerator<number, void, undefined> {
  const { runId } = part.run;
  if (part === one.leftOutOf) {
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
    for (const row of piece.rows) requireSound(row, part, piece, damage);
    for (const reject of piece.rejects) requireSoundReject(reject, part, piece);
    await whenUnlocked(() => copier.copyPiece(piece, copy), controls);
    yield piece.rows.length + piece.rejects.length;
  }
}

/** @throws StoreError with the row, if a part holds what no run has written. */
function requireSound(
  { puzzleId, name, puzzle, result }: CopiedResult,
  { path }: Part,
  { piece }: CopiedPiece,
  damage: RowDamage,
): void {
  const reason = typeof name !== 'string' ? NO_PLACE : damage.reasonOf(puzzle, result);
  if (reason === null) return;
  const { path: file, ordinal } = placeIn(piece, puzzleId);
  const where = `, entry ${ordinal} of ${file}`;
  throw refusedRow({ puzzleId, name }, path, reason, where);
}

const NO_PLACE = 'it has no place in a corpus';

function refusedRow(
  { puzzleId, name }: Pick<CopiedResult, 'puzzleId' | 'name'>,
  path: string,
  reason: string,
  where = '',
): StoreError {
  return new StoreError(
    'NM_PART_REFUSED',
    `${path} is refused: the result of ${name} (puzzle_id ${puzzleId}${where}) cannot be one: ${reason}. ` +
      'Copy the part again from its machine, or solve it again.',
  );
}

/** The same for a reject. */
function requireSoundReject(reject: CopiedReject, { path }: Part, { piece }: CopiedPiece): void {
  const { place, line, name, kind, reason, excerpt } = reject;
  const areCounts = isCount(place) && (line === null || Number.isSafeInteger(line));
  const areTexts = [reason, excerpt, name ?? ''].every((text) => typeof text === 'string');
  if (areCounts && areTexts && REJECT_KINDS.includes(kind)) return;
  throw new StoreError(
    'NM_PART_REFUSED',
    `${path} is refused: its reject at ${nameAt(placeIn(piece, place))} cannot be one. ` +
      'Copy the part again from its machine, or solve it again.',
  );
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Whether it is cheaper to make the indexes anew than to keep them up to date. */
function isLarge(store: Store, { entries }: OneRun): boolean {
  const expected = entries.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return expected > rowsWorthDropping(store);
}

/** A part as its rows are copied. */
function partToCopy(from: Store, part: Part): PartToCopy {
  const { run } = part;
  return {
    path: part.path,
    worker: machineOf(part),
    workers: new Map(otherMachines(from, part).map((worker) => [worker.id, worker])),
    startedAt: run.startedAt,
    wallMs: run.wallMs,
    retries: run.retries,
  };
}

/** The machine that the part ran on, named after the part. */
function machineOf(part: Part): PoolMember {
  const { host, cpu, toolVersion, nodeVersion, options, finishedAt } = part.run;
  const threads = typeof options.threads === 'number' ? options.threads : 0;
  return {
    id: partName(part),
    host,
    cpu,
    threads,
    version: toolVersion,
    node: nodeVersion,
    puzzles: 0,
    seenMsAgo: msSince(finishedAt),
  };
}

function otherMachines(from: Store, { run }: Part): PoolMember[] {
  return runWorkers(from, run.runId).map((worker) => ({
    id: worker.name,
    host: worker.host,
    cpu: worker.cpu,
    threads: worker.threads,
    version: worker.toolVersion,
    node: worker.nodeVersion,
    puzzles: 0,
    seenMsAgo: msSince(worker.seenAt),
  }));
}

function msSince(time: string | null): number {
  return time === null ? 0 : Date.now() - Date.parse(time);
}
