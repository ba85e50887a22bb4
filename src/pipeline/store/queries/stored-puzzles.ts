import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { jsonToClues } from '../../../solver/core/puzzle/clues-json.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { textToCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { ANY_SIZE, validate } from '../../../solver/core/puzzle/validate.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { StoreError } from '../open/store-error.js';
import type { Store } from '../open/open.js';
import { pieceRowsSql } from '../layout/result-layout.js';
import { nameSql, rowsByPiece, type PieceOfRun } from '../pieces.js';
import type { StoredPuzzle } from '../rows/stored.js';
import { isUntrueSql } from './untrue-rows.js';

export type { StoredPuzzle } from '../rows/stored.js';

/** The columns of `puzzles` that make up a puzzle. */
export interface PuzzleRow {
  readonly puzzle_id: number;
  readonly name: string;
  readonly title: string | null;
  readonly label: string | null;
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly palette: string | null;
  readonly clues: string;
  readonly start: string | null;
  readonly goal: string | null;
  readonly fingerprint: string;
}

/** Those columns, for queries over `results` and `puzzles`. */
export const PUZZLE_ROW = `results.puzzle_id, ${nameSql('results')} AS name, title, label, width, height, colours, palette, clues,
  start, goal, fingerprint`;

/**
 * The puzzle that a row holds, validated like the puzzles that come from readers: others can be
 * neither drawn nor solved. @throws RangeError or SyntaxError if it is none.
 */
export function toStoredPuzzle(row: PuzzleRow): StoredPuzzle {
  const { name, width, height } = row;
  const cells = (text: string | null): Cells | null =>
    text === null ? null : textToCells(text, width, height);
  const goal = cells(row.goal);
  const palette = row.palette === null ? null : row.palette.split(' ');
  const draft = {
    width,
    height,
    ...jsonToClues(row.clues),
    palette,
    start: cells(row.start),
    goal,
  };
  const { puzzle, reason } = validate(draft, ANY_SIZE);
  if (puzzle === undefined) throw new RangeError(`the row of ${name} holds no puzzle: ${reason}`);
  if (puzzle.colours !== row.colours) {
    throw new RangeError(
      `the colours of puzzle ${name} are ${row.colours}, its palette has others`,
    );
  }
  return { puzzleId: row.puzzle_id, name, title: row.title, label: row.label, goal, puzzle };
}

/**
 * The same, for a puzzle that is to be solved again.
 * @throws StoreError of the kind `damaged` if the row does not hold the puzzle that was stored.
 */
function toSoundPuzzle(store: Store, row: PuzzleRow): StoredPuzzle {
  try {
    const stored = toStoredPuzzle(row);
    const { puzzle } = stored;
    if (fingerprint(pack(puzzle), 0, puzzle.palette) === row.fingerprint) return stored;
  } catch {
    // What cannot even be read is damaged, too.
  }
  throw new StoreError(
    'NM_DATABASE_DAMAGED',
    `${store.path} is damaged: its puzzle ${row.name} is not the one that was stored. ` +
      'Restore the database from a copy, or use another.',
  );
}

/** Which puzzles of a run are solved again. */
export interface Wanted {
  /** What their results may be. */
  readonly statuses: readonly Status[];
  /** If given, they were tried fewer times than that: so a round that was stopped goes on. */
  readonly fewerTries?: number;
  /** Whether results that claim a verdict, but cannot be true, are wanted, too. */
  readonly untrue?: boolean;
}

/** What a retry of some statuses tries: a result that cannot be true counts as a crash. */
export function wantedBy(statuses: readonly Status[]): Wanted {
  return { statuses, untrue: statuses.includes('crash') };
}

function wantedSql({ untrue = false }: Wanted): string {
  const orUntrue = untrue ? ` OR ${isUntrueSql('results')}` : '';
  return `(status IN (SELECT value FROM json_each(?))${orUntrue}) AND attempts < ?`;
}

/** More often than that nothing was tried. */
const ANY_TRIES = Number.MAX_SAFE_INTEGER;

/**
 * The puzzles of a run that are wanted, in pages of at most `size`, in the order of its corpora.
 * @throws StoreError of the kind `damaged`. Between two pages no query is open, so results may be
 * updated.
 */
export function* wantedPuzzles(
  store: Store,
  runId: number,
  wanted: Wanted,
  size: number,
): Generator<StoredPuzzle[], void, undefined> {
  const { statuses, fewerTries = ANY_TRIES } = wanted;
  const ofPiece = store.db.prepare<[string, number, PieceOfRun], PuzzleRow>(
    `SELECT ${PUZZLE_ROW} FROM ${pieceRowsSql('results')} AS results CROSS JOIN puzzles USING (puzzle_id)
     WHERE ${wantedSql(wanted)} ORDER BY puzzle_id`,
  );
  const read = (of: PieceOfRun): PuzzleRow[] =>
    ofPiece.all(JSON.stringify(statuses), fewerTries, of);
  for (const { rows } of rowsByPiece(store, runId, read)) {
    for (let at = 0; at < rows.length; at += size) {
      yield rows.slice(at, at + size).map((row) => toSoundPuzzle(store, row));
    }
  }
}

/** How many puzzles of a run are wanted. */
export function countWanted(store: Store, runId: number, wanted: Wanted): number {
  const { statuses, fewerTries = ANY_TRIES } = wanted;
  return (
    store.db
      .prepare<[number, string, number], number>(
        `SELECT count(*) FROM results WHERE run_id = ? AND ${wantedSql(wanted)}`,
      )
      .pluck()
      .get(runId, JSON.stringify(statuses), fewerTries) ?? 0
  );
}

/**
 * How often the puzzles were tried whose results have one of the statuses: the fewest times; null
 * if there are none.
 */
export function fewestTries(
  store: Store,
  runId: number,
  statuses: readonly Status[],
): number | null {
  return (
    store.db
      .prepare<[number, string], number | null>(
        `SELECT min(attempts) FROM results
         WHERE run_id = ? AND status IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .get(runId, JSON.stringify(statuses)) ?? null
  );
}
