import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { MAX_ENTRIES } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../open/open.js';
import { sourceScanner } from '../queries/scan-results.js';
import { ResultTally } from '../tally/result-tally.js';
import { ShapeKeys } from '../tally/shape-keys.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import type { PassedSource } from '../stored-runs/file-beginnings.js';

/**
 * What was counted of the rows of a source is kept with their sum (`source_counts`), in 12 bytes a
 * puzzle: a run that passes the source over need not count them again. Only who has just found the
 * sum right may use it.
 */

/** A source of fewer results is counted in less time than what is kept of it would be worth. */
const LEAST_KEPT = 250;

/** The form of what is kept; what has another is counted again. */
const FORM = 2;

const HASH_BYTES = 32;

interface KeptCounts {
  readonly form: typeof FORM;
  /** But for the shapes, which are in words. */
  readonly tally: ResultTally;
  readonly shapes: Uint32Array;
  readonly ids: Float64Array;
}

/** What was counted of sources that a run passes over: as results that it has taken over. */
export interface CountedSources {
  readonly tally: ResultTally;
}

/** Counts sources for `countSources`; null if that is not worthwhile. */
export function countsKeeper(
  store: Store,
): (heldBy: number, sourceId: number, sum: string) => Uint8Array | null {
  const scan = sourceScanner(store);
  const places = store.db
    .prepare<[number, number, number], string>(
      `SELECT json_group_array(puzzle_id) FROM (SELECT puzzle_id FROM result_rows
         WHERE run_id = ? AND puzzle_id BETWEEN ? AND ? ORDER BY puzzle_id)`,
    )
    .pluck();
  return (heldBy, sourceId, sum) => {
    const range = [puzzleId(sourceId, 0), puzzleId(sourceId, MAX_ENTRIES - 1)] as const;
    const ids = Float64Array.from(JSON.parse(places.get(heldBy, ...range)!) as number[]);
    if (ids.length < LEAST_KEPT) return null;
    const { shapes, ...others } = scan(heldBy, sourceId).fit();
    const counted = { form: FORM, tally: others, shapes: shapes.words(), ids };
    const bytes = serialize(counted);
    return Buffer.concat([hashOf(sum, bytes), bytes]);
  };
}

/** What was counted of sources whose sums were found right, or is counted now. */
export function countSources(store: Store, sources: readonly PassedSource[]): CountedSources {
  const stored = store.db.prepare<
    [number, number],
    { readonly counts: Uint8Array; readonly sum: string }
  >(
    `SELECT counts, rows_sum AS sum FROM source_counts JOIN held_results USING (run_id, source_id)
       WHERE run_id = ? AND source_id = ? AND rows_sum IS NOT NULL`,
  );
  const scan = sourceScanner(store);
  const tally = new ResultTally();
  for (const { sourceId, heldBy } of sources) {
    const counted = keptIn(stored.get(heldBy, sourceId));
    if (counted === null) {
      tally.absorb(scan(heldBy, sourceId));
      continue;
    }
    const shapes = new ShapeKeys();
    shapes.addWords(counted.ids, counted.shapes);
    tally.absorb(Object.assign(counted.tally, { shapes }));
  }
  return { tally };
}

function keptIn(
  stored: { readonly counts: Uint8Array; readonly sum: string } | undefined,
): KeptCounts | null {
  if (stored === undefined) return null;
  const bytes = stored.counts.subarray(HASH_BYTES);
  if (!hashOf(stored.sum, bytes).equals(stored.counts.subarray(0, HASH_BYTES))) return null;
  const counted = valueIn(bytes);
  return counted?.form === FORM ? counted : null;
}

/** What was kept, or null if a newer Node.js has kept it in a way that this one does not read. */
function valueIn(bytes: Uint8Array): KeptCounts | null {
  try {
    return deserialize(bytes) as KeptCounts;
  } catch {
    return null;
  }
}

/** What ties the counts to the rows that they are of. */
function hashOf(sum: string, bytes: Uint8Array): Buffer {
  return createHash('sha256').update(sum).update(bytes).digest();
}
