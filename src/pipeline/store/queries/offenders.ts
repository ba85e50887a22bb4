import { NEEDS } from '../../../solver/core/result/difficulty.js';
import { FAULT_ENDING } from '../../../solver/core/text/error-codes.js';
import { mostNeeded, type NeedsGate } from '../../record/outcome.js';
import type { Store } from '../open/open.js';
import { inPieces, piecesOf, idsOfPiece } from '../pieces.js';
import {
  LISTED_ROW,
  fieldsSql,
  type ListedResult,
  solvedPuzzle,
  type SolvedPuzzle,
} from './stored-results.js';
import { isUntrueSql } from '../result-layout.js';
import type { SizedPuzzle } from '../../record/puzzle-id.js';
import { ShapeKeys, type NamedGroups } from '../tally/shape-keys.js';

/**
 * What `--require` asks of every puzzle: one solution and, for `line`, no guessing; or no more than
 * a level.
 */
export type Requirement = 'unique' | 'line' | NeedsGate;

/** A puzzle that does not meet a requirement, with what it is instead. */
export type Offender = ListedResult<(typeof INSTEAD)[number]> & {
  /** Whether the row claims a verdict, but cannot be true. */
  readonly isUntrue: 0 | 1;
};

const INSTEAD = ['status', 'technique', 'needs', 'error'] as const;

/** How many puzzles of a run do not meet it, and the first of them in the order of the corpus. */
export interface Offenders {
  readonly total: number;
  readonly first: readonly Offender[];
}

const IS_UNTRUE = isUntrueSql('results');

/** What puzzles that do not meet it have in their rows, as SQL. */
function offendsSql(requirement: Requirement): string {
  return `(results.status <> 'unique' OR ${lacksSql(requirement)} OR ${IS_UNTRUE})`;
}

/** What a unique puzzle lacks; one that was not rated lacks every level. */
function lacksSql(requirement: Requirement): string {
  if (requirement === 'unique') return 'false';
  if (requirement === 'line') return `results.technique IS NOT 'line'`;
  const enough = NEEDS.slice(0, NEEDS.indexOf(mostNeeded(requirement)) + 1);
  return `results.needs IS NULL OR results.needs NOT IN (${enough.map((level) => `'${level}'`).join(', ')})`;
}

/** The puzzles of a run that do not meet `requirement`; at most `limit` are listed. */
export function findOffenders(
  store: Store,
  runId: number,
  requirement: Requirement,
  limit: number,
): Offenders {
  return findWhere(store, runId, offendsSql(requirement), limit);
}

/** How many puzzles of a piece of the run do not meet `requirement`. */
export function countOffenders(
  store: Store,
  runId: number,
  requirement: Requirement,
): (pieceId: number) => number {
  const count = inPieces(store, 'results', offendsSql(requirement));
  return (pieceId) => count(runId, pieceId);
}

/** How many results of a run claim a verdict, but cannot be true. */
export function countUntrue({ db }: Store, runId: number): number {
  return db
    .prepare<[number], number>(`SELECT count(*) FROM results WHERE run_id = ? + 0 AND ${IS_UNTRUE}`)
    .pluck()
    .get(runId)!;
}

/** The puzzles of a run on which the second engine differs; at most `limit` are listed. */
export function findDifferences(store: Store, runId: number, limit: number): Offenders {
  return findWhere(store, runId, `cross_check = 'differ'`, limit);
}

/** The puzzles of a run whose proof was refused or could not be kept, at most `limit` by name. */
export function findFailedProofs(store: Store, runId: number, limit: number): Offenders {
  return findWhere(store, runId, `proof IS NULL AND error LIKE 'the proof %'`, limit);
}

/** The puzzles of a run whose status is `crash`, at most `limit` by name. */
export function findCrashes(store: Store, runId: number, limit: number): Offenders {
  return findWhere(store, runId, `status = 'crash'`, limit);
}

/** How many rejects of a run are no fault of the input: reading them met an unexpected error. */
export function countFaultyRejects({ db }: Store, runId: number): number {
  return db
    .prepare<[number, string], number>(
      'SELECT count(*) FROM rejects WHERE run_id = ? + 0 AND reason LIKE ?',
    )
    .pluck()
    .get(runId, `%${FAULT_ENDING}`)!;
}

function findWhere(store: Store, runId: number, condition: string, limit: number): Offenders {
  const where = `run_id = ? + 0 AND ${condition}`;
  const first = store.db
    .prepare<[number, number], Offender>(
      `SELECT ${LISTED_ROW}, ${fieldsSql(INSTEAD)}, ${IS_UNTRUE} AS isUntrue
       FROM results JOIN puzzles USING (puzzle_id)
       WHERE ${where} ORDER BY puzzle_id LIMIT ?`,
    )
    .all(runId, limit);
  if (first.length < limit) return { total: first.length, first };
  const count = store.db.prepare<[number], number>(`SELECT count(*) FROM results WHERE ${where}`);
  return { total: count.pluck().get(runId)!, first };
}

/**
 * Looks up single puzzles of a run, by their ids, as such a list names them; undefined for one
 * whose row somebody removed.
 */
export function offenderById(
  store: Store,
  runId: number,
): (puzzleId: number) => Offender | undefined {
  const find = store.db.prepare<[number, number], Offender>(
    `SELECT ${LISTED_ROW}, ${fieldsSql(INSTEAD)}, ${IS_UNTRUE} AS isUntrue
     FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ? + 0 AND puzzle_id = ? + 0`,
  );
  return (puzzleId) => find.get(runId, puzzleId);
}

const WITH_PUZZLES = 'results JOIN puzzles USING (puzzle_id)';
const MAY_MISFIT = '(goal_matches = 0 OR (start IS NOT NULL AND solution IS NULL))';

/**
 * The puzzles of a run whose author's picture or start position does not fit the clues, or may not
 * fit them: how many, and the first of them in the order of the corpus.
 */
export function findMisfits(
  store: Store,
  runId: number,
  limit: number,
): { readonly total: number; readonly first: readonly SolvedPuzzle[] } {
  const from = `FROM ${WITH_PUZZLES} WHERE run_id = ? + 0 AND ${MAY_MISFIT}`;
  const ids = store.db
    .prepare<[number, number], number>(`SELECT puzzle_id ${from} ORDER BY puzzle_id LIMIT ?`)
    .pluck()
    .all(runId, limit);
  const first = ids.map((id) => solvedPuzzle(store, runId, id)!);
  if (ids.length < limit) return { total: ids.length, first };
  const count = store.db.prepare<[number], number>(`SELECT count(*) ${from}`);
  return { total: count.pluck().get(runId)!, first };
}

/** How many such puzzles a piece of the run has. */
export function countMisfits(store: Store, runId: number): (pieceId: number) => number {
  const count = inPieces(store, WITH_PUZZLES, MAY_MISFIT);
  return (pieceId) => count(runId, pieceId);
}

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
     WHERE run_id = ? + 0 AND puzzle_id = ? + 0`,
  );
  return (puzzleId) => query.get(runId, puzzleId)!;
}
