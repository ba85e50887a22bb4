import type { SizedPuzzle } from '../../result/listed-puzzle.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { LISTED_ROW } from '../rows/result-fields.js';
import { ShapeKeys, keyOfShape } from './shape-keys.js';

/** Puzzles that are the same except for turns, mirror images and the names of colours. */
export interface DuplicateGroup {
  readonly shape: string;
  /** How many puzzles are in the group: two or more. */
  readonly puzzles: number;
  /** The first of them in the order of the corpus. */
  readonly first: readonly SizedPuzzle[];
}

/** The groups of equal puzzles of a run, in the order of their first puzzles. */
export interface Duplicates {
  readonly groups: number;
  /** How many puzzles would have to go, so that each is there once. */
  readonly surplus: number;
  readonly first: readonly DuplicateGroup[];
  /** Puzzles whose shape is not known, as an older version stored them. */
  readonly unknown: number;
}

/** Which of the groups are listed, and how many puzzles of each. */
export interface DuplicateLimits {
  /** How many groups are passed over before the first that is listed. */
  readonly skip?: number;
  readonly groups: number;
  readonly members: number;
}

const PAGE = 20_000;

/** The groups of puzzles of a run that have one shape. */
export function findDuplicates(store: Store, runId: number, limits: DuplicateLimits): Duplicates {
  const keys = new ShapeKeys();
  for (const rows of shapePages(store, runId)) for (const [, shape] of rows) keys.add(shape);
  return duplicatesAmong(store, runId, keys, limits);
}

/** The same for a run whose shapes were looked at already. */
export function duplicatesAmong(
  store: Store,
  runId: number,
  keys: ShapeKeys,
  limits: DuplicateLimits,
): Duplicates {
  const { unknown } = keys;
  const repeated = keys.repeated();
  if (repeated.size === 0) return { groups: 0, surplus: 0, first: [], unknown };
  const equal = [...groupsOf(store, runId, repeated, limits.members).entries()].filter(
    ([, { count }]) => count > 1,
  );
  const named = puzzleNames(store, runId);
  const { skip = 0 } = limits;
  return {
    groups: equal.length,
    surplus: equal.reduce((sum, [, { count }]) => sum + count - 1, 0),
    first: equal.slice(skip, skip + limits.groups).map(([shape, { count, first }]) => ({
      shape,
      puzzles: count,
      first: first.map(named),
    })),
    unknown,
  };
}

type ShapeRow = readonly [puzzleId: number, shape: string | null];

/** The puzzles of a run with their shapes, in pages, in the order of the corpus. */
function* shapePages(store: Store, runId: number): Generator<readonly ShapeRow[], void, undefined> {
  const page = store.db
    .prepare<[number, number, number], ShapeRow>(
      `SELECT puzzle_id, shape FROM results JOIN puzzles USING (puzzle_id)
       WHERE run_id = ? AND puzzle_id > ? ORDER BY puzzle_id LIMIT ?`,
    )
    .raw();
  yield* pagesOf(
    (after) => page.all(runId, after, PAGE),
    PAGE,
    ([puzzleId]) => puzzleId,
  );
}

interface Group {
  count: number;
  /** Ids of the first puzzles. */
  readonly first: number[];
}

/** Goes over the run and groups the puzzles whose keys are repeated, in the order of their first ones. */
function groupsOf(
  store: Store,
  runId: number,
  repeated: ReadonlySet<number>,
  members: number,
): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const rows of shapePages(store, runId)) {
    for (const [id, shape] of rows) {
      if (shape === null || !repeated.has(keyOfShape(shape))) continue;
      const group = groups.get(shape);
      if (group === undefined) groups.set(shape, { count: 1, first: [id] });
      else if (++group.count <= members) group.first.push(id);
    }
  }
  return groups;
}

function puzzleNames(store: Store, runId: number): (puzzleId: number) => SizedPuzzle {
  const query = store.db.prepare<[number, number], SizedPuzzle>(
    `SELECT ${LISTED_ROW} FROM results JOIN puzzles USING (puzzle_id)
     WHERE run_id = ? AND puzzle_id = ?`,
  );
  return (puzzleId) => query.get(runId, puzzleId)!;
}
