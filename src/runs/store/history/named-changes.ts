import type { Status, Technique } from '../../../core/result/outcome.js';
import type { NightChange } from '../compare/night-changes.js';
import type { Store } from '../open/open.js';

/** A puzzle in one of two runs that are compared. */
interface NightResult {
  readonly runId: number;
  readonly puzzleId: number;
  readonly status: Status;
  readonly technique: Technique | null;
}

/** A puzzle that has changed, as people know it. */
export interface NamedChange {
  readonly kind: NightChange['kind'];
  readonly name: string;
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  /** Whether its clues are others under its old name. */
  readonly edited: boolean;
  /** Null for a new puzzle. */
  readonly before: NightResult | null;
  /** Null for one that is gone. */
  readonly after: NightResult | null;
}

/** Changes from one run to another with the names of their puzzles and both verdicts. */
export function namedChanges(
  { db }: Store,
  before: number,
  after: number,
  changes: readonly NightChange[],
): NamedChange[] {
  const puzzle = db.prepare<[number], Pick<NamedChange, 'name' | 'title' | 'width' | 'height'>>(
    'SELECT name, title, width, height FROM puzzles WHERE puzzle_id = ?',
  );
  const result = db.prepare<[number, number], Pick<NightResult, 'status' | 'technique'>>(
    'SELECT status, technique FROM results WHERE run_id = ? AND puzzle_id = ?',
  );
  const resultOf = (runId: number, puzzleId: number | null): NightResult | null => {
    const found = puzzleId === null ? undefined : result.get(runId, puzzleId);
    return found === undefined ? null : { runId, puzzleId: puzzleId!, ...found };
  };
  return changes.flatMap(({ kind, edited, ...ids }) => {
    const named = puzzle.get(ids.after ?? ids.before!);
    if (named === undefined) return [];
    const verdicts = { before: resultOf(before, ids.before), after: resultOf(after, ids.after) };
    return [{ kind, ...named, edited, ...verdicts }];
  });
}
