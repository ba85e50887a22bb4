import { StoreError, explainedError } from '../open/store-error.js';
import {
  change,
  queryLists,
  queryValues,
  quickCheck,
  type Store,
  writeIfPossible,
} from '../open/open.js';
import { puzzleIdOf } from '../../record/puzzle-id.js';
import { nameSql, ordinalSql, pieceFinder, idsOfPiece, partialPieces } from '../pieces.js';
import { countsIn } from '../result-tally.js';
import { rejectsOfPiece, rejectValues } from './rejects.js';
import { TABLES } from '../../record/tables.js';
import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { jsonToClues } from '../../../solver/core/puzzle/clues-json.js';
import { pack, sizeOf, type PackedWords } from '../../../solver/core/puzzle/packed.js';
import { readCells } from '../../../solver/core/puzzle/text.js';
import { UNKNOWN, filledCells, type Cells } from '../../../solver/core/puzzle/types.js';
import { ANY_SIZE, validate, type Reject } from '../../../solver/core/puzzle/validate.js';
import {
  type Kind,
  kindReason,
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../../solver/core/result/result-columns.js';
import { brokenRule, type RowValue } from '../../record/result-rules.js';
import type { StoredPuzzle } from '../stored.js';
import { readPacked } from '../packed/packed-picture.js';
import { RESULT_ROW_COLUMNS } from '../result-layout.js';
import { PUZZLE_COLUMNS } from '../packed/entry-rows.js';
import { RowPages } from '../packed/row-pages.js';

// The tables take no value that its column cannot have. What is found here was written by somebody
// who had switched off their checks or did not know how columns go together, or by a failing disk.

/** Errors that values cause which no code expects; all others say themselves what is wrong. */
const UNEXPECTED = new Set(['Error', 'TypeError', 'RangeError', 'SyntaxError']);

/**
 * An error while rows were shown. If nobody expected it and a row holds what no run has written, it
 * becomes a StoreError of the kind `damaged` that names the row. So sound rows are not looked at.
 */
export function explainedByRows(thrown: unknown, store: Store): unknown {
  const error = explainedError(thrown, store.path);
  if (!(error instanceof Error) || !UNEXPECTED.has(error.name) || 'syscall' in error) return error;
  const damage = firstDamage(store, IN_ORDER);
  return damage === null ? error : damagedError(store, damage, { cause: error });
}

/**
 * Looks at every page of a database, at the checks of its tables, and whether all rows are as they
 * were written, 10 us a result; if nobody may write to the file, at each row instead of the former.
 * @throws StoreError of the kind `damaged` that says what is wrong, with the first such row.
 */
export function requireSound(store: Store): void {
  const { said, withChecks } = quickCheck(store);
  const changed = [...changedPieces(store)];
  noteChanged(store, changed);
  const damage =
    said.length > 0 || !withChecks
      ? firstDamage(store, IN_ORDER)
      : damageInPieces(store, [...changed, ...partialPieces(store, null)]);
  const all = [...new Set(said), ...(damage === null ? [] : [damage]), ...wordsOf(changed)];
  if (all.length > 0) throw damagedError(store, all.join('; '));
}

/** What is wrong with the first row of these pieces that no run has written so, or null. */
function damageInPieces(store: Store, pieces: ReturnType<typeof partialPieces>): string | null {
  for (const { runId, pieceId } of pieces) {
    const damage = firstDamage(store, IN_PIECE, [runId, ...idsOfPiece(pieceId)]);
    if (damage !== null) return damage;
  }
  return null;
}

/** Of so many pieces whose rows were changed the places are named. */
const NAMED = 5;

/** A piece whose rows are not those that its run has written, by their sum. */
interface ChangedPiece {
  readonly runId: number;
  readonly pieceId: number;
  readonly words: string;
}

function* changedPieces(store: Store): Generator<ChangedPiece, void, undefined> {
  const written = store.db
    .prepare<[], { readonly runId: number; readonly pieceId: number; readonly counts: Uint8Array }>(
      'SELECT run_id AS runId, piece_id AS pieceId, counts FROM piece_counts ORDER BY run_id, piece_id',
    )
    .iterate();
  const find = pieceFinder(store);
  for (const { runId, pieceId, counts } of written) {
    if (countsIn(counts)?.rowsSum === sumOfRows(store, runId, pieceId)) continue;
    const piece = find(runId, puzzleIdOf(pieceId, 0));
    const { path, firstEntry, entries } = piece ?? { path: 'a file', firstEntry: 0, entries: 0 };
    const which = `${path}, entries ${firstEntry} to ${firstEntry + entries - 1}`;
    yield { runId, pieceId, words: `what run ${runId} wrote of ${which}, was changed` };
  }
}

function wordsOf(changed: readonly ChangedPiece[]): string[] {
  const named = changed.slice(0, NAMED).map(({ words }) => words);
  const more = changed.length - named.length;
  return more === 0 ? named : [...named, `and so was that of ${more} more pieces`];
}

/** Notes what was found with each such run (`runs.damage`), unless another program writes. */
function noteChanged({ path, db }: Store, changed: readonly ChangedPiece[]): void {
  const noted = 'SELECT 1 FROM runs WHERE damage IS NOT NULL';
  if (changed.length === 0 && queryValues({ db }, noted).length === 0) return;
  writeIfPossible(path, 'what was found changed was', (store) => {
    change(store, 'UPDATE runs SET damage = NULL');
    const note = `UPDATE runs SET damage = ? WHERE damage IS NULL
      AND run_id IN (SELECT run_id FROM run_pieces WHERE held_by = ? AND piece_id = ?)`;
    for (const { words, runId, pieceId } of changed) change(store, note, words, runId, pieceId);
  });
}

/** @throws StoreError of the kind `damaged` if a result, or its puzzle, cannot even be shown. */
export function requireShowable(store: Store, runId: number, puzzleId: number): void {
  const damage = firstDamage(store, ONE_RESULT, [runId, puzzleId], damageOfValues);
  if (damage !== null) throw damagedError(store, damage);
}

const ONE_RESULT = 'WHERE results.run_id = ? + 0 AND puzzle_id = ? + 0';
const IN_PIECE =
  'WHERE results.run_id = ? + 0 AND puzzle_id >= ? + 0 AND puzzle_id < ? + 0 ORDER BY puzzle_id';
const IN_ORDER = 'ORDER BY results.run_id, puzzle_id';

function damagedError(store: Store, damage: string, options?: ErrorOptions): StoreError {
  const why = `${store.path} is damaged: ${damage}. Restore it from a copy, or solve the puzzle again.`;
  return new StoreError('NM_DATABASE_DAMAGED', why, options);
}

/** What is wrong with the first row that no run has written so, or null. */
function firstDamage(
  store: Store,
  where: string,
  parameters: readonly number[] = [],
  look = damageOf,
): string | null {
  const names = (table: 'puzzles' | 'results'): string[] =>
    COPIED_COLUMNS[table].map((name) => `${table}.${name}`);
  const rows = store.db
    .prepare<number[], [number, number, RowValue, ...RowValue[]]>(
      `SELECT results.run_id, ${ordinalSql('results')}, ${nameSql('results')}, ${[...names('puzzles'), ...names('results')].join(', ')}
       FROM results JOIN puzzles USING (puzzle_id) ${where}`,
    )
    .raw()
    .iterate(...parameters);
  for (const [runId, ordinal, name, ...values] of rows) {
    const puzzle = values.slice(0, COPIED_COLUMNS.puzzles.length);
    const result = values.slice(COPIED_COLUMNS.puzzles.length);
    const reason = look(puzzle, result);
    if (reason === null) continue;
    return `the result of ${String(name)} in run ${runId} (entry ${ordinal}) cannot be one: ${reason}`;
  }
  return null;
}

/** What is copied between databases, as `puzzles`, `results` and `claims` show it. */
export const COPIED_COLUMNS = {
  puzzles: Object.keys(TABLES.puzzles.columns),
  results: RESULT_COLUMN_LIST.map(({ name }): string => name),
  claims: Object.keys(TABLES.claims.columns).slice(2),
} as const;

/**
 * Why rows of `puzzles` and `results`, with COPIED_COLUMNS, cannot be a run's, or null: values fit
 * their columns, the clues the fingerprint, the columns each other, and pictures the clues. Only
 * solving could show whether a verdict is true.
 */
export function damageOf(puzzle: readonly RowValue[], result: readonly RowValue[]): string | null {
  const sound = soundPuzzle(inPuzzle(puzzle));
  return typeof sound === 'string' ? sound : damageOfResult(result, sound.words, 0);
}

/** The same of a result, its pictures packed or not, of the puzzle at `offset` of `words`. */
export function damageOfResult(
  result: readonly RowValue[],
  words: PackedWords,
  offset: number,
): string | null {
  const { width, height } = sizeOf(words, offset);
  return (
    valueReason(result, width * height) ??
    brokenRule((column) => result[RESULT_AT[column]]) ??
    pictureReason(result, words, offset)
  );
}

/** Why a result cannot be shown: its puzzle cannot be read, or its column has no such value. */
function damageOfValues(puzzle: readonly RowValue[], result: readonly RowValue[]): string | null {
  const read = readPuzzle(inPuzzle(puzzle));
  if (typeof read === 'string') return read;
  return valueReason(result, read.puzzle.width * read.puzzle.height);
}

/** The places of columns in a row of results. */
export const RESULT_AT = Object.fromEntries(
  COPIED_COLUMNS.results.map((name, i) => [name, i]),
) as Readonly<Record<ResultColumnName, number>>;

const PUZZLE_AT = Object.fromEntries(COPIED_COLUMNS.puzzles.map((name, i) => [name, i]));

/** A puzzle that a row holds, with the author's picture. */
type ReadPuzzle = Pick<StoredPuzzle, 'puzzle' | 'goal'>;

/** The puzzle of a row of `puzzles`, packed too, or why it is not the one that was stored. */
export function soundPuzzle(
  of: (column: string) => RowValue | undefined,
): (ReadPuzzle & { readonly words: PackedWords }) | string {
  const read = readPuzzle(of);
  if (typeof read === 'string') return read;
  const { puzzle } = read;
  const words = pack(puzzle);
  if (fingerprint(words, 0, puzzle.palette) !== of('fingerprint')) {
    return 'its clues are not those of its fingerprint';
  }
  const [given, filled] = [of('filled'), filledCells(puzzle)];
  if (given != null && given !== filled) {
    return `filled is ${shown(given)}, but its clues fill ${filled} cells`;
  }
  return { ...read, words };
}

/** The validated puzzle of a row of `puzzles`, fit to be drawn and solved; or why it holds none. */
export function readPuzzle(of: (column: string) => RowValue | undefined): ReadPuzzle | string {
  const [width, height, colours] = [of('width'), of('height'), of('colours')];
  const [palette, clues, start, goal] = [of('palette'), of('clues'), of('start'), of('goal')];
  const texts = [palette, start, goal, of('name'), of('title')];
  const areTexts = texts.every((value) => value === null || typeof value === 'string');
  if (typeof width !== 'number' || typeof height !== 'number' || typeof colours !== 'number') {
    return 'the size of the puzzle is not one';
  }
  if (typeof clues !== 'string' || !areTexts) return 'the texts of the puzzle are not ones';
  let sides: ReturnType<typeof jsonToClues>;
  try {
    sides = jsonToClues(clues);
  } catch {
    return 'its clues cannot be read';
  }
  const given = start === null ? null : readCells(String(start), width, height);
  if (start !== null && given === null) return 'its start position cannot be read';
  const drawn = goal === null ? null : readCells(String(goal), width, height);
  if (goal !== null && drawn === null) return "the author's picture cannot be read";
  const named = palette === null ? null : String(palette).split(' ');
  const draft = { width, height, ...sides, palette: named, start: given, goal: drawn };
  const { puzzle: sound, reason } = validate(draft, ANY_SIZE);
  if (sound === undefined) return `it is not a puzzle: ${reason}`;
  if (sound.colours !== colours) return `its colours are ${colours}, but its palette has others`;
  return { puzzle: sound, goal: drawn };
}

/** The values of a row with COPIED_COLUMNS by the names of these. */
function inPuzzle(row: readonly RowValue[]): (column: string) => RowValue {
  return (column) => row[PUZZLE_AT[column]];
}

function valueReason(row: readonly RowValue[], cells: number): string | null {
  for (let at = 0; at < RESULT_COLUMN_LIST.length; at++) {
    const { name, kind, isNull } = RESULT_COLUMN_LIST[at];
    const value = row[at];
    if (value === null && isNull !== undefined) continue;
    if (kind.is === 'cells' && value instanceof Uint8Array) continue;
    const expected = kindReason(kind, valueOf(kind, value), cells);
    if (expected !== null) return `${name} is ${shown(value)}, expected ${expected}`;
  }
  return null;
}

function pictureReason(row: readonly RowValue[], words: PackedWords, offset: number) {
  const { solution, second_solution: second } = RESULT_AT;
  const { width, height, colours } = sizeOf(words, offset);
  let first: Cells | null = null;
  for (const place of [solution, second]) {
    const picture = row[place];
    if (picture === null) continue;
    const packed = picture instanceof Uint8Array ? picture : String(picture);
    const cells = readPacked(packed, width, height);
    const reason = cells === null ? '' : checkPacked(words, offset, cells, first);
    // An unknown cell breaks a clue, too.
    const isKnown = (cell: number): boolean => cell !== UNKNOWN && cell <= colours;
    if (cells === null || (reason !== null && !cells.every(isKnown))) {
      return 'a picture of it is not one of known cells';
    }
    if (reason !== null) return `a solution is none: ${reason}`;
    // Texts may differ where pictures do not: a filled cell is # or 1.
    if (first?.every((cell, i) => cell === cells[i]) === true) {
      return 'its two solutions are the same';
    }
    first = cells;
  }
  return null;
}

/** A value of SQLite as the column's kind has it; what cannot be one stays what it is. */
function valueOf({ is }: Kind, value: RowValue): unknown {
  if (is === 'flag') return value === 1 ? true : value === 0 ? false : value;
  return is === 'time' && typeof value === 'string' ? Date.parse(value) : value;
}

/** A value in a message; also a blob, which no column has. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

const SUMMED = (row: string, columns: readonly string[]): string =>
  columns.map((name) => `${row}.${name}`).join(', ');
const PUZZLES_SUMMED = PUZZLE_COLUMNS.slice(0, -1);
const RESULTS_SUMMED = RESULT_ROW_COLUMNS.slice(2);
const ROWS_SUMMED = `SELECT ${SUMMED('p', PUZZLES_SUMMED)}, label, ${SUMMED('r', RESULTS_SUMMED)}
  FROM result_rows r CROSS JOIN puzzle_rows p USING (puzzle_id) LEFT JOIN label_rows USING (puzzle_id)
  WHERE r.run_id = ? + 0 AND r.puzzle_id >= ? + 0 AND r.puzzle_id < ? + 0`;

/** Sums up what a run wrote of a piece, and the rejects, as `RowMaker`: any changed value shows. */
export function sumOfRows(store: Store, runId: number, pieceId: number): number {
  let sum = sumOfRejects(rejectsOfPiece(store, pieceId));
  for (const row of queryLists<RowValue[]>(store, ROWS_SUMMED, runId, ...idsOfPiece(pieceId))) {
    const isLabelled = row[PUZZLES_SUMMED.length] !== null;
    sum += hashOf(row.slice(0, PUZZLES_SUMMED.length + Number(isLabelled)));
    sum += hashOf(row.slice(PUZZLES_SUMMED.length + 1));
  }
  return sum % 2 ** 32;
}

/** What the row of one result adds to the sum of its piece. */
export function sumOfResult(store: Store, runId: number, puzzleId: number): number {
  const sql = `SELECT ${SUMMED('r', RESULTS_SUMMED)} FROM result_rows r WHERE run_id = ? AND puzzle_id = ?`;
  const [row = []] = queryLists<RowValue[]>(store, sql, runId, puzzleId);
  return hashOf(row);
}

/** The same of rejects alone, by their places in the piece. */
export function sumOfRejects(rejects: readonly Reject[]): number {
  return rejects.reduce((sum, reject) => (sum + hashOf(rejectValues(reject))) % 2 ** 32, 0);
}

const summed = new RowPages(0);

/** What `RowPages.sum` says of a row with these values after its number. */
function hashOf(values: readonly RowValue[]): number {
  summed.null();
  for (const value of values) {
    if (value === null) summed.null();
    else if (typeof value === 'string') summed.text(value);
    else if (value instanceof Uint8Array) summed.bytesOf(value, 0, value.length, false);
    else summed.number(value);
  }
  const hash = summed.sum();
  summed.drop();
  return hash;
}
