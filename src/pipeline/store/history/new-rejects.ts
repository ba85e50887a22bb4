import { reasonKind } from '../../../solver/core/text/reason-kind.js';
import type { Store } from '../open/open.js';
import type { RejectCursor } from '../rows/rejects.js';
import type { StoredReject } from '../rows/stored.js';

/** A reject without the path of its file. */
type LoneReject = RejectCursor & Pick<StoredReject, 'line' | 'name' | 'reason' | 'excerpt'>;

/** New rejects whose reasons are of one kind. */
export interface NewRejects {
  /** What their reasons share. */
  readonly reason: string;
  readonly count: number;
  /** The first of them. */
  readonly first: LoneReject;
}

/**
 * The rejects of a run that one before it does not have, by the kinds of their reasons, the most
 * frequent first; `each` sees all of them. A reject is known by its place in a file of the same
 * bytes, or else by its name, its reason and its text, wherever it is.
 */
export function newRejects(
  store: Store,
  before: number,
  after: number,
  each: (reject: RejectCursor) => void,
): readonly NewRejects[] {
  let known: Map<string, number> | null = null;
  const kinds = new Map<string, { reason: string; count: number; first: LoneReject }>();
  for (const reject of loneRejects(store, after, before)) {
    known ??= countedKeys(loneRejects(store, before, after));
    const key = keyOf(reject);
    const left = known.get(key) ?? 0;
    if (left > 0) {
      known.set(key, left - 1);
      continue;
    }
    each(reject);
    const reason = reasonKind(reject.reason);
    const kind = kinds.get(reason);
    if (kind === undefined) kinds.set(reason, { reason, count: 1, first: reject });
    else kind.count++;
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count);
}

/** So many rejects are read at once: no query is open while others are asked. */
const PAGE = 500;

/** The rejects of a run in whose places another one has none. */
function* loneRejects({ db }: Store, runId: number, other: number): Generator<LoneReject> {
  const read = db.prepare<[number, number, number, number, number], LoneReject>(
    `SELECT source_id AS sourceId, ordinal, line, name, reason, excerpt FROM rejects r
     WHERE run_id = ? AND (source_id, ordinal) > (?, ?) AND NOT EXISTS (SELECT 1 FROM rejects o
       WHERE o.run_id = ? AND o.source_id = r.source_id AND o.ordinal = r.ordinal)
     ORDER BY source_id, ordinal LIMIT ?`,
  );
  let page: LoneReject[];
  let last: RejectCursor = { sourceId: 0, ordinal: -1 };
  do {
    page = read.all(runId, last.sourceId, last.ordinal, other, PAGE);
    yield* page;
    last = page.at(-1) ?? last;
  } while (page.length === PAGE);
}

function countedKeys(rejects: Iterable<LoneReject>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const reject of rejects) {
    const key = keyOf(reject);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function keyOf({ name, reason, excerpt }: LoneReject): string {
  return JSON.stringify([name, reason, excerpt]);
}
