import { setImmediate as turn } from 'node:timers/promises';
import { StoreError } from '../../store/open/errors.js';
import { dropIndexes, rowsWorthDropping } from '../../store/open/indexes.js';
import type { Store } from '../../store/open/open.js';
import { listLeftOut } from '../../store/runs/left-out.js';
import {
  JUDGED_COLUMNS,
  rejectRows,
  resultRows,
  type CopiedReject,
  type CopiedResult,
} from '../../store/runs/part-rows.js';
import { RowDamage } from '../../store/rows/row-damage.js';
import type { PartCopier, PartToCopy } from '../../store/write/part-copier.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import { patiently } from '../feed/patiently.js';
import type { MergeControls } from './merge-request.js';
import type { OneRun } from './one-run.js';
import { explainedPart, openEach, type Part } from './part.js';
import { ordinalOf, sourceOf } from '../../result/puzzle-id.js';
import { partToCopy } from './part-to-copy.js';

/** Rows of a transaction: enough that commits cost little, few enough that a stop is heard. */
const PAGE = 2000;

/** A merge under way. */
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
  if (isLarge(store, one)) await patiently(() => dropIndexes(store), controls);
  let copied = 0;
  const damage = new RowDamage(JUDGED_COLUMNS);
  for (const { part, store: from } of openEach(one.parts, ({ path }) => path)) {
    try {
      for await (const count of copyPart(from, part, { ...to, damage }, controls)) {
        controls.progress((copied += count), part);
        await turn();
        if (controls.stop.reason !== null) return false;
      }
    } catch (error) {
      // An error of the merged database is a StoreError by now: what is left is an error of the part's.
      throw explainedPart(error, part.path);
    }
  }
  return true;
}

/** Copies one part, and yields after each transaction how many entries it was about. */
async function* copyPart(
  from: Store,
  part: Part,
  { writer, copier, one, added, damage }: Copied & { readonly damage: RowDamage },
  controls: MergeControls,
): AsyncGenerator<number, void, undefined> {
  const { runId } = part.run;
  if (part === one.leftOutOf) {
    await patiently(() => writer.setLeftOut(listLeftOut(from, runId)), controls);
  }
  const copy = partToCopy(from, part, one.sources, added);
  await patiently(() => copier.beginPart(copy), controls);
  for (const rows of resultRows(from, runId, copier.columns, PAGE)) {
    for (const row of rows) requireSound(row, part, copy, damage);
    await patiently(() => copier.copyResults(rows, copy), controls);
    yield rows.length;
  }
  for (const rows of rejectRows(from, runId, PAGE)) {
    for (const row of rows) requireSoundReject(row, part, copy);
    await patiently(() => copier.copyRejects(rows, copy), controls);
    yield rows.length;
  }
}

/** @throws StoreError with the row, if a part holds what no run has written. */
function requireSound(
  { puzzleId, name, judged: { puzzle, result } }: CopiedResult,
  { path }: Part,
  { sources }: PartToCopy,
  damage: RowDamage,
): void {
  const source = sources.get(sourceOf(puzzleId));
  const reason =
    source === undefined || typeof name !== 'string'
      ? 'it has no place in a corpus'
      : damage.reasonOf(puzzle, result);
  if (reason === null) return;
  const where = source === undefined ? '' : `, entry ${ordinalOf(puzzleId)} of ${source.partLabel}`;
  throw new StoreError(
    'mismatch',
    `${path} is refused: the result of ${name} (puzzle_id ${puzzleId}${where}) cannot be one: ${reason}. ` +
      'Copy the part again from its machine, or solve it again.',
  );
}

/** The same for a reject. */
function requireSoundReject(row: CopiedReject, { path }: Part, { sources }: PartToCopy): void {
  const { sourceId, ordinal, line, name, reason, excerpt } = row;
  const source = sources.get(sourceId);
  const areCounts = isCount(ordinal) && (line === null || isCount(line));
  const areTexts = [reason, excerpt, name ?? ''].every((text) => typeof text === 'string');
  if (source !== undefined && areCounts && areTexts) return;
  throw new StoreError(
    'mismatch',
    `${path} is refused: its reject of entry ${ordinal} of ${source?.partLabel ?? 'no file'} cannot be one. ` +
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
