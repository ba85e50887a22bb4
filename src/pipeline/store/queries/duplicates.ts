import type { SizedPuzzle } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../open/open.js';
import { piecesOf, idsOfPiece } from '../pieces.js';
import { LISTED_ROW } from '../rows/result-fields.js';
import { ShapeKeys, type NamedGroups } from '../tally/shape-keys.js';

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
}

/** The groups of puzzles of a run that have one shape. */
export function findDuplicates(store: Store, runId: number, limits: NamedGroups): Duplicates {
  const keys = new ShapeKeys();
  for (const rows of shapePages(store, runId)) for (const row of rows) keys.add(...row);
  return duplicatesAmong(store, runId, keys, limits);
}

/** The same for a run whose shapes were looked at already. */
export function duplicatesAmong(
  store: Store,
  runId: number,
  keys: ShapeKeys,
  limits: NamedGroups,
): Duplicates {
  const { groups, surplus, first } = keys.repeated(limits);
  const named = puzzleNames(store, runId);
  return {
    groups,
    surplus,
    first: first.map(({ shape, count, first: ids }) => ({
      shape,
      puzzles: count,
      first: ids.map(named),
    })),
  };
}

type ShapeRow = readonly [puzzleId: number, shape: string];

/** The puzzles of a run with their shapes, in the order of the corpus. */
function* shapePages(store: Store, runId: number): Generator<readonly ShapeRow[], void, undefined> {
  const ofPiece = store.db
    .prepare<[number, number, number], ShapeRow>(
      `SELECT puzzle_id, shape FROM puzzles CROSS JOIN result_rows r USING (puzzle_id)
       WHERE puzzle_id >= ? + 0 AND puzzle_id < ? + 0 AND r.run_id = ? + 0 ORDER BY puzzle_id`,
    )
    .raw();
  for (const { pieceId, heldBy } of piecesOf(store, runId)) {
    yield ofPiece.all(...idsOfPiece(pieceId), heldBy);
  }
}

function puzzleNames(store: Store, runId: number): (puzzleId: number) => SizedPuzzle {
  const query = store.db.prepare<[number, number], SizedPuzzle>(
    `SELECT ${LISTED_ROW} FROM results JOIN puzzles USING (puzzle_id)
     WHERE run_id = ? AND puzzle_id = ?`,
  );
  return (puzzleId) => query.get(runId, puzzleId)!;
}
